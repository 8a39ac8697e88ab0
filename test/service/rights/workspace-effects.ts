import { renderStateFile, toBase64, md5Of } from '../../../service/test/workspaces/state-files.ts';
import type { Effects } from './effects.ts';
import type { Place } from './world.ts';
import { document, one } from '../../../service/test/documents.ts';

const variable = (key: string) => document('vars', { key, value: 'v', category: 'env' });
const settings = (attributes: object) => document('workspaces', attributes);

/** The lock of the workspace, held by whoever is asked about: whether it may lock is another effect. */
const lockForActor = ({ world, workspace, actor }: Place): Promise<void> =>
  world.change(workspace, { lock: { holder: actor.holder, reason: '', at: '2026-05-01T12:00:00.000Z' } });

const state = (serial: number) => {
  const text = renderStateFile(serial, 'red');
  return document('state-versions', { serial, md5: md5Of(text), state: toBase64(text) });
};
const writeState = async ({ own, workspace }: Place): Promise<void> => {
  await own(`POST /workspaces/${workspace}/actions/lock`);
  await own(`POST /workspaces/${workspace}/state-versions`, state(1));
  await own(`POST /workspaces/${workspace}/actions/unlock`);
};
const requestChange = async ({ own, workspace }: Place): Promise<string> => {
  const attributes = { action_type: 'change_requests', action_inputs: { subject: 'pin', message: 'Pin it.' }, target_ids: [workspace] };
  await own('POST /organizations/acme/explorer/bulk-actions', document('bulk_actions', attributes));
  return (await own(`GET /workspaces/${workspace}/change-requests`)).data[0].id;
};
const give = (place: Place, team: string) =>
  place.ask(
    'POST /team-workspaces',
    document('team-workspaces', { access: 'read' }, { team: one('teams', team), workspace: one('workspaces', place.workspace) }),
  );
/** IDs of the teams whose access to the workspace the actor is told. */
const listTeams = async ({ ask, workspace }: Place): Promise<readonly string[]> => {
  const { body } = await ask(`GET /team-workspaces?filter[workspace][id]=${workspace}`);
  return (body.data ?? []).map(({ relationships }: any) => relationships.team.data.id);
};
const createTask = async ({ own }: Place, name: string): Promise<string> =>
  (await own('POST /organizations/acme/tasks', document('tasks', { name, url: 'http://127.0.0.1:9/', category: 'task' }))).data.id;

const reads: Effects = {
  'see the workspace': ({ ask, workspace }) => ask(`GET /workspaces/${workspace}`),
  'find it in the list of workspaces': async ({ ask, workspace }) => {
    const { body } = await ask('GET /organizations/acme/workspaces?page[size]=100&sort=-current-run.created-at');
    return (body.data ?? []).some(({ id }: any) => id === workspace);
  },
  'see its configuration versions': ({ ask, workspace }) => ask(`GET /workspaces/${workspace}/configuration-versions`),
  'see its variables': async ({ ask, own, workspace }) => {
    await own(`POST /workspaces/${workspace}/vars`, variable('K'));
    return ask(`GET /workspaces/${workspace}/vars`);
  },
  'see the variable sets that apply to it': ({ ask, workspace }) => ask(`GET /workspaces/${workspace}/varsets`),
  'read its state': async (place) => {
    await writeState(place);
    return place.ask(`GET /workspaces/${place.workspace}/current-state-version`);
  },
  'read the outputs of its state': async (place) => {
    await writeState(place);
    return place.ask(`GET /workspaces/${place.workspace}/current-state-version-outputs`);
  },
  'see its change requests': ({ ask, workspace }) => ask(`GET /workspaces/${workspace}/change-requests`),
  'see the access of your own team to it': async (place) => (await listTeams(place)).includes(place.actor.team!),
  'see the access of all visible teams to it': async (place) => {
    const { own, world, workspace } = place;
    const relationships = { team: one('teams', world.visible), workspace: one('workspaces', workspace) };
    await own('POST /team-workspaces', document('team-workspaces', { access: 'read' }, relationships));
    return (await listTeams(place)).includes(world.visible);
  },
};

