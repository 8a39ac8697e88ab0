import { isOwner } from '../../access/organization-owners.ts';
import { isOrganizationToken, listProjectRights } from '../../access/permissions.ts';
import { countProjectWorkspaces } from '../../access/project-workspaces.ts';
import { buildLinkedReadable, findReadableWorkspaces } from '../../access/readable-workspaces.ts';
import type { Organization } from '../../access/records.ts';
import { filterSeenAccess } from '../../access/team-rights.ts';
import { canDeployNoCode, type ProjectRight } from '../../access/workspace-rights.ts';
import type { RequestContext } from '../../http/route.ts';
import { type ResourceObject, renderToMany, renderToOne } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import { listBindingIds } from '../tags/render-bindings.ts';
import { resolveInheritedExecution } from '../workspaces/execution.ts';
import type { StoredProject } from './stored.ts';

const renderProjectPermissions = (ctx: RequestContext, rights: ReadonlySet<ProjectRight>): { readonly [name: string]: boolean } => ({
  'can-read': rights.has('read'),
  'can-update': rights.has('update'),
  'can-destroy': rights.has('destroy'),
  'can-create-workspace': rights.has('create-workspace'),
  'can-move-workspace': rights.has('move-workspace'),
  'can-move-stack': false,
  'can-manage-stacks': rights.has('manage-stacks'),
  'can-view-stacks': rights.has('read'),
  'can-update-stacks': rights.has('manage-stacks'),
  'can-deploy-no-code-modules': canDeployNoCode(rights) && !isOrganizationToken(ctx),
  'can-read-teams': rights.has('read-teams'),
  'can-manage-teams': rights.has('manage-teams'),
  'can-manage-tags': rights.has('update'),
  'can-manage-in-hcp': false,
  'can-manage-varsets': rights.has('manage-varsets'),
  'can-manage-variable-sets': rights.has('manage-varsets'),
  'can-manage-ephemeral-workspace-for-projects': rights.has('manage-ephemeral-workspaces'),
});

interface ProjectCounts {
  readonly workspaces: number;
  readonly teams: number;
}

// oxlint-disable-next-line max-lines-per-function -- a table of attributes and relationships
const renderOne = (
  ctx: RequestContext,
  { id, body }: StoredRecord<StoredProject>,
  organization: Organization,
  rights: ReadonlySet<ProjectRight>,
  counts: ProjectCounts,
): ResourceObject => {
  const { mode, pool } = resolveInheritedExecution({ organization, project: body });
  const agents = mode === 'agent' ? pool : null;
  return {
    id,
    type: 'projects',
    attributes: {
      name: body.name,
      description: body.description,
      'created-at': body.createdAt,
      'updated-at': body.updatedAt,
      'workspace-count': counts.workspaces,
      'team-count': counts.teams,
      'default-execution-mode': mode,
      // Clients of the hosted service write an empty ID for none, and compare.
      'default-agent-pool-id': agents ?? (ctx.dialect === 'hosted' ? '' : null),
      'stacks-default-execution-mode': body.stacksExecutionMode ?? 'remote',
      'setting-overwrites': {
        'default-execution-mode': body.defaultExecutionMode !== null,
        'default-agent-pool': body.overwritesPool ?? body.defaultAgentPool !== null,
        'stacks-default-execution-mode': (body.stacksExecutionMode ?? null) !== null,
        'stacks-default-agent-pool': false,
      },
      'auto-destroy-activity-duration': body.autoDestroyActivityDuration,
      'hcp-id': null,
      'is-unified': false,
      permissions: renderProjectPermissions(ctx, rights),
    },
    relationships: {
      organization: renderToOne('organizations', body.organization, `/api/v2/organizations/${body.organization}`),
      'default-agent-pool': renderToOne('agent-pools', agents),
      'stacks-default-agent-pool': { data: null },
      'tag-bindings': {
        ...renderToMany('tag-bindings', listBindingIds('tb', id, body.tags)),
        links: { related: `/api/v2/projects/${id}/tag-bindings` },
      },
      'effective-tag-bindings': {
        ...renderToMany('effective-tag-bindings', listBindingIds('etb', id, body.tags)),
        links: { related: `/api/v2/projects/${id}/effective-tag-bindings` },
      },
    },
    links: { self: `/api/v2/projects/${id}` },
  };
};

const noCounts: ReadonlyMap<string, number> = new Map();

/** Number of visible workspaces by project. Callers who see projects without their workspaces get no number (decision 150). */
const countSeenWorkspaces = async (ctx: RequestContext, organization: string, projects: readonly string[]) => {
  const readable = await findReadableWorkspaces(ctx, organization);
  return countProjectWorkspaces(ctx.tx, projects, readable && buildLinkedReadable(readable));
};

/** The teams whose access to a project the caller can see, by project. Needs no query for an owner, who sees all. */
const countSeenTeams = async (
  ctx: RequestContext,
  organization: string,
  to: readonly string[],
  asked: ReturnType<typeof listProjectRights>,
): Promise<ReadonlyMap<string, number>> => {
  if (isOwner(ctx, organization)) return ctx.tx.countLinks('team-projects', { to });
  const [links, rights] = await Promise.all([ctx.tx.listLinks('team-projects', { to }), asked]);
  const counts = new Map<string, number>();
  for (const link of await filterSeenAccess(ctx, organization, links, (project) => rights.get(project)!.has('read-teams')))
    counts.set(link.to, (counts.get(link.to) ?? 0) + 1);
  return counts;
};

/** Documents of projects of one organization; one question for each thing that is counted, not for each project. New ones have none. */
export const renderProjects = async (
  ctx: RequestContext,
  projects: readonly StoredRecord<StoredProject>[],
  areNew = false,
): Promise<readonly ResourceObject[]> => {
  const [first] = projects;
  if (!first) return [];
  const to = projects.map(({ id }) => id);
  const asked = listProjectRights(ctx, projects);
  const [organization, rights, workspaces, teams] = await Promise.all([
    ctx.tx.getByKey<Organization>('organizations', '', first.scope),
    asked,
    areNew ? noCounts : countSeenWorkspaces(ctx, first.scope, to),
    areNew ? noCounts : countSeenTeams(ctx, first.scope, to, asked),
  ]);
  return projects.map((project) => {
    const counts = { workspaces: workspaces.get(project.id) ?? 0, teams: teams.get(project.id) ?? 0 };
    return renderOne(ctx, project, organization!.body, rights.get(project.id)!, counts);
  });
};
/** The document of a project that was created in this unit of work. */
export const renderNewProject = async (ctx: RequestContext, project: StoredRecord<StoredProject>): Promise<ResourceObject> =>
  (await renderProjects(ctx, [project], true))[0]!;
export const renderProject = async (ctx: RequestContext, project: StoredRecord<StoredProject>): Promise<ResourceObject> =>
  (await renderProjects(ctx, [project]))[0]!;
