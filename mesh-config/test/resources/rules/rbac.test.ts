import { testRules } from './judge.ts';

const role = (fields: string): string => `{rules: [{${fields}}]}`;
const subject = (fields: string): string => `{subjects: [{${fields}}], role: r}`;

testRules('ServiceRole', {
  'access rules': {
    valid: [
      role(''),
      role('services: ["*"], hosts: [a], notHosts: [b]'),
      role('ports: [1, "65535"]'),
      role('constraints: [{key: k, values: [v]}]'),
    ],
    invalid: [
      ['{}', '/rules: service role must have at least one rule'],
      [role('methods: [GET], notMethods: [PUT]'), '/rules/0: cannot define both methods and notMethods'],
      [role('notPorts: [0]'), '/rules/0/notPorts/0: port number 0 must be in the range 1..65535'],
      [role('constraints: [{key: k}]'), '/rules/0/constraints/0: values cannot be empty in constraint'],
      [role('constraints: [{values: [v]}]'), '/rules/0/constraints/0: key cannot be empty in constraint'],
      [
        role('ports: [1], constraints: [{key: destination.port, values: ["1"]}]'),
        '/rules/0/constraints/0: cannot define destination.port in constraints beside ports or notPorts',
      ],
    ],
  },
});
testRules('ServiceRoleBinding', {
  subjects: {
    valid: [subject('user: "*"'), subject('names: [a], properties: {source.ip: x}'), subject('notNames: [a]'), subject('group: g')],
    invalid: [
      ['{role: r}', '/subjects: service role binding must have at least one subject'],
      [subject(''), '/subjects/0: subject is empty: write user, names, groups, namespaces, ips or properties'],
      [subject('names: ["*"]'), '/subjects/0/names/0: do not use * for names: use ** for any user'],
      [subject('ips: [10.0.0.1], properties: {source.ip: x}'), '/subjects/0/properties/source.ip: cannot define source.ip beside ips'],
    ],
  },
  'exactly one role': {
    valid: [
      '{subjects: [{user: u}], roleRef: {kind: ServiceRole, name: r}}',
      '{subjects: [{user: u}], actions: [{services: [s]}]}',
      '{subjects: [{user: u}], role: /r}',
    ],
    invalid: [
      ['{subjects: [{user: u}]}', ': service role binding must have exactly one of roleRef, role and actions'],
      ['{subjects: [{user: u}], role: r, actions: [{}]}', ': service role binding must have exactly one of roleRef, role and actions'],
      ['{subjects: [{user: u}], roleRef: {kind: Role, name: r}}', '/roleRef/kind: kind of roleRef must be ServiceRole'],
      ['{subjects: [{user: u}], roleRef: {kind: ServiceRole}}', '/roleRef: roleRef has no name'],
      ['{subjects: [{user: u}], role: /}', '/role: role cannot be /: write the name of a role'],
      ['{subjects: [{user: u}], actions: [{ports: [0]}]}', '/actions/0/ports/0: port number 0 must be in the range 1..65535'],
    ],
  },
});
testRules(
  'RbacConfig',
  {
    'inclusion and exclusion': {
      valid: ['{}', '{mode: ON}', '{mode: ON_WITH_INCLUSION, inclusion: {}}', '{mode: 1}'],
      invalid: [
        ['{mode: ON_WITH_INCLUSION}', "/inclusion: inclusion cannot be null (use 'inclusion: {}' for none)"],
        ['{mode: ON_WITH_EXCLUSION, exclusion: null}', "/exclusion: exclusion cannot be null (use 'exclusion: {}' for none)"],
        ['{mode: 2}', "/inclusion: inclusion cannot be null (use 'inclusion: {}' for none)"],
      ],
    },
  },
  'default',
);
testRules('ClusterRbacConfig', {
  'the name': { valid: [], invalid: [['{}', '#/metadata/name: ClusterRbacConfig has invalid name(a), name must be "default"']] },
});
