import { createSetDescription, deleteSetDescription, showSetDescription, updateSetDescription } from './descriptions.ts';
import { variableSet } from '@slipway/declarations/resources/workspaces';
import { type DocumentEntry, requireIds, type JsonObject, parseToMany, parseToOne, parseDocument } from '../../json-api/parse-document.ts';
import { noContent, okDocument } from '../../json-api/responses.ts';
import { notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { Organization } from '../../access/records.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { validateDocument } from '../validate-document.ts';
import { hasOrganizationRight, requireOrganization } from '../../access/permissions.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { StoredVariableSet } from './stored.ts';
import { createVariable, updateVariable, validateVariable, requireVariable, listVariables } from '../variables/variables.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { canManageVariableSets, requireVariableSet } from './require-variable-set.ts';
import { attachmentTargets, replaceAttachments, requireAttachable } from './attachment.ts';
import { renderEmptyVariableSet, renderVariableSet } from './render-variable-sets.ts';
import { claimGlobalKeys, releaseGlobalKeys } from './global-keys.ts';
import { deleteVariableSet } from './delete-variable-set.ts';

const parseParent = async (
  ctx: RequestContext,
  organization: StoredRecord<Organization>,
  relationships: JsonObject,
): Promise<StoredVariableSet['parent']> => {
  const parent = parseToOne(ctx, relationships, 'parent', 'organizations', 'projects');
  const own: StoredVariableSet['parent'] = { type: 'organizations', id: organization.body.name };
  if (!parent) return own;
  const pointer = '/data/relationships/parent/data/id';
  if (parent.type === 'organizations') {
    if (parent.id !== own.id && parent.id !== organization.id)
      throw unprocessable(`expected the organization of the path, "${own.id}", got "${parent.id}"`, pointer);
    return own;
  }
  const project = await ctx.tx.get<StoredProject>('projects', parent.id);
  if (project?.scope === own.id) return { type: 'projects', id: project.id };
  // Who may not manage the sets of any project cannot find out by this which projects exist.
  if (!hasOrganizationRight(ctx, own.id, 'manage-workspaces')) throw notFound(`the organization "${own.id}"`);
  throw unprocessable(`${parent.id} is no project of the organization "${own.id}"`, pointer);
};

const rejectGlobalUnderProject = (set: Pick<StoredVariableSet, 'global' | 'parent'>): void => {
  if (set.global && set.parent.type === 'projects')
    throw unprocessable(
      'a variable set whose parent is a project cannot be global: set global to false, or make the organization its parent',
      '/data/attributes/global',
    );
};

/** The relationships of a create or update: whole lists of workspaces, projects and stacks, and variables to add. */
const saveRelationships = async (
  ctx: RequestContext<Transaction>,
  set: StoredRecord<StoredVariableSet>,
  relationships: JsonObject,
): Promise<void> => {
  for (const target of attachmentTargets) {
    const entries = parseToMany(ctx, relationships, target, target);
    if (!entries) continue;
    const ids = requireIds(entries);
    await requireAttachable(ctx, set, target, ids, `/data/relationships/${target}/data`);
    await replaceAttachments(ctx, set.id, target, ids);
  }
  const entries: readonly DocumentEntry[] = parseToMany(ctx, relationships, 'vars', 'vars') ?? [];
  // An ID without attributes refers to an existing variable: clients send back what they read.
  const written = entries.filter((entry) => entry.id === undefined || Object.keys(entry.attributes).length > 0);
  throwIfInvalid(written.flatMap((entry) => validateVariable(entry.attributes, entry.id === undefined, `${entry.pointer}/attributes`)));
  for (const { id, attributes, pointer } of written) {
    if (id === undefined) await createVariable(ctx.tx, ctx, { kind: 'varset', id: set.id }, attributes, `${pointer}/attributes`);
    else await updateVariable(ctx.tx, ctx, await requireVariable(ctx.tx, set.id, id), attributes, `${pointer}/attributes`);
  }
};

/** Whether the document of a create has no variables, workspaces, projects or stacks. */
const isEmptySet = (ctx: RequestContext, relationships: JsonObject): boolean =>
  [...attachmentTargets, 'vars'].every((name) => (parseToMany(ctx, relationships, name, name) ?? []).length === 0);

const createVariableSet = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const organization = await requireOrganization(ctx);
  const { attributes, relationships } = parseDocument(ctx, 'varsets');
  const parent = await parseParent(ctx, organization, relationships);
  if (!(await canManageVariableSets(ctx, parent, organization.body.name))) throw notFound(`the organization "${organization.body.name}"`);
  validateDocument(variableSet, ctx, 'create');
  throwIfInvalid(validateTypes(attributes, { name: 'name!' }, true));
  const input = attributes as Partial<StoredVariableSet>;
  const body: StoredVariableSet = {
    name: input.name!,
    organization: organization.body.name,
    description: input.description ?? '',
    global: input.global ?? false,
    priority: input.priority ?? false,
    parent,
    updatedAt: ctx.clock.now().toISOString(),
  };
  rejectGlobalUnderProject(body);
  const set = await ctx.tx.insert<StoredVariableSet>({
    id: ctx.newId('varset'),
    kind: 'varsets',
    scope: body.organization,
    key: body.name,
    name: body.name,
    body,
  });
  await saveRelationships(ctx, set, relationships);
  const isEmpty = isEmptySet(ctx, relationships);
  if (body.global && !isEmpty) await claimGlobalKeys(ctx.tx, set, await listVariables(ctx.tx, set.id), '/data/attributes/global');
  const reply = okDocument(await (isEmpty ? renderEmptyVariableSet : renderVariableSet)(ctx, set));
  // 200 in the specification, 201 in the hosted service.
  return ctx.dialect === 'hosted' ? { ...reply, status: 201 } : reply;
};

