import { type EvaluationPlugin, interpret } from '@hyperjump/json-schema/experimental';
import { interpret as annotate, ValidationError } from '@hyperjump/json-schema/annotations/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import { canonicalDialect, need } from '../../../schema-tools/src/compile/dialects.ts';
import { put, shelf } from '../../../schema-tools/src/compile/documents.ts';
import { compileRaw, type Raw } from '../../../schema-tools/src/compile/raw.ts';
import type { Contender, Schema } from './contender.ts';

const home = 'urn:bench:schema';

/** Compiles by hyperjump alone: without our checks of the schema. */
export const compiled = async ({ schema, dialect, schemas }: Schema): Promise<Raw> => {
  await need(dialect, new Set(), home);
  const books = shelf();
  for (const [uri, other] of Object.entries(schemas)) put(books, other, uri, canonicalDialect(String((other as { $schema?: string }).$schema ?? dialect)));
  put(books, schema, home, dialect);
  return await compileRaw(books, home);
};

/** Collects `deprecated`, dropping what a failing subschema has collected. */
const collector = (): { readonly hits: Instance.JsonNode[]; readonly plugin: EvaluationPlugin } => {
  const hits: Instance.JsonNode[] = [];
  return {
    hits,
    plugin: {
      beforeSchema: (_uri, _node, context) => { (context as { mark?: number }).mark = hits.length; },
      afterKeyword: ([keyword, , value], node, _context, valid) => {
        if (!valid) return;
        if (keyword === 'https://json-schema.org/keyword/deprecated' ? value === true : keyword.endsWith('unknown#deprecated')) hits.push(node);
      },
      afterSchema: (_uri, _node, context, valid) => { if (!valid) hits.length = (context as { mark?: number }).mark ?? 0; },
    },
  };
};

export const hyperjumpPlugin: Contender = {
  name: 'hyperjump, a collecting plugin',
  async prepare(given) {
    const raw = await compiled(given);
    return (text) => {
      const { hits, plugin } = collector();
      interpret(raw as never, Instance.fromJs(JSON.parse(text) as never), { outputFormat: 'FLAG', plugins: [plugin] } as never);
      return hits.map((node) => Instance.uri(node));
    };
  },
};

export const hyperjumpAnnotate: Contender = {
  name: 'hyperjump, annotate',
  async prepare(given) {
    const raw = await compiled(given);
    return (text) => {
      try { return annotate(raw as never, Instance.fromJs(JSON.parse(text) as never), 'FLAG' as never); } catch (error) {
        // An invalid instance has no annotations.
        if (error instanceof ValidationError) return undefined;
        throw error;
      }
    };
  },
};
