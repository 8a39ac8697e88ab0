const stringOrStrings = {
  anyOf: [
    { type: 'string', minLength: 1 },
    { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
  ],
};
const formatHandling = {
  description: 'Whether `format` is checked: as the dialect specifies (in v1 only), in all schemas, or in none.',
  enum: ['specification', 'assert', 'annotate'],
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
  description: 'How `slipway lint` finds schemas, and which findings it reports.',
  type: 'object',
  properties: {
    $schema: { description: 'The schema of this file, for editors.', type: 'string' },
    schemas: {
      description: 'The schemas of files; the first row that matches is used.',
      type: 'array',
      items: {
        type: 'object',
        required: ['fileMatch', 'schema'],
        additionalProperties: false,
        properties: {
          fileMatch: {
            description: 'Globs, from the folder of this file; one without a slash matches in any folder, one with `!` in front excludes.',
            ...stringOrStrings,
          },
          schema: { description: 'A path relative to the folder of this file, or a URI of the catalog.', type: 'string', minLength: 1 },
          formats: formatHandling,
        },
      },
    },
    catalog: { description: 'A folder with a catalog.json, or with *.schema.json files that have an $id.', type: 'string', minLength: 1 },
    providerSchemas: { description: 'The output of `terraform providers schema -json`: one file or several.', ...stringOrStrings },
    rules: { description: 'The severity of each rule.', ...severityTable(rules) },
    ignore: {
      description: 'A glob selects files that are not linted; an object selects findings that are not reported.',
      type: 'array',
      items: {
        type: ['string', 'object'],
        minLength: 1,
        minProperties: 1,
        additionalProperties: false,
        properties: { files: stringOrStrings, pointers: stringOrStrings, rules: stringOrStrings, reason: { type: 'string' } },
      },
    },
    baseline: { description: 'The file that `--write-baseline` writes; its findings are reported as known.', type: 'string', minLength: 1 },
    atVersion: {
      description: 'The version that the files are for: changes severities by `since` and `removed-in`.',
      type: 'string',
      minLength: 1,
    },
    maxWarnings: { description: 'The number of warnings that are allowed.', type: 'integer', minimum: 0 },
    strictSpec: {
      description: 'Whether keywords beside `$ref` are ignored in drafts up to 7, as the specification requires.',
      type: 'boolean',
    },
    formats: formatHandling,
    overrides: {
      description: 'Settings for some files; of several rows that match, the last one applies.',
      type: 'array',
      items: {
        type: 'object',
        required: ['files'],
        additionalProperties: false,
        properties: {
          files: stringOrStrings,
          rules: severityTable(rules),
          atVersion: { type: 'string', minLength: 1 },
          formats: formatHandling,
          schema: { description: 'Takes precedence over the table `schemas`.', type: 'string', minLength: 1 },
        },
      },
    },
  },
  additionalProperties: false,
});
