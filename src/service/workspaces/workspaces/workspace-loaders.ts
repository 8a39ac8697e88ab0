import type { ResourceObject } from '../../json-api/resource-object.ts';
import type { IncludeLoaders } from '../../json-api/include.ts';
import type { RequestContext } from '../../http/route.ts';
import type { Organization, Team, User } from '../../access/records.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderOrganization } from '../organizations/organizations.ts';
import { getProjectRights, listWorkspaceRights } from '../../access/permissions.ts';
import { renderProject } from '../projects/projects.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { renderRuns } from '../runs/render-runs.ts';
import type { StoredRun } from '../runs/stored.ts';
import type { StoredProject } from '../projects/stored.ts';
import { renderEffectiveBindings, renderOwnBindings } from '../tags/render-bindings.ts';
import { loadWorkspaceParents } from './require-workspace.ts';
import { renderStateVersions } from '../state-versions/render-state-version.ts';
import type { StoredStateVersion } from '../state-versions/stored.ts';
import type { StoredWorkspace } from './stored.ts';

type Workspaces = readonly StoredRecord<StoredWorkspace>[];

const filterByRight = async (ctx: RequestContext, workspaces: Workspaces, right: WorkspaceRight): Promise<Workspaces> => {
  const rights = await listWorkspaceRights(ctx, workspaces);
  return workspaces.filter(({ id }) => rights.get(id)!.has(right));
};

const loadLockHolders = async (ctx: RequestContext, workspaces: Workspaces): Promise<readonly ResourceObject[]> => {
  const docs: ResourceObject[] = [];
  for (const {
    body: { lock },
  } of workspaces) {
    if (lock?.holder.kind === 'user') {
      const user = await ctx.tx.get<User>('users', lock.holder.id);
      if (user) docs.push({ id: user.id, type: 'users', attributes: { username: user.body.name, 'is-service-account': false } });
    } else if (lock?.holder.kind === 'team') {
      const team = await ctx.tx.get<Team>('teams', lock.holder.id);
      if (team) docs.push({ id: team.id, type: 'teams', attributes: { name: team.body.name } });
    }
  }
  return docs;
};

const loadProjects = async (ctx: RequestContext, workspaces: Workspaces): Promise<readonly ResourceObject[]> => {
  const docs: ResourceObject[] = [];
  for (const id of new Set(workspaces.map(({ body }) => body.project))) {
    const project = await ctx.tx.get<StoredProject>('projects', id);
    if (project && (await getProjectRights(ctx, project)).has('read')) docs.push(await renderProject(ctx, project));
  }
  return docs;
};

const loadEffectiveBindings = async (ctx: RequestContext, workspaces: Workspaces): Promise<readonly ResourceObject[]> => {
  const docs: ResourceObject[] = [];
  for (const workspace of workspaces)
    docs.push(...renderEffectiveBindings(workspace, (await loadWorkspaceParents(ctx, workspace.scope, workspace.body.project)).project));
  return docs;
};

/** What `include` brings to workspaces; only what the caller may read. What has no records of its own here brings nothing. */
export const createWorkspaceLoaders = (ctx: RequestContext): IncludeLoaders<StoredRecord<StoredWorkspace>> => ({
  organization: async ([first]) => {
    const organization = first && (await ctx.tx.getByKey<Organization>('organizations', '', first.scope));
    return organization ? [renderOrganization(ctx, organization)] : [];
  },
  project: (workspaces) => loadProjects(ctx, workspaces),
  locked_by: (workspaces) => loadLockHolders(ctx, workspaces),
  tag_bindings: async (workspaces) => workspaces.flatMap(renderOwnBindings),
  effective_tag_bindings: (workspaces) => loadEffectiveBindings(ctx, workspaces),
  outputs: async (workspaces) =>
    (await filterByRight(ctx, workspaces, 'read-state-outputs')).flatMap(({ body }) =>
      body.outputs.map(({ id, name, type, sensitive, value }) => ({
        id,
        type: 'workspace-outputs',
        attributes: { name, 'output-type': type, sensitive, value: sensitive ? null : value },
      })),
    ),
  current_run: async (workspaces) =>
    renderRuns(
      ctx,
      await ctx.tx.getMany<StoredRun>(
        'runs',
        workspaces.flatMap(({ body }) => body.currentRun?.id ?? []),
      ),
    ),
  current_state_version: async (workspaces) => {
    const ids = (await filterByRight(ctx, workspaces, 'read-state-versions')).flatMap(({ body }) => body.currentStateVersion ?? []);
    return renderStateVersions(ctx, await ctx.tx.getMany<StoredStateVersion>('state-versions', ids));
  },
  readme: async () => [],
});
