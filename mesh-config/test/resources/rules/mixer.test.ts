import { testRules } from './judge.ts';

const quota = (fields: string): string => `{rules: [{quotas: [{quota: q, charge: 1}], ${fields}}]}`;
const service = (fields: string): string => `{services: [{${fields}}], quotaSpecs: [{name: q}]}`;
const api = (fields: string): string =>
  `{attributes: {attributes: {a: {stringValue: b}}}, patterns: [{httpMethod: GET, regex: a}], ${fields}}`;
const attribute = (value: string): string => `{attributes: {attributes: {a: ${value}}}, patterns: [{httpMethod: GET}]}`;

testRules('QuotaSpec', {
  'quotas and clauses': {
    valid: [quota(''), quota('match: [{clause: {a: {}}}]'), quota('match: [{clause: {a: {regex: "("}}}]')],
    invalid: [
      ['{}', '/rules: a quota spec must have at least one rule'],
      ['{rules: [{}]}', '/rules/0: rule has no quotas: write at least one'],
      ['{rules: [{quotas: [{quota: q}]}]}', '/rules/0/quotas/0: charge must be at least 1'],
      ['{rules: [{quotas: [{charge: 1}]}]}', '/rules/0/quotas/0: quota name is empty'],
      [quota('match: [{clause: {a: {exact: ""}}}]'), '/rules/0/match/0/clause/a/exact: exact is empty'],
      [quota('match: [{clause: {a: null}}]'), '/rules/0/match/0/clause/a: clause a is null'],
    ],
  },
});
testRules('QuotaSpecBinding', {
  references: {
    valid: [service('name: a'), service('service: "*cnn.com"'), service('name: a, namespace: n, domain: x.y, labels: {k: v}')],
    invalid: [
      ['{quotaSpecs: [{name: q}]}', '/services: at least one service must be specified'],
      ['{services: [{name: a}]}', '/quotaSpecs: at least one of quotaSpecs must be specified'],
      [service(''), '/services/0: name or service is mandatory for a service reference'],
      [service('name: a, service: b'), '/services/0: name and service exclude each other: write one of them'],
      [service('name: a.b'), '/services/0/name: name "a.b" must be a valid label'],
      [
        '{services: [{name: a}], quotaSpecs: [{name: q, namespace: a.b}]}',
        '/quotaSpecs/0/namespace: namespace "a.b" must be a valid label',
      ],
    ],
  },
});
testRules('HTTPAPISpec', {
  'attributes, patterns and keys': {
    valid: [api(''), api('apiKeys: [{}]'), attribute('{durationValue: 5s}'), attribute('{bytesValue: AA==}'), attribute('{int64Value: 1}')],
    invalid: [
      ['{patterns: [{httpMethod: GET}]}', '/attributes: attributes at the top are required beside patterns'],
      ['{attributes: {attributes: {a: {boolValue: true}}}}', '/patterns: at least one pattern must be specified'],
      [api('apiKeys: [{query: ""}]'), '/apiKeys/0/query: query cannot be empty'],
      [attribute('null'), '/attributes/attributes/a: attribute a is null'],
      [attribute('{stringValue: ""}'), '/attributes/attributes/a/stringValue: stringValue is empty'],
      [attribute('{durationValue: 0s}'), '/attributes/attributes/a/durationValue: duration must be greater than 1ms'],
      [attribute('{bytesValue: AA}'), '/attributes/attributes/a/bytesValue: expected bytes in base64, found "AA"'],
      [attribute('{stringMapValue: {}}'), '/attributes/attributes/a/stringMapValue: stringMapValue has no entries'],
    ],
  },
});
testRules('rule', {
  'unknown fields are refused, also inside': {
    valid: ['{match: "true", actions: [{handler: h}]}'],
    invalid: [
      ['{nope: 1}', '/nope: unknown field "nope"'],
      ['{actions: [{nope: 1}]}', '/actions/0/nope: unknown field "nope"'],
    ],
  },
});
testRules('handler', {
  'parameters may have any field': {
    valid: ['{adapter: a, params: {nope: {deeper: 1}}}'],
    invalid: [['{connection: {nope: 1}}', '/connection/nope: unknown field "nope"']],
  },
});
testRules('adapter', {
  'the fields of an adapter': {
    valid: ['{description: d, session_based: true, templates: [null]}'],
    invalid: [['{nope: 1}', '/nope: unknown field "nope"']],
  },
});
