import { type EvaluationPlugin, interpret } from '@hyperjump/json-schema/experimental';
import { interpret as annotate, ValidationError } from '@hyperjump/json-schema/annotations/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import {
  canonicalDialect,
  loadDialect,
  addDocument,
  createDocumentStore,
  compileRaw,
  type RawSchema,
} from '@slipway/schema-tools/compiler';
import type { Contender, BenchSchema } from './contender.ts';

const schemaUri = 'urn:bench:schema';

/** Compiles by hyperjump alone: without our checks of the schema. */
export const compileWithHyperjump = async ({ schema, dialect, schemas }: BenchSchema): Promise<RawSchema> => {
  await loadDialect(dialect, new Set(), schemaUri);
  const books = createDocumentStore();
  for (const [uri, other] of Object.entries(schemas))
    addDocument(books, other, uri, canonicalDialect(String((other as { $schema?: string }).$schema ?? dialect)));
  addDocument(books, schema, schemaUri, dialect);
  return await compileRaw(books, schemaUri);
};

/** Collects `deprecated`, dropping what a failing subschema has collected. */
const deprecationCollector = (): { readonly hits: Instance.JsonNode[]; readonly plugin: EvaluationPlugin } => {
  const hits: Instance.JsonNode[] = [];
  return {
    hits,
    plugin: {
      beforeSchema: (_uri, _node, context) => {
        (context as { mark?: number }).mark = hits.length;
      },
      afterKeyword: ([keyword, , value], node, _context, valid) => {
        if (!valid) return;
        if (keyword === 'https://json-schema.org/keyword/deprecated' ? value === true : keyword.endsWith('unknown#deprecated'))
          hits.push(node);
      },
      afterSchema: (_uri, _node, context, valid) => {
        if (!valid) hits.length = (context as { mark?: number }).mark ?? 0;
      },
    },
  };
};

export const hyperjumpPlugin: Contender = {
  name: 'hyperjump, a collecting plugin',
  async prepare(given) {
    const raw = await compileWithHyperjump(given);
    return (text) => {
      const { hits, plugin } = deprecationCollector();
      interpret(raw as never, Instance.fromJs(JSON.parse(text) as never), { outputFormat: 'FLAG', plugins: [plugin] } as never);
      return hits.map((node) => Instance.uri(node));
    };
  },
};

export const hyperjumpAnnotate: Contender = {
  name: 'hyperjump, annotate',
  async prepare(given) {
    const raw = await compileWithHyperjump(given);
    return (text) => {
      try {
        return annotate(raw as never, Instance.fromJs(JSON.parse(text) as never), 'FLAG' as never);
      } catch (error) {
        // An invalid instance has no annotations.
        if (error instanceof ValidationError) return undefined;
        throw error;
      }
    };
  },
};
