import { AnnotationsPlugin, compile, getSchema, interpret } from '@hyperjump/json-schema/experimental';
import { buildSchemaDocument } from '@hyperjump/json-schema/experimental';
import { fromJs } from '@hyperjump/json-schema/instance/experimental';
import '@hyperjump/json-schema';
import '@hyperjump/json-schema/draft-04';
import '@hyperjump/json-schema/draft-06';
import '@hyperjump/json-schema/draft-07';
import '@hyperjump/json-schema/draft-2019-09';
import { setShouldValidateFormat, setShouldValidateSchema } from '@hyperjump/json-schema/draft-2020-12';

// The specification's default since 2019-09, and what ours does everywhere: a format only annotates.
setShouldValidateFormat(false);
// Whether the schema itself is one is asked of ours; here schemas of every kind are evaluated.
setShouldValidateSchema(false);

/**
 * The result of hyperjump, an independent implementation: valid or not, and for a valid instance its annotations as `keyword pointer
 * location value`, sorted.
 */
export interface HyperjumpResult {
  readonly valid: boolean;
  readonly annotations: readonly string[];
}

const keywordAt = (location: string): string => decodeURI(location.slice(location.lastIndexOf('/') + 1));

/** Puts schemas where only hyperjump's own reader finds them. Nothing is fetched: what is not there has no document. */
const documentsByUri = (schemas: { readonly [uri: string]: unknown }, dialect: string): object => {
  const found: { [uri: string]: unknown } = {};
  for (const [uri, schema] of Object.entries(schemas)) {
    const document = buildSchemaDocument(structuredClone(schema) as never, uri, dialect) as unknown as {
      readonly embedded: { readonly [uri: string]: unknown };
    };
    found[uri] = document;
    for (const [own, inner] of Object.entries(document.embedded)) found[own] = inner;
  }
  return found;
};

/** A schema compiled by hyperjump without our own code, for many instances. */
export const hyperjumpOracle = async (
  schema: unknown,
  dialect: string,
  keywords: readonly string[] = [],
  schemas: { readonly [uri: string]: unknown } = {},
  uri = 'schema:///',
): Promise<(instance: unknown) => HyperjumpResult> => {
  const compiled = await compile(await getSchema(uri, { _cache: documentsByUri({ ...schemas, [uri]: schema }, dialect) } as never));
  return (instance) => {
    const plugin = new AnnotationsPlugin();
    const { valid } = interpret(compiled, fromJs(instance as never), { outputFormat: 'FLAG', plugins: [plugin] } as never);
    const hits = (
      plugin.annotations as readonly {
        readonly absoluteKeywordLocation: string;
        readonly instanceLocation: string;
        readonly annotation: unknown;
      }[]
    )
      .map((hit) => ({ ...hit, keyword: keywordAt(hit.absoluteKeywordLocation) }))
      // A property's name has no place of its own in the instance.
      .filter(({ keyword, instanceLocation }) => keywords.includes(keyword) && !instanceLocation.includes('*'))
      .map(
        (hit) =>
          `${hit.keyword} ${decodeURI(hit.instanceLocation.replace(/^#/, ''))} ${hit.absoluteKeywordLocation} ` +
          `${JSON.stringify(hit.annotation)}`,
      );
    return { valid, annotations: valid ? hits.sort() : [] };
  };
};
