import { testRules } from './judge.ts';

const server = (port: string, more = '', hosts = '["*"]'): string => `{servers: [{port: {${port}}, hosts: ${hosts}${more}}]}`;
const http = 'number: 80, name: h, protocol: http',
  https = 'number: 443, name: s, protocol: HTTPS';
const notHost = (text: string): string =>
  `/servers/0/hosts/0: "${text}" is not a host: expected a DNS name with a dot, one that begins with ` +
  '*, or *, optionally after a namespace and a slash; ' +
  'short names (non FQDN) are not allowed';

testRules('Gateway', {
  'servers have a port and hosts': {
    valid: [
      server(http),
      server('name: h, protocol: MONGO'),
      server('number: 0, name: "any name", protocol: UDP'),
      server('number: "80", name: h, protocol: TCP'),
    ],
    invalid: [
      ['{}', '/servers: gateway must have at least one server'],
      ['{servers: [{hosts: [a.b]}]}', '/servers/0: server has no port: write its number, protocol and name'],
      [server(http, '', '[]'), '/servers/0/hosts: server has no hosts: write at least one, or * for all'],
      [server('number: 80, protocol: HTTP'), '/servers/0/port: port has no name'],
      [server('number: 80, name: h'), '/servers/0/port: port has no protocol'],
      [server('number: 65536, name: h, protocol: HTTP'), '/servers/0/port/number: port number 65536 must be in the range 1..65535'],
      [
        `{servers: [{port: {${http}}, hosts: ["*"]}, {port: {${http}}, hosts: ["*"]}]}`,
        '/servers/1/port/name: port name "h" is used by another server: names of ports must be unique within a gateway',
      ],
      [
        server('number: 1, name: h, protocol: SMTP'),
        '/servers/0/port/protocol: "SMTP" is not a protocol: expected one of HTTP, HTTPS, GRPC, GRPC-WEB, ' +
          'HTTP2, MONGO, TCP, TLS, UDP, MYSQL, REDIS, HTTP_PROXY',
      ],
    ],
  },
  'hosts have a dot, and optionally a namespace': {
    valid: ['["*"]', '[a.b]', '["*.b"]', '[ns/a.b]', '["*/*"]', '["./a.b"]', '[10.0.0.1]'].map((hosts) => server(http, '', hosts)),
    invalid: [
      [server(http, '', '[a]'), notHost('a')],
      [server(http, '', '["~/a.b"]'), notHost('~/a.b')],
      [server(http, '', '["ns/"]'), notHost('ns/')],
      [server(http, '', '["2001:db8::1"]'), notHost('2001:db8::1')],
      [server(http, '', '[a b.c]'), notHost('a b.c')],
    ],
  },
  'TLS fits the protocol': {
    valid: [
      server(https, ', tls: {}'),
      server(https, ', tls: {mode: SIMPLE, credentialName: c}'),
      server(https, ', tls: {mode: MUTUAL, serverCertificate: s, privateKey: k, caCertificates: c}'),
      server(http, ', tls: {httpsRedirect: true}'),
      server(https, ', tls: {mode: ISTIO_MUTUAL}'),
    ],
    invalid: [
      [server(https), '/servers/0: server must have TLS settings for HTTPS/TLS protocols'],
      [
        server(http, ', tls: {mode: SIMPLE, credentialName: c}'),
        '/servers/0/tls: server cannot have TLS settings for non HTTPS/TLS ports: protocol HTTP takes httpsRedirect alone',
      ],
      [
        server('number: 1, name: t, protocol: TCP', ', tls: {}'),
        '/servers/0/tls: server cannot have TLS settings for non HTTPS/TLS ports: protocol TCP takes no tls',
      ],
      [
        server(https, ', tls: {mode: SIMPLE}'),
        '/servers/0/tls: TLS of mode SIMPLE needs a certificate: write credentialName, or serverCertificate and privateKey',
      ],
      [
        server(https, ', tls: {mode: MUTUAL, serverCertificate: s, privateKey: k}'),
        '/servers/0/tls: TLS of mode MUTUAL needs caCertificates, by which clients are verified',
      ],
      [
        server(https, ', tls: {mode: ISTIO_MUTUAL, privateKey: k}'),
        '/servers/0/tls: TLS of mode ISTIO_MUTUAL takes the certificates of the mesh: leave ' +
          'serverCertificate, privateKey and caCertificates out',
      ],
    ],
  },
});
