import { keywordName, type CompiledKeyword, type SchemaAst } from './ast.ts';
import { childSchemas, findSchemasReaching } from './schema-graph.ts';
import { isAnnotationOnly } from '../keywords/index.ts';

/** Keywords that only lead on: in lenient mode what they do not lead to cannot change what is found. */
const transparentKeywords: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'additionalProperties', 'ref', 'allOf']);

/** A list's items, where they are all alike: those at its head would have to be counted. */
const isForAllItems = ([keyword, , value]: CompiledKeyword, rows: readonly CompiledKeyword[]): boolean =>
  (keyword === 'items' && !rows.some(([other]) => other === 'prefixItems')) || (keyword === 'draft-04/items' && typeof value === 'string');

interface Pruning {
  readonly schemas: SchemaAst;
  readonly keywords: ReadonlySet<string>;
  /** Names of properties whose declaration is kept. */
  readonly names: ReadonlySet<string>;
  /** The schemas from which one with a keyword can be reached. */
  readonly reached: ReadonlySet<string>;
  readonly kept: { [uri: string]: boolean | readonly CompiledKeyword[] };
}

const leadsToKeyword = ({ schemas, reached }: Pruning, row: CompiledKeyword): boolean =>
  childSchemas(schemas, [row]).some((child) => reached.has(child));

/** Keeps a schema and everything it refers to. */
const keepWhole = (pruning: Pruning, uri: string): void => {
  const { schemas, kept } = pruning;
  if (Object.hasOwn(kept, uri) && kept[uri] === schemas.nodes[uri]) return;
  const rows = schemas.nodes[uri]!;
  kept[uri] = rows;
  if (typeof rows !== 'boolean') for (const child of childSchemas(schemas, rows)) keepWhole(pruning, child);
};

/** The keywords of one schema that are needed, without the subschemas that are not. */
const prunedKeywords = (pruning: Pruning, rows: readonly CompiledKeyword[]): readonly CompiledKeyword[] => {
  const { keywords, names, reached, kept } = pruning;
  // If `additionalProperties` has such a path, the names that it does not apply to must be kept, though their values are not evaluated.
  const keepsNames = rows.some((row) => row[0] === 'additionalProperties' && leadsToKeyword(pruning, row));
  const isNeeded = (child: string, name = ''): boolean => {
    if (reached.has(child)) return true;
    const isKept = keepsNames || names.has(name);
    if (isKept && !Object.hasOwn(kept, child)) kept[child] = true;
    return isKept;
  };
  const isAnnotated = rows.some((row) => keywords.has(keywordName(row)));
  return rows.flatMap((row): readonly CompiledKeyword[] => {
    const [keyword, location, value] = row;
    if (isAnnotationOnly(keyword)) return isAnnotated && keyword !== 'definitions' ? [row] : [];
    const leads = leadsToKeyword(pruning, row);
    if (keyword === 'properties') {
      const members = Object.entries(value as { [name: string]: string }).filter(([name, child]) => isNeeded(child, name));
      return members.length > 0 || keepsNames ? [[keyword, location, Object.fromEntries(members)]] : [];
    }
    if (keyword === 'patternProperties' && (keepsNames || leads))
      return [[keyword, location, (value as readonly (readonly [RegExp, string])[]).filter(([, child]) => isNeeded(child))]];
    if (!leads) return [];
    return keyword === 'allOf' ? [[keyword, location, (value as readonly string[]).filter((child) => reached.has(child))]] : [row];
  });
};

const keep = (pruning: Pruning, uri: string): void => {
  const { schemas, kept } = pruning;
  if (Object.hasOwn(kept, uri)) return;
  const rows = schemas.nodes[uri]!;
  if (typeof rows === 'boolean') {
    kept[uri] = rows;
    return;
  }
  if (rows.some((row) => !transparentKeywords.has(row[0]) && !isForAllItems(row, rows) && leadsToKeyword(pruning, row))) {
    keepWhole(pruning, uri);
    return;
  }
  const pruned = prunedKeywords(pruning, rows);
  kept[uri] = pruned;
  for (const child of childSchemas(schemas, pruned)) keep(pruning, child);
};

/**
 * The schemas that lenient evaluation needs to find some keywords: the paths that lead to them, and all of the branches on those paths,
 * whose result decides. Everything else only asserts, which has no effect in lenient mode.
 */
export const pruneSchemas = (
  schemas: SchemaAst,
  keywords: ReadonlySet<string>,
  names: ReadonlySet<string> = new Set(),
): SchemaAst['nodes'] => {
  const declares = ([keyword, , value]: CompiledKeyword): boolean =>
    names.size > 0 && keyword === 'properties' && Object.keys(value as object).some((name) => names.has(name));
  const pruning: Pruning = { schemas, keywords, names, reached: findSchemasReaching(schemas, keywords, declares), kept: {} };
  keep(pruning, schemas.root);
  return pruning.kept;
};
