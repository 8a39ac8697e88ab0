import { compile, type Compiled, type Sources } from './compile.ts';
import { escaped, type JsonObject } from './json.ts';
import type { At, Run } from './node.ts';
import { locationOf } from './resources.ts';

export interface Annotation {
  /** RFC 6901, in the instance. */
  readonly pointer: string;
  /** What the keyword says there. */
  readonly value: unknown;
  /** The subschema that says it: its other keywords may explain. */
  readonly schema: JsonObject;
  /** Where that subschema is, as a URI. */
  readonly location: string;
}

export interface Asked extends Sources {
  /** The keyword to collect: `deprecated`, `title`, `x-anything`. */
  readonly keyword: string;
  /**
   * `strict`: the specification; an invalid instance has no annotations. `lenient`: what is certain survives a failing
   * neighbour; failed branches (`oneOf`, `anyOf`, `if`, `contains`) still drop theirs. Default `strict`.
   */
  readonly mode?: 'strict' | 'lenient';
}

const start: At = { outer: null, step: '' };

const pointerOf = (at: At): string => (at.outer === null ? '' : `${pointerOf(at.outer)}/${escaped(at.step)}`);

const kept = new WeakMap<object, Map<string, Compiled>>();

/** Compiled once for a schema object and a keyword, as long as no other schemas are given. */
const compiledOf = (schema: unknown, keyword: string, sources: Sources): Compiled => {
  if (typeof schema !== 'object' || schema === null || sources.schemas) return compile(schema, keyword, sources);
  const known = kept.get(schema) ?? new Map<string, Compiled>();
  kept.set(schema, known);
  const found = known.get(keyword) ?? compile(schema, keyword, sources);
  known.set(keyword, found);
  return found;
};

const evaluate = ({ root }: Compiled, instance: unknown, listen: boolean, lenient: boolean): { valid: boolean; run: Run } => {
  const run: Run = { hits: [], lenient, scope: [] };
  return { valid: root.evaluate(instance, listen ? start : null, run, null), run };
};

/** The values of one annotation for every place of the instance it applies to, by evaluating the schema. Throws a SchemaError. */
export const annotations = (schema: unknown, instance: unknown, { keyword, mode = 'strict', ...sources }: Asked): readonly Annotation[] =>
  collect(compiledOf(schema, keyword, sources), instance, mode);

/** The same with a schema compiled by `compile`, for many instances. */
export const collect = (compiled: Compiled, instance: unknown, mode: 'strict' | 'lenient' = 'strict'): readonly Annotation[] =>
  evaluate(compiled, instance, true, mode === 'lenient').run.hits.map(({ at, node }) => {
    const schema = node.schema as JsonObject;
    return { pointer: pointerOf(at), value: schema[compiled.keyword], schema, location: locationOf(node) };
  });

/** Whether the instance is valid. Throws a SchemaError. */
export const isValid = (schema: unknown, instance: unknown, sources: Sources = {}): boolean =>
  evaluate(compiledOf(schema, 'deprecated', sources), instance, false, false).valid;
