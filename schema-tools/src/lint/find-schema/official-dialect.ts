/** The meta-schemas of the specification and of OpenAPI 3.1, without fragment: a document that names one is itself a schema. */
const officialDialects: ReadonlySet<string> = new Set([
  'http://json-schema.org/draft-04/schema',
  'http://json-schema.org/draft-06/schema',
  'http://json-schema.org/draft-07/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/v1',
  'https://spec.openapis.org/oas/3.1/dialect/base',
]);

/** The official URI of a dialect, for any spelling with `http`, `https`, `#` and `#/`; undefined for another URI. */
export function officialDialect(uri: string): string | undefined {
  const bare = uri.trim().replace(/#\/?$/, '');
  for (const scheme of ['http:', 'https:']) {
    const spelled = bare.replace(/^https?:/, scheme);
    if (officialDialects.has(spelled)) return spelled;
  }
  return undefined;
}
