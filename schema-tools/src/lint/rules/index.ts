import type { Rule } from '../rule.ts';
import { deprecated } from './deprecated.ts';
import { invalid } from './invalid.ts';
import { proseOnly } from './prose-only.ts';
import { unknownField } from './unknown-field.ts';

/** In the order in which they are asked. */
export const rules: readonly Rule[] = [deprecated, invalid, unknownField, proseOnly];

/** What a finding may be called besides: nothing is asked for these, they come up on the way. */
export const implicitRules: readonly Omit<Rule, 'check'>[] = [
  { id: 'syntax', doc: 'Text that cannot be read as what it is said to be, or says a key twice.', severity: 'error' },
  { id: 'schema', doc: 'A schema that is in error, or cannot be found.', severity: 'error' },
  { id: 'file', doc: 'A file that cannot be read, or takes too long.', severity: 'error' },
  { id: 'unused-ignore', doc: 'Comments that ignore something and have nothing to ignore.', severity: 'info' },
];

/** Every id that a configuration may set a severity for. */
export const ruleIds: readonly string[] = [...rules.map(({ id }) => id), 'unused-ignore'];
