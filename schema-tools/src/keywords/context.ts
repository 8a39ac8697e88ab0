import type { Row, Schemas } from '../evaluate/ast.ts';
import { childrenOf } from '../evaluate/graph.ts';
import type { Check, Node } from '../evaluate/node.ts';
import { unknown } from '../evaluate/node.ts';

/** What a keyword's closure is made from. */
export interface Context {
  /** The row of a keyword of the same schema object, by its id (`items`, `draft-04/items`). */
  row(keyword: string): Row | undefined;
  /** The compiled subschema of a URI. */
  node(uri: string): Node;
  /** Whether evaluating the subschema of a URI evaluates no other. */
  isPlain(uri: string): boolean;
  /** Whether the subschema of a URI lists the values it takes. */
  isChoice(uri: string): boolean;
  /** By resource, the places of an anchor that a dynamic reference may mean. */
  anchored(anchor: string): ReadonlyMap<string, Node>;
}

export const contextOf = (rows: readonly Row[], node: (uri: string) => Node, schemas: Schemas): Context => {
  const byKeyword = new Map(rows.map((row) => [row[0], row]));
  return {
    row: (keyword) => byKeyword.get(keyword),
    node,
    isPlain: (uri) => { const of = schemas.nodes[uri]; return typeof of !== 'object' || childrenOf(schemas, of).length === 0; },
    isChoice: (uri) => { const of = schemas.nodes[uri]; return typeof of === 'object' && of.some(([keyword]) => keyword === 'const' || keyword === 'enum'); },
    anchored: (anchor) => new Map(Object.entries(schemas.dynamicAnchors).flatMap(([base, anchors]) => (Object.hasOwn(anchors, anchor) ? [[base, node(anchors[anchor]!)]] : []))),
  };
};

/** Makes what one or some neighbouring keywords of a schema object say, or nothing when they say nothing. */
export type Keyword = (context: Context) => Check | undefined;

/** An assertion about a value: whether it holds, and, when it does not, what was expected. */
export interface Assertion {
  readonly holds: (value: unknown) => boolean;
  readonly expected: (value: unknown) => string;
  /** For one that looks inside a value: whether it holds only perhaps, since a part is not known yet. */
  readonly doubts?: (value: unknown) => boolean;
}

/** A keyword that only asserts. What is not known yet is not known to fail. */
export const assertion = (keyword: string, make: (value: never, context: Context) => Assertion | undefined): Keyword => (context) => {
  const row = context.row(keyword);
  const made = row && make(row[2] as never, context);
  if (!row || !made) return undefined;
  const { holds, expected, doubts } = made;
  const name = keyword.slice(keyword.lastIndexOf('/') + 1);
  return (value, at, run) => {
    if (holds(value) || value === unknown) {
      if (doubts?.(value)) run.doubt = true;
      return true;
    }
    if (run.faults && at) run.faults.push({ at, keyword: name, location: row[1], message: expected(value) });
    return false;
  };
};

const names: { readonly [type: string]: string } = {
  null: 'null', boolean: 'true or false', number: 'a number', integer: 'a whole number', string: 'a string', array: 'a list', object: 'an object',
};
export const typeName = (type: string): string => names[type] ?? type;

/** What a value is, never the value itself: it may be a secret. */
export const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'boolean' ? `${value}` : typeName(typeof value);
};

export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
