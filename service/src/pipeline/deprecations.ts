import { unescapePointerToken } from '@slipway/schema-tools/load';
import { type Attribute, type Attributes, isAbsent, type Endpoint, type Values } from '@slipway/declarations/declare';
import { deprecatedFields, hasDeprecations, findDeprecatedAttributes } from '@slipway/declarations/deprecated/deprecated-fields';
import type { Block, AttributePath } from '@slipway/declarations/derive';
import { decodeDocument, type DocumentFormat } from '@slipway/declarations/dialects';
import { isObject } from '../json-api/parse-document.ts';
import { withoutParameterNames } from '../http/operation.ts';
import type { Route } from '../http/route.ts';
import { truncateMiddle, createWireNames } from './wire-names.ts';

/** A declaration, and the requests whose bodies are its documents. */
export interface DocumentEndpoints {
  readonly block: Pick<Block, 'form' | 'name' | 'attributes'>;
  readonly endpoints: readonly Endpoint[];
}

/** What deprecated fields a request's body uses, a sentence each. */
export type FindDeprecations = (route: Route, body: unknown, spell: (pointer: string) => string) => readonly string[];

/**
 * Which declarations' documents each route receives: declarations whose endpoint it implements, and those of an equivalent route (by name
 * instead of ID, PUT instead of PATCH), which shares its code.
 */
export const matchRoutesToDocuments = (
  routes: readonly Route[],
  declared: readonly DocumentEndpoints[],
): ReadonlyMap<Route, readonly DocumentEndpoints[]> => {
  const answered = (route: Route): readonly string[] => {
    const [methods, path] = route.endpoint.split(' ') as [string, string];
    return methods.split('|').map((method) => withoutParameterNames(`${method} ${path}`));
  };
  const byRow = new Map<string, DocumentEndpoints[]>();
  for (const one of declared)
    for (const row of new Set(one.endpoints.map(withoutParameterNames))) byRow.set(row, [...(byRow.get(row) ?? []), one]);
  const byCode = new Map<Route['handle'], Set<DocumentEndpoints>>();
  for (const route of routes)
    for (const one of answered(route).flatMap((row) => byRow.get(row) ?? []))
      byCode.set(route.handle, (byCode.get(route.handle) ?? new Set()).add(one));
  return new Map(
    routes.flatMap((route) => {
      const found = byCode.get(route.handle);
      return found ? [[route, [...found]] as const] : [];
    }),
  );
};

const listDocuments = (dialect: DocumentFormat, body: unknown): readonly Values[] => {
  const inside = dialect.root === null || !isObject(body) ? body : body['data'];
  return (Array.isArray(inside) ? inside : [inside]).filter(isObject);
};

const valueAt = (value: unknown, path: AttributePath): unknown =>
  path.reduce((from: any, step) => from?.[typeof step === 'object' ? step.key : step], value);
const resolvePointer = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((from: any, step) => from?.[unescapePointerToken(step)], value);

/**
 * Whether the request contains the attribute. Decoding yields null for some absent members, so null counts only if the document contains
 * it.
 */
const isInRequest = (dialect: DocumentFormat, attributes: Attributes, document: Values, decoded: Values, path: AttributePath): boolean =>
  !isAbsent(valueAt(decoded, path)) ||
  resolvePointer(dialect.root === null ? document : { data: document }, createWireNames(dialect, attributes).pointer(path)) !== undefined;

const pickAttributes = (attributes: Attributes, isPicked: (name: string, attribute: Attribute) => boolean): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name, attribute]) => isPicked(name, attribute)));

/** Picked attributes, by the set of names that can be deprecated. */
type PickedAttributes = WeakMap<ReadonlySet<string>, Attributes>;
/** The attributes that can be deprecated, of which most requests contain none. */
const pickDeprecated = (block: DocumentEndpoints['block'], attributes: Attributes, picked: PickedAttributes): Attributes => {
  const names = findDeprecatedAttributes(block);
  if (!names) return attributes;
  const found = picked.get(names) ?? pickAttributes(attributes, (name) => names.has(name));
  picked.set(names, found);
  return found;
};

/**
 * Finds deprecated fields for every route that receives documents of a declaration, by evaluating the schema that a plan evaluates, with
 * the same messages.
 */
export const createDeprecationFinder = (
  dialect: DocumentFormat,
  routes: readonly Route[],
  declared: readonly DocumentEndpoints[],
): FindDeprecations => {
  const documents = matchRoutesToDocuments(routes, declared);
  const sendable = new Map(declared.map(({ block }) => [block, pickAttributes(block.attributes, (_, { mode }) => mode !== 'computed')]));
  const picked: PickedAttributes = new WeakMap();
  return (route, body, spell) => {
    const sentences = new Set<string>();
    for (const { block } of documents.get(route) ?? []) {
      if (!hasDeprecations(block)) continue;
      const attributes = sendable.get(block)!;
      const relevant = pickDeprecated(block, attributes, picked);
      for (const document of listDocuments(dialect, body)) {
        const decoded = decodeDocument(dialect, relevant, document);
        if (relevant !== attributes && Object.keys(decoded).length === 0) continue;
        for (const { path, summary, detail } of deprecatedFields(block, decoded))
          if (isInRequest(dialect, attributes, document, decoded, path))
            sentences.add(`${truncateMiddle(summary)}: ${detail}${createWireNames(dialect, attributes, spell).explainNames(path, detail)}`);
      }
    }
    return [...sentences];
  };
};
