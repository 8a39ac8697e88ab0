import { isRecord } from '@slipway/declarations/record';
import type { RequestContext, RouteResponse } from '../http/route.ts';
import type { Relationship, ResourceIdentifier, ResourceObject } from './resource-object.ts';

/**
 * Relationships that show an ID although the object itself may be unreadable (decision 150): the project of a workspace, and the default
 * project. Clients compare these IDs and depend on them.
 */
const toldAnyway: ReadonlySet<string> = new Set(['workspaces project', 'organizations default-project', 'workspaces organization']);

const keyOf = ({ type, id }: ResourceIdentifier): string => `${type} ${id}`;

const isDocument = (value: unknown): value is ResourceObject => isRecord(value) && typeof value['type'] === 'string';

const listDocuments = (value: unknown): readonly ResourceObject[] =>
  Array.isArray(value) ? value.filter(isDocument) : isDocument(value) ? [value] : [];

const listIdentifiers = ({ data }: Relationship): readonly ResourceIdentifier[] =>
  data === undefined || data === null ? [] : Array.isArray(data) ? data : [data as ResourceIdentifier];

/** Whether no document is hidden from the caller because it owns each of their organizations; needs no look-up. */
export const seesEverything = ({ caller }: Pick<RequestContext, 'caller'>): boolean =>
  caller.purpose === undefined && caller.memberships.every(({ owner }) => owner);

/** IDs by type that the documents refer to, without the documents themselves and the relationships in `toldAnyway`. */
const collectNamed = (documents: readonly ResourceObject[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const shown = new Set(documents.map(keyOf));
  const named = new Map<string, Set<string>>();
  for (const document of documents)
    for (const [name, relationship] of Object.entries(document.relationships ?? {})) {
      if (toldAnyway.has(`${document.type} ${name}`)) continue;
      for (const one of listIdentifiers(relationship)) {
        if (shown.has(keyOf(one))) continue;
        const ids = named.get(one.type) ?? new Set();
        named.set(one.type, ids.add(one.id));
      }
    }
  return named;
};

/** Which of these IDs of one type the caller cannot read; empty for an owner, without a look-up. */
export const listUnreadable = async (ctx: RequestContext, type: string, ids: readonly string[]): Promise<readonly string[]> => {
  const select = ids.length === 0 || seesEverything(ctx) ? undefined : ctx.readable(type);
  const readable = await select?.(ctx, ids);
  return readable === undefined ? [] : ids.filter((id) => !readable.has(id));
};

/** Keys of those that the caller may not read: one question for each type. */
const findUnreadable = async (ctx: RequestContext, named: ReadonlyMap<string, ReadonlySet<string>>): Promise<ReadonlySet<string>> => {
  const asked = [...named].map(async ([type, ids]) => {
    return (await listUnreadable(ctx, type, [...ids])).map((id) => keyOf({ type, id }));
  });
  return new Set((await Promise.all(asked)).flat());
};

/** Some relationships are attributes as well: `agent-pool` and `agent-pool-id`. */
const hideAttributes = ({ attributes, relationships }: ResourceObject, hidden: ReadonlySet<string>): Pick<ResourceObject, 'attributes'> => {
  const members = Object.entries(relationships ?? {}).flatMap(([name, relationship]) =>
    attributes?.[`${name}-id`] !== undefined && listIdentifiers(relationship).some((one) => hidden.has(keyOf(one))) ? [`${name}-id`] : [],
  );
  return members.length === 0 ? {} : { attributes: { ...attributes, ...Object.fromEntries(members.map((member) => [member, null])) } };
};

/** The attribute that counts a list: `policy-sets` are counted by `policy-set-count`. */
const countOf = (name: string): string => `${name.replace(/ies$/, 'y').replace(/s$/, '')}-count`;

const hideIn = (document: ResourceObject, hidden: ReadonlySet<string>): ResourceObject => {
  const attributes: { [name: string]: unknown } = { ...hideAttributes(document, hidden).attributes };
  const relationships = Object.entries(document.relationships ?? {}).map(([name, relationship]): [string, Relationship] => {
    const isHidden = (one: ResourceIdentifier): boolean => hidden.has(keyOf(one)) && !toldAnyway.has(`${document.type} ${name}`);
    if (!listIdentifiers(relationship).some(isHidden)) return [name, relationship];
    // Its links have the ID, too.
    if (!Array.isArray(relationship.data)) return [name, { data: null }];
    const data = relationship.data.filter((one: ResourceIdentifier) => !isHidden(one));
    const count = document.attributes?.[countOf(name)];
    if (typeof count === 'number') attributes[countOf(name)] = count - (relationship.data.length - data.length);
    return [name, { ...relationship, data }];
  });
  return {
    ...document,
    ...(document.attributes ? { attributes: { ...document.attributes, ...attributes } } : {}),
    relationships: Object.fromEntries(relationships),
  };
};

/**
 * The response without what its documents, and those that are included, name in their relationships and the caller may not read: left out
 * of lists and of the attribute that counts one, and null where it is one. Every JSON:API response goes through here.
 */
export const hideUnreadable = async (ctx: RequestContext, response: RouteResponse): Promise<RouteResponse> => {
  const { body } = response;
  if (!isRecord(body) || seesEverything(ctx)) return response;
  const { data, included } = body;
  const documents = [...listDocuments(data), ...listDocuments(included)];
  const hidden = await findUnreadable(ctx, collectNamed(documents));
  if (hidden.size === 0) return response;
  const hide = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(hide) : isDocument(value) && value.relationships ? hideIn(value, hidden) : value;
  return { ...response, body: { ...body, data: hide(data), ...(included === undefined ? {} : { included: hide(included) }) } };
};
