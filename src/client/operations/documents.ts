import {
  type Attributes,
  type ConfigValues,
  isAbsent,
  type AttributeKind,
  type StateValues,
  type Values,
} from '@slipway/declarations/declare';
import { decodeDocument, encodeDocument, jsonApi } from '@slipway/declarations/dialects';
import { isEqualOrEmpty } from '../../plan/is-equal.ts';
import { MalformedResponseError } from '../contract/errors.ts';
import type { ServiceResponse } from '../contract/service-client.ts';
import { responseBody, type OperationResponse } from './call-operation.ts';

/** One object as the service returns it, in snake case. Attributes that the document lacks are absent; `id` is present. */
export type DocumentValues<A extends Attributes> = Partial<StateValues<A>> & { readonly id: string };
/** What may be written, all of it optional on an update. */
export type DocumentChange<A extends Attributes, Not extends keyof A = never> = Partial<Omit<ConfigValues<A>, Not>>;
export type NewDocument<A extends Attributes, Not extends keyof A = never> = Omit<ConfigValues<A>, Not>;

export const decodeValues = <A extends Attributes>(attributes: A, document: Values): DocumentValues<A> =>
  decodeDocument(jsonApi, attributes, document) as unknown as DocumentValues<A>;

/** The document of an answer; MalformedResponseError where a service answers a success without one. */
export const requireDocument = (response: OperationResponse): Values & { readonly id: string } => {
  const { data } = responseBody(response);
  if (typeof data?.['id'] !== 'string') throw new MalformedResponseError(response.request, response.status, 'no document', null);
  return data as Values & { readonly id: string };
};
export const decodeResponseDocument = <A extends Attributes>(attributes: A, response: OperationResponse): DocumentValues<A> =>
  decodeValues(attributes, requireDocument(response));

interface RequestEncoding {
  readonly id?: string;
  /** An update that gives no id. */ readonly change?: true;
  readonly relationships?: { readonly [name: string]: { readonly data: unknown } };
}

/** The request document of the values. On a create null is omitted; on an update it clears the value. */
export const encodeRequest = (
  type: string,
  attributes: Attributes,
  values: Values,
  { id, change, relationships = {} }: RequestEncoding = {},
): { data: Record<string, unknown> } => {
  const clears = id !== undefined || change === true;
  const names = Object.keys(values).filter((name) => {
    const attribute = attributes[name];
    if (attribute === undefined) throw new RangeError(`${type} have no ${name}`);
    return (
      values[name] !== undefined &&
      (clears || values[name] !== null) &&
      attribute.mode !== 'computed' &&
      !attribute.local &&
      !attribute.pathParameter
    );
  });
  const { data } = encodeDocument(jsonApi, { type, attributes, values, names, ...(id === undefined ? {} : { id }) }) as {
    data: Record<string, unknown>;
  };
  if (Object.keys(relationships).length > 0) data['relationships'] = { ...(data['relationships'] as object | undefined), ...relationships };
  return { data };
};

/** The body `{data: [{type, id}]}` of a to-many relationship. */
export const identifiersBody = (type: string, ids: readonly string[]): { data: readonly { type: string; id: string }[] } => ({
  data: ids.map((id) => ({ type, id })),
});

/**
 * The response that a lost create would have returned: the document, if it has the requested values. For a different one
 * null: the service then reports that the name is taken.
 */
export const responseIfMatching = (attributes: Attributes, values: Values, document: Values | null): ServiceResponse | null => {
  if (document === null) return null;
  const shown = decodeDocument(jsonApi, attributes, document);
  const same = Object.entries(values).every(
    ([name, value]) => isAbsent(value) || !(name in shown) || isEqualOrEmpty(attributes[name]?.kind as AttributeKind, value, shown[name]),
  );
  return same ? { status: 200, headers: { get: () => null }, body: { data: document }, requestId: null } : null;
};
