import { parseDefaultAgentPool } from '../agent-pools/parse-default-agent-pool.ts';
import { getProjectRights, requireOrganization, requireOrganizationRight, requireProjectRight } from '../../access/permissions.ts';
import { countProjectWorkspaces } from '../../access/project-workspaces.ts';
import type { Organization } from '../../access/records.ts';
import { forbidden, Problem, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { parseDocument, parseToMany } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { indexDestroyingProject } from '../auto-destroy/index-candidates.ts';
import { createProject } from '../organizations/bootstrap.ts';
import { indexProjectTags } from '../tags/effective-tags.ts';
import { parseTagBindings, validateTagBindings } from '../tags/parse-tag-bindings.ts';
import { countProjectStacks } from '../stacks/stored.ts';
import { deleteProjectVariableSets } from '../variable-sets/delete-variable-set.ts';
import { createProjectDescription, listProjectsDescription, projectDescription, updateProjectDescription } from './descriptions.ts';
import { listProjects } from './list-projects.ts';
import { applyProjectAttributes, validateProject } from './project-attributes.ts';
import { renderNewProject, renderProject } from './render-projects.ts';
import { requireProject } from './require-project.ts';
import type { StoredProject } from './stored.ts';

const newProject = {
  name: '',
  description: '',
  defaultExecutionMode: null,
  defaultAgentPool: null,
  autoDestroyActivityDuration: null,
} as const;

const createProjectOfRequest = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { body: organization } = await requireOrganization(ctx);
  requireOrganizationRight(ctx, organization.name, 'manage-projects');
  const { attributes, relationships } = parseDocument(ctx, 'projects');
  const tags = parseToMany(ctx, relationships, 'tag-bindings', 'tag-bindings') ?? [];
  throwIfInvalid([...validateProject(attributes, true), ...validateTagBindings(tags)]);
  const pool = await parseDefaultAgentPool(ctx, organization.name, attributes, relationships);
  const project = await createProject(ctx.tx, ctx, organization.name, {
    ...applyProjectAttributes<Omit<StoredProject, 'organization' | 'createdAt' | 'updatedAt' | 'tags'>>(
      attributes,
      pool,
      newProject,
      organization,
    ),
    tags: parseTagBindings(tags, [], ctx.clock.now().toISOString()),
  });
  await requireDestroyRight(ctx, project, project.body);
  await indexDestroyingProject(ctx.tx, project);
  if (tags.length > 0) await indexProjectTags(ctx.tx, project);
  return createdDocument(await renderNewProject(ctx, project));
};

/** Destroys without being confirmed, in every workspace of the project: more than changing its settings (decision 137). */
const requireDestroyRight = async (
  ctx: RequestContext,
  project: StoredRecord<StoredProject>,
  { autoDestroyActivityDuration: duration }: StoredProject,
): Promise<void> => {
  if (duration === null || (await getProjectRights(ctx, project)).has('manage-ephemeral-workspaces')) return;
  throw forbidden(
    'auto-destroy-activity-duration: only administrators of the project may have its workspaces destroyed by themselves, ' +
      'and no token of an organization',
  );
};

const updateProject = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const project = await requireProject(ctx);
  await requireProjectRight(ctx, 'update', project);
  const organization = (await ctx.tx.getByKey<Organization>('organizations', '', project.scope))!.body;
  const { attributes, relationships } = parseDocument(ctx, 'projects');
  const tags = parseToMany(ctx, relationships, 'tag-bindings', 'tag-bindings');
  throwIfInvalid([...validateProject(attributes, false), ...validateTagBindings(tags ?? [])]);
  const pool = await parseDefaultAgentPool(ctx, project.scope, attributes, relationships);
  const now = ctx.clock.now().toISOString();
  const body: StoredProject = {
    ...applyProjectAttributes(attributes, pool, project.body, organization),
    updatedAt: now,
    ...(tags ? { tags: parseTagBindings(tags, project.body.tags, now) } : {}),
  };
  if (body.autoDestroyActivityDuration !== project.body.autoDestroyActivityDuration) await requireDestroyRight(ctx, project, body);
  const next = await ctx.tx.update<StoredProject>(project, { body, key: body.name, name: body.name });
  await indexDestroyingProject(ctx.tx, next, project.body);
  if (tags) await indexProjectTags(ctx.tx, next);
  return okDocument(await renderProject(ctx, next));
};

const deleteProject = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const project = await requireProject(ctx);
  await requireProjectRight(ctx, 'destroy', project);
  const organization = await ctx.tx.getByKey<Organization>('organizations', '', project.scope);
  if (organization?.body.defaultProject === project.id)
    throw new Problem(403, [{ detail: 'the default project of an organization cannot be deleted' }]);
  const [counts, stacks] = await Promise.all([countProjectWorkspaces(ctx.tx, [project.id]), countProjectStacks(ctx.tx, project.id)]);
  const workspaces = counts.get(project.id) ?? 0;
  if (workspaces > 0) throw unprocessable(`the project still has ${workspaces} workspaces; move or delete them first`);
  if (stacks > 0) throw unprocessable(`the project still has ${stacks} stacks; delete them first`);
  await deleteProjectVariableSets(ctx.tx, project);
  await ctx.tx.delete('projects', project.id);
  return noContent;
};

export const routes = [
  route('GET /organizations/{organization_name}/projects', listProjects, { description: listProjectsDescription }),
  route('POST /organizations/{organization_name}/projects', createProjectOfRequest, { description: createProjectDescription }),
  route('GET /projects/{project_id}', async (ctx) => okDocument(await renderProject(ctx, await requireProject(ctx))), {
    description: projectDescription,
  }),
  route('PATCH /projects/{project_id}', updateProject, { description: updateProjectDescription }),
  route('DELETE /projects/{project_id}', deleteProject, {
    description: { summary: 'Deletes a project without workspaces and stacks.', responses: { 204: null } },
  }),
];
