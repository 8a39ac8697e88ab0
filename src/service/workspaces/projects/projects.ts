import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { type JsonObject, parseToMany, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { type ErrorObject, notFound, Problem, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { Organization } from '../../access/records.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { createProject } from '../organizations/bootstrap.ts';
import {
  requireOrganizationRight,
  requireProjectRight,
  requireOrganization,
  getProjectRights,
  listReadableProjects,
} from '../../access/permissions.ts';
import { countProjectWorkspaces } from '../../access/project-workspaces.ts';
import { deleteChildren } from '../../nouns/delete-record.ts';
import type { StoredProject } from './stored.ts';
import { parseTagBindings, validateTagBindings } from '../tags/parse-tag-bindings.ts';
import { indexProjectTags } from '../tags/effective-tags.ts';
import { deleteProjectVariableSets } from '../variable-sets/delete-variable-set.ts';

export const renderProject = async (ctx: RequestContext, project: StoredRecord<StoredProject>): Promise<ResourceObject> => {
  const { id, body } = project;
  const rights = await getProjectRights(ctx, project);
  return {
    id,
    type: 'projects',
    attributes: {
      name: body.name,
      description: body.description,
      'created-at': body.createdAt,
      'updated-at': body.updatedAt,
      'workspace-count': await countProjectWorkspaces(ctx.tx, id),
      'default-execution-mode': body.defaultExecutionMode,
      'auto-destroy-activity-duration': body.autoDestroyActivityDuration,
      permissions: {
        'can-read': rights.has('read'),
        'can-update': rights.has('update'),
        'can-destroy': rights.has('destroy'),
        'can-create-workspace': rights.has('create-workspace'),
        'can-move-workspace': rights.has('move-workspace'),
        'can-manage-variable-sets': rights.has('manage-varsets'),
      },
    },
    relationships: {
      organization: renderToOne('organizations', body.organization, `/api/v2/organizations/${body.organization}`),
      'default-agent-pool': renderToOne('agent-pools', body.defaultAgentPool),
      'tag-bindings': { links: { related: `/api/v2/projects/${id}/tag-bindings` } },
      'effective-tag-bindings': { links: { related: `/api/v2/projects/${id}/effective-tag-bindings` } },
    },
    links: { self: `/api/v2/projects/${id}` },
  };
};

/** The project of the path, 404 unless the caller may read it. */
export const requireProject = async (ctx: RequestContext, parameter = 'project_id'): Promise<StoredRecord<StoredProject>> => {
  const id = ctx.params[parameter]!;
  const project = await ctx.tx.get<StoredProject>('projects', id);
  if (!project) throw notFound(`the project ${id}`);
  await requireProjectRight(ctx, 'read', project);
  return project;
};

const attributeTypes = {
  name: 'text!',
  description: 'text',
  'default-execution-mode': 'text?',
  'default-agent-pool-id': 'text?',
  'auto-destroy-activity-duration': 'text?',
} as const;

const validateProject = async (
  ctx: RequestContext,
  organization: string,
  attributes: JsonObject,
  creating: boolean,
): Promise<ErrorObject[]> => {
  const faults = validateTypes(attributes, attributeTypes, creating);
  if (faults.length > 0) return faults;
  const at = (name: string): string => `/data/attributes/${name}`;
  const {
    name,
    'default-execution-mode': mode,
    'default-agent-pool-id': pool,
    'auto-destroy-activity-duration': duration,
  } = attributes as { readonly [name: string]: string | null | undefined };
  if (typeof name === 'string' && !/^[A-Za-z0-9 _-]{1,90}$/.test(name))
    faults.push({ detail: 'expected 1 to 90 letters, digits, spaces, - and _', pointer: at('name') });
  if (mode && !['remote', 'local', 'agent'].includes(mode))
    faults.push({ detail: `expected remote, local or agent, got "${mode}"`, pointer: at('default-execution-mode') });
  if (pool && (await ctx.tx.get('agent-pools', pool))?.scope !== organization)
    faults.push({ detail: 'expected an agent pool of this organization', pointer: at('default-agent-pool-id') });
  if (duration && !/^[1-9][0-9]{0,3}[dh]$/.test(duration))
    faults.push({ detail: 'expected a duration such as 14d or 12h', pointer: at('auto-destroy-activity-duration') });
  return faults;
};

const applyProjectAttributes = (attributes: JsonObject, old: Partial<StoredProject>): Partial<StoredProject> => {
  const take = <K extends keyof StoredProject>(member: K, name: string): Partial<StoredProject> =>
    attributes[name] === undefined ? {} : { [member]: attributes[name] };
  return {
    ...old,
    ...take('name', 'name'),
    ...take('description', 'description'),
    ...take('defaultExecutionMode', 'default-execution-mode'),
    ...take('defaultAgentPool', 'default-agent-pool-id'),
    ...take('autoDestroyActivityDuration', 'auto-destroy-activity-duration'),
  };
};

export const routes = [
  route('GET /organizations/{organization_name}/projects', async (ctx) => {
    const { body } = await requireOrganization(ctx);
    const ids = await listReadableProjects(ctx, body.name);
    const q = ctx.query.get('q');
    const names = ctx.query.get('filter[names]');
    return listResources<StoredProject>(
      ctx,
      {
        kind: 'projects',
        scope: body.name,
        ...(ids ? { ids } : {}),
        ...(q ? { nameContains: q } : {}),
        ...(names ? { keys: names.split(',') } : {}),
      },
      (records) => Promise.all(records.map((record) => renderProject(ctx, record))),
      { order: { by: 'name' } },
    );
  }),
  route('GET /projects/{project_id}', async (ctx) => okDocument(await renderProject(ctx, await requireProject(ctx)))),

  route('POST /organizations/{organization_name}/projects', async (ctx) => {
    const {
      body: { name: organization },
    } = await requireOrganization(ctx);
    requireOrganizationRight(ctx, organization, 'manage-projects');
    const { attributes, relationships } = parseDocument(ctx, 'projects');
    const tags = parseToMany(relationships, 'tag-bindings', 'tag-bindings') ?? [];
    throwIfInvalid([...(await validateProject(ctx, organization, attributes, true)), ...validateTagBindings(tags)]);
    const project = await createProject(ctx.tx, ctx, organization, {
      ...applyProjectAttributes(attributes, {}),
      name: attributes['name'] as string,
      tags: parseTagBindings(tags, [], ctx.clock.now().toISOString()),
    });
    return createdDocument(await renderProject(ctx, project));
  }),

  route('PATCH /projects/{project_id}', async (ctx) => {
    const project = await requireProject(ctx);
    await requireProjectRight(ctx, 'update', project);
    const { attributes, relationships } = parseDocument(ctx, 'projects');
    const tags = parseToMany(relationships, 'tag-bindings', 'tag-bindings');
    throwIfInvalid([...(await validateProject(ctx, project.scope, attributes, false)), ...validateTagBindings(tags ?? [])]);
    const now = ctx.clock.now().toISOString();
    const body = {
      ...project.body,
      ...applyProjectAttributes(attributes, {}),
      updatedAt: now,
      ...(tags ? { tags: parseTagBindings(tags, project.body.tags, now) } : {}),
    };
    const next = await ctx.tx.update<StoredProject>(project, { body, key: body.name, name: body.name });
    if (tags) await indexProjectTags(ctx.tx, next);
    return okDocument(await renderProject(ctx, next));
  }),

  route('DELETE /projects/{project_id}', async (ctx) => {
    const project = await requireProject(ctx);
    await requireProjectRight(ctx, 'destroy', project);
    const organization = await ctx.tx.getByKey<Organization>('organizations', '', project.scope);
    if (organization?.body.defaultProject === project.id)
      throw new Problem(403, [{ detail: 'the default project of an organization cannot be deleted' }]);
    const workspaces = await countProjectWorkspaces(ctx.tx, project.id);
    if (workspaces > 0) throw unprocessable(`the project still has ${workspaces} workspaces; move or delete them first`);
    await deleteProjectVariableSets(ctx.tx, project);
    await deleteChildren(ctx.tx, 'projects', project.id);
    await ctx.tx.delete('projects', project.id);
    return noContent;
  }),
];
