import { describeRules, type DescribedRule } from './described-rule.ts';
import { networkingRules } from './networking.ts';
import { securityRules } from './security.ts';

export type { DescribedRule } from './described-rule.ts';

/** Every rule that no schema can express, in the order of docs/mesh-config.md. */
export const describedRules: readonly DescribedRule[] = [
  ...describeRules(['every kind'], {
    'any-types': [
      ['any field'],
      'No number in place of a string. A number can be a string of digits, and fits its field. An enumeration is a name or a number.',
    ],
    'any-nulls': [
      ['any list'],
      'Null means that a field is absent. An item of a list of messages is not null if omitting it would change the meaning.',
    ],
    'any-durations': [
      ['http[].timeout', 'trafficPolicy.connectionPool.tcp.connectTimeout', 'other times'],
      'At least 1ms, in whole milliseconds.',
    ],
    'any-labels': [
      ['labels', 'sourceLabels'],
      'Keys are names of at most 63 characters with an optional prefix. Values are such names, or empty.',
    ],
    'any-addresses': [['destinationSubnets', 'addresses', 'ipBlocks'], 'An IP address, or a block in CIDR notation.'],
    'any-export-to': [['exportTo'], 'Empty, or one entry: `.` or `*`.'],
  }),
  ...networkingRules,
  ...securityRules,
  ...describeRules(['QuotaSpec'], {
    'quotaspec-rules': [
      ['rules'],
      'At least one rule. Each has quotas with a name and a charge of at least 1. No clause is null or compares with an empty string.',
    ],
  }),
  ...describeRules(['QuotaSpecBinding', 'HTTPAPISpecBinding'], {
    'binding-references': [
      ['services', 'quotaSpecs', 'apiSpecs'],
      'At least one entry in each list. Names and namespaces are DNS labels. A service has `name` or `service`.',
    ],
  }),
  ...describeRules(['HTTPAPISpec'], {
    'httpapispec-patterns': [
      ['patterns', 'attributes'],
      'At least one pattern, with a method and a template or an expression. Values of attributes are not empty.',
    ],
  }),
  ...describeRules(['attributemanifest', 'rule', 'instance', 'handler', 'adapter', 'template'], {
    'mixer-fields': [['spec'], 'Only fields of the message, with values of the right type, except in `params`.'],
  }),
];
