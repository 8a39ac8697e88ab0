import { SchemaError } from '../schema-error.ts';
import { keywordName, type CompiledKeyword, type SchemaAst } from './ast.ts';

/** Keywords that contain no schemas: URIs in their values are not references. */
const schemalessKeywords =
  /^(unknown#|(title|description|comment|default|examples|const|enum|required|type|pattern|deprecated)$|format|content|draft-.*format)/;

/**
 * Every subschema that evaluating this one may evaluate: any string in a compiled keyword that is one's URI, and what dynamic
 * references may mean.
 */
export const childSchemas = (schemas: SchemaAst, rows: readonly CompiledKeyword[]): readonly string[] => {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      if (Object.hasOwn(schemas.nodes, value)) found.push(value);
    } else if (typeof value === 'object' && value !== null && !(value instanceof RegExp))
      for (const inner of Object.values(value)) look(inner);
  };
  for (const [keyword, , value] of rows) {
    if (keyword === 'definitions' || schemalessKeywords.test(keyword)) continue;
    look(value);
    if (keyword.endsWith('dynamicRef')) {
      const anchor = (Array.isArray(value) ? value[1] : value) as string;
      for (const anchors of Object.values(schemas.dynamicAnchors)) if (Object.hasOwn(anchors, anchor)) found.push(anchors[anchor]!);
    }
  }
  return found;
};

/** The URIs of all subschemas from which one can be reached that has any of the keywords, or another row that is wanted. */
export const findSchemasReaching = (
  schemas: SchemaAst,
  keywords: ReadonlySet<string>,
  isWanted: (row: CompiledKeyword) => boolean = () => false,
): ReadonlySet<string> => {
  const parents = new Map<string, string[]>();
  const schemaObjects = Object.entries(schemas.nodes).filter(
    (entry): entry is [string, readonly CompiledKeyword[]] => typeof entry[1] !== 'boolean',
  );
  const found = new Set(
    schemaObjects.filter(([, rows]) => rows.some((row) => keywords.has(keywordName(row)) || isWanted(row))).map(([uri]) => uri),
  );
  if (found.size === 0) return found;
  for (const [uri, rows] of schemaObjects) {
    for (const child of childSchemas(schemas, rows)) {
      const known = parents.get(child);
      if (known) known.push(uri);
      else parents.set(child, [uri]);
    }
  }
  const queue = [...found];
  for (let uri = queue.pop(); uri !== undefined; uri = queue.pop())
    for (const parent of parents.get(uri) ?? [])
      if (!found.has(parent)) {
        found.add(parent);
        queue.push(parent);
      }
  return found;
};

/** Subschemas that are evaluated on the same value: unconditionally, or all. */
const inPlaceSchemas = (schemas: SchemaAst, rows: readonly CompiledKeyword[], always: boolean): readonly string[] =>
  rows.flatMap((row): readonly string[] => {
    const [keyword, , value] = row;
    if (keyword === 'ref') return [value as string];
    if (keyword === 'allOf') return value as readonly string[];
    if (always) return [];
    if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'conditional') return value as readonly string[];
    if (keyword === 'not' || keyword === 'if') return [value as string];
    if (keyword === 'then' || keyword === 'else') return value as readonly string[];
    return keyword === 'dependentSchemas' || keyword === 'draft-04/dependencies' || keyword === 'draft-2020-12/dynamicRef'
      ? childSchemas(schemas, [row])
      : [];
  });

/** A subschema that leads back to itself on the way to the same value, if there is one. */
export const findCycle = (schemas: SchemaAst, always: boolean): string | undefined => {
  const state = new Map<string, 'open' | 'done'>();
  for (const start of Object.keys(schemas.nodes)) {
    const way: { readonly uri: string; readonly rest: string[] }[] = [];
    const enter = (uri: string): boolean => {
      if (state.get(uri) === 'open') return true;
      if (state.has(uri)) return false;
      state.set(uri, 'open');
      const rows = schemas.nodes[uri];
      way.push({ uri, rest: Array.isArray(rows) ? [...inPlaceSchemas(schemas, rows, always)] : [] });
      return false;
    };
    enter(start);
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const next = top.rest.pop();
      if (next === undefined) {
        state.set(top.uri, 'done');
        way.pop();
      } else if (enter(next)) return next;
    }
  }
  return undefined;
};

/** Throws for a schema that refers to itself on the same value, whose evaluation would not end. */
export const throwIfCyclic = (schemas: SchemaAst): void => {
  const found = findCycle(schemas, true);
  if (found !== undefined) throw new SchemaError(found, 'it refers to itself without end');
};
