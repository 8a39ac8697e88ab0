import type { Compiled } from '../api.ts';
import { nameOf, type Row, type Schemas, schemasOf } from './ast.ts';
import { pruned } from './prune.ts';
import { isSilent } from '../keywords/index.ts';

/** A compiled schema as JSON. */
export interface Packed { readonly dialect: string; readonly root: string; readonly nodes: { readonly [id: string]: boolean | readonly Row[] }; readonly dynamicAnchors: Schemas['dynamicAnchors'] }

const isPattern = (value: unknown): value is { readonly regExp: string } => typeof value === 'object' && value !== null && Object.hasOwn(value, 'regExp') && Object.keys(value).length === 1;

const mapped = (value: unknown, change: (leaf: unknown) => unknown): unknown => {
  const changed = change(value);
  if (changed !== value || typeof value !== 'object' || value === null) return changed;
  return Array.isArray(value) ? value.map((inner) => mapped(inner, change)) : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, change)]));
};

/**
 * Writes a compiled schema as JSON that `load` reads without a compiler: as much as collecting annotations of `keywords`
 * in lenient mode needs. It no longer validates.
 */
export const pack = (compiled: Compiled, { keywords }: { readonly keywords: readonly string[] }): Packed => {
  const schemas = schemasOf(compiled);
  const { dialect, root, dynamicAnchors } = schemas;
  if (schemas.interpreter) throw new Error('The schema uses a keyword that only the compiler evaluates; it cannot be packed.');
  const nodes = pruned(schemas, new Set(keywords));
  const isDynamic = Object.values(dynamicAnchors).some((anchors) => Object.keys(anchors).length > 0);
  const ids = new Map(Object.keys(nodes).map((uri, index) => [uri, isDynamic ? uri : `#${index}`]));
  const short = (leaf: unknown): unknown => (leaf instanceof RegExp ? { regExp: leaf.source } : typeof leaf === 'string' ? ids.get(leaf) ?? leaf : leaf);
  const packedRows = (rows: readonly Row[]): readonly Row[] => {
    const speaks = rows.some((row) => keywords.includes(nameOf(row)));
    return rows.filter(([keyword]) => keyword !== 'definitions' && (speaks || !isSilent(keyword)))
      .map(([keyword, location, value]): Row => [keyword, speaks ? location : '', keyword === 'additionalProperties' ? [null, short((value as readonly unknown[])[1])] : isSilent(keyword) ? value : mapped(value, short)]);
  };
  return {
    dialect, root: ids.get(root)!, dynamicAnchors: isDynamic ? dynamicAnchors : {},
    nodes: Object.fromEntries(Object.entries(nodes).map(([uri, rows]) => [ids.get(uri), typeof rows === 'boolean' ? rows : packedRows(rows)])),
  };
};

/** Reads what `pack` wrote: no compiler, nothing asynchronous. */
export const load = (packed: Packed): Compiled => {
  const long = (leaf: unknown): unknown => (isPattern(leaf) ? new RegExp(leaf.regExp, 'u') : leaf);
  const nodes = Object.fromEntries(Object.entries(packed.nodes).map(([id, rows]) => [id, typeof rows === 'boolean' ? rows : rows.map(([keyword, location, value]): Row => [keyword, location, isSilent(keyword) ? value : mapped(value, long)])]));
  const schemas: Schemas = { ...packed, nodes };
  return schemas;
};
