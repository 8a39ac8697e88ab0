import { canonicalDialect, latest } from '../../schema-tools/src/compile/dialects.ts';
import { normalise } from '../../schema-tools/src/compile/normalise.ts';
import { isObject } from '../../schema-tools/src/json.ts';
import type { Contender, Judge, Schema } from './contenders/contender.ts';
import type { Entry } from './corpus.ts';

const dialectOf = (schema: unknown): string => canonicalDialect(isObject(schema) ? String(schema['$schema'] ?? latest) : latest);

/** Without an identifier, unless the schema consists of several that name one another. */
const plain = (schema: unknown, named: boolean): object => {
  const { $id, id, ...rest } = normalise(schema, 'urn:bench:schema', dialectOf(schema), false).schema as { readonly [keyword: string]: unknown };
  return named && $id !== undefined ? { $id, ...rest } : rest;
};

/** The same schema for everybody: references, identifiers and dialects in a spelling that all understand. Throws for a schema in error. */
export const schemaOf = ({ schema, schemas }: Pick<Entry, 'schema' | 'schemas'>): Schema => {
  const named = Object.values(schemas).some((other) => isObject(other) && other['$vocabulary'] !== undefined);
  return { schema: plain(schema, named), dialect: dialectOf(schema), schemas: Object.fromEntries(Object.entries(schemas).map(([uri, one]) => [uri, plain(one, named)])) };
};

export interface Prepared { readonly entry: Entry; readonly judges: ReadonlyMap<string, Judge> }

/** The entries that every contender can compile and evaluate, ready to run; the others are told to `drop`. */
export const prepared = async (entries: readonly Entry[], contenders: readonly Contender[], drop: (words: string) => void): Promise<readonly Prepared[]> => {
  const ready: Prepared[] = [];
  for (const entry of entries) {
    const judges = new Map<string, Judge>();
    let who = 'normalise';
    try {
      const schema = schemaOf(entry);
      for (const { name, prepare } of contenders) {
        who = name;
        // Some write into what they are given.
        const judge = await prepare(structuredClone(schema));
        for (const text of entry.instances) await judge(text);
        judges.set(name, judge);
      }
      ready.push({ entry, judges });
    } catch (error) {
      drop(`${entry.name} is left out for all, since ${who} says: ${(error as Error).message.split('\n')[0]!.slice(0, 160)}`);
    }
  }
  return ready;
};
