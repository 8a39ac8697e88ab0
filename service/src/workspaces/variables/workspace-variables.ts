import { describeVariableUpdates } from './descriptions.ts';
import { parseDocuments, requireIds } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import { badRequest, notFound, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceSummary } from '../../access/records.ts';
import { createVariableRoutes } from './variable-routes.ts';
import { updateVariable, validateVariable, requireVariable } from './variables.ts';

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

/** Changes several variables at once, each named by its ID; 422 lists every one that cannot be changed. */
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
  ...createVariableRoutes({
    path: '/workspaces/{workspace_id}/vars',
    idParameter: 'var_id',
    label: 'variable of a workspace',
    requireOwner: async (ctx, access) => {
      const { id } = await requireVariableWorkspace(ctx, access === 'read' ? 'read-variable' : 'update-variable');
      return { kind: 'workspace', id };
    },
  }),
  route('PATCH /workspaces/{workspace_id}/relationships/vars', updateVariables, { description: describeVariableUpdates(maxUpdates) }),
];
