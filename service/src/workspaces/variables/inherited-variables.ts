import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceSummary } from '../../access/records.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { describeVariable, describeVariableList } from './descriptions.ts';
import { okDocument, okDocuments } from '../../json-api/responses.ts';
import type { StoredRecord } from '../../store/store.ts';
import { loadWorkspaceVariables } from '../variable-sets/variable-precedence.ts';
import { listWorkspaceVariableSets } from '../variable-sets/variable-set-lists.ts';
import { listVariables, renderVariable, requireVariable } from './variables.ts';

const requireReadableWorkspace = async (ctx: RequestContext): Promise<StoredRecord<WorkspaceSummary>> => {
  const id = ctx.params['workspace_id']!;
  const workspace = await ctx.tx.get<WorkspaceSummary>('workspaces', id);
  const what = `the workspace ${id}`;
  if (!workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, 'read-variable', workspace, what);
  return workspace;
};

/** Its own variables, then those of the sets that are applied to it, without those that others of the same key override. */
const listAllVariables = async (ctx: RequestContext): Promise<RouteResponse> => {
  const workspace = await requireReadableWorkspace(ctx);
  const { usual, prior } = await loadWorkspaceVariables(ctx.tx, workspace);
  const winners = [...new Map([...usual, ...prior].map((one) => [one.key, one])).values()];
  const isOwn = ({ scope }: StoredRecord): boolean => scope === workspace.id;
  return okDocuments([
    ...winners.filter(isOwn).map((variable) => renderVariable({ kind: 'workspace', id: workspace.id }, variable)),
    ...winners.filter((one) => !isOwn(one)).map((variable) => renderVariable({ kind: 'varset', id: variable.scope }, variable)),
  ]);
};

/** The set of the path, when it is applied to the workspace of the path; 404 otherwise. */
const requireAppliedSet = async (ctx: RequestContext): Promise<string> => {
  const workspace = await requireReadableWorkspace(ctx);
  const id = ctx.params['varset_id']!;
  if (!(await listWorkspaceVariableSets(ctx, workspace)).includes(id)) throw notFound(`the variable set ${id}`);
  return id;
};

const listSetVariables = async (ctx: RequestContext): Promise<RouteResponse> => {
  const id = await requireAppliedSet(ctx);
  return okDocuments((await listVariables(ctx.tx, id)).map((variable) => renderVariable({ kind: 'varset', id }, variable)));
};

const showSetVariable = async (ctx: RequestContext): Promise<RouteResponse> => {
  const id = await requireAppliedSet(ctx);
  return okDocument(renderVariable({ kind: 'varset', id }, await requireVariable(ctx.tx, id, ctx.params['var_id']!)));
};

const setPath = '/workspaces/{workspace_id}/varsets/{varset_id}/relationships/vars';
export const routes = [
  route('GET /workspaces/{workspace_id}/all-vars', listAllVariables, {
    description: describeVariableList('Lists the variables of a workspace and of the variable sets that are applied to it.'),
  }),
  route(`GET ${setPath}`, listSetVariables, {
    description: describeVariableList('Lists the variables of a set that is applied to a workspace.'),
  }),
  route(`GET ${setPath}/{var_id}`, showSetVariable, {
    description: describeVariable('Shows a variable of a set that is applied to a workspace.'),
  }),
];
