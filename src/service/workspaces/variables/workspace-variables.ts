import {
  describeVariable,
  describeVariableCreation,
  describeVariableDeletion,
  describeVariableList,
  describeVariableUpdate,
  describeVariableUpdates,
} from './descriptions.ts';
import { parseDocument, parseDocuments, requireIds } from '../../json-api/parse-document.ts';
import { okDocuments, createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { badRequest, notFound, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceSummary } from '../../access/records.ts';
import { createVariable, updateVariable, renderVariable, validateVariable, requireVariable, listVariables } from './variables.ts';

/** `id`: by default that of the path. */
export const requireVariableWorkspace = async (
  ctx: RequestContext,
  right: 'read-variable' | 'update-variable',
  id = ctx.params['workspace_id']!,
): Promise<StoredRecord<WorkspaceSummary>> => {
  const workspace = await ctx.tx.get<WorkspaceSummary>('workspaces', id);
  const what = `the workspace ${id}`;
  if (!workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, right, workspace, what);
  return workspace;
};

const maxUpdates = 100;

/** Changes several variables at once, each named by its ID; 422 tells every one that cannot be changed. */
const updateVariables = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { id } = await requireVariableWorkspace(ctx, 'update-variable');
  const entries = parseDocuments(ctx, 'vars');
  if (entries.length > maxUpdates) throw badRequest(`expected at most ${maxUpdates} variables, got ${entries.length}`);
  requireIds(entries);
  throwIfInvalid(entries.flatMap(({ attributes, pointer }) => validateVariable(attributes, false, `${pointer}/attributes`)));
  for (const { id: variable, attributes, pointer } of entries)
    await updateVariable(ctx.tx, ctx, await requireVariable(ctx.tx, id, variable!), attributes, `${pointer}/attributes`);
  return noContent;
};

/** A workspace's own variables: not in the specification, in the hosted service's shapes (wire profiles, section 3). */
export const routes = [
  route(
    'GET /workspaces/{workspace_id}/vars',
    async (ctx) => {
      const { id } = await requireVariableWorkspace(ctx, 'read-variable');
      return okDocuments((await listVariables(ctx.tx, id)).map((variable) => renderVariable({ kind: 'workspace', id }, variable)));
    },
    { description: describeVariableList('Lists the variables of a workspace.') },
  ),
  route(
    'POST /workspaces/{workspace_id}/vars',
    async (ctx) => {
      const { id } = await requireVariableWorkspace(ctx, 'update-variable');
      const { attributes } = parseDocument(ctx, 'vars');
      throwIfInvalid(validateVariable(attributes, true));
      return createdDocument(
        renderVariable({ kind: 'workspace', id }, await createVariable(ctx.tx, ctx, { kind: 'workspace', id }, attributes)),
      );
    },
    { description: describeVariableCreation('Creates a variable of a workspace.') },
  ),
  route('PATCH /workspaces/{workspace_id}/relationships/vars', updateVariables, { description: describeVariableUpdates(maxUpdates) }),
  route(
    'GET /workspaces/{workspace_id}/vars/{var_id}',
    async (ctx) => {
      const { id } = await requireVariableWorkspace(ctx, 'read-variable');
      return okDocument(renderVariable({ kind: 'workspace', id }, await requireVariable(ctx.tx, id, ctx.params['var_id']!)));
    },
    { description: describeVariable('Shows a variable of a workspace.') },
  ),
  route(
    'PATCH /workspaces/{workspace_id}/vars/{var_id}',
    async (ctx) => {
      const { id } = await requireVariableWorkspace(ctx, 'update-variable');
      const old = await requireVariable(ctx.tx, id, ctx.params['var_id']!);
      const { attributes } = parseDocument(ctx, 'vars');
      throwIfInvalid(validateVariable(attributes, false));
      return okDocument(renderVariable({ kind: 'workspace', id }, await updateVariable(ctx.tx, ctx, old, attributes)));
    },
    { description: describeVariableUpdate('Updates a variable of a workspace.') },
  ),
  route(
    'DELETE /workspaces/{workspace_id}/vars/{var_id}',
    async (ctx) => {
      const { id } = await requireVariableWorkspace(ctx, 'update-variable');
      await ctx.tx.delete('vars', (await requireVariable(ctx.tx, id, ctx.params['var_id']!)).id);
      return noContent;
    },
    { description: describeVariableDeletion('Deletes a variable of a workspace.') },
  ),
];
