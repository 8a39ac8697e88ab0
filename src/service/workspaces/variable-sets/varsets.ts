import { variableSet } from '../../../resources/workspaces/variable-set.ts';
import { included } from '../../json-api/include.ts';
import { type Entry, idsOf, type Json, manySent, oneSent, sent } from '../../json-api/read.ts';
import { noContent, ok } from '../../json-api/reply.ts';
import { notFound, refuse, unprocessable } from '../../problem.ts';
import type { Organization } from '../../records.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { judge } from '../judge.ts';
import { organizationHere } from '../permissions.ts';
import type { Project, Varset } from '../stored.ts';
import { addVariable, changeVariable, variableFaults, variableOf, variablesOf } from '../variables.ts';
import { mayManage, varsetHere } from './access.ts';
import { reattach, refuseStrangers, type Target } from './attachment.ts';
import { renderVarset, varsetLoaders } from './document.ts';
import { claim, release } from './global-claims.ts';
import { dropVarset } from './removal.ts';

const parentSent = async (asking: Asking, organization: Rec<Organization>, relationships: Json): Promise<Varset['parent']> => {
  const parent = oneSent(relationships, 'parent', 'organizations', 'projects');
  const own: Varset['parent'] = { type: 'organizations', id: organization.body.name };
  if (!parent) return own;
  const pointer = '/data/relationships/parent/data/id';
  if (parent.type === 'organizations') {
    if (parent.id !== own.id && parent.id !== organization.id) throw unprocessable(`expected the organization of the path, "${own.id}", got "${parent.id}"`, pointer);
    return own;
  }
  const project = await asking.tx.get<Project>('projects', parent.id);
  if (project?.scope !== own.id) throw unprocessable(`${parent.id} is no project of the organization "${own.id}"`, pointer);
  return { type: 'projects', id: project.id };
};

const forbidGlobalUnderProject = (set: Pick<Varset, 'global' | 'parent'>): void => {
  if (set.global && set.parent.type === 'projects')
    throw unprocessable('a variable set whose parent is a project cannot be global: set global to false, or make the organization its parent', '/data/attributes/global');
};

/** The relationships of a create or update: whole lists of workspaces and projects, and variables to add. */
const relate = async (asking: Asking<Transaction>, set: Rec<Varset>, relationships: Json): Promise<void> => {
  for (const target of ['workspaces', 'projects'] satisfies Target[]) {
    const entries = manySent(relationships, target, target);
    if (!entries) continue;
    const ids = idsOf(entries);
    await refuseStrangers(asking, set.scope, target, ids, `/data/relationships/${target}/data`);
    await reattach(asking.tx, set.id, target, ids);
  }
  const entries: readonly Entry[] = manySent(relationships, 'vars', 'vars') ?? [];
  // An id without attributes only names a variable that is there, as a client does that sends back what it read.
  const written = entries.filter((entry) => entry.id === undefined || Object.keys(entry.attributes).length > 0);
  refuse(written.flatMap((entry) => variableFaults(entry.attributes, entry.id === undefined, `${entry.pointer}/attributes`)));
  for (const { id, attributes, pointer } of written) {
    if (id === undefined) await addVariable(asking.tx, asking, { kind: 'varset', id: set.id }, attributes, `${pointer}/attributes`);
    else await changeVariable(asking.tx, asking, await variableOf(asking.tx, set.id, id), attributes, `${pointer}/attributes`);
  }
};

const create = async (asking: Asking<Transaction>): Promise<Reply> => {
  const organization = await organizationHere(asking);
  const { attributes, relationships } = sent(asking, 'varsets');
  const parent = await parentSent(asking, organization, relationships);
  if (!await mayManage(asking, parent, organization.body.name)) throw notFound(`the organization "${organization.body.name}"`);
  judge(variableSet, asking, 'create');
  const given = attributes as Partial<Varset>;
  const body: Varset = {
    name: given.name!, organization: organization.body.name, description: given.description ?? '', global: given.global ?? false, priority: given.priority ?? false,
    parent, updatedAt: asking.clock.now().toISOString(),
  };
  forbidGlobalUnderProject(body);
  const set = await asking.tx.insert<Varset>({ id: asking.newId('varset'), kind: 'varsets', scope: body.organization, key: body.name, name: body.name, body });
  await relate(asking, set, relationships);
  if (body.global) await claim(asking.tx, set, await variablesOf(asking.tx, set.id), '/data/attributes/global');
  const reply = ok(await renderVarset(asking, set));
  // The specification says 200, the hosted service 201.
  return asking.profile === 'hosted' ? { ...reply, status: 201 } : reply;
};

const update = async (asking: Asking<Transaction>): Promise<Reply> => {
  const old = await varsetHere(asking, 'manage');
  const { attributes, relationships } = sent(asking, 'varsets');
  judge(variableSet, asking, 'update');
  const parent = oneSent(relationships, 'parent', 'organizations', 'projects');
  if (parent && (parent.type !== old.body.parent.type || parent.id !== old.body.parent.id))
    throw unprocessable('the parent of a variable set cannot be changed; delete the set and create it again', '/data/relationships/parent');
  const given = attributes as Partial<Varset>;
  const body: Varset = {
    ...old.body, name: given.name ?? old.body.name, description: given.description === undefined ? old.body.description : given.description ?? '',
    global: given.global ?? old.body.global, priority: given.priority ?? old.body.priority, updatedAt: asking.clock.now().toISOString(),
  };
  forbidGlobalUnderProject(body);
  // Claims follow the keys: those of before go, those of now come.
  if (old.body.global) await release(asking.tx, await variablesOf(asking.tx, old.id));
  const set = await asking.tx.update<Varset>(old, { body, key: body.name, name: body.name });
  await relate(asking, set, relationships);
  if (body.global) await claim(asking.tx, set, await variablesOf(asking.tx, set.id), '/data/attributes/global');
  return ok(await renderVarset(asking, set), await included(asking, varsetLoaders(asking), [set]));
};

export const routes = [
  route('POST /organizations/{organization_name}/varsets', create),
  route('GET /varsets/{varset_id}', async (asking) => {
    const set = await varsetHere(asking, 'read-run');
    return ok(await renderVarset(asking, set), await included(asking, varsetLoaders(asking), [set]));
  }),
  route('PUT /varsets/{varset_id}', update),
  route('PATCH /varsets/{varset_id}', update),
  route('POST /varsets/{varset_id}', update),
  route('DELETE /varsets/{varset_id}', async (asking) => {
    await dropVarset(asking.tx, await varsetHere(asking, 'manage'));
    return noContent;
  }),
];
