import type { AnnotationSchema, Compiled } from '../api.ts';
import { annotationValue, keywordName, type CompiledKeyword, type SchemaAst, astOf } from './ast.ts';
import { pruneSchemas } from './prune.ts';
import { isAnnotationOnly } from '../keywords/index.ts';

/** A compiled schema as JSON: as a whole, or, with `packedKeywords`, as much of it as the annotations of these need. */
export interface Packed {
  readonly dialect: string;
  readonly root: string;
  readonly nodes: { readonly [id: string]: boolean | readonly CompiledKeyword[] };
  readonly dynamicAnchors: SchemaAst['dynamicAnchors'];
  readonly packedKeywords?: readonly string[];
}

export interface PackOptions {
  /**
   * The annotation keywords that are kept. Keywords that they do not need are left out, so the result can neither validate nor be evaluated
   * in strict mode.
   */
  readonly keywords?: readonly string[];
  /** Whether `deprecations` finds replacements in the result. Default true. */
  readonly replacements?: boolean;
}

type PatternRows = readonly (readonly [RegExp | string, string])[];

/** The value of a keyword with its patterns as texts. Names that `additionalProperties` leaves to others are evaluated with those. */
const packValue = ([keyword, , value]: CompiledKeyword): unknown => {
  if (value instanceof RegExp) return value.source;
  if (keyword === 'patternProperties') return (value as PatternRows).map(([pattern, uri]) => [(pattern as RegExp).source, uri]);
  return keyword === 'additionalProperties' ? [null, (value as readonly unknown[])[1]] : value;
};

const loadValue = (keyword: string, value: unknown): unknown => {
  if (keyword === 'pattern') return new RegExp(value as string, 'u');
  return keyword === 'patternProperties' ? (value as PatternRows).map(([source, uri]) => [new RegExp(source, 'u'), uri]) : value;
};

const mapStrings = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? value.map((inner) => mapStrings(inner, change))
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapStrings(inner, change)]));
};

/** All words in the annotation texts next to some keywords: one of them can be a replacement. */
const wordsBeside = ({ nodes }: SchemaAst, keywords: ReadonlySet<string>): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const rows of Object.values(nodes)) {
    if (typeof rows === 'boolean' || !rows.some((row) => keywords.has(keywordName(row)))) continue;
    for (const text of rows.map(annotationValue).filter((value) => typeof value === 'string'))
      for (const word of [text, ...text.split(/[\s`'"“”‘’()[\]<>*,;:!?]+/)]) words.add(word).add(word.replace(/\.+$/, ''));
  }
  return words;
};

const packSchema = (schemas: SchemaAst): Packed => ({
  dialect: schemas.dialect,
  root: schemas.root,
  dynamicAnchors: schemas.dynamicAnchors,
  nodes: Object.fromEntries(
    Object.entries(schemas.nodes).map(([uri, rows]) => [
      uri,
      typeof rows === 'boolean' ? rows : rows.map((row): CompiledKeyword => [row[0], row[1], packValue(row)]),
    ]),
  ),
});

const packAnnotations = (schemas: SchemaAst, keywords: readonly string[], withReplacements: boolean): Packed => {
  const { dialect, root, dynamicAnchors } = schemas;
  const wanted = new Set(keywords);
  const nodes = pruneSchemas(schemas, wanted, withReplacements ? wordsBeside(schemas, wanted) : undefined);
  const isDynamic = Object.values(dynamicAnchors).some((anchors) => Object.keys(anchors).length > 0);
  const ids = new Map(Object.keys(nodes).map((uri, index) => [uri, isDynamic ? uri : `#${index}`]));
  const packRows = (rows: readonly CompiledKeyword[]): readonly CompiledKeyword[] => {
    const isAnnotated = rows.some((row) => wanted.has(keywordName(row)));
    return rows
      .filter(([keyword]) => keyword !== 'definitions' && (isAnnotated || !isAnnotationOnly(keyword)))
      .map((row): CompiledKeyword => {
        const [keyword, location, value] = row;
        const packed = isAnnotationOnly(keyword) ? value : mapStrings(packValue(row), (text) => ids.get(text) ?? text);
        return [keyword, isAnnotated ? location : '', packed];
      });
  };
  return {
    dialect,
    root: ids.get(root)!,
    dynamicAnchors: isDynamic ? dynamicAnchors : {},
    nodes: Object.fromEntries(
      Object.entries(nodes).map(([uri, rows]) => [ids.get(uri), typeof rows === 'boolean' ? rows : packRows(rows)]),
    ),
    packedKeywords: keywords,
  };
};

/** A schema that was packed for some keywords. */
export type PackedAnnotations = Packed & { readonly packedKeywords: readonly string[] };

/** A schema that was packed as a whole. */
export type PackedSchema = Packed & { readonly packedKeywords?: never };

/**
 * Writes a compiled schema as JSON that `load` reads without a compiler: as a whole, or, with `keywords`, as much as collecting their
 * annotations in lenient mode needs. Throws for a schema that needs code that JSON cannot hold.
 */
export function pack(compiled: Compiled, options: PackOptions & { readonly keywords: readonly string[] }): PackedAnnotations;
export function pack(compiled: Compiled): PackedSchema;
export function pack(compiled: Compiled, { keywords, replacements = true }: PackOptions = {}): Packed {
  const schemas = astOf(compiled);
  if (schemas.packedKeywords) throw new Error('The schema was packed for annotations before; pack the one that was compiled.');
  if (schemas.hasFormat) throw new Error('The schema was compiled with formats that are checked; it cannot be packed.');
  if (schemas.interpreter) throw new Error('The schema uses a keyword that only the compiler evaluates; it cannot be packed.');
  return keywords === undefined ? packSchema(schemas) : packAnnotations(schemas, keywords, replacements);
}

/** Reads the output of `pack`, synchronously and without a compiler. A schema that was packed for some keywords does not validate. */
export function load(packed: PackedAnnotations): AnnotationSchema;
export function load(packed: PackedSchema): Compiled;
export function load(packed: Packed): AnnotationSchema;
export function load(packed: Packed): AnnotationSchema {
  const nodes = Object.fromEntries(
    Object.entries(packed.nodes).map(([id, rows]) => [
      id,
      typeof rows === 'boolean'
        ? rows
        : rows.map(([keyword, location, value]): CompiledKeyword => [keyword, location, loadValue(keyword, value)]),
    ]),
  );
  const schemas: SchemaAst = { ...packed, nodes };
  return schemas;
}
