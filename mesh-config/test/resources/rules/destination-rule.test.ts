import { testRules } from './judge.ts';

const policy = (fields: string): string => `{host: a, trafficPolicy: {${fields}}}`;
const locality = (fields: string): string => policy(`loadBalancer: {localityLbSetting: {${fields}}}`);

testRules('DestinationRule', {
  'the host is a name': {
    valid: ['{host: a}', '{host: "*"}', '{host: "*foo.bar"}', '{host: a.b.}', '{host: a, exportTo: ["."]}'],
    invalid: [
      ['{}', '/host: destination rule has no host'],
      ['{host: 10.0.0.1}', '/host: "10.0.0.1" is not a host: expected a DNS name, or one that begins with *'],
      ['{host: a/b}', '/host: "a/b" is not a host: expected a DNS name, or one that begins with *'],
      ['{host: a, exportTo: [x]}', '/exportTo/0: only . or * is allowed in the exportTo in the current release'],
    ],
  },
  'a traffic policy sets something': {
    valid: [
      'portLevelSettings: []',
      'connectionPool: {tcp: {}}',
      'tls: {mode: 99}',
      'loadBalancer: {simple: 3}',
      // Of later releases.
      'tunnel: {targetHost: a, targetPort: 80}',
      'proxyProtocol: {version: V1}',
      'retryBudget: {percent: {value: 20}}',
    ].map(policy),
    invalid: [
      [
        policy(''),
        '/trafficPolicy: traffic policy must have at least one field: write loadBalancer, connectionPool, ' +
          'outlierDetection, tls or portLevelSettings',
      ],
      [policy('connectionPool: {}'), '/trafficPolicy/connectionPool: connection pool must have at least one field: write http or tcp'],
      [policy('portLevelSettings: [{tls: {}}]'), '/trafficPolicy/portLevelSettings/0: settings of a port have no port: write port.number'],
      [
        policy('portLevelSettings: [{port: {}}]'),
        '/trafficPolicy/portLevelSettings/0: settings of a port must have at least one field: write ' +
          'loadBalancer, connectionPool, outlierDetection or tls',
      ],
    ],
  },
  'limits and durations': {
    valid: [
      'connectionPool: {http: {idleTimeout: 500h}}',
      'outlierDetection: {consecutiveErrors: 5, interval: 1m}',
      'outlierDetection: {consecutive5xxErrors: "7", maxEjectionPercent: 100}',
    ].map(policy),
    invalid: [
      [
        policy('connectionPool: {tcp: {connectTimeout: 0s}}'),
        '/trafficPolicy/connectionPool/tcp/connectTimeout: duration must be greater than 1ms',
      ],
      [
        policy('connectionPool: {http: {maxRetries: -1}}'),
        '/trafficPolicy/connectionPool/http/maxRetries: expected a number of at least 0',
      ],
      [policy('outlierDetection: {interval: 1us}'), '/trafficPolicy/outlierDetection/interval: duration must be greater than 1ms'],
      [
        policy('outlierDetection: {minHealthPercent: 101}'),
        '/trafficPolicy/outlierDetection/minHealthPercent: expected a number of at most 100',
      ],
      [
        policy('outlierDetection: {consecutiveErrors: 1, consecutive5xxErrors: 1}'),
        '/trafficPolicy/outlierDetection/consecutive5xxErrors: consecutive5xxErrors and the deprecated ' +
          'consecutiveErrors exclude each other',
      ],
    ],
  },
  'load balancers and localities': {
    valid: [
      policy('loadBalancer: {consistentHash: {httpCookie: {name: c, ttl: 0s}}}'),
      locality('distribute: [{from: a/b/*, to: {a/b: 60, c: 40}}]'),
      locality('distribute: [{from: a/b, to: {x: 100}}, {from: a/*, to: {x: 100}}]'),
      locality('failover: [{from: a, to: b}]'),
    ],
    invalid: [
      [
        policy('loadBalancer: {consistentHash: {httpCookie: {name: c}}}'),
        '/trafficPolicy/loadBalancer/consistentHash/httpCookie: ttl required for HttpCookie',
      ],
      [
        policy('loadBalancer: {simple: RANDOM, consistentHash: {}}'),
        '/trafficPolicy/loadBalancer: simple and consistentHash exclude each other: write one of them',
      ],
      [
        locality('distribute: [{from: a, to: {b: 99}}]'),
        '/trafficPolicy/loadBalancer/localityLbSetting/distribute/0/to: total locality weight 99 != 100',
      ],
      [
        locality('distribute: [{from: a/*/c, to: {b: 100}}]'),
        '/trafficPolicy/loadBalancer/localityLbSetting/distribute: invalid locality "a/*/c": expected ' +
          'region/zone/subzone, with * at the end only',
      ],
      [
        locality('distribute: [{from: a/*, to: {x: 100}}, {from: a/b, to: {x: 100}}]'),
        '/trafficPolicy/loadBalancer/localityLbSetting/distribute: localities a/b and a/* overlap',
      ],
      [
        locality('failover: [{from: a, to: a}]'),
        '/trafficPolicy/loadBalancer/localityLbSetting/failover/0: locality lb failover settings must specify different regions',
      ],
      [
        locality('failover: [{from: a, to: b*}]'),
        '/trafficPolicy/loadBalancer/localityLbSetting/failover/0/to: locality lb failover region should not contain *',
      ],
      [
        locality('distribute: [{from: a, to: {b: 100}}], failover: [{from: a, to: b}]'),
        '/trafficPolicy/loadBalancer/localityLbSetting: can not simultaneously specify distribute and failover',
      ],
    ],
  },
  'TLS and subsets': {
    valid: [
      policy('tls: {mode: MUTUAL, clientCertificate: c, privateKey: k}'),
      policy('tls: {mode: ISTIO_MUTUAL, caCertificates: c}'),
      '{host: a, subsets: [{name: v1}, {name: v1, labels: {}}]}',
    ],
    invalid: [
      [
        policy('tls: {mode: MUTUAL, credentialName: c}'),
        '/trafficPolicy/tls: TLS of mode MUTUAL needs clientCertificate and privateKey; ISTIO_MUTUAL takes those of the mesh',
      ],
      ['{host: a, subsets: [{name: ""}]}', '/subsets/0/name: subset name cannot be empty'],
      ['{host: a, subsets: [{name: v.1}]}', '/subsets/0/name: subset name is invalid: v.1'],
      [
        '{host: a, subsets: [{name: v, labels: {x: -y}}]}',
        '/subsets/0/labels/x: invalid tag value: "-y": expected letters, digits, -, _ and .',
      ],
    ],
  },
});
