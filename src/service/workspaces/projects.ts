import { type Doc, toOne } from '../json-api/document.ts';
import { mistyped } from '../json-api/mistyped.ts';
import { listed } from '../json-api/page.ts';
import { type Json, manySent, sent } from '../json-api/read.ts';
import { created, noContent, ok } from '../json-api/reply.ts';
import { type Fault, notFound, Problem, refuse, unprocessable } from '../problem.ts';
import type { Organization } from '../records.ts';
import { type Asking, route } from '../route.ts';
import type { Rec } from '../store/store.ts';
import { newProject } from './founding.ts';
import { needIn, needProject, organizationHere, projectRightsOn, readableProjects } from './permissions.ts';
import { countIn } from './project-members.ts';
import type { Project } from './stored.ts';
import { pairsSent, tagFaults } from './tag-pairs.ts';
import { retagProject } from './workspaces/effective-tags.ts';
import { dropVarsetsOf } from './variable-sets/removal.ts';

export const renderProject = async (asking: Asking, project: Rec<Project>): Promise<Doc> => {
  const { id, body } = project;
  const rights = await projectRightsOn(asking, project);
  return {
    id, type: 'projects',
    attributes: {
      name: body.name, description: body.description, 'created-at': body.createdAt, 'updated-at': body.updatedAt,
      'workspace-count': await countIn(asking.tx, id),
      'default-execution-mode': body.defaultExecutionMode, 'auto-destroy-activity-duration': body.autoDestroyActivityDuration,
      permissions: {
        'can-read': rights.has('read'), 'can-update': rights.has('update'), 'can-destroy': rights.has('destroy'),
        'can-create-workspace': rights.has('create-workspace'), 'can-move-workspace': rights.has('move-workspace'), 'can-manage-variable-sets': rights.has('manage-varsets'),
      },
    },
    relationships: {
      organization: toOne('organizations', body.organization, `/api/v2/organizations/${body.organization}`),
      'default-agent-pool': toOne('agent-pools', body.defaultAgentPool),
      'tag-bindings': { links: { related: `/api/v2/projects/${id}/tag-bindings` } },
      'effective-tag-bindings': { links: { related: `/api/v2/projects/${id}/effective-tag-bindings` } },
    },
    links: { self: `/api/v2/projects/${id}` },
  };
};

/** The project of the path, 404 unless the caller may read it. */
export const projectHere = async (asking: Asking, parameter = 'project_id'): Promise<Rec<Project>> => {
  const id = asking.params[parameter]!;
  const project = await asking.tx.get<Project>('projects', id);
  if (!project) throw notFound(`the project ${id}`);
  await needProject(asking, 'read', project);
  return project;
};

const expected = {
  name: 'text!', description: 'text', 'default-execution-mode': 'text?', 'default-agent-pool-id': 'text?', 'auto-destroy-activity-duration': 'text?',
} as const;

const faultsOf = async (asking: Asking, organization: string, attributes: Json, creating: boolean): Promise<Fault[]> => {
  const faults = mistyped(attributes, expected, creating);
  if (faults.length > 0) return faults;
  const at = (name: string): string => `/data/attributes/${name}`;
  const { name, 'default-execution-mode': mode, 'default-agent-pool-id': pool, 'auto-destroy-activity-duration': duration } = attributes as { readonly [name: string]: string | null | undefined };
  if (typeof name === 'string' && !/^[A-Za-z0-9 _-]{1,90}$/.test(name)) faults.push({ detail: 'expected 1 to 90 letters, digits, spaces, - and _', pointer: at('name') });
  if (mode && !['remote', 'local', 'agent'].includes(mode)) faults.push({ detail: `expected remote, local or agent, got "${mode}"`, pointer: at('default-execution-mode') });
  if (pool && (await asking.tx.get('agent-pools', pool))?.scope !== organization) faults.push({ detail: 'expected an agent pool of this organization', pointer: at('default-agent-pool-id') });
  if (duration && !/^[1-9][0-9]{0,3}[dh]$/.test(duration)) faults.push({ detail: 'expected a duration such as 14d or 12h', pointer: at('auto-destroy-activity-duration') });
  return faults;
};

const written = (attributes: Json, old: Partial<Project>): Partial<Project> => {
  const take = <K extends keyof Project>(member: K, name: string): Partial<Project> => (attributes[name] === undefined ? {} : { [member]: attributes[name] });
  return {
    ...old, ...take('name', 'name'), ...take('description', 'description'), ...take('defaultExecutionMode', 'default-execution-mode'),
    ...take('defaultAgentPool', 'default-agent-pool-id'), ...take('autoDestroyActivityDuration', 'auto-destroy-activity-duration'),
  };
};

export const routes = [
  route('GET /organizations/{organization_name}/projects', async (asking) => {
    const { body } = await organizationHere(asking);
    const ids = await readableProjects(asking, body.name);
    const q = asking.query.get('q');
    const names = asking.query.get('filter[names]');
    return listed<Project>(asking, {
      kind: 'projects', scope: body.name, ...(ids ? { ids } : {}), ...(q ? { nameContains: q } : {}), ...(names ? { keys: names.split(',') } : {}),
    }, (records) => Promise.all(records.map((record) => renderProject(asking, record))), { order: { by: 'name' } });
  }),
  route('GET /projects/{project_id}', async (asking) => ok(await renderProject(asking, await projectHere(asking)))),

  route('POST /organizations/{organization_name}/projects', async (asking) => {
    const { body: { name: organization } } = await organizationHere(asking);
    needIn(asking, organization, 'manage-projects', `the organization "${organization}"`);
    const { attributes, relationships } = sent(asking, 'projects');
    const tags = manySent(relationships, 'tag-bindings', 'tag-bindings') ?? [];
    refuse([...await faultsOf(asking, organization, attributes, true), ...tagFaults(tags)]);
    const project = await newProject(asking.tx, asking, organization, {
      ...written(attributes, {}), name: attributes['name'] as string, tags: pairsSent(tags, [], asking.clock.now().toISOString()),
    });
    return created(await renderProject(asking, project));
  }),

  route('PATCH /projects/{project_id}', async (asking) => {
    const project = await projectHere(asking);
    await needProject(asking, 'update', project);
    const { attributes, relationships } = sent(asking, 'projects');
    const tags = manySent(relationships, 'tag-bindings', 'tag-bindings');
    refuse([...await faultsOf(asking, project.scope, attributes, false), ...tagFaults(tags ?? [])]);
    const now = asking.clock.now().toISOString();
    const body = { ...project.body, ...written(attributes, {}), updatedAt: now, ...(tags ? { tags: pairsSent(tags, project.body.tags, now) } : {}) };
    const next = await asking.tx.update<Project>(project, { body, key: body.name, name: body.name });
    if (tags) await retagProject(asking.tx, next);
    return ok(await renderProject(asking, next));
  }),

  route('DELETE /projects/{project_id}', async (asking) => {
    const project = await projectHere(asking);
    await needProject(asking, 'destroy', project);
    const organization = await asking.tx.byKey<Organization>('organizations', '', project.scope);
    if (organization?.body.defaultProject === project.id) throw new Problem(403, [{ detail: 'the default project of an organization cannot be deleted' }]);
    const workspaces = await countIn(asking.tx, project.id);
    if (workspaces > 0) throw unprocessable(`the project still has ${workspaces} workspaces; move or delete them first`);
    await dropVarsetsOf(asking.tx, project);
    await asking.tx.delete('projects', project.id);
    return noContent;
  }),
];
