import { type AcceptedRequests, createWorkspace, type World } from './accepted-request.ts';
import { document } from '../../../documents.ts';

const retention = document('data-retention-policy-delete-olders', { 'delete-older-than-n-days': 30 });
const stateOf = (serial: number): string =>
  Buffer.from(`{"version":4,"serial":${serial},"lineage":"l","outputs":{},"resources":[]}`).toString('base64');

const workspaceWithPolicy = async (world: World, name: string) => {
  const workspace = await createWorkspace(world, name);
  await world.ask(`POST /workspaces/${workspace['a workspace']}/relationships/data-retention-policy`, retention);
  return workspace;
};
const organizationWithPolicy = async ({ ask }: World, name: string) => {
  await ask('POST /organizations', document('organizations', { name, email: 'a@b.example' }));
  await ask(`POST /organizations/${name}/relationships/data-retention-policy`, retention);
  return { 'an organization': name };
};
/** A state version that another one followed, after these actions. */
const formerState = async (world: World, name: string, ...actions: readonly string[]) => {
  const workspace = (await createWorkspace(world, name))['a workspace'];
  await world.ask(`POST /workspaces/${workspace}/actions/lock`);
  const save = (serial: number) =>
    world.ask(`POST /workspaces/${workspace}/state-versions`, document('state-versions', { serial, state: stateOf(serial) }));
  const { id } = (await save(1)).data;
  await save(2);
  for (const action of actions) await world.ask(`POST /state-versions/${id}/actions/${action}_backing_data`);
  return { 'a state': id as string };
};
const ofWorkspace = '/workspaces/<a workspace>/relationships/data-retention-policy';
const ofOrganization = '/organizations/<an organization>/relationships/data-retention-policy';
const rowOf = (method: string, parent: string): string => `${method} /${parent}/relationships/data-retention-policy`;
const [workspace, organization] = ['workspaces/{workspace_id}', 'organizations/{organization_name}'];

/** What only the self-hosted edition has. */
export const selfHosted: AcceptedRequests = {
  [rowOf('POST', workspace)]: { prepare: (world) => createWorkspace(world, 'without-policy'), path: ofWorkspace, body: retention },
  [rowOf('GET', workspace)]: { prepare: (world) => workspaceWithPolicy(world, 'with-policy'), path: ofWorkspace },
  [rowOf('PATCH', workspace)]: {
    prepare: (world) => workspaceWithPolicy(world, 'with-changed-policy'),
    path: ofWorkspace,
    body: retention,
  },
  [rowOf('DELETE', workspace)]: { prepare: (world) => workspaceWithPolicy(world, 'with-former-policy'), path: ofWorkspace },
  [rowOf('POST', organization)]: { path: ofOrganization.replace('<an organization>', 'acme'), body: retention },
  [rowOf('GET', organization)]: { prepare: (world) => organizationWithPolicy(world, 'shows'), path: ofOrganization },
  [rowOf('PATCH', organization)]: { prepare: (world) => organizationWithPolicy(world, 'changes'), path: ofOrganization, body: retention },
  [rowOf('DELETE', organization)]: { prepare: (world) => organizationWithPolicy(world, 'deletes'), path: ofOrganization },
  'POST /state-versions/{state_version_id}/actions/soft_delete_backing_data': {
    prepare: (world) => formerState(world, 'with-former-state'),
    path: '/state-versions/<a state>/actions/soft_delete_backing_data',
  },
  'POST /state-versions/{state_version_id}/actions/restore_backing_data': {
    prepare: (world) => formerState(world, 'with-restored-state', 'soft_delete'),
    path: '/state-versions/<a state>/actions/restore_backing_data',
  },
  'POST /state-versions/{state_version_id}/actions/permanently_delete_backing_data': {
    prepare: (world) => formerState(world, 'with-lost-state', 'soft_delete'),
    path: '/state-versions/<a state>/actions/permanently_delete_backing_data',
  },
};