const writes: Effects = {
  'change its variables': ({ ask, workspace }) => ask(`POST /workspaces/${workspace}/vars`, variable('K')),
  'write its state': async (place) => {
    await lockForActor(place);
    return place.ask(`POST /workspaces/${place.workspace}/state-versions`, state(1));
  },
  'lock it': ({ ask, workspace }) => ask(`POST /workspaces/${workspace}/actions/lock`),
  'unlock it after yourself': async (place) => {
    await lockForActor(place);
    return place.ask(`POST /workspaces/${place.workspace}/actions/unlock`);
  },
  'add a tag to it': ({ ask, workspace }) =>
    ask(`POST /workspaces/${workspace}/relationships/tags`, { data: [{ type: 'tags', attributes: { name: 'blue' } }] }),
  'archive a change request': async (place) => place.ask(`POST /change-requests/${await requestChange(place)}/actions/archive`),
};

const administration: Effects = {
  'change its settings': ({ ask, workspace }) => ask(`PATCH /workspaces/${workspace}`, settings({ description: 'mine' })),
  'let it be destroyed at a time': ({ ask, workspace }) =>
    ask(`PATCH /workspaces/${workspace}`, settings({ 'auto-destroy-at': '2027-01-01T00:00:00Z' })),
  'delete a tag of it': async ({ ask, own, workspace }) => {
    const tags = { data: [{ type: 'tags', attributes: { name: 'blue' } }] };
    await own(`POST /workspaces/${workspace}/relationships/tags`, tags);
    return ask(`DELETE /workspaces/${workspace}/relationships/tags`, tags);
  },
  'unlock it after another': async ({ ask, own, workspace }) => {
    await own(`POST /workspaces/${workspace}/actions/lock`);
    return ask(`POST /workspaces/${workspace}/actions/force-unlock`);
  },
  'attach a run task to it': async (place) => {
    const { ask, workspace } = place;
    const task = await createTask(place, `task-${workspace}-${place.actor.token}`);
    return ask(
      `POST /workspaces/${workspace}/tasks`,
      document('workspace-tasks', { 'enforcement-level': 'advisory' }, { task: one('tasks', task) }),
    );
  },
  'send notifications from it': ({ ask, workspace }) =>
    ask(
      `POST /workspaces/${workspace}/notification-configurations`,
      document('notification-configurations', { 'destination-type': 'email', enabled: false, name: 'mails', triggers: ['run:created'] }),
    ),
  'let another workspace trigger its runs': ({ ask, workspace, world }) =>
    ask(`POST /workspaces/${workspace}/run-triggers`, document('run-triggers', {}, { sourceable: one('workspaces', world.other) })),
  'share its state with one more workspace': ({ ask, workspace, world }) =>
    ask(`POST /workspaces/${workspace}/relationships/remote-state-consumers`, { data: [{ type: 'workspaces', id: world.other }] }),
  'replace the list of workspaces that read its state': ({ ask, workspace, world }) =>
    ask(`PATCH /workspaces/${workspace}/relationships/remote-state-consumers`, { data: [{ type: 'workspaces', id: world.other }] }),
  'choose its SSH key': ({ ask, workspace }) => ask(`PATCH /workspaces/${workspace}/relationships/ssh-key`, { data: null }),
  'give a visible team access to it': (place) => give(place, place.world.visible),
  'give a secret team access to it': (place) => give(place, place.world.secret),
  'delete it': ({ ask, workspace }) => ask(`POST /workspaces/${workspace}/actions/safe-delete`),
  'force its deletion': ({ ask, workspace }) => ask(`DELETE /workspaces/${workspace}`),
};

export const workspaceEffects: Effects = { ...reads, ...writes, ...administration };
