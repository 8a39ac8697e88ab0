import { SchemaError } from '../schema-error.ts';

/** The schemas of descriptions of APIs: 2020-12 with four more annotations. */
const openApiDialect = 'https://spec.openapis.org/oas/3.1/dialect/base';

/** The dialects that hyperjump's compiler supports, loaded when a schema first declares one. */
const loaders: { readonly [id: string]: () => Promise<unknown> } = {
  'http://json-schema.org/draft-04/schema': () => import('@hyperjump/json-schema/draft-04'),
  'http://json-schema.org/draft-06/schema': () => import('@hyperjump/json-schema/draft-06'),
  'http://json-schema.org/draft-07/schema': () => import('@hyperjump/json-schema/draft-07'),
  'https://json-schema.org/draft/2019-09/schema': () => import('@hyperjump/json-schema/draft-2019-09'),
  'https://json-schema.org/draft/2020-12/schema': () => import('@hyperjump/json-schema/draft-2020-12'),
  'https://json-schema.org/v1': () => import('@hyperjump/json-schema'),
  [openApiDialect]: async () => {
    // Its own schemas are of 2020-12; a bundle in pieces does not keep the order of static imports.
    await import('@hyperjump/json-schema/draft-2020-12');
    await import('@hyperjump/json-schema/openapi-3-1');
  },
};

export const latestDialect = 'https://json-schema.org/draft/2020-12/schema';
const officialDialects: readonly string[] = Object.keys(loaders);
const shortName = (id: string): string =>
  id === openApiDialect ? 'OpenAPI 3.1' : id.replace(/^https?:\/\/json-schema\.org\/(draft\/)?/, '').replace(/\/schema$/, '');

export const isOfficialDialect = (dialect: string): boolean => Object.hasOwn(loaders, dialect);

/** Up to draft 7 `$ref` disables its neighbours, and annotations have no names of their own. */
export const isBeforeDraft2019 = (dialect: string): boolean => /\/draft-0[467]\/schema$/.test(dialect);

/**
 * `$schema` as people write it: `http` for `https` and the reverse, with or without `#`, `http://json-schema.org/schema` for
 * the latest.
 */
export const canonicalDialect = (said: string): string => {
  const plain = said.trim().replace(/#$/, '');
  if (/^https?:\/\/json-schema\.org\/schema$/.test(plain)) return latestDialect;
  const other = plain.replace(/^https?:/, '');
  return officialDialects.find((id) => id.replace(/^https?:/, '') === other) ?? plain;
};

/** `draft-03` of a URI of a draft before 4, which has no compiler here; undefined for another URI. */
export const oldDraft = (dialect: string): string | undefined =>
  /^https?:\/\/json-schema\.org\/(draft-0[0-3])\/(?:hyper-)?schema#?$/.exec(dialect.trim())?.[1];

/** Loads a dialect of the table; `own`: given meta-schemas, which the compiler has already. Throws a SchemaError for an unknown dialect. */
export const loadDialect = async (dialect: string, own: ReadonlySet<string>, location: string): Promise<void> => {
  if (own.has(dialect)) return;
  const loading = loaders[dialect];
  const old = oldDraft(dialect);
  if (old !== undefined) throw new SchemaError(location, `${old} of JSON Schema is not supported; drafts from 4 to 2020-12 are`);
  if (!loading)
    throw new SchemaError(
      location,
      `the dialect ${dialect} is not known; known are ` + `${officialDialects.map(shortName).join(', ')}, and meta-schemas that are given`,
    );
  await loading();
};
