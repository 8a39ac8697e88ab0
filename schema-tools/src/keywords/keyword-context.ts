import type { CompiledKeyword, SchemaAst } from '../evaluate/ast.ts';
import { childSchemas } from '../evaluate/schema-graph.ts';
import type { Evaluator, SchemaNode } from '../evaluate/evaluation.ts';
import { unknown } from '../evaluate/evaluation.ts';

/** The input from which a keyword's closure is created. */
export interface KeywordContext {
  /** The row of a keyword of the same schema object, by its ID (`items`, `draft-04/items`). */
  keyword(keyword: string): CompiledKeyword | undefined;
  /** The compiled subschema of a URI. */
  node(uri: string): SchemaNode;
  /** Whether evaluating the subschema of a URI evaluates no other. */
  isLeaf(uri: string): boolean;
  /** Whether a text has a format of a `format` keyword; undefined where formats are not checked. */
  readonly hasFormat: SchemaAst['hasFormat'];
  /** Whether the subschema of a URI lists the values it takes. */
  isEnumeration(uri: string): boolean;
  /** Locations of an anchor that a dynamic reference can refer to, by resource. */
  nodesAtAnchor(anchor: string): ReadonlyMap<string, SchemaNode>;
}

export const createKeywordContext = (
  rows: readonly CompiledKeyword[],
  node: (uri: string) => SchemaNode,
  schemas: SchemaAst,
): KeywordContext => {
  const byKeyword = new Map(rows.map((row) => [row[0], row]));
  return {
    keyword: (keyword) => byKeyword.get(keyword),
    hasFormat: schemas.hasFormat,
    node,
    isLeaf: (uri) => {
      const of = schemas.nodes[uri];
      return typeof of !== 'object' || childSchemas(schemas, of).length === 0;
    },
    isEnumeration: (uri) => {
      const of = schemas.nodes[uri];
      return typeof of === 'object' && of.some(([keyword]) => keyword === 'const' || keyword === 'enum');
    },
    nodesAtAnchor: (anchor) =>
      new Map(
        Object.entries(schemas.dynamicAnchors).flatMap(([base, anchors]) =>
          Object.hasOwn(anchors, anchor) ? [[base, node(anchors[anchor]!)]] : [],
        ),
      ),
  };
};

/** Creates the evaluator of one or several related keywords of a schema object, or none. */
export type KeywordFactory = (context: KeywordContext) => Evaluator | undefined;

/** An assertion about a value: whether it holds, and, when it does not, what was expected. */
export interface Assertion {
  readonly holds: (value: unknown) => boolean;
  readonly expected: (value: unknown) => string;
  /** For a keyword that inspects parts of a value: whether the result is uncertain because a part is not known yet. */
  readonly isUncertain?: (value: unknown) => boolean;
}

/** A keyword that only asserts. What is not known yet is not known to fail. */
export const defineAssertion =
  (keyword: string, make: (value: never, context: KeywordContext) => Assertion | undefined): KeywordFactory =>
  (context) => {
    const row = context.keyword(keyword);
    const made = row && make(row[2] as never, context);
    if (!row || !made) return undefined;
    const { holds, expected, isUncertain: doubts } = made;
    const name = keyword.slice(keyword.lastIndexOf('/') + 1);
    return (value, at, run) => {
      if (holds(value) || value === unknown) {
        if (doubts?.(value)) run.uncertain = true;
        return true;
      }
      if (run.faults && at) run.faults.push({ at, keyword: name, location: row[1], message: expected(value) });
      return false;
    };
  };

const typeNames: { readonly [type: string]: string } = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
  string: 'a string',
  array: 'a list',
  object: 'an object',
};
export const typeName = (type: string): string => typeNames[type] ?? type;

/** The type of a value, never the value itself, which may be a secret. */
export const describeValue = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'boolean' ? `${value}` : typeName(typeof value);
};
