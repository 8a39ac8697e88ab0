import type { JsonObject } from '../json.ts';
import type { Check, Node } from '../node.ts';
import { locationOf } from '../resources.ts';
import { SchemaError } from '../schema-error.ts';

/** What compiling a keyword may use. */
export interface Context {
  readonly schema: JsonObject;
  readonly base: string;
  readonly pointer: string;
  /** The compiled subschema at these steps below this schema. */
  subschema(...steps: readonly (string | number)[]): Node;
  /** The compiled target of a reference. */
  reference(reference: string): Node;
  /** Says that a subschema is evaluated on the same value, whatever the value. */
  always(node: Node): Node;
  /** Every place that a `$dynamicRef` may mean beside its own target: by resource, those of the same dynamic anchor. */
  dynamic(anchor: string): ReadonlyMap<string, Node>;
}

/** Compiles what one or some neighbouring keywords of a schema object say, or nothing when they say nothing. */
export type Keyword = (context: Context) => Check | undefined;

export const wrong = ({ base, pointer }: Context, keyword: string, expected: string): SchemaError =>
  new SchemaError(locationOf({ base, pointer: `${pointer}/${keyword}` }), `expected ${expected}`);

/** A keyword's own value: what other objects inherit by name (`constructor`) is not said. */
export const said = (context: Context, keyword: string): unknown => (Object.hasOwn(context.schema, keyword) ? context.schema[keyword] : undefined);

export const numberOf = (context: Context, keyword: string): number | undefined => {
  const value = said(context, keyword);
  if (value !== undefined && typeof value !== 'number') throw wrong(context, keyword, 'a number');
  return value;
};

export const countOf = (context: Context, keyword: string): number | undefined => {
  const value = numberOf(context, keyword);
  if (value !== undefined && (!Number.isInteger(value) || value < 0)) throw wrong(context, keyword, 'a whole number that is not negative');
  return value;
};

export const namesOf = (context: Context, keyword: string, value: unknown = said(context, keyword)): readonly string[] | undefined => {
  if (value !== undefined && !(Array.isArray(value) && value.every((name) => typeof name === 'string'))) throw wrong(context, keyword, 'a list of names');
  return value as readonly string[] | undefined;
};

export const patternOf = (context: Context, keyword: string, pattern: unknown): RegExp => {
  try {
    if (typeof pattern === 'string') return new RegExp(pattern, 'u');
  } catch {
    // said below, with the place
  }
  throw wrong(context, keyword, `a regular expression (ECMA-262, Unicode); given ${JSON.stringify(pattern)}`);
};
