import { bool, listOf, mapOf, object, oneOf, optional, required, string } from '../../declare/index.ts';

/** What a user of a no-code module may choose for one variable. */
export const variableOptions = mapOf(
  object({
    type: required(string, "The type of the module's variable: `string`, `number`, `bool`, `list(string)` …"),
    options: required(
      listOf(string),
      'The allowed values. For another type than `string`, each one as JSON: `"8"`, `"true"`, `"[\\"a\\"]"`.',
    ),
  }),
);

/** The variables a no-code workspace is made and upgraded with. */
export const noCodeVariables = mapOf(
  object({
    value: optional(string, 'The value. A variable without one is not sent: the workspace keeps what it has.'),
    category: optional(oneOf('infra', 'env'), 'Whether it is a variable of the engine or of the environment.', { default: 'infra' }),
    description: optional(string, 'What it is for.', { default: '' }),
    hcl: optional(bool, 'Whether the value is code of the configuration language.', { default: false }),
    sensitive: optional(bool, 'Whether the service never shows the value again.', { default: false }),
  }),
);
