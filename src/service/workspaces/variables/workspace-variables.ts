import { parseDocument } from '../../json-api/parse-document.ts';
import { okDocuments, createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { notFound, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceSummary } from '../../access/records.ts';
import { createVariable, updateVariable, renderVariable, validateVariable, requireVariable, listVariables } from './variables.ts';

const requireVariableWorkspace = async (
  ctx: RequestContext,
  right: 'read-variable' | 'update-variable',
): Promise<StoredRecord<WorkspaceSummary>> => {
  const id = ctx.params['workspace_id']!;
  const workspace = await ctx.tx.get<WorkspaceSummary>('workspaces', id);
  const what = `the workspace ${id}`;
  if (!workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, right, workspace, what);
  return workspace;
};

/** A workspace's own variables: not in the specification, in the hosted service's shapes (wire profiles, section 3). */
export const routes = [
  route('GET /workspaces/{workspace_id}/vars', async (ctx) => {
    const { id } = await requireVariableWorkspace(ctx, 'read-variable');
    return okDocuments((await listVariables(ctx.tx, id)).map((variable) => renderVariable({ kind: 'workspace', id }, variable)));
  }),
  route('POST /workspaces/{workspace_id}/vars', async (ctx) => {
    const { id } = await requireVariableWorkspace(ctx, 'update-variable');
    const { attributes } = parseDocument(ctx, 'vars');
    throwIfInvalid(validateVariable(attributes, true));
    return createdDocument(
      renderVariable({ kind: 'workspace', id }, await createVariable(ctx.tx, ctx, { kind: 'workspace', id }, attributes)),
    );
  }),
  route('GET /workspaces/{workspace_id}/vars/{var_id}', async (ctx) => {
    const { id } = await requireVariableWorkspace(ctx, 'read-variable');
    return okDocument(renderVariable({ kind: 'workspace', id }, await requireVariable(ctx.tx, id, ctx.params['var_id']!)));
  }),
  route('PATCH /workspaces/{workspace_id}/vars/{var_id}', async (ctx) => {
    const { id } = await requireVariableWorkspace(ctx, 'update-variable');
    const old = await requireVariable(ctx.tx, id, ctx.params['var_id']!);
    const { attributes } = parseDocument(ctx, 'vars');
    throwIfInvalid(validateVariable(attributes, false));
    return okDocument(renderVariable({ kind: 'workspace', id }, await updateVariable(ctx.tx, ctx, old, attributes)));
  }),
  route('DELETE /workspaces/{workspace_id}/vars/{var_id}', async (ctx) => {
    const { id } = await requireVariableWorkspace(ctx, 'update-variable');
    await ctx.tx.delete('vars', (await requireVariable(ctx.tx, id, ctx.params['var_id']!)).id);
    return noContent;
  }),
];
