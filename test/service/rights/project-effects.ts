import { newId } from '../../../service/src/store/new-id.ts';
import type { Effects } from './effects.ts';
import type { Place } from './world.ts';
import { document, one } from '../../../service/test/documents.ts';

const tags = { data: [{ type: 'tag-bindings', attributes: { key: 'team', value: 'blue' } }] };
/** IDs of the teams whose access to the project the actor is told. */
const listTeams = async ({ ask, project }: Place): Promise<readonly string[]> => {
  const { body } = await ask(`GET /team-projects?filter[project][id]=${project}`);
  return (body.data ?? []).map(({ relationships }: any) => relationships.team.data.id);
};
const toProject = (project: string) => ({ project: one('projects', project) });
const createWorkspaceIn = ({ ask }: Place, project: string) =>
  ask('POST /organizations/acme/workspaces', document('workspaces', { name: newId('ws') }, toProject(project)));
const moveTo = ({ ask, workspace }: Place, project: string) =>
  ask(`POST /projects/${project}/relationships/workspaces`, { data: [{ type: 'workspaces', id: workspace }] });
/** A project in which the actor is an administrator. */
const createOwnProject = async ({ world, own, actor }: Place): Promise<string> => {
  const project = await world.project(newId('prj'));
  if (actor.team !== undefined)
    await own(
      'POST /team-projects',
      document('team-projects', { access: 'admin' }, { team: one('teams', actor.team), ...toProject(project) }),
    );
  return project;
};
let offer: { readonly world: unknown; readonly id: Promise<string> } | undefined;

export const projectEffects: Effects = {
  'see the project': ({ ask, project }) => ask(`GET /projects/${project}`),
  'rename the project': ({ ask, project }) => ask(`PATCH /projects/${project}`, document('projects', { name: newId('prj') })),
  'delete the project': async ({ ask, own, world, workspace, project }) => {
    await own(`POST /projects/${world.home}/relationships/workspaces`, { data: [{ type: 'workspaces', id: workspace }] });
    return ask(`DELETE /projects/${project}`);
  },
  'create a workspace in the project': (place) => createWorkspaceIn(place, place.project),
  'create a workspace in the default project': (place) => createWorkspaceIn(place, place.world.home),
  'move a workspace out of the project, to one where you are an administrator': async (place) =>
    moveTo(place, await createOwnProject(place)),
  'move a workspace into the project, from one where you are an administrator': async (place) => {
    const from = await createOwnProject(place);
    await place.own(`POST /projects/${from}/relationships/workspaces`, { data: [{ type: 'workspaces', id: place.workspace }] });
    return moveTo(place, place.project);
  },
  'add a tag to the project': ({ ask, project }) => ask(`PATCH /projects/${project}/tag-bindings`, tags),
  'replace the tags of the project': ({ ask, project }) => ask(`PATCH /projects/${project}/relationships/tag-bindings`, tags),
  'see the access of your own team to the project': async (place) => (await listTeams(place)).includes(place.actor.team!),
  'see the access of all visible teams to the project': async (place) => {
    const { own, world, project } = place;
    const relationships = { team: one('teams', world.visible), ...toProject(project) };
    await own('POST /team-projects', document('team-projects', { access: 'read' }, relationships));
    return (await listTeams(place)).includes(world.visible);
  },
  'give a visible team access to the project': async ({ ask, own, project }) => {
    const team = (await own('POST /organizations/acme/teams', document('teams', { name: newId('team'), visibility: 'organization' }))).data;
    return ask(
      'POST /team-projects',
      document('team-projects', { access: 'read' }, { team: one('teams', team.id), ...toProject(project) }),
    );
  },
  'give a secret team access to the project': ({ ask, world, project }) =>
    ask('POST /team-projects', document('team-projects', { access: 'read' }, { team: one('teams', world.secret), ...toProject(project) })),
  'write a variable set of the project': ({ ask, project }) =>
    ask('POST /organizations/acme/varsets', document('varsets', { name: newId('varset') }, { parent: one('projects', project) })),
  'send notifications from the project': ({ ask, project }) =>
    ask(
      `POST /projects/${project}/notification-configurations`,
      document('notification-configurations', { 'destination-type': 'email', enabled: false, name: 'mails', triggers: ['run:created'] }),
    ),
  'provision a no-code module in the project': async ({ ask, world, project }) => {
    if (offer?.world !== world) offer = { world, id: world.createNoCodeModule() };
    const vars = { data: [{ type: 'vars', attributes: { key: 'region', value: 'eu', category: 'infra' } }] };
    return ask(
      `POST /no-code-modules/${await offer.id}/workspaces`,
      document('workspaces', { name: newId('ws') }, { vars, ...toProject(project) }),
    );
  },
};
