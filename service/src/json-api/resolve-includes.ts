import { isRecord } from '@slipway/declarations/record';
import { listRelationshipNames, type OperationDescription } from '../http/operation-description.ts';
import { badRequest, type Problem } from '../http/problem.ts';
import type { RequestContext, RouteResponse } from '../http/route.ts';
import { listDocumentTypes, type RelationshipIndex } from './relationship-index.ts';
import type { Relationship, ResourceIdentifier, ResourceObject } from './resource-object.ts';

/** Longer paths such as `workspace.project.organization.…` are refused. */
const maxPathLength = 5;
const maxPaths = 20;

const normalizeName = (name: string): string => name.trim().replaceAll('_', '-');

/**
 * Paths that the vendor's document lists although only their first segments are relationships: the resources of a state are in its
 * attribute, and the documents of no-code modules are linked from workspaces directly.
 */
const pathsOfBeginnings: { readonly [path: string]: string } = {
  'current-state-version.resources-processed': 'current-state-version',
  'no-code-module-version.no-code-module': 'no-code-module-version',
  'no-code-module-version.no-code-module.latest-version': 'no-code-module-version',
};

const parseIncludePaths = (text: string): readonly (readonly string[])[] => {
  const written = text.split(',').map((path) => path.split('.').map(normalizeName).join('.'));
  const paths = [...new Set(written.map((path) => pathsOfBeginnings[path] ?? path))].map((path) => path.split('.'));
  if (paths.length > maxPaths || paths.some((path) => path.length > maxPathLength))
    throw badRequest(`include: expected at most ${maxPaths} paths of at most ${maxPathLength} names`, 'include');
  return paths;
};

/** Whether `?include=` names this relationship, of the documents or of those that it leads to. */
export const isIncluded = (ctx: RequestContext, name: string): boolean => {
  const text = ctx.query.get('include');
  return text !== null && text.split(/[,.]/).map(normalizeName).includes(name);
};

const keyOf = ({ type, id }: ResourceIdentifier): string => `${type} ${id}`;

const listIdentifiers = (relationship: Relationship | undefined): readonly ResourceIdentifier[] => {
  const data = relationship?.data;
  return data === undefined || data === null ? [] : Array.isArray(data) ? data : [data as ResourceIdentifier];
};

/** The relationship of that name, however its words are joined. */
const findRelationship = (document: ResourceObject, name: string): Relationship | undefined => {
  const relationships = document.relationships ?? {};
  const found = Object.keys(relationships).find((one) => normalizeName(one) === name);
  return found === undefined ? undefined : relationships[found];
};

const unknownInclude = (path: readonly string[], known: readonly string[]): Problem =>
  badRequest(
    `the include parameter names "${path.join('.')}"; ` +
      (known.length === 0 ? 'nothing can be included here' : `expected ${known.join(', ')}`),
    'include',
  );

const requireRelationship = (documents: readonly ResourceObject[], path: readonly string[], depth: number): void => {
  const name = path[depth]!;
  if (documents.length === 0 || documents.some((document) => findRelationship(document, name) !== undefined)) return;
  throw unknownInclude(path, Object.keys(documents[0]!.relationships ?? {}));
};

/** The types to which documents of these types lead by this relationship; undefined: none of them describes it. */
const listLinkedTypes = (index: RelationshipIndex, types: readonly string[], name: string): readonly string[] | undefined => {
  const found = types.flatMap((type) => [...(index.get(type) ?? [])]).filter(([one]) => normalizeName(one) === name);
  return found.length === 0 ? undefined : [...new Set(found.flatMap(([, targets]) => [...targets]))];
};

/** Checks a path that no document decides by the index: the names that follow a relationship without data. Throws 400. */
const requireKnownPath = (index: RelationshipIndex, from: readonly string[], path: readonly string[], depth: number): void => {
  // A relationship without a description leads to unknown types, whose names cannot be checked.
  let types = listLinkedTypes(index, from, path[depth]!) ?? [];
  for (let next = depth + 1; next < path.length && types.length > 0; next++) {
    const linked = listLinkedTypes(index, types, path[next]!);
    if (!linked) throw unknownInclude(path, [...new Set(types.flatMap((type) => [...(index.get(type)?.keys() ?? [])]))]);
    types = linked;
  }
};

