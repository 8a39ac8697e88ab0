import { isAbsent, pathParametersOf, type Resource, type Values } from '@slipway/declarations/declare';
import { decodeDocument, documentFormatOf, toNeutralDocument } from '@slipway/declarations/dialects';
import { readSubresource } from './subresource.ts';
import { findInList } from './look-up.ts';
import type { ApplyContext, ResourceOperations } from './apply-operation.ts';
import { assertGone } from './assert-gone.ts';
import { ownedEntries, isPartlyOwned } from './ownership.ts';
import { canFillPath, responseDocument, fillPath, nullIfNotFound } from './call-endpoint.ts';

/** The attribute that identifies a document in a list: `id` in service 1. */
const listIdentifier = ({ service, key, endpoints, attributes }: Resource): { readonly name: string; readonly by: string } | null => {
  if (service === 'workspaces') return key[0] === 'id' ? { name: 'id', by: 'id' } : null;
  const names = key.filter((name) => !pathParametersOf(endpoints.list ?? '').includes(name));
  const [name] = names,
    at = attributes[name as string]?.at;
  return names.length === 1 ? { name: name as string, by: typeof at === 'string' ? at : (name as string) } : null;
};

/** The document, by the `read` endpoint or from the list. Undefined: the list does not contain it. */
const fetchDocument = async (resource: Resource, state: Values, context: ApplyContext): Promise<Values | null | undefined> => {
  const { read, list } = resource.endpoints;
  if (read === undefined) {
    if (!canFillPath(list, state)) throw new Error(`${resource.name} has neither a read nor a list that its state can fill`);
    const identifier = listIdentifier(resource);
    if (identifier === null) return (await findInList(resource, list, state, resource.key, context)) ?? undefined;
    const response = await context.client.read({
      path: null,
      id: String(state[identifier.name]),
      idMember: identifier.by,
      acceptedStatuses: [404],
      list: { path: fillPath(list, state) },
      signal: context.signal,
    });
    return response.status === 404 ? undefined : responseDocument(resource, toNeutralDocument(response.body, resource.service));
  }
  const apart = listIdentifier(resource);
  const snapshot = canFillPath(list, state) && apart !== null ? { idMember: apart.by, list: { path: fillPath(list, state) } } : {};
  const answer = await context.client.read({
    path: fillPath(read, state),
    id: String(state[apart?.name ?? (resource.key[0] as string)]),
    acceptedStatuses: [404],
    signal: context.signal,
    ...snapshot,
  });
  return answer.status === 404 ? null : responseDocument(resource, toNeutralDocument(answer.body, resource.service));
};

/** Whether the part of a document that represents the object is present: an assigned key, a held lock. */
const isPresent = (resource: Resource, values: Values): boolean =>
  resource.presenceAttribute === undefined ||
  (!isAbsent(values[resource.presenceAttribute]) && values[resource.presenceAttribute] !== false);

/** Reads the document and the related lists of attributes that the state has. Null: the object certainly does not exist. */
export const readByEndpoints =
  (resource: Resource): ResourceOperations['read'] =>
  async (state, context, imported) => {
    const document = await nullIfNotFound(() => fetchDocument(resource, state, context));
    if (document === undefined) return null;
    if (document === null) {
      await assertGone(resource, state, context);
      return null;
    }
    const values: Record<string, unknown> = decodeDocument(documentFormatOf(resource.service), resource.attributes, document);
    if (!isPresent(resource, values)) return null;
    for (const [name, attribute] of Object.entries(resource.attributes)) {
      if (attribute.ownership === undefined) continue;
      if (isAbsent(state[name]) && !imported) {
        delete values[name];
        continue;
      }
      if (resource.endpoints[`get ${name}`] !== undefined) values[name] = await readSubresource(resource, name, state, context);
      if (isPartlyOwned(resource.attributes, name, state)) values[name] = ownedEntries(state[name], values[name]);
    }
    return values;
  };
