import { testRules } from './judge.ts';

const to = '[{destination: {host: a}}]';
const http = (entry: string, more = ''): string => `{hosts: [a.b], http: [{${entry}}]${more}}`;
const routed = (entry: string): string => http(`route: ${to}, ${entry}`);
const hosts = (list: string, more = ''): string => `{hosts: ${list}, http: [{route: ${to}}]${more}}`;
const route = (list: string): string => http(`route: ${list}`);
const match = (fields: string): string => routed(`match: [{${fields}}]`);
const notHost = (text: string): string =>
  `"${text}" is not a host: expected a DNS name, such as reviews or reviews.prod.svc.cluster.local, ` +
  'one that begins with *, or an IP address';
const notGateway = (text: string): string => `"${text}" is not the name of a gateway: expected a name, namespace/name, or mesh`;
const label63 = 'a'.repeat(63);

testRules('VirtualService', {
  'hosts are names, wildcards or addresses, and none covers another': {
    valid: [
      '[a]',
      '[a.b.]',
      '["*.b"]',
      '["*a.b"]',
      '["*-a.b"]',
      '[10.0.0.1]',
      '["2001:db8::1"]',
      '[a.b, c.b]',
      `[${label63}]`,
      '["123"]',
    ].map((one) => hosts(one)),
    invalid: [
      [hosts('[]'), '/hosts: virtual service must have at least one host'],
      [hosts('[a_b]'), `/hosts/0: ${notHost('a_b')}`],
      [hosts('[a.1]'), `/hosts/0: ${notHost('a.1')}`],
      [hosts('["a.*"]'), `/hosts/0: ${notHost('a.*')}`],
      [hosts('["**.a"]'), `/hosts/0: ${notHost('**.a')}`],
      [hosts(`[${label63}a]`), `/hosts/0: ${notHost(`${label63}a`)}`],
      [hosts('["*"]'), '/hosts/0: wildcard host * is not allowed for virtual services bound to the mesh gateway'],
      [hosts('[a.b, a.b]'), '/hosts/1: duplicate hosts in virtual service: a.b & a.b'],
      [hosts('["*.foo.bar", "*.bar"]'), '/hosts/0: duplicate hosts in virtual service: *.foo.bar & *.bar'],
      [hosts('[x.bar, "*.bar"]'), '/hosts/0: duplicate hosts in virtual service: x.bar & *.bar'],
    ],
  },
  'the host * needs gateways without mesh': {
    valid: [hosts('["*"]', ', gateways: [g]'), hosts('["*"]', ', gateways: [ns/g, other.g]')],
    invalid: [
      [hosts('["*"]', ', gateways: [g, mesh]'), '/hosts/0: wildcard host * is not allowed for virtual services bound to the mesh gateway'],
      [hosts('["*"]', ', gateways: []'), '/hosts/0: wildcard host * is not allowed for virtual services bound to the mesh gateway'],
    ],
  },
  'gateways are names, of matches too': {
    valid: [hosts('[a.b]', ', gateways: [mesh, g, g.ns, ns/g]'), match('gateways: [ns/g]'), hosts('[a.b]', ', gateways: null')],
    invalid: [
      [hosts('[a.b]', ', gateways: [""]'), `/gateways/0: ${notGateway('')}`],
      [hosts('[a.b]', ', gateways: [g, "7"]'), `/gateways/1: ${notGateway('7')}`],
      [hosts('[a.b]', ', gateways: [a/b/c]'), `/gateways/0: ${notGateway('a/b/c')}`],
      [hosts('[a.b]', ', gateways: ["*/g"]'), `/gateways/0: ${notGateway('*/g')}`],
      [match('gateways: [/g]'), `/http/0/match/0/gateways/0: ${notGateway('/g')}`],
    ],
  },
  'exportTo is one of . and *': {
    valid: [hosts('[a.b]', ', exportTo: ["*"]'), hosts('[a.b]', ', export_to: ["."]'), hosts('[a.b]', ', exportTo: []')],
    invalid: [
      [hosts('[a.b]', ', exportTo: [ns]'), '/exportTo/0: only . or * is allowed in the exportTo in the current release'],
      [
        hosts('[a.b]', ', exportTo: ["."," *"]').replace('" *"', '"*"'),
        '/exportTo: exportTo should have only one entry (. or *) in the current release',
      ],
      [hosts('[a.b]', ', export_to: [null]'), '/export_to/0: only . or * is allowed in the exportTo in the current release'],
    ],
  },
  'an HTTP route goes somewhere': {
    valid: [http('redirect: {uri: /x}'), http('redirect: {authority: a, redirectCode: 0}'), routed('rewrite: {uri: /x}')],
    invalid: [
      ['{hosts: [a.b]}', ': http, tcp or tls must be provided in virtual service'],
      [http('name: x'), '/http/0: HTTP route has neither route nor redirect: write where requests go'],
      [http('delegate: {name: x}'), '/http/0: HTTP route has neither route nor redirect: write where requests go'],
      [routed('redirect: {uri: /}'), '/http/0/redirect: HTTP route has both a route and a redirect: write one of them'],
      [http('redirect: {uri: /}, fault: {delay: {}}'), '/http/0/fault: HTTP route with a redirect cannot have a fault'],
      [http('redirect: {}'), '/http/0/redirect: redirect must specify URI, authority, or both'],
      [http('redirect: {uri: /, redirectCode: 200}'), '/http/0/redirect/redirectCode: redirect code 200 must be in the range 300..399'],
      [routed('rewrite: {uri: ""}'), '/http/0/rewrite: rewrite must specify URI, authority, or both'],
    ],
  },
  matches: {
    valid: [
      match('port: 0'),
      match('headers: {x: {}}'),
      match('queryParams: {x: {regex: "("}}'),
      match('sourceLabels: {a.b/c: d_e}'),
      routed('match: [null]'),
    ],
    invalid: [
      [match('port: 65536'), '/http/0/match/0/port: port number 65536 must be in the range 1..65535'],
      [match('headers: {"": {exact: a}}'), '/http/0/match/0/headers/: header has an empty name'],
      [match('headers: {x: null}'), '/http/0/match/0/headers/x: header match x cannot be null'],
      [
        match('sourceLabels: {-a: b}'),
        '/http/0/match/0/sourceLabels/-a: invalid tag key: "-a": expected letters, digits, -, _ and ., optionally after a DNS name and /',
      ],
      [match('sourceLabels: {a: "b c"}'), '/http/0/match/0/sourceLabels/a: invalid tag value: "b c": expected letters, digits, -, _ and .'],
      [match('uri: {exact: a, prefix: b}'), '/http/0/match/0/uri: exact and prefix exclude each other: write one of them'],
    ],
  },
  'header operations have names': {
    valid: [
      routed('headers: {request: {set: {a: ""}, remove: [b]}}'),
      route('[{destination: {host: a}, headers: {response: {add: {x: y}}}}]'),
    ],
    invalid: [
      [routed('headers: {request: {add: {"": a}}}'), '/http/0/headers/request/add/: header name cannot be empty'],
      [routed('headers: {response: {remove: [""]}}'), '/http/0/headers/response/remove/0: header name cannot be empty'],
      [
        route('[{destination: {host: a}, headers: {request: {set: {"": x}}}}]'),
        '/http/0/route/0/headers/request/set/: header name cannot be empty',
      ],
    ],
  },
  'timeouts and retries': {
    valid: [
      'timeout: 1ms',
      'timeout: 1h30m',
      'retries: {}',
      'retries: {attempts: 0, retryOn: ""}',
      'retries: {attempts: 3, perTryTimeout: 2s, retryOn: "5xx,503,reset"}',
    ].map(routed),
    invalid: [
      [routed('timeout: 0s'), '/http/0/timeout: duration must be greater than 1ms'],
      [routed('timeout: 1.0005s'), '/http/0/timeout: only durations to ms precision are supported'],
      [routed('timeout: -1s'), '/http/0/timeout: duration must be greater than 1ms'],
      [routed('retries: {attempts: -1}'), '/http/0/retries/attempts: expected a number of at least 0'],
      [routed('retries: {retryOn: 5xx}'), '/http/0/retries: http retry policy configured when attempts are set to 0 (disabled)'],
      [routed('retries: {attempts: 1, perTryTimeout: 1us}'), '/http/0/retries/perTryTimeout: duration must be greater than 1ms'],
      [routed('retries: {attempts: 1, retryOn: "5xx, reset"}'), '/http/0/retries/retryOn: "5xx, reset" is not a valid retryOn policy'],
      [routed('retries: {attempts: 1, retryOn: "499"}'), '/http/0/retries/retryOn: "499" is not a valid retryOn policy'],
    ],
  },
  faults: {
    valid: [
      'fault: {abort: {}}',
      'fault: {delay: {fixedDelay: 1s, percent: 200}}',
      'fault: {abort: {httpStatus: 600, percentage: {value: 0.0001}}}',
      'fault: {delay: {percentage: {value: 0}}}',
      'mirrorPercentage: {value: 300}',
    ].map(routed),
    invalid: [
      [routed('fault: {}'), '/http/0/fault: HTTP fault injection must have an abort and/or a delay'],
      [routed('fault: {abort: {httpStatus: 199}}'), '/http/0/fault/abort/httpStatus: HTTP status 199 is not in range 200-599'],
      [routed('fault: {abort: {httpStatus: null}}'), '/http/0/fault/abort/httpStatus: HTTP status 0 is not in range 200-599'],
      [routed('fault: {abort: {grpcStatus: X}}'), '/http/0/fault/abort/grpcStatus: grpcStatus abort fault injection not supported yet'],
      [
        routed('fault: {delay: {exponentialDelay: 1s}}'),
        '/http/0/fault/delay/exponentialDelay: exponentialDelay fault injection not supported yet',
      ],
      [routed('fault: {delay: {fixedDelay: null}}'), '/http/0/fault/delay/fixedDelay: nil Duration: write a duration, such as 5s'],
      [
        routed('fault: {delay: {percentage: {value: 0.00001}}}'),
        '/http/0/fault/delay/percentage/value: percentage 0.00001 is not in range 0, 0.0001..100',
      ],
    ],
  },
  'CORS policies': {
    valid: [
      'corsPolicy: {allowOrigin: ["*", a.b, "https://a.b:8443"]}',
      'corsPolicy: {allowMethods: [GET, TRACE], allowHeaders: [x], maxAge: 1s}',
      'corsPolicy: {allowOrigins: [{regex: "("}]}',
    ].map(routed),
    invalid: [
      [
        routed('corsPolicy: {allowOrigin: ["https://a.b/"]}'),
        '/http/0/corsPolicy/allowOrigin/0: "https://a.b/" is not an origin: expected *, or a DNS name, ' +
          'optionally with http:// or https:// and a port',
      ],
      [
        routed('corsPolicy: {allowOrigin: ["a.b:0"]}'),
        '/http/0/corsPolicy/allowOrigin/0: "a.b:0" is not an origin: expected *, or a DNS name, optionally ' +
          'with http:// or https:// and a port',
      ],
      [routed('corsPolicy: {allowMethods: [get]}'), '/http/0/corsPolicy/allowMethods/0: "get" is not a supported HTTP method'],
      [routed('corsPolicy: {exposeHeaders: [""]}'), '/http/0/corsPolicy/exposeHeaders/0: header name cannot be empty'],
      [routed('corsPolicy: {maxAge: 1500ms}'), '/http/0/corsPolicy/maxAge: expected a duration of whole seconds, at least 1s'],
    ],
  },
  'destinations and weights': {
    valid: [
      route('[{destination: {host: "*.a.b"}, weight: 7}]'),
      route('[{destination: {host: a, subset: v1, port: {number: 1}}, weight: 60}, {destination: {host: b}, weight: 40}]'),
      routed('mirror: {host: a}'),
    ],
    invalid: [
      [route('[{}]'), '/http/0/route/0: route has no destination: write its host'],
      [
        route('[{destination: {host: "*"}}]'),
        '/http/0/route/0/destination/host: invalid destination host "*": expected the host of a service',
      ],
      [route('[{destination: {host: 10.0.0.1}}]'), '/http/0/route/0/destination/host: "10.0.0.1" is not a host: expected a DNS name'],
      [route('[{destination: {host: ns/a}}]'), '/http/0/route/0/destination/host: "ns/a" is not a host: expected a DNS name'],
      [route('[{destination: {host: a, subset: v.1}}]'), '/http/0/route/0/destination/subset: subset name is invalid: v.1'],
      [route('[{destination: {host: a, port: {}}}]'), '/http/0/route/0/destination/port: port has no number'],
      [route('[{destination: {host: a}}, {destination: {host: b}}]'), '/http/0/route: total destination weight 0 != 100'],
      [route('[{destination: {host: a}, weight: 101}]'), '/http/0/route/0/weight: expected a number of at most 100'],
      [routed('mirror: {host: "*"}'), '/http/0/mirror/host: invalid destination host "*": expected the host of a service'],
    ],
  },
  'TLS and TCP routes': {
    valid: [
      `{hosts: ["*.b"], tls: [{match: [{sniHosts: [x.b, "*.y.b"], destinationSubnets: [10.0.0.0/8]}], route: ${to}}]}`,
      `{hosts: [a.b], tcp: [{route: ${to}}]}`,
      `{hosts: [a.b], tcp: [{match: [{port: 0, sourceSubnet: anything}], route: ${to}}]}`,
    ],
    invalid: [
      [`{hosts: [a.b], tls: [{route: ${to}}]}`, '/tls/0: TLS route has no match: write the sniHosts that it is for'],
      [
        `{hosts: [a.b], tls: [{match: [{port: 1}], route: ${to}}]}`,
        '/tls/0/match/0: match of a TLS route has no sniHosts: write at least one',
      ],
      [
        `{hosts: [a.b], tls: [{match: [{sniHosts: [c.b]}], route: ${to}}]}`,
        '/tls/0/match/0/sniHosts/0: SNI host "c.b" is not a compatible subset of the virtual service hosts: [a.b]',
      ],
      ['{hosts: [a.b], tcp: [{}]}', '/tcp/0: TCP route has no route: write where connections go'],
      [
        `{hosts: [a.b], tcp: [{match: [{destinationSubnets: [10.0.0.0/33]}], route: ${to}}]}`,
        '/tcp/0/match/0/destinationSubnets/0: "10.0.0.0/33" is not a valid CIDR block: expected an IP address or a block',
      ],
    ],
  },
});
