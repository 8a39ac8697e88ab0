const stringOrStrings = {
  anyOf: [
    { type: 'string', minLength: 1 },
    { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
  ],
};
const severityTable = (rules: readonly string[]) => ({
  type: 'object',
  propertyNames: { enum: rules },
  additionalProperties: { enum: ['error', 'warning', 'info', 'off'] },
});

/** The JSON Schema of a config file, for a linter with these rules. */
// oxlint-disable-next-line max-lines-per-function -- a table of the members of a config file
export const configSchema = (rules: readonly string[]) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:slipway:lint:config',
  title: 'slipway-lint',
  description: 'What `slipway lint` finds schemas with, and how it judges.',
  type: 'object',
  properties: {
    $schema: { description: 'The schema of this file, for editors.', type: 'string' },
    schemas: {
      description: 'Which files have which schema; the first that fits is taken.',
      type: 'array',
      items: {
        type: 'object',
        required: ['fileMatch', 'schema'],
        additionalProperties: false,
        properties: {
          fileMatch: {
            description:
              'Globs, from the folder of this file; one without a slash fits in any folder, one with `!` in front takes out again.',
            ...stringOrStrings,
          },
          schema: { description: 'A path from the folder of this file, or a URI that the catalog has.', type: 'string', minLength: 1 },
        },
      },
    },
    catalog: { description: 'A folder with a catalog.json, or with *.schema.json that have an $id.', type: 'string', minLength: 1 },
    providerSchemas: { description: 'What `terraform providers schema -json` wrote: one file, or several.', ...stringOrStrings },
    rules: { description: 'Severities by rule.', ...severityTable(rules) },
    ignore: {
      description: 'A glob is of files that are not linted; an object is of findings that are not told.',
      type: 'array',
      items: {
        type: ['string', 'object'],
        minLength: 1,
        minProperties: 1,
        additionalProperties: false,
        properties: { files: stringOrStrings, pointers: stringOrStrings, rules: stringOrStrings, reason: { type: 'string' } },
      },
    },
    baseline: { description: 'What was known when `--write-baseline` wrote it.', type: 'string', minLength: 1 },
    atVersion: {
      description: 'The version of the thing linted: moves severities by `since` and `removed-in`.',
      type: 'string',
      minLength: 1,
    },
    maxWarnings: { description: 'How many warnings are allowed.', type: 'integer', minimum: 0 },
    strictSpec: { description: 'What stands beside `$ref` is ignored in drafts up to 7, as the specification says.', type: 'boolean' },
    overrides: {
      description: 'What is otherwise for some files; of several that fit, the last says it.',
      type: 'array',
      items: {
        type: 'object',
        required: ['files'],
        additionalProperties: false,
        properties: {
          files: stringOrStrings,
          rules: severityTable(rules),
          atVersion: { type: 'string', minLength: 1 },
          schema: { description: 'Comes before the table of `schemas`.', type: 'string', minLength: 1 },
        },
      },
    },
  },
  additionalProperties: false,
});
