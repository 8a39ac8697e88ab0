import { annotations, type Compiled } from '../../index.ts';
import { astOf } from '../../evaluate/ast.ts';

/** The properties that the schemas of one object declare. */
export interface DeclaredNames {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
  /** Whether a schema constrains all other members, and so declares every name. An empty schema does not. */
  readonly declaresAll: boolean;
}

const propertyKeywords = ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'];

/** Whether a subschema constrains anything: `true` and `{}` accept everything and declare nothing, `false` allows nothing. */
const isConstraint = (compiled: Compiled, uri: unknown): boolean => {
  const rows = astOf(compiled).nodes[uri as string];
  return Array.isArray(rows) && rows.length > 0;
};

/** Declared names by the pointer of each object of an instance; only the certain ones if the instance is invalid. */
export const declaredNames = (compiled: Compiled, value: unknown): ReadonlyMap<string, DeclaredNames> => {
  const found = new Map<string, { names: Set<string>; patterns: RegExp[]; declaresAll: boolean }>();
  for (const { keyword, pointer, value: said } of annotations(compiled, value, { keywords: propertyKeywords, mode: 'lenient' })) {
    const place = found.get(pointer) ?? { names: new Set(), patterns: [], declaresAll: false };
    found.set(pointer, place);
    if (keyword === 'properties') for (const name of Object.keys(said as object)) place.names.add(name);
    else if (keyword === 'patternProperties')
      place.patterns.push(...(said as readonly (readonly [RegExp, string])[]).map(([pattern]) => pattern));
    else place.declaresAll ||= isConstraint(compiled, Array.isArray(said) ? said[1] : said);
  }
  return found;
};
