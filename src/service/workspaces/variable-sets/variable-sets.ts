import { variableSet } from '../../../resources/workspaces/variable-set.ts';
import { loadIncluded } from '../../json-api/include.ts';
import { type DocumentEntry, requireIds, type JsonObject, parseToMany, parseToOne, parseDocument } from '../../json-api/parse-document.ts';
import { noContent, okDocument } from '../../json-api/responses.ts';
import { notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { Organization } from '../../access/records.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { validateDocument } from '../validate-document.ts';
import { requireOrganization } from '../../access/permissions.ts';
import type { StoredProject, StoredVariableSet } from '../stored.ts';
import { createVariable, updateVariable, validateVariable, requireVariable, listVariables } from '../variables/variables.ts';
import { canManageVariableSets, requireVariableSet } from './require-variable-set.ts';
import { replaceAttachments, requireAttachable, type AttachmentTarget } from './attachment.ts';
import { renderVariableSet, createVariableSetLoaders } from './render-variable-sets.ts';
import { claimGlobalKeys, releaseGlobalKeys } from './global-keys.ts';
import { deleteVariableSet } from './delete-variable-set.ts';

const parseParent = async (
  asking: RequestContext,
  organization: StoredRecord<Organization>,
  relationships: JsonObject,
): Promise<StoredVariableSet['parent']> => {
  const parent = parseToOne(relationships, 'parent', 'organizations', 'projects');
  const own: StoredVariableSet['parent'] = { type: 'organizations', id: organization.body.name };
  if (!parent) return own;
  const pointer = '/data/relationships/parent/data/id';
  if (parent.type === 'organizations') {
    if (parent.id !== own.id && parent.id !== organization.id)
      throw unprocessable(`expected the organization of the path, "${own.id}", got "${parent.id}"`, pointer);
    return own;
  }
  const project = await asking.tx.get<StoredProject>('projects', parent.id);
  if (project?.scope !== own.id) throw unprocessable(`${parent.id} is no project of the organization "${own.id}"`, pointer);
  return { type: 'projects', id: project.id };
};

const rejectGlobalUnderProject = (set: Pick<StoredVariableSet, 'global' | 'parent'>): void => {
  if (set.global && set.parent.type === 'projects')
    throw unprocessable(
      'a variable set whose parent is a project cannot be global: set global to false, or make the organization its parent',
      '/data/attributes/global',
    );
};

/** The relationships of a create or update: whole lists of workspaces and projects, and variables to add. */
const saveRelationships = async (
  asking: RequestContext<Transaction>,
  set: StoredRecord<StoredVariableSet>,
  relationships: JsonObject,
): Promise<void> => {
  for (const target of ['workspaces', 'projects'] satisfies AttachmentTarget[]) {
    const entries = parseToMany(relationships, target, target);
    if (!entries) continue;
    const ids = requireIds(entries);
    await requireAttachable(asking, set.scope, target, ids, `/data/relationships/${target}/data`);
    await replaceAttachments(asking.tx, set.id, target, ids);
  }
  const entries: readonly DocumentEntry[] = parseToMany(relationships, 'vars', 'vars') ?? [];
  // An id without attributes only names a variable that is there, as a client does that sends back what it read.
  const written = entries.filter((entry) => entry.id === undefined || Object.keys(entry.attributes).length > 0);
  throwIfInvalid(written.flatMap((entry) => validateVariable(entry.attributes, entry.id === undefined, `${entry.pointer}/attributes`)));
  for (const { id, attributes, pointer } of written) {
    if (id === undefined) await createVariable(asking.tx, asking, { kind: 'varset', id: set.id }, attributes, `${pointer}/attributes`);
    else await updateVariable(asking.tx, asking, await requireVariable(asking.tx, set.id, id), attributes, `${pointer}/attributes`);
  }
};

const createVariableSet = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const organization = await requireOrganization(asking);
  const { attributes, relationships } = parseDocument(asking, 'varsets');
  const parent = await parseParent(asking, organization, relationships);
  if (!(await canManageVariableSets(asking, parent, organization.body.name)))
    throw notFound(`the organization "${organization.body.name}"`);
  validateDocument(variableSet, asking, 'create');
  const given = attributes as Partial<StoredVariableSet>;
  const body: StoredVariableSet = {
    name: given.name!,
    organization: organization.body.name,
    description: given.description ?? '',
    global: given.global ?? false,
    priority: given.priority ?? false,
    parent,
    updatedAt: asking.clock.now().toISOString(),
  };
  rejectGlobalUnderProject(body);
  const set = await asking.tx.insert<StoredVariableSet>({
    id: asking.newId('varset'),
    kind: 'varsets',
    scope: body.organization,
    key: body.name,
    name: body.name,
    body,
  });
  await saveRelationships(asking, set, relationships);
  if (body.global) await claimGlobalKeys(asking.tx, set, await listVariables(asking.tx, set.id), '/data/attributes/global');
  const reply = okDocument(await renderVariableSet(asking, set));
  // The specification says 200, the hosted service 201.
  return asking.dialect === 'hosted' ? { ...reply, status: 201 } : reply;
};

const updateVariableSet = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const old = await requireVariableSet(asking, 'manage');
  const { attributes, relationships } = parseDocument(asking, 'varsets');
  validateDocument(variableSet, asking, 'update');
  const parent = parseToOne(relationships, 'parent', 'organizations', 'projects');
  if (parent && (parent.type !== old.body.parent.type || parent.id !== old.body.parent.id))
    throw unprocessable('the parent of a variable set cannot be changed; delete the set and create it again', '/data/relationships/parent');
  const given = attributes as Partial<StoredVariableSet>;
  const body: StoredVariableSet = {
    ...old.body,
    name: given.name ?? old.body.name,
    description: given.description === undefined ? old.body.description : (given.description ?? ''),
    global: given.global ?? old.body.global,
    priority: given.priority ?? old.body.priority,
    updatedAt: asking.clock.now().toISOString(),
  };
  rejectGlobalUnderProject(body);
  // Claims follow the keys: those of before go, those of now come.
  if (old.body.global) await releaseGlobalKeys(asking.tx, await listVariables(asking.tx, old.id));
  const set = await asking.tx.update<StoredVariableSet>(old, { body, key: body.name, name: body.name });
  await saveRelationships(asking, set, relationships);
  if (body.global) await claimGlobalKeys(asking.tx, set, await listVariables(asking.tx, set.id), '/data/attributes/global');
  return okDocument(await renderVariableSet(asking, set), await loadIncluded(asking, createVariableSetLoaders(asking), [set]));
};

export const routes = [
  route('POST /organizations/{organization_name}/varsets', createVariableSet),
  route('GET /varsets/{varset_id}', async (asking) => {
    const set = await requireVariableSet(asking, 'read-run');
    return okDocument(await renderVariableSet(asking, set), await loadIncluded(asking, createVariableSetLoaders(asking), [set]));
  }),
  route('PUT /varsets/{varset_id}', updateVariableSet),
  route('PATCH /varsets/{varset_id}', updateVariableSet),
  route('POST /varsets/{varset_id}', updateVariableSet),
  route('DELETE /varsets/{varset_id}', async (asking) => {
    await deleteVariableSet(asking.tx, await requireVariableSet(asking, 'manage'));
    return noContent;
  }),
];
