import type { Compiled } from '../api.ts';
import { unescaped } from '../json.ts';

/** One keyword of a schema object: its id without the common prefix, where it stands (a URI), and what compiling made of it. */
export type Row = readonly [keyword: string, location: string, value: unknown];

/** What hyperjump's compiler makes of a schema and all it refers to: data, by the URI of each subschema. */
export interface Schemas extends Compiled {
  readonly root: string;
  readonly nodes: { readonly [uri: string]: boolean | readonly Row[] };
  /** By resource: the places that its dynamic anchors name. */
  readonly dynamicAnchors: { readonly [base: string]: { readonly [anchor: string]: string } };
  /** Set where a keyword is used that the closures lack: then hyperjump evaluates. */
  readonly interpreter?: Interpreter;
}

/** The same answers by hyperjump's own interpreter. */
export interface Interpreter {
  annotations(instance: unknown, keywords: ReadonlySet<string>): { readonly valid: boolean; readonly hits: readonly { readonly pointer: string; readonly row: Row; readonly uri: string }[] };
  faults(instance: unknown): readonly { readonly pointer: string; readonly location: string }[];
}

export const schemasOf = (compiled: Compiled): Schemas => compiled as Schemas;

const prefix = 'https://json-schema.org/keyword/';
/** `https://json-schema.org/keyword/draft-04/items` as `draft-04/items`; others stay whole. */
export const shortened = (id: string): string => (id.startsWith(prefix) ? id.slice(prefix.length) : id);

/** The keyword's name as the schema spells it: the last step of its location; in a packed schema without locations, of its id. */
export const nameOf = ([keyword, location]: Row): string =>
  location === '' ? keyword.slice(keyword.lastIndexOf('/') + 1) : decoded(location.slice(location.lastIndexOf('/') + 1));

const decoded = (step: string): string => (step.includes('%') || step.includes('~') ? unescaped(decodeURI(step)) : step);

const tables = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'dependencies']);

/** The keyword that holds the subschema of a URI: `additionalProperties`, of `#/properties/a` `properties`; empty for the root. */
export const holderOf = (uri: string): string => {
  const steps = decodeURI(uri.slice(uri.indexOf('#') + 1)).split('/').slice(1);
  let keyword = '';
  for (let index = 0; index < steps.length; index += 1) {
    keyword = unescaped(steps[index]!);
    if (tables.has(keyword) || /^\d+$/.test(steps[index + 1] ?? '')) index += 1;
  }
  return keyword;
};

/** What a row says as an annotation; undefined when it says nothing. */
export const saidBy = ([keyword, , value]: Row): unknown => (keyword.startsWith('unknown#') ? (value as readonly unknown[])[1] : value);

/** The resource of a subschema's URI. */
export const baseOf = (uri: string): string => uri.slice(0, uri.indexOf('#'));
