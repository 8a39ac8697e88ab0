import type { Compiled } from '../api.ts';
import { keywordName, type CompiledKeyword, type SchemaAst, astOf } from './ast.ts';
import { pruneSchemas } from './prune.ts';
import { isAnnotationOnly } from '../keywords/index.ts';

/** A compiled schema as JSON. */
export interface Packed {
  readonly dialect: string;
  readonly root: string;
  readonly nodes: { readonly [id: string]: boolean | readonly CompiledKeyword[] };
  readonly dynamicAnchors: SchemaAst['dynamicAnchors'];
}

const isPackedPattern = (value: unknown): value is { readonly regExp: string } =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'regExp') && Object.keys(value).length === 1;

const mapLeaves = (value: unknown, change: (leaf: unknown) => unknown): unknown => {
  const changed = change(value);
  if (changed !== value || typeof value !== 'object' || value === null) return changed;
  return Array.isArray(value)
    ? value.map((inner) => mapLeaves(inner, change))
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapLeaves(inner, change)]));
};

/**
 * Writes a compiled schema as JSON that `load` reads without a compiler: as much as collecting annotations of `keywords`
 * in lenient mode needs. It no longer validates.
 */
export const pack = (compiled: Compiled, { keywords }: { readonly keywords: readonly string[] }): Packed => {
  const schemas = astOf(compiled);
  const { dialect, root, dynamicAnchors } = schemas;
  if (schemas.hasFormat) throw new Error('The schema was compiled with formats that are checked; it cannot be packed.');
  if (schemas.interpreter) throw new Error('The schema uses a keyword that only the compiler evaluates; it cannot be packed.');
  const nodes = pruneSchemas(schemas, new Set(keywords));
  const isDynamic = Object.values(dynamicAnchors).some((anchors) => Object.keys(anchors).length > 0);
  const ids = new Map(Object.keys(nodes).map((uri, index) => [uri, isDynamic ? uri : `#${index}`]));
  const short = (leaf: unknown): unknown =>
    leaf instanceof RegExp ? { regExp: leaf.source } : typeof leaf === 'string' ? (ids.get(leaf) ?? leaf) : leaf;
  const packedRows = (rows: readonly CompiledKeyword[]): readonly CompiledKeyword[] => {
    const speaks = rows.some((row) => keywords.includes(keywordName(row)));
    return rows
      .filter(([keyword]) => keyword !== 'definitions' && (speaks || !isAnnotationOnly(keyword)))
      .map(([keyword, location, value]): CompiledKeyword => [
        keyword,
        speaks ? location : '',
        keyword === 'additionalProperties'
          ? [null, short((value as readonly unknown[])[1])]
          : isAnnotationOnly(keyword)
            ? value
            : mapLeaves(value, short),
      ]);
  };
  return {
    dialect,
    root: ids.get(root)!,
    dynamicAnchors: isDynamic ? dynamicAnchors : {},
    nodes: Object.fromEntries(
      Object.entries(nodes).map(([uri, rows]) => [ids.get(uri), typeof rows === 'boolean' ? rows : packedRows(rows)]),
    ),
  };
};

/** Reads what `pack` wrote: no compiler, nothing asynchronous. */
export const load = (packed: Packed): Compiled => {
  const long = (leaf: unknown): unknown => (isPackedPattern(leaf) ? new RegExp(leaf.regExp, 'u') : leaf);
  const nodes = Object.fromEntries(
    Object.entries(packed.nodes).map(([id, rows]) => [
      id,
      typeof rows === 'boolean'
        ? rows
        : rows.map(([keyword, location, value]): CompiledKeyword => [
            keyword,
            location,
            isAnnotationOnly(keyword) ? value : mapLeaves(value, long),
          ]),
    ]),
  );
  const schemas: SchemaAst = { ...packed, nodes };
  return schemas;
};
