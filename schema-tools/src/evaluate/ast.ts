import type { AnnotationSchema, Compiled } from '../api.ts';
import { unescapePointerToken } from '../json.ts';

/** One keyword of a schema object: its ID without the common prefix, its location (a URI), and the result of its compilation. */
export type CompiledKeyword = readonly [keyword: string, location: string, value: unknown];

/** The result of hyperjump's compiler for a schema and all that it refers to: data, by the URI of each subschema. */
export interface SchemaAst extends Compiled {
  readonly root: string;
  /** Set in a schema that was packed for annotations: the only keywords that it answers for, in lenient mode. */
  readonly packedKeywords?: readonly string[];
  readonly nodes: { readonly [uri: string]: boolean | readonly CompiledKeyword[] };
  /** Locations of dynamic anchors, by resource. */
  readonly dynamicAnchors: { readonly [base: string]: { readonly [anchor: string]: string } };
  /**
   * Set where formats are checked: whether a text has a format of a `format` keyword, which is given by its id; undefined for a format
   * that is not known and must be.
   */
  readonly hasFormat?: (keyword: string, format: string, text: string) => boolean | undefined;
  /** Set where a keyword is used that the closures lack: then hyperjump evaluates. */
  readonly interpreter?: Interpreter;
}

/** Evaluates with hyperjump's own interpreter, with the same results. */
export interface Interpreter {
  annotations(
    instance: unknown,
    keywords: ReadonlySet<string>,
  ): {
    readonly valid: boolean;
    readonly hits: readonly { readonly pointer: string; readonly row: CompiledKeyword; readonly uri: string }[];
  };
  faults(instance: unknown): readonly { readonly pointer: string; readonly location: string }[];
}

export const astOf = (compiled: AnnotationSchema): SchemaAst => compiled as SchemaAst;

const keywordPrefix = 'https://json-schema.org/keyword/';
/** `https://json-schema.org/keyword/draft-04/items` as `draft-04/items`; others stay whole. */
export const shortenKeywordId = (id: string): string => (id.startsWith(keywordPrefix) ? id.slice(keywordPrefix.length) : id);

/** The keyword's name as the schema spells it: the last step of its location; in a packed schema without locations, of its id. */
export const keywordName = ([keyword, location]: CompiledKeyword): string =>
  location === '' ? keyword.slice(keyword.lastIndexOf('/') + 1) : decodeStep(location.slice(location.lastIndexOf('/') + 1));

const decodeStep = (step: string): string => (step.includes('%') || step.includes('~') ? unescapePointerToken(decodeURI(step)) : step);

const tableKeywords = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'dependencies']);

/** The keyword that holds the subschema of a URI: `additionalProperties`, of `#/properties/a` `properties`; empty for the root. */
export const parentKeyword = (uri: string): string => {
  const steps = decodeURI(uri.slice(uri.indexOf('#') + 1))
    .split('/')
    .slice(1);
  let keyword = '';
  for (let index = 0; index < steps.length; index += 1) {
    keyword = unescapePointerToken(steps[index]!);
    if (tableKeywords.has(keyword) || /^\d+$/.test(steps[index + 1] ?? '')) index += 1;
  }
  return keyword;
};

/** The annotation of a row; undefined if it has none. */
export const annotationValue = ([keyword, , value]: CompiledKeyword): unknown =>
  keyword.startsWith('unknown#') ? (value as readonly unknown[])[1] : value;

/** The resource of a subschema's URI. */
export const resourceUri = (uri: string): string => uri.slice(0, uri.indexOf('#'));
