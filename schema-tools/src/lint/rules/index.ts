import type { Rule } from '../rule.ts';
import { deprecated } from './deprecated.ts';
import { invalid } from './invalid.ts';
import { proseOnly } from './prose-only.ts';
import { unknownField } from './unknown-field.ts';

/** The rules, in the order in which they run. */
export const rules: readonly Rule[] = [deprecated, invalid, unknownField, proseOnly];

/** Other ids of findings: these have no check of their own. */
export const implicitRules: readonly Omit<Rule, 'check'>[] = [
  { id: 'syntax', doc: 'Text that is not valid in its format, or that repeats a key.', severity: 'error' },
  { id: 'schema', doc: 'A schema that is invalid or cannot be found.', severity: 'error' },
  {
    id: 'template',
    doc:
      'Templates (Helm, Go, Jinja, Liquid, Mustache, Handlebars, cookiecutter, ERB), by their text or a name such as `values.yaml.j2`: ' +
      'they are JSON, YAML or TOML only when they are rendered, and are not linted.',
    severity: 'info',
  },
  { id: 'file', doc: 'A file that cannot be read, or that takes too long.', severity: 'error' },
  { id: 'ignored-keyword', doc: 'Keywords of a schema that its dialect does not have, so that they check nothing.', severity: 'info' },
  { id: 'unused-ignore', doc: 'Comments that ignore findings where there are none.', severity: 'info' },
];

/** Every id that a configuration may set a severity for. */
export const ruleIds: readonly string[] = [...rules.map(({ id }) => id), 'template', 'ignored-keyword', 'unused-ignore'];