const updateVariableSet = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const old = await requireVariableSet(ctx, 'manage');
  const { attributes, relationships } = parseDocument(ctx, 'varsets');
  validateDocument(variableSet, ctx, 'update');
  throwIfInvalid(validateTypes(attributes, { name: 'name!' }, false));
  const parent = parseToOne(ctx, relationships, 'parent', 'organizations', 'projects');
  if (parent && (parent.type !== old.body.parent.type || parent.id !== old.body.parent.id))
    throw unprocessable('the parent of a variable set cannot be changed; delete the set and create it again', '/data/relationships/parent');
  const input = attributes as Partial<StoredVariableSet>;
  const body: StoredVariableSet = {
    ...old.body,
    name: input.name ?? old.body.name,
    description: input.description === undefined ? old.body.description : (input.description ?? ''),
    global: input.global ?? old.body.global,
    priority: input.priority ?? old.body.priority,
    updatedAt: ctx.clock.now().toISOString(),
  };
  rejectGlobalUnderProject(body);
  // Claims follow the keys: those of before go, those of now come.
  if (old.body.global) await releaseGlobalKeys(ctx.tx, await listVariables(ctx.tx, old.id));
  const set = await ctx.tx.update<StoredVariableSet>(old, { body, key: body.name, name: body.name });
  await saveRelationships(ctx, set, relationships);
  if (body.global) await claimGlobalKeys(ctx.tx, set, await listVariables(ctx.tx, set.id), '/data/attributes/global');
  return okDocument(await renderVariableSet(ctx, set));
};

export const routes = [
  route('POST /organizations/{organization_name}/varsets', createVariableSet, { description: createSetDescription }),
  route(
    'GET /varsets/{varset_id}',
    async (ctx) => {
      const set = await requireVariableSet(ctx, 'read-run');
      return okDocument(await renderVariableSet(ctx, set));
    },
    { description: showSetDescription },
  ),
  route('PUT /varsets/{varset_id}', updateVariableSet, { description: updateSetDescription }),
  route('PATCH /varsets/{varset_id}', updateVariableSet, { description: updateSetDescription }),
  route('POST /varsets/{varset_id}', updateVariableSet, { description: updateSetDescription }),
  route(
    'DELETE /varsets/{varset_id}',
    async (ctx) => {
      await deleteVariableSet(ctx.tx, await requireVariableSet(ctx, 'manage'));
      return noContent;
    },
    { description: deleteSetDescription },
  ),
];
