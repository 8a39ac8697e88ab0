import { isAbsent, paramsOf, type Resource, type Values } from '../declare/index.ts';
import { decodeDocument, dialectOf, toNeutral } from '../dialects/index.ts';
import { getAside } from './aside.ts';
import { among } from './find.ts';
import type { Surroundings, Verbs } from './job.ts';
import { assertGone } from './missing.ts';
import { oursAmong, ownsSome } from './owned.ts';
import { canFill, documentIn, fill, orNotThere } from './send.ts';

/** The one name of the key that tells the documents of a list apart: documents of service 1 have an `id`. */
const tellsApart = ({ service, key, endpoints, attributes }: Resource): { readonly name: string; readonly by: string } | null => {
  if (service === 'workspaces') return key[0] === 'id' ? { name: 'id', by: 'id' } : null;
  const names = key.filter((name) => !paramsOf(endpoints.list ?? '').includes(name));
  const [name] = names, at = attributes[name as string]?.at;
  return names.length === 1 ? { name: name as string, by: typeof at === 'string' ? at : name as string } : null;
};

/** The document by its `read` row, or by walking the list where there is none. Undefined: a list that was answered does not hold it. */
const documentOf = async (resource: Resource, state: Values, around: Surroundings): Promise<Values | null | undefined> => {
  const { read, list } = resource.endpoints;
  if (read === undefined) {
    if (!canFill(list, state)) throw new Error(`${resource.name} has neither a read nor a list that its state can fill`);
    const apart = tellsApart(resource);
    if (apart === null) return await among(resource, list, state, resource.key, around) ?? undefined;
    const answer = await around.line.read({ path: null, id: String(state[apart.name]), by: apart.by, accept: [404], among: { path: fill(list, state) }, signal: around.signal });
    return answer.status === 404 ? undefined : documentIn(resource, toNeutral(answer.body, resource.service));
  }
  const apart = tellsApart(resource);
  const snapshot = canFill(list, state) && apart !== null ? { by: apart.by, among: { path: fill(list, state) } } : {};
  const answer = await around.line.read({ path: fill(read, state), id: String(state[apart?.name ?? resource.key[0] as string]), accept: [404], signal: around.signal, ...snapshot });
  return answer.status === 404 ? null : documentIn(resource, toNeutral(answer.body, resource.service));
};

/** Whether the part of a document that makes the object exist is there: a key assigned, a lock held. */
const isPresent = (resource: Resource, values: Values): boolean =>
  resource.presence === undefined || (!isAbsent(values[resource.presence]) && values[resource.presence] !== false);

/** Reads the document and, for what the state owns, the lists beside it. Null: it is certainly gone. */
export const readByRows = (resource: Resource): Verbs['read'] => async (state, around, imported) => {
  const document = await orNotThere(() => documentOf(resource, state, around));
  if (document === undefined) return null;
  if (document === null) { await assertGone(resource, state, around); return null; }
  const values: Record<string, unknown> = decodeDocument(dialectOf(resource.service), resource.attributes, document);
  if (!isPresent(resource, values)) return null;
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (attribute.owns === undefined) continue;
    if (isAbsent(state[name]) && !imported) { delete values[name]; continue; }
    if (resource.endpoints[`get ${name}`] !== undefined) values[name] = await getAside(resource, name, state, around);
    if (ownsSome(resource.attributes, name, state)) values[name] = oursAmong(state[name], values[name]);
  }
  return values;
};
