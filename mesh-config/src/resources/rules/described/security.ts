import { describeRules, type DescribedRule } from './described-rule.ts';

export const securityRules: readonly DescribedRule[] = [
  ...describeRules(['AuthorizationPolicy'], {
    'authorizationpolicy-rules': [
      ['action', 'rules'],
      '`DENY` has rules. Lists `from` and `to` are not empty, and each entry has a source or an operation.',
    ],
    'authorizationpolicy-values': [
      ['rules[].from[].source', 'rules[].to[].operation'],
      'At least one list is not empty, and no text in any of them.',
    ],
    'authorizationpolicy-addresses': [
      ['rules[].from[].source.ipBlocks', 'rules[].to[].operation.ports'],
      'IP addresses or blocks; ports are digits, at most 65535.',
    ],
    'authorizationpolicy-conditions': [
      ['rules[].when'],
      'A known key, with values or `notValues` that are not empty and of the form of the key.',
    ],
  }),
  ...describeRules(['AuthorizationPolicy', 'PeerAuthentication', 'RequestAuthentication'], {
    'security-selectors': [['selector.matchLabels'], 'No empty key, and no star in keys or values.'],
  }),
  ...describeRules(['PeerAuthentication'], {
    'peerauthentication-ports': [['portLevelMtls'], 'Not empty, with a selector that has labels; each key is a number above 0.'],
  }),
  ...describeRules(['RequestAuthentication'], {
    'requestauthentication-rules': [
      ['jwtRules'],
      'An issuer; no audience, name of a header or parameter is empty; `jwksUri` is a URL of http or https.',
    ],
  }),
  ...describeRules(['Policy', 'MeshPolicy'], {
    'policy-name': [
      ['metadata.name', 'targets'],
      'Without targets it is named `default`, with targets not. A MeshPolicy is named `default` and has none.',
    ],
    'policy-targets': [['targets'], 'Names are labels; a port is a number of 1 to 65535, or a name that is a label.'],
    'policy-peers': [['peers', 'origins'], 'An origin has a JWT; each JWT an issuer that no other has, and no empty text.'],
  }),
  ...describeRules(['ServiceRole'], {
    'servicerole-rules': [
      ['rules'],
      'At least one. `methods` and `notMethods` exclude each other, `ports` and `notPorts` too, of 1 to 65535. Constraints have values.',
    ],
  }),
  ...describeRules(['ServiceRoleBinding'], {
    'servicerolebinding-subjects': [['subjects'], 'At least one; each says something, no name is `*`, and no property repeats a field.'],
    'servicerolebinding-role': [['roleRef', 'role', 'actions'], 'Exactly one of them; `roleRef` is of the kind `ServiceRole`.'],
  }),
  ...describeRules(['RbacConfig', 'ClusterRbacConfig'], {
    rbacconfig: [['metadata.name', 'mode'], 'Named `default`; a mode with inclusion or exclusion has the list.'],
  }),
];
