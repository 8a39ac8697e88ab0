import { describeSetList, organizationSetFilters, projectSetFilters, projectSetScopes } from './descriptions.ts';
import { optionalEnumParameter } from '../../http/optional-enum-parameter.ts';
import type { BodyCondition } from '../../store/record-filter.ts';
import { listResources } from '../../json-api/page.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { hasOrganizationRight, requireWorkspaceRight, requireOrganization } from '../../access/permissions.ts';
import { requireProject } from '../projects/require-project.ts';
import type { WorkspaceSummary } from '../../access/records.ts';
import type { StoredRecord } from '../../store/store.ts';
import { selectReadableVariableSets } from './require-variable-set.ts';
import type { StoredVariableSet } from './stored.ts';
import { listVisibleVariableSets } from './visible-variable-sets.ts';
import { renderVariableSets } from './render-variable-sets.ts';

/** The sets that the caller can read: all of them if it can read all workspaces. */
const filterReadable = async (ctx: RequestContext, organization: string, ids: readonly string[]): Promise<readonly string[]> => {
  if (hasOrganizationRight(ctx, organization, 'read-workspaces')) return ids;
  const readable = await selectReadableVariableSets(ctx, await ctx.tx.getMany<StoredVariableSet>('varsets', ids), 'read-run');
  return ids.filter((id) => readable.has(id));
};

/** One page of the organization's sets: all that the caller can see, or those of `ids`. `q` searches by name. */
const listVariableSets = async (
  ctx: RequestContext,
  organization: string,
  ids?: readonly string[],
  body: readonly BodyCondition[] = [],
): Promise<RouteResponse> => {
  const visible = ids === undefined ? await listVisibleVariableSets(ctx, organization, 'read-run') : undefined;
  const allowed = ids === undefined ? visible && [...visible] : await filterReadable(ctx, organization, ids);
  const q = ctx.query.get('q');
  return listResources<StoredVariableSet>(
    ctx,
    {
      kind: 'varsets',
      scope: organization,
      ...(allowed ? { ids: allowed } : {}),
      ...(q ? { nameContains: q } : {}),
      ...(body.length > 0 ? { body } : {}),
    },
    (sets) => renderVariableSets(ctx, sets),
  );
};

const listGlobalSets = async (ctx: Pick<RequestContext, 'tx'>, organization: string): Promise<readonly string[]> =>
  (await ctx.tx.list({ kind: 'varsets', scope: organization, body: [{ path: 'global', is: true }] })).records.map((set) => set.id);
const listAttachedSets = async (
  ctx: Pick<RequestContext, 'tx'>,
  kind: 'varset-workspaces' | 'varset-projects',
  to: string,
): Promise<readonly string[]> => (await ctx.tx.listLinks(kind, { to })).map((link) => link.from);

/** Ids of the sets whose variables a workspace has: global ones, its own, its project's. */
export const listWorkspaceVariableSets = async (
  ctx: Pick<RequestContext, 'tx'>,
  workspace: { readonly id: string; readonly scope: string; readonly body: WorkspaceSummary },
): Promise<readonly string[]> => {
  const sets = await Promise.all([
    listGlobalSets(ctx, workspace.scope),
    listAttachedSets(ctx, 'varset-workspaces', workspace.id),
    listAttachedSets(ctx, 'varset-projects', workspace.body.project),
  ]);
  return [...new Set(sets.flat())];
};

const requireVariableWorkspace = async (ctx: RequestContext): Promise<StoredRecord<WorkspaceSummary>> => {
  const workspace = await ctx.tx.get<WorkspaceSummary>('workspaces', ctx.params['workspace_id']!);
  const what = `the workspace ${ctx.params['workspace_id']}`;
  if (!workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, 'read-variable', workspace, what);
  return workspace;
};

/** The sets that could be applied to a workspace: those of its organization and of its project that are not. */
const listApplicableSets = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { id, scope, body } = await requireVariableWorkspace(ctx);
  const visible = await listVisibleVariableSets(ctx, scope, 'read-run');
  const q = ctx.query.get('q');
  const isLinked = { self: 'from', not: true } as const;
  return listResources<StoredVariableSet>(
    ctx,
    {
      kind: 'varsets',
      scope,
      ...(visible ? { ids: [...visible] } : {}),
      ...(q ? { nameContains: q } : {}),
      linked: [
        { ...isLinked, kind: 'varset-workspaces', other: [id] },
        { ...isLinked, kind: 'varset-projects', other: [body.project] },
      ],
      body: [
        { path: 'global', is: false },
        { path: 'parent.id', is: [scope, body.project] },
      ],
    },
    (sets) => renderVariableSets(ctx, sets),
  );
};

/** `filter[global]` and `scope`. Throws 400. */
const parseOrganizationFilters = (ctx: RequestContext, organization: string): readonly BodyCondition[] => {
  const global = optionalEnumParameter(ctx, 'filter[global]', ['true', 'false']);
  const owned = optionalEnumParameter(ctx, 'scope', ['owned']) !== undefined;
  return [
    ...(global === undefined ? [] : [{ path: 'global', is: global === 'true' }]),
    ...(owned ? [{ path: 'parent.id', is: organization }] : []),
  ];
};

export const routes = [
  route(
    'GET /organizations/{organization_name}/varsets',
    async (ctx) => {
      const { name } = (await requireOrganization(ctx)).body;
      return listVariableSets(ctx, name, undefined, parseOrganizationFilters(ctx, name));
    },
    {
      description: describeSetList('Lists the variable sets of an organization, also those that its projects own.', organizationSetFilters),
    },
  ),
  route(
    'GET /projects/{project_id}/varsets',
    async (ctx) => {
      const { id, scope } = await requireProject(ctx);
      const [ownedSets, attached, global] = await Promise.all([
        ctx.tx.list({ kind: 'varsets', scope, body: [{ path: 'parent.id', is: id }] }),
        listAttachedSets(ctx, 'varset-projects', id),
        listGlobalSets(ctx, scope),
      ]);
      const owned = ownedSets.records.map((set) => set.id);
      const isOwned = new Set(owned);
      const byScope = {
        owned,
        shared: attached.filter((set) => !isOwned.has(set)),
        applied: [...attached, ...owned],
        all: [...global, ...attached, ...owned],
      };
      return listVariableSets(ctx, scope, [...new Set(byScope[optionalEnumParameter(ctx, 'scope', projectSetScopes) ?? 'all'])]);
    },
    { description: describeSetList('Lists the variable sets of a project.', projectSetFilters) },
  ),
  route(
    'GET /workspaces/{workspace_id}/varsets',
    async (ctx) => {
      const workspace = await requireVariableWorkspace(ctx);
      return listVariableSets(ctx, workspace.scope, await listWorkspaceVariableSets(ctx, workspace));
    },
    { description: describeSetList('Lists the variable sets that are applied to a workspace.') },
  ),
  route('GET /workspaces/{workspace_id}/applicable-varsets', listApplicableSets, {
    description: describeSetList('Lists the variable sets that could be applied to a workspace, and are not.'),
  }),
];
