import { findMembership, requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceSummary } from '../../access/records.ts';
import { textParameter } from '../../http/operation-description.ts';
import { badRequest, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { parseDocument, parseToOne } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument, okDocuments } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { describeVariableCreation, describeVariableDeletion, describeVariableList, describeVariableUpdate } from './descriptions.ts';
import type { StoredVariable } from './stored.ts';
import { createVariable, listVariables, renderVariable, updateVariable, validateVariable } from './variables.ts';
import { requireVariableWorkspace } from './workspace-variables.ts';

const requireParameter = (ctx: RequestContext, name: string): string => {
  const value = ctx.query.get(name);
  if (!value) throw badRequest(`expected ${name}`, name);
  return value;
};

const list = async (ctx: RequestContext): Promise<RouteResponse> => {
  const organization = requireParameter(ctx, 'filter[organization][name]');
  const name = requireParameter(ctx, 'filter[workspace][name]');
  const what = `the workspace "${name}"`;
  const workspace = findMembership(ctx, organization) && (await ctx.tx.getByKey<WorkspaceSummary>('workspaces', organization, name));
  if (!workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, 'read-variable', workspace, what);
  const { id } = workspace;
  return okDocuments((await listVariables(ctx.tx, id)).map((variable) => renderVariable({ kind: 'workspace', id }, variable)));
};

const create = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { attributes, relationships } = parseDocument(ctx, 'vars');
  const reference = parseToOne(ctx, relationships, 'workspace', 'workspaces');
  if (!reference) throw unprocessable('a variable needs a workspace', '/data/relationships/workspace/data');
  const { id } = await requireVariableWorkspace(ctx, 'update-variable', reference.id);
  throwIfInvalid(validateVariable(attributes, true));
  const owner = { kind: 'workspace', id } as const;
  return createdDocument(renderVariable(owner, await createVariable(ctx.tx, ctx, owner, attributes)));
};

/** The variable of the path, of a workspace: those of sets have paths of their own. */
const requireOwnVariable = async (ctx: RequestContext): Promise<StoredRecord<StoredVariable>> => {
  const id = ctx.params['var_id']!;
  const what = `the variable ${id}`;
  const variable = await ctx.tx.get<StoredVariable>('vars', id);
  const workspace = variable && (await ctx.tx.get<WorkspaceSummary>('workspaces', variable.scope));
  if (!variable || !workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, 'update-variable', workspace, what);
  return variable;
};

const update = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const old = await requireOwnVariable(ctx);
  const { attributes } = parseDocument(ctx, 'vars');
  throwIfInvalid(validateVariable(attributes, false));
  return okDocument(renderVariable({ kind: 'workspace', id: old.scope }, await updateVariable(ctx.tx, ctx, old, attributes)));
};

const remove = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  await ctx.tx.delete('vars', (await requireOwnVariable(ctx)).id);
  return noContent;
};

/** Variables of workspaces by the hosted service's older paths, which clients in Python send. */
export const routes = [
  route('GET /vars', list, {
    description: describeVariableList('Lists the variables of a workspace. An older path.', {
      'filter[organization][name]': textParameter('The name of the organization. Required.'),
      'filter[workspace][name]': textParameter('The name of the workspace. Required.'),
    }),
  }),
  route('POST /vars', create, {
    description: describeVariableCreation('Creates a variable of a workspace. An older path.', { workspace: { to: 'workspaces' } }),
  }),
  route('PATCH /vars/{var_id}', update, { description: describeVariableUpdate('Updates a variable of a workspace. An older path.') }),
  route('DELETE /vars/{var_id}', remove, { description: describeVariableDeletion('Deletes a variable of a workspace. An older path.') }),
];
