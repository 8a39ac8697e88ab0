import { keywordName, type CompiledKeyword, type SchemaAst } from './ast.ts';
import { childSchemas, findSchemasReaching } from './schema-graph.ts';
import { isAnnotationOnly } from '../keywords/index.ts';

/** Keywords that only lead on: in lenient mode what they do not lead to cannot change what is found. */
const transparentKeywords: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'additionalProperties', 'ref', 'allOf']);

/** A list's items, where they are all alike: those at its head would have to be counted. */
const isForAllItems = ([keyword, , value]: CompiledKeyword, rows: readonly CompiledKeyword[]): boolean =>
  (keyword === 'items' && !rows.some(([other]) => other === 'prefixItems')) || (keyword === 'draft-04/items' && typeof value === 'string');

/**
 * What lenient evaluation needs to find some keywords: the ways that lead to them, and everything of the branches on
 * those ways, whose outcome decides. The rest only asserts, and in lenient mode an assertion takes nothing away.
 */
export const pruneSchemas = (schemas: SchemaAst, keywords: ReadonlySet<string>): SchemaAst['nodes'] => {
  const reached = findSchemasReaching(schemas, keywords);
  const kept: { [uri: string]: boolean | readonly CompiledKeyword[] } = {};
  const keepWhole = (uri: string): void => {
    if (Object.hasOwn(kept, uri) && kept[uri] === schemas.nodes[uri]) return;
    const rows = schemas.nodes[uri]!;
    kept[uri] = rows;
    if (typeof rows !== 'boolean') childSchemas(schemas, rows).forEach(keepWhole);
  };
  const keep = (uri: string): void => {
    if (Object.hasOwn(kept, uri)) return;
    const rows = schemas.nodes[uri]!;
    if (typeof rows === 'boolean') {
      kept[uri] = rows;
      return;
    }
    const leads = (row: CompiledKeyword): boolean => childSchemas(schemas, [row]).some((child) => reached.has(child));
    if (rows.some((row) => !transparentKeywords.has(row[0]) && !isForAllItems(row, rows) && leads(row))) {
      keepWhole(uri);
      return;
    }
    // Where `additionalProperties` leads on, the names that are not for it must stay, though nothing is asked of them.
    const named = rows.some((row) => row[0] === 'additionalProperties' && leads(row));
    const wanted = (child: string): boolean => {
      if (reached.has(child)) return true;
      if (named && !Object.hasOwn(kept, child)) kept[child] = true;
      return named;
    };
    const speaks = rows.some((row) => keywords.has(keywordName(row)));
    kept[uri] = rows.flatMap((row): readonly CompiledKeyword[] => {
      const [keyword, location, value] = row;
      if (isAnnotationOnly(keyword)) return speaks && keyword !== 'definitions' ? [row] : [];
      if (keyword === 'properties' && (named || leads(row)))
        return [
          [keyword, location, Object.fromEntries(Object.entries(value as { [name: string]: string }).filter(([, child]) => wanted(child)))],
        ];
      if (keyword === 'patternProperties' && (named || leads(row)))
        return [[keyword, location, (value as readonly (readonly [RegExp, string])[]).filter(([, child]) => wanted(child))]];
      if (!leads(row)) return [];
      return keyword === 'allOf' ? [[keyword, location, (value as readonly string[]).filter((child) => reached.has(child))]] : [row];
    });
    childSchemas(schemas, kept[uri] as readonly CompiledKeyword[]).forEach(keep);
  };
  keep(schemas.root);
  return kept;
};
