import type { CachedRead, QueryParameters, ServiceRequest, ServiceResponse } from '../client/contract/service-client.ts';
import { pathParametersOf, type Endpoint, type Resource, type Values } from '@slipway/declarations/declare';
import { decodeDocument, documentFormatOf, toNeutralDocument } from '@slipway/declarations/dialects';
import type { ApplyContext } from './apply-operation.ts';
import { canFillPath, fillPath, responseDocument, toNeutralItem } from './call-endpoint.ts';

/** What tells an object from others in its list: the names that are no parameters of the list. */
const ownNames = (list: Endpoint, names: readonly string[]): readonly string[] =>
  names.filter((name) => !pathParametersOf(list).includes(name));

const keyText = (names: readonly string[], values: Values): string => JSON.stringify(names.map((name) => values[name] ?? ''));

/** An object with these values, as a read knows it in a list. All natural keys are texts (test/laws/requests-per-parent.test.ts). */
const inListBy = (
  { service, attributes }: Pick<Resource, 'service' | 'attributes'>,
  list: Endpoint,
  values: Values,
  names: readonly string[],
): Pick<CachedRead, 'id' | 'index' | 'list'> => {
  const own = ownNames(list, names);
  return {
    id: keyText(own, values),
    index: {
      name: `key ${own.join()}`,
      keyOf: (item) => keyText(own, decodeDocument(documentFormatOf(service), attributes, toNeutralItem(item, service))),
    },
    list: { path: fillPath(list, values) },
  };
};

const documentOf = (resource: Pick<Resource, 'service'>, { status, body }: ServiceResponse): Values | null =>
  status === 404 ? null : responseDocument(resource, toNeutralDocument(body, resource.service));

/** The first document of the list that has these values, for a state: the list is shared by reads between two writes. */
export const findInList = async (
  resource: Resource,
  endpoint: Endpoint,
  values: Values,
  names: readonly string[],
  { client, signal }: ApplyContext,
): Promise<Values | null> =>
  documentOf(resource, await client.read({ path: null, ...inListBy(resource, endpoint, values, names), signal }));

/**
 * Whether an object with these values exists: its document by the endpoint of one object, or from a list that all look-ups share while this
 * process writes others. Null: there is none, or nothing can be asked for it.
 */
export const lookUp = async (
  resource: Resource,
  single: Endpoint | undefined,
  values: Values,
  names: readonly string[],
  { client, signal }: ApplyContext,
): Promise<Values | null> => {
  const { list } = resource.endpoints;
  const path = canFillPath(single, values) ? fillPath(single, values) : null;
  const place = canFillPath(list, values) ? inListBy(resource, list, values, names) : { id: '' };
  if (path === null && !('list' in place)) return null;
  return documentOf(resource, await client.read({ path, ...place, lookup: true, acceptedStatuses: [404], signal }));
};

/** A document that several objects are read from: asked for once. `missing`: statuses that mean that it is not there, answered as 404. */
export const readShared = (
  { client, signal }: ApplyContext,
  path: string,
  { query, missing = [404], lookup }: { readonly query?: QueryParameters; readonly missing?: readonly number[]; readonly lookup?: true },
): Promise<ServiceResponse> =>
  client.read({
    path: null,
    id: '',
    index: { name: 'document', keyOf: () => '' },
    list: { path, ...(query && { query }), isDocument: missing },
    signal,
    ...(lookup && { lookup }),
  });

/** What a write tells of its object: look-ups of others in the same list need no new one. `all`: its values before and after. */
export const writesOf = ({ endpoints: { list }, naturalKey, key }: Resource, ...all: readonly Values[]): Pick<ServiceRequest, 'writes'> => {
  if (!canFillPath(list, all[0]!)) return {};
  const names = ownNames(list, naturalKey ?? key);
  const isKnown = all.every((values) => names.every((name) => typeof values[name] === 'string'));
  const ids = all.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return { writes: { list: fillPath(list, all[0]!), keys: isKnown ? [...all.map((values) => keyText(names, values)), ...ids] : null } };
};