/**
 * Checks a path for a response without documents: the description of the operation gives the linked types, the index the types linked from
 * there.
 */
const requireDescribed = (description: OperationDescription, index: RelationshipIndex, text: string): void => {
  const known = listRelationshipNames(description);
  const names = new Set(known.map(normalizeName));
  const paths = parseIncludePaths(text);
  const unknown = paths.find(([name]) => !names.has(name!));
  if (unknown) throw unknownInclude(unknown, known);
  for (const path of paths) requireKnownPath(index, listDocumentTypes(description), path, 0);
};

/** Loads the documents that are linked from `documents` by this relationship: one call of a loader for each type. */
const loadLinked = async (
  ctx: RequestContext,
  documents: readonly ResourceObject[],
  name: string,
  known: Map<string, ResourceObject>,
): Promise<readonly ResourceObject[]> => {
  const linked = new Map(
    documents.flatMap((document) => listIdentifiers(findRelationship(document, name))).map((one) => [keyOf(one), one]),
  );
  const wanted = new Map<string, string[]>();
  for (const [key, { type, id }] of linked) if (!known.has(key)) wanted.set(type, [...(wanted.get(type) ?? []), id]);
  for (const [type, ids] of wanted) {
    const open = ctx.caller.purpose === undefined ? undefined : await ctx.readable(type)?.(ctx, ids);
    const found = (await ctx.documents[type]?.(ctx, open ? ids.filter((id) => open.has(id)) : ids)) ?? [];
    for (const document of found) known.set(keyOf(document), document as ResourceObject);
  }
  return [...linked.keys()].flatMap((key) => known.get(key) ?? []);
};

/**
 * The documents that `?include=` names, each once, in the order in which they were found; paths such as `project.organization` bring
 * every document on the way. Throws 400 for a name that no relationship of the documents has.
 */
export const resolveIncludes = async (
  ctx: RequestContext,
  primary: readonly ResourceObject[],
  text: string,
  index: RelationshipIndex = new Map(),
): Promise<readonly ResourceObject[]> => {
  const known = new Map(primary.map((document) => [keyOf(document), document]));
  const included = new Map<string, ResourceObject>();
  for (const path of parseIncludePaths(text)) {
    let documents = primary;
    for (const depth of path.keys()) {
      requireRelationship(documents, path, depth);
      const linked = await loadLinked(ctx, documents, path[depth]!, known);
      if (linked.length === 0) requireKnownPath(index, [...new Set(documents.map(({ type }) => type))], path, depth);
      documents = linked;
      for (const document of documents) included.set(keyOf(document), document);
    }
  }
  for (const document of primary) included.delete(keyOf(document));
  return [...included.values()];
};

const isDocument = (value: unknown): value is ResourceObject => isRecord(value) && typeof value['type'] === 'string';

/**
 * Adds `included` to a JSON:API response whose request has `?include=` and whose route did not add it itself. Throws 400 for a name that is
 * not a relationship: of the documents or, without documents, of the types in the route's description and the index of all routes.
 */
export const withIncluded = async (
  ctx: RequestContext,
  response: RouteResponse,
  description?: OperationDescription,
  index: RelationshipIndex = new Map(),
): Promise<RouteResponse> => {
  const text = ctx.query.get('include');
  const { body } = response;
  if (!text || !isRecord(body) || body['included'] !== undefined) return response;
  const { data } = body;
  const primary = data === null ? [] : Array.isArray(data) ? data : [data];
  if (!primary.every(isDocument)) return response;
  if (primary.length === 0 && description?.query?.['include']) requireDescribed(description, index, text);
  return { ...response, body: { ...body, included: await resolveIncludes(ctx, primary, text, index) } };
};
