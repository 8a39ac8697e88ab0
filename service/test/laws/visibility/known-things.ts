import type { Route } from '../../../src/http/route.ts';
import { findDocumentMembers, listRelationshipNames } from '../../../src/http/operation-description.ts';
import { indexRelationships, listDocumentTypes } from '../../../src/json-api/relationship-index.ts';
import { routes } from '../../../src/workspaces/index.ts';
import { isRecord } from '@slipway/declarations/record';

/** Something that responses name. */
export interface Thing {
  readonly type: string;
  readonly id: string;
  /** Of its document: its name, its repository and the branch; none: no document of it was seen, or it has none. */
  readonly names: readonly string[];
  /** Where the owner is shown it as what the request asks for: requests without `include`. */
  readonly shownBy: readonly string[];
}

const pathOf = ({ endpoint }: Route): string => endpoint.split(' ')[1]!;

/** `/workspaces/{workspace_id}` → the types of what it shows: the declared routes that show one thing by its ID alone. */
export const ownReads: ReadonlyMap<string, string> = new Map(
  routes
    .filter((route) => route.endpoint.startsWith('GET ') && /^[^{]*\/\{[^}/]+\}$/.test(pathOf(route)) && route.description !== undefined)
    .flatMap((route) => listDocumentTypes(route.description!).map((type) => [type, pathOf(route)] as const)),
);

/** The request with which a caller reads a thing by itself; undefined: there is none. */
export const ownReadOf = ({ type, id }: Pick<Thing, 'type' | 'id'>): string | undefined => {
  const path = ownReads.get(type);
  return path === undefined ? undefined : `GET ${path.replace(/\{[^}]+\}/, encodeURIComponent(id))}`;
};

/** The types of all documents, and of what they are linked with. */
const listTypes = (): readonly string[] => {
  const index = indexRelationships(routes.flatMap(({ description }) => description ?? []));
  const shown = routes.flatMap(({ description }) => (description === undefined ? [] : listDocumentTypes(description)));
  const linked = [...index.values()].flatMap((relationships) => [...relationships.values()].flatMap((targets) => [...targets]));
  return [...new Set([...shown, ...linked])].sort();
};
/** The names of all attributes that documents of a type have, and end so: `policy-sets workspace-count`. */
export const listAttributes = (end: RegExp): readonly string[] => {
  const found = routes.flatMap(({ description }) => {
    const members = description && findDocumentMembers(description)?.members;
    const names = Object.keys((members?.['attributes']?.['properties'] as object | undefined) ?? {}).filter((name) => end.test(name));
    return names.flatMap((name) => listDocumentTypes(description!).map((type) => `${type} ${name}`));
  });
  return [...new Set(found)].sort();
};
export const listNounsWithoutOwnRead = (): readonly string[] => listTypes().filter((type) => !ownReads.has(type));

/** What can be included in the response of each route that reads, 20 names at a time. */
export const includesOf = (row: string): readonly string[] => {
  const found = routes.find(({ endpoint }) => endpoint === row);
  const names = found?.description?.query?.['include'] ? listRelationshipNames(found.description) : [];
  return Array.from({ length: Math.ceil(names.length / 20) }, (_, at) => names.slice(at * 20, at * 20 + 20).join(','));
};

const nameMembers = ['name', 'key', 'value', 'username', 'email'];
const repositoryMembers = ['identifier', 'branch'];

const listNames = (attributes: any): readonly string[] => {
  const values = [
    ...nameMembers.map((member) => attributes?.[member]),
    ...repositoryMembers.map((member) => attributes?.['vcs-repo']?.[member]),
  ];
  return values.filter((value) => typeof value === 'string' && value !== '');
};

/** What a response names. */
export type NamedThing = Omit<Thing, 'shownBy'>;

/** Every identifier and document of a response. */
export const listThings = (body: unknown): readonly NamedThing[] => {
  if (Array.isArray(body)) return body.flatMap(listThings);
  if (!isRecord(body)) return [];
  const { type, id, attributes } = body as { readonly [member: string]: any };
  const inside = Object.values(body).flatMap(listThings);
  return typeof type === 'string' && typeof id === 'string' ? [{ type, id, names: listNames(attributes) }, ...inside] : inside;
};

export const keyOf = ({ type, id }: Pick<Thing, 'type' | 'id'>): string => `${type} ${id}`;

/** Keys of the documents that a response consists of. */
export const listShown = ({ data }: { readonly data?: unknown } = {}): readonly string[] =>
  (Array.isArray(data) ? data : [data]).flatMap((one: any) =>
    isRecord(one) && 'attributes' in one ? [keyOf(one as unknown as Thing)] : [],
  );
