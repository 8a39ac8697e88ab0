import { describeRules, type DescribedRule } from './described-rule.ts';
import { networkingRules } from './networking.ts';
import { securityRules } from './security.ts';

export type { DescribedRule } from './described-rule.ts';

/** Every rule that no schema can express, in the order of docs/mesh-config.md. */
export const describedRules: readonly DescribedRule[] = [
  ...describeRules(['every kind'], {
    'any-types': [
      ['any field'],
      'Texts are no numbers. Numbers may be texts of digits; those of 32 bits fit into them. Enumerations are names or numbers.',
    ],
    'any-nulls': [
      ['any list'],
      'Null is absent for a field. An item of a list of messages is not null where the document would mean something else without it.',
    ],
    'any-durations': [
      ['http[].timeout', 'trafficPolicy.connectionPool.tcp.connectTimeout', 'other times'],
      'At least 1ms, in whole milliseconds.',
    ],
    'any-labels': [
      ['labels', 'sourceLabels'],
      'Keys are names of at most 63 characters with an optional prefix, values such names or empty.',
    ],
    'any-addresses': [['destinationSubnets', 'addresses', 'ipBlocks'], 'An IP address, or one with `/` and the length of a block.'],
    'any-export-to': [['exportTo'], 'Empty, or one entry: `.` or `*`.'],
  }),
  ...networkingRules,
  ...securityRules,
  ...describeRules(['QuotaSpec'], {
    'quotaspec-rules': [
      ['rules'],
      'At least one, each with quotas that have a name and a charge of at least 1. No clause is null or compares with an empty text.',
    ],
  }),
  ...describeRules(['QuotaSpecBinding', 'HTTPAPISpecBinding'], {
    'binding-references': [
      ['services', 'quotaSpecs', 'apiSpecs'],
      'At least one of both; names and namespaces are labels. A service has `name` or `service`.',
    ],
  }),
  ...describeRules(['HTTPAPISpec'], {
    'httpapispec-patterns': [
      ['patterns', 'attributes'],
      'At least one pattern, with a method and a template or expression; attributes have values that are not empty.',
    ],
  }),
  ...describeRules(['attributemanifest', 'rule', 'instance', 'handler', 'adapter', 'template'], {
    'mixer-fields': [['spec'], 'No other fields than those of the message, outside of `params`, and no values of other types.'],
  }),
];
