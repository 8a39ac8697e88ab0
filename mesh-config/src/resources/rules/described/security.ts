import { describeRules, type DescribedRule } from './described-rule.ts';

export const securityRules: readonly DescribedRule[] = [
  ...describeRules(['AuthorizationPolicy'], {
    'authorizationpolicy-rules': [
      ['action', 'rules'],
      '`DENY` needs rules. The lists `from` and `to` are not empty, and each entry has a source or an operation.',
    ],
    'authorizationpolicy-values': [
      ['rules[].from[].source', 'rules[].to[].operation'],
      'At least one list is not empty, and no list contains an empty string.',
    ],
    'authorizationpolicy-addresses': [
      ['rules[].from[].source.ipBlocks', 'rules[].to[].operation.ports'],
      'IP addresses or CIDR blocks. Ports are strings of digits, at most 65535.',
    ],
    'authorizationpolicy-conditions': [
      ['rules[].when'],
      'A known key, with `values` or `notValues` that are not empty and have the format of the key.',
    ],
  }),
  ...describeRules(['AuthorizationPolicy', 'PeerAuthentication', 'RequestAuthentication'], {
    'security-selectors': [['selector.matchLabels'], 'No empty key, and no `*` in keys or values.'],
  }),
  ...describeRules(['PeerAuthentication'], {
    'peerauthentication-ports': [['portLevelMtls'], 'Not empty. Requires a selector with labels. Each key is a number above 0.'],
  }),
  ...describeRules(['RequestAuthentication'], {
    'requestauthentication-rules': [
      ['jwtRules'],
      'An issuer is required. Audiences and names of headers and parameters are not empty. `jwksUri` is an http or https URL.',
    ],
  }),
  ...describeRules(['Policy', 'MeshPolicy'], {
    'policy-name': [
      ['metadata.name', 'targets'],
      'The name is `default` if there are no targets, and another one if there are. A MeshPolicy is named `default` and has no targets.',
    ],
    'policy-targets': [['targets'], 'Names are DNS labels. A port is a number from 1 to 65535, or a name that is a DNS label.'],
    'policy-peers': [['peers', 'origins'], 'An origin needs a JWT. Each JWT needs a unique issuer, and has no empty strings.'],
  }),
  ...describeRules(['ServiceRole'], {
    'servicerole-rules': [
      ['rules'],
      'At least one rule. `methods` excludes `notMethods`, `ports` excludes `notPorts`; ports are 1 to 65535. Constraints need values.',
    ],
  }),
  ...describeRules(['ServiceRoleBinding'], {
    'servicerolebinding-subjects': [
      ['subjects'],
      'At least one subject. Each is not empty, no name is `*`, and no property repeats a field.',
    ],
    'servicerolebinding-role': [['roleRef', 'role', 'actions'], 'Exactly one of these fields. The kind of `roleRef` is `ServiceRole`.'],
  }),
  ...describeRules(['RbacConfig', 'ClusterRbacConfig'], {
    rbacconfig: [['metadata.name', 'mode'], 'The name is `default`. A mode with inclusion or exclusion needs the matching list.'],
  }),
];
