import { testRules } from './judge.ts';

const rule = (fields: string): string => `{rules: [{${fields}}]}`;
const source = (fields: string): string => rule(`from: [{source: {${fields}}}]`);
const operation = (fields: string): string => rule(`to: [{operation: {${fields}}}]`);
const when = (key: string, value: string): string => rule(`when: [{key: "${key}", values: ["${value}"]}]`);
const sources = 'principals, notPrincipals, requestPrincipals, notRequestPrincipals, namespaces, notNamespaces, ipBlocks, notIpBlocks';

testRules('AuthorizationPolicy', {
  'selectors and actions': {
    valid: ['{}', '{rules: [{}]}', '{action: DENY, rules: []}', '{selector: {matchLabels: {a: ""}}}', '{action: 1, rules: [{}]}'],
    invalid: [
      ['{action: DENY}', ': a deny policy without `rules` is meaningless and has no effect'],
      ['{selector: {matchLabels: {a: "b*"}}, action: DENY}', '/selector/matchLabels/a: wildcard is not supported in selector: "a=b*"'],
      ['{selector: {matchLabels: {"": b}}}', '/selector/matchLabels/: empty key is not supported in selector'],
      [rule('from: []'), '/rules/0/from: `from` cannot be empty, should have at least 1 element'],
      [rule('to: []'), '/rules/0/to: `to` cannot be empty, should have at least 1 element'],
    ],
  },
  'sources and operations': {
    valid: [
      source('principals: ["*"]'),
      source('ipBlocks: [10.0.0.0/8, "2001:db8::1"]'),
      operation('ports: ["0", "65535"]'),
      operation('paths: [/a*]'),
    ],
    invalid: [
      [rule('from: [{}]'), '/rules/0/from/0: source is missing'],
      [source('remoteIpBlocks: [10.0.0.1]'), `/rules/0/from/0/source: source must have at least one of ${sources}`],
      [source('namespaces: [""]'), '/rules/0/from/0/source/namespaces/0: empty value not allowed, found in namespaces'],
      [source('ipBlocks: [10.0.0.0/8/8]'), '/rules/0/from/0/source/ipBlocks/0: "10.0.0.0/8/8" is not a valid IP address or CIDR block'],
      [operation('notPorts: ["+80"]'), '/rules/0/to/0/operation/notPorts/0: "+80" is not a port: expected digits, from 0 to 65535'],
    ],
  },
  conditions: {
    valid: [
      when('source.ip', '10.0.0.0/8'),
      when('destination.port', '80'),
      when('request.headers[a]', 'x'),
      when('request.auth.claims[a][b]', 'x'),
      when('experimental.envoy.filters.a.b[c]', 'x'),
      when('connection.sni', '*'),
    ],
    invalid: [
      [rule('when: [{key: source.ip}]'), '/rules/0/when/0: condition has neither values nor notValues: write at least one'],
      [when('source.ip', 'x'), '/rules/0/when/0/values/0: "x": expected an IP address or a CIDR block'],
      [when('destination.port', '80-90'), '/rules/0/when/0/values/0: "80-90": expected a port from 0 to 65535'],
      [when('request.headers[]', 'x'), '/rules/0/when/0/key: bad key (request.headers[]): should have format a[b]'],
      [when('source.labels[a]', 'x'), '/rules/0/when/0/key: unknown attribute: source.labels[a]'],
      [
        when('destination.namespace', 'x'),
        '/rules/0/when/0/key: attribute destination.namespace is replaced by the namespace of the policy',
      ],
      [when('connection.sni', ''), '/rules/0/when/0/values/0: empty value not allowed'],
    ],
  },
});
testRules('PeerAuthentication', {
  'port level settings': {
    valid: ['{}', '{mtls: {mode: UNSET}}', '{selector: {matchLabels: {a: b}}, portLevelMtls: {"70000": {mode: STRICT}}}'],
    invalid: [
      ['{portLevelMtls: {}}', '/portLevelMtls: portLevelMtls is empty: write a port, or leave it out'],
      [
        '{selector: {matchLabels: {}}, portLevelMtls: {"80": {}}}',
        '/portLevelMtls: portLevelMtls holds for workloads that a selector names: write selector.matchLabels',
      ],
      ['{selector: {matchLabels: {a: b}}, portLevelMtls: {"0": {}}}', '/portLevelMtls/0: port cannot be 0'],
    ],
  },
});
testRules('RequestAuthentication', {
  'rules for tokens': {
    valid: [
      '{}',
      '{jwtRules: [{issuer: i, jwksUri: "https://a:99999/b", jwks: x}]}',
      '{jwtRules: [{issuer: i, fromHeaders: [{name: h}]}]}',
      '{jwtRules: [null]}',
    ],
    invalid: [
      ['{jwtRules: [{}]}', '/jwtRules/0/issuer: issuer must be set'],
      ['{jwtRules: [{issuer: i, audiences: [""]}]}', '/jwtRules/0/audiences/0: audiences must not be empty'],
      ['{jwtRules: [{issuer: i, fromParams: [""]}]}', '/jwtRules/0/fromParams/0: fromParams must not be empty'],
      ['{jwtRules: [{issuer: i, jwksUri: "ftp://a"}]}', '/jwtRules/0/jwksUri: URI scheme "ftp" is not supported'],
      [
        '{jwtRules: [{issuer: i, jwksUri: "http://a:b/"}]}',
        '/jwtRules/0/jwksUri: "http://a:b/" is not a URL: expected a host, and a port of digits if there is one',
      ],
      ['{jwtRules: [{issuer: i, fromHeaders: [{}]}]}', '/jwtRules/0/fromHeaders/0: `name` is missing'],
    ],
  },
});
