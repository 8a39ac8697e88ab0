import { annotations, type Compiled } from '../../index.ts';
import { annotationValue, astOf, type CompiledKeyword, keywordName, type SchemaAst } from '../../evaluate/ast.ts';

/** What the schemas of an object declare about one of its members. */
export interface DeclaredMember {
  readonly isDeprecated: boolean;
  readonly types: readonly string[];
  readonly descriptions: readonly string[];
  /** Values that it may have, as JSON. */
  readonly values: readonly string[];
}

const combining: ReadonlySet<string> = new Set(['$ref', 'allOf', 'anyOf', 'oneOf']);
/** Subschemas that are read for one member. */
const maxSubschemas = 50;

/** The keywords of a subschema, and of those that it refers to or combines. */
function keywordsOf({ nodes }: SchemaAst, uri: string): readonly CompiledKeyword[] {
  const seen = new Set<string>([uri]);
  const found: CompiledKeyword[] = [];
  for (const one of seen) {
    const rows = nodes[one];
    if (!Array.isArray(rows) || seen.size > maxSubschemas) continue;
    for (const row of rows as readonly CompiledKeyword[]) {
      found.push(row);
      if (!combining.has(keywordName(row))) continue;
      for (const target of [row[2]].flat()) if (typeof target === 'string') seen.add(target);
    }
  }
  return found;
}

function describeMember(keywords: readonly CompiledKeyword[]): DeclaredMember {
  const of = (name: string): readonly unknown[] => keywords.filter((row) => keywordName(row) === name).map(annotationValue);
  const texts = (name: string): readonly string[] => of(name).filter((one) => typeof one === 'string' && one.trim() !== '') as string[];
  const types = [...new Set(of('type').flat())].filter((one) => typeof one === 'string');
  const values = [...of('enum').flat(), ...of('const')].filter((one) => typeof one === 'string');
  return {
    isDeprecated: of('deprecated').includes(true) || (of('deprecated').length === 0 && texts('deprecationMessage').length > 0),
    types,
    descriptions: [...new Set(texts('description'))],
    values: [...new Set([...values, ...(types.includes('boolean') ? ['true', 'false'] : []), ...(types.includes('null') ? ['null'] : [])])],
  };
}

/** The members that the schemas of the object at a pointer declare, in the order of the schema. */
export function declaredMembers(compiled: Compiled, value: unknown, at: string): ReadonlyMap<string, DeclaredMember> {
  const schemas = astOf(compiled);
  const keywords = new Map<string, CompiledKeyword[]>();
  for (const { pointer, value: members } of annotations(compiled, value, { keywords: ['properties'], mode: 'lenient' })) {
    if (pointer !== at) continue;
    for (const [name, uri] of Object.entries(members as { readonly [name: string]: string }))
      keywords.set(name, [...(keywords.get(name) ?? []), ...keywordsOf(schemas, uri)]);
  }
  return new Map([...keywords].map(([name, rows]) => [name, describeMember(rows)]));
}
