import type { Route } from '../../../src/service/http/route.ts';
import { listRelationshipNames } from '../../../src/service/http/operation-description.ts';
import { indexRelationships, listDocumentTypes } from '../../../src/service/json-api/relationship-index.ts';
import { routes } from '../../../src/service/workspaces/index.ts';
import { isRecord } from '../../../src/record.ts';

/** Something that responses name. */
export interface Thing {
  readonly type: string;
  readonly id: string;
  /** Of its document; absent: no document of it was seen, or it has none. */
  readonly name?: string;
}

const pathOf = ({ endpoint }: Route): string => endpoint.split(' ')[1]!;

/** `/workspaces/{workspace_id}` → the types of what it shows: the declared routes that show one thing by its ID alone. */
export const ownReads: ReadonlyMap<string, string> = new Map(
  routes
    .filter((route) => route.endpoint.startsWith('GET ') && /^[^{]*\/\{[^}/]+\}$/.test(pathOf(route)) && route.description !== undefined)
    .flatMap((route) => listDocumentTypes(route.description!).map((type) => [type, pathOf(route)] as const)),
);

/** The request with which a caller reads a thing by itself; undefined: there is none. */
export const ownReadOf = ({ type, id }: Thing): string | undefined => {
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
export const listNounsWithoutOwnRead = (): readonly string[] => listTypes().filter((type) => !ownReads.has(type));

/** What can be included in the response of each route that reads, 20 names at a time. */
export const includesOf = (row: string): readonly string[] => {
  const found = routes.find(({ endpoint }) => endpoint === row);
  const names = found?.description?.query?.['include'] ? listRelationshipNames(found.description) : [];
  return Array.from({ length: Math.ceil(names.length / 20) }, (_, at) => names.slice(at * 20, at * 20 + 20).join(','));
};

const nameMembers = ['name', 'key', 'username', 'email'];

/** Every identifier and document of a response. */
export const listThings = (body: unknown): readonly Thing[] => {
  if (Array.isArray(body)) return body.flatMap(listThings);
  if (!isRecord(body)) return [];
  const { type, id, attributes } = body as { readonly [member: string]: any };
  const inside = Object.values(body).flatMap(listThings);
  if (typeof type !== 'string' || typeof id !== 'string') return inside;
  const name = nameMembers.map((member) => attributes?.[member]).find((value) => typeof value === 'string' && value !== '');
  return [{ type, id, ...(name === undefined ? {} : { name }) }, ...inside];
};
