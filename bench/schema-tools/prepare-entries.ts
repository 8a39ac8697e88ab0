import { canonicalDialect, latestDialect, normaliseSchema } from '@slipway/schema-tools/compiler';
import { isObject } from '@slipway/schema-tools/json';
import type { Contender, EvaluateText, BenchSchema } from './contenders/contender.ts';
import type { CorpusEntry } from './corpus-files.ts';

const dialectOf = (schema: unknown): string =>
  canonicalDialect(isObject(schema) ? String(schema['$schema'] ?? latestDialect) : latestDialect);

/** Without an identifier, unless the schema consists of several that name one another. */
const withoutIdentifier = (schema: unknown, named: boolean): object => {
  const {
    $id,
    id: _legacyId,
    ...rest
  } = normaliseSchema(schema, 'urn:bench:schema', dialectOf(schema), false).schema as {
    readonly [keyword: string]: unknown;
  };
  return named && $id !== undefined ? { $id, ...rest } : rest;
};

/** The same schema for everybody: references, identifiers and dialects in a spelling that all understand. Throws for a schema in error. */
export const toBenchSchema = ({ schema, schemas }: Pick<CorpusEntry, 'schema' | 'schemas'>): BenchSchema => {
  const named = Object.values(schemas).some((other) => isObject(other) && other['$vocabulary'] !== undefined);
  return {
    schema: withoutIdentifier(schema, named),
    dialect: dialectOf(schema),
    schemas: Object.fromEntries(Object.entries(schemas).map(([uri, one]) => [uri, withoutIdentifier(one, named)])),
  };
};

export interface PreparedEntry {
  readonly entry: CorpusEntry;
  readonly judges: ReadonlyMap<string, EvaluateText>;
}

/** The entries that every contender can compile and evaluate, ready to run; the others are reported to `drop`. */
export const prepareEntries = async (
  entries: readonly CorpusEntry[],
  contenders: readonly Contender[],
  drop: (words: string) => void,
): Promise<readonly PreparedEntry[]> => {
  const ready: PreparedEntry[] = [];
  for (const entry of entries) {
    const judges = new Map<string, EvaluateText>();
    let step = 'normalise';
    try {
      const schema = toBenchSchema(entry);
      for (const { name, prepare } of contenders) {
        step = name;
        // Some write into what they are given.
        const judge = await prepare(structuredClone(schema));
        for (const text of entry.instances) await judge(text);
        judges.set(name, judge);
      }
      ready.push({ entry, judges });
    } catch (error) {
      drop(`${entry.name} is left out for all, since ${step} says: ${(error as Error).message.split('\n')[0]!.slice(0, 160)}`);
    }
  }
  return ready;
};
