import { testRules } from './judge.ts';

const entry = (fields: string, ports = '[{number: 80, name: http, protocol: HTTP}]'): string =>
  `{hosts: [a.b], ports: ${ports}, ${fields}}`;
const ports = (list: string): string => `{hosts: [a.b], ports: ${list}}`;
const fixed = (endpoint: string): string => entry(`resolution: STATIC, endpoints: [{${endpoint}}]`);
const dns = (endpoint: string): string => entry(`resolution: DNS, endpoints: [{${endpoint}}]`);

testRules('ServiceEntry', {
  'hosts and addresses': {
    valid: [
      '{hosts: [a]}',
      '{hosts: ["*.b"], ports: []}',
      entry('addresses: [10.0.0.0/8, 10.0.0.1]'),
      entry('exportTo: ["*"]'),
      entry('location: 7'),
    ],
    invalid: [
      ['{}', '/hosts: service entry must have at least one host'],
      ['{hosts: ["*"]}', '/hosts/0: host of a service entry cannot be *: write the domain, such as *.example.com'],
      ['{hosts: [10.0.0.1]}', '/hosts/0: "10.0.0.1" is not a host: expected a DNS name, or one that begins with *'],
      [entry('addresses: [10.0.0]'), '/addresses/0: "10.0.0" is not a valid IP address or CIDR block'],
      [entry('addresses: [010.0.0.1]'), '/addresses/0: "010.0.0.1" is not a valid IP address or CIDR block'],
      [entry('addresses: [10.0.0.0/8], resolution: DNS'), '/addresses/0: CIDR addresses are allowed only for NONE/STATIC resolution types'],
      [entry('exportTo: [ns]'), '/exportTo/0: only . or * is allowed in the exportTo in the current release'],
    ],
  },
  ports: {
    valid: [ports('[{number: 1, name: a}]'), ports('[{number: 65535, name: a-b, protocol: mongo}]'), ports('[{number: 8e1, name: a}]')],
    invalid: [
      [ports('[{number: 80}]'), '/ports/0/name: invalid port name: '],
      [ports('[{number: 80, name: a_b}]'), '/ports/0/name: invalid port name: a_b'],
      [ports('[{name: a}]'), '/ports/0/number: port number 0 must be in the range 1..65535'],
      [ports('[{number: "8e1", name: a}]'), '/ports/0/number: expected a whole number; found a string'],
      [
        ports('[{number: 80, name: a}, {number: 80, name: b}]'),
        '/ports/1/number: port number 80 is already used: names and numbers of ports must be unique within a service entry',
      ],
      [
        ports('[{number: 80, name: a}, {number: 81, name: a}]'),
        '/ports/1/name: port name "a" is already used: names and numbers of ports must be unique within a service entry',
      ],
    ],
  },
  'resolution and endpoints': {
    valid: [
      entry('resolution: STATIC'),
      fixed('address: 10.0.0.1, ports: {http: 0}, labels: {a: b}'),
      fixed('address: "unix:///run/s"'),
      dns('address: x.y, ports: {http: 8080}'),
      entry('workloadSelector: {labels: {}}'),
    ],
    invalid: [
      [
        entry('endpoints: [{address: 10.0.0.1}]'),
        '/endpoints: service entry of resolution NONE has endpoints: leave them out, or write resolution STATIC or DNS',
      ],
      [fixed('address: x.y'), '/endpoints/0/address: "x.y" is not a valid IP address, nor unix:// and a path'],
      [fixed('network: n'), '/endpoints/0/address: "" is not a valid IP address, nor unix:// and a path'],
      [
        fixed('address: 10.0.0.1, ports: {other: 1}'),
        '/endpoints/0/ports/other: endpoint port "other" is not defined by the service entry',
      ],
      [fixed('address: "unix://run/s"'), '/endpoints/0/address: "unix://run/s": expected unix:// and an absolute path or @name'],
      [fixed('address: "unix://@s", ports: {http: 1}'), '/endpoints/0/ports: unix endpoint address cannot have ports'],
      [dns('address: "*.y"'), '/endpoints/0/address: endpoint address "*.y" is not a valid FQDN or an IP address'],
      [dns('address: x.y, ports: {http: 0}'), '/endpoints/0/ports/http: port number 0 must be in the range 1..65535'],
      ['{hosts: ["*.b"], resolution: DNS}', '/hosts/0: "*.b" cannot be resolved by DNS: write endpoints, or a host without *'],
      [entry('resolution: 7'), '/resolution: unsupported resolution type'],
      [
        '{hosts: [a, b], ports: [{number: 1, name: t, protocol: TCP}], resolution: DNS}',
        '/ports/0: multiple hosts provided with non-HTTP, non-TLS ports',
      ],
    ],
  },
});
