import { compile, type Compiled } from '@slipway/schema-tools';
import { builtinSchemas } from './builtin-schemas.ts';
import type { Schema } from './schema-builders.ts';

let compilation: Promise<ReadonlyMap<string, Compiled>> | undefined;

const compileAll = async (): Promise<ReadonlyMap<string, Compiled>> => {
  const known = new Map<Schema, Compiled>();
  const all = new Map<string, Compiled>();
  for (const [collection, schema] of Object.entries(builtinSchemas)) {
    const compiled = known.get(schema) ?? (await compile(schema, { uri: `urn:mesh:${collection}` }));
    known.set(schema, compiled);
    all.set(collection, compiled);
  }
  return all;
};

/** The schemas of `schemas.ts` by collection, compiled at the first call, and once. */
export const compileBuiltinSchemas = (): Promise<ReadonlyMap<string, Compiled>> => (compilation ??= compileAll());
