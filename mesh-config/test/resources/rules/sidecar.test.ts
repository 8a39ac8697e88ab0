import { testRules } from './judge.ts';

const egress = (fields: string): string => `{egress: [{${fields}}]}`;
const hosts = (host: string): string => egress(`hosts: ["${host}"]`);
const ingress = (fields: string): string => `{egress: [{hosts: [./*]}], ingress: [{${fields}}]}`;
const notHost = (text: string): string =>
  `/egress/0/hosts/0: "${text}" is no host of an egress: expected namespace/host, such as ./*, ` +
  '*/reviews.prod.svc.cluster.local or istio-system/*';

testRules('Sidecar', {
  'there is an egress, with hosts': {
    valid: ['./*', '*/*', '~/*', 'ns/a.b', 'ns/*.b'].map(hosts),
    invalid: [
      ['{}', '/egress: sidecar: missing egress: write at least one listener with its hosts'],
      ['{outboundTrafficPolicy: {mode: ALLOW_ANY}}', '/egress: sidecar: missing egress: write at least one listener with its hosts'],
      [egress('hosts: []'), '/egress/0/hosts: egress has no hosts: write namespace/host, such as ./* or istio-system/*'],
      [hosts('a.b'), notHost('a.b')],
      [hosts('a_b/*'), notHost('a_b/*')],
      [hosts('ns/short'), notHost('ns/short')],
      [hosts('ns/10.0.0.1'), notHost('ns/10.0.0.1')],
      [
        `{workloadSelector: {}, egress: [{hosts: [./*]}]}`,
        '/workloadSelector: workloadSelector has no labels: write them, or leave it out',
      ],
    ],
  },
  'egress ports': {
    valid: [
      egress('hosts: [./*], port: {number: 80, protocol: HTTP, name: h}'),
      egress('hosts: [./*], port: {number: 0}, bind: "unix:///run/s"'),
      '{egress: [{hosts: [./*], port: {number: 1}}, {hosts: [./*]}]}',
      egress('hosts: [./*], port: {number: 1}, bind: 127.0.0.1'),
    ],
    invalid: [
      [
        '{egress: [{hosts: [./*]}, {hosts: [./*], port: {number: 1}}]}',
        '/egress/0: the egress listener with empty port should be the last listener in the list',
      ],
      [egress('hosts: [./*], port: {}'), '/egress/0/bind: port on an egress listener must be set, or bind must be unix:// and a path'],
      [
        egress('hosts: [./*], port: {}, bind: "unix://@s", captureMode: IPTABLES'),
        '/egress/0/captureMode: captureMode must be DEFAULT/NONE for unix domain socket listeners',
      ],
      [egress('hosts: [./*], port: {number: 1}, bind: "unix://@s"'), '/egress/0/bind: "unix://@s" is not a valid IP address'],
      [
        '{egress: [{hosts: [./*], port: {number: 1}}, {hosts: [./*], port: {number: 1}, bind: 127.0.0.1}]}',
        '/egress/1/port/number: ports on listeners bound to IP addresses must be unique: 1',
      ],
      [egress('hosts: [./*], port: {number: 1, name: a_b}'), '/egress/0/port/name: invalid port name: a_b'],
    ],
  },
  ingress: {
    valid: [
      'port: {number: 80, protocol: HTTP, name: h}, defaultEndpoint: 127.0.0.1:8080',
      'port: {number: 80}, defaultEndpoint: ":8080"',
      'port: {number: 80}, defaultEndpoint: "unix://@s", bind: 10.0.0.1',
    ].map(ingress),
    invalid: [
      [ingress('defaultEndpoint: ":1"'), '/ingress/0: ingress has no port'],
      [ingress('port: {number: 80}'), '/ingress/0: ingress has no defaultEndpoint: write 127.0.0.1:PORT, or unix:// and a path'],
      [ingress('port: {}, defaultEndpoint: ":1"'), '/ingress/0/port/number: port number 0 must be in the range 1..65535'],
      [
        ingress('port: {number: 1}, defaultEndpoint: "localhost:1"'),
        '/ingress/0/defaultEndpoint: "localhost:1": expected 127.0.0.1:PORT, :PORT, or unix:// and a path',
      ],
      [ingress('port: {number: 1}, defaultEndpoint: ":1", bind: "unix://@s"'), '/ingress/0/bind: "unix://@s" is not a valid IP address'],
    ],
  },
});
