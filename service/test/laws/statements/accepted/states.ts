import { createHash } from 'node:crypto';
import { type AcceptedRequests, createWorkspace, pathOf, type World } from './accepted-request.ts';
import { document, one } from '../../../documents.ts';

const state = (serial: number) => `{"version":4,"serial":${serial},"lineage":"l","outputs":{},"resources":[]}`;
const inline = (serial: number) =>
  document('state-versions', { serial, lineage: 'l', state: Buffer.from(state(serial)).toString('base64') });

const lockedWorkspace = async (world: World, name: string) => {
  const workspace = await createWorkspace(world, name);
  await world.ask(`POST /workspaces/${workspace['a workspace']}/actions/lock`);
  return workspace;
};
const withState = async (world: World, name: string) => {
  const workspace = await lockedWorkspace(world, name);
  const { data } = await world.ask(`POST /workspaces/${workspace['a workspace']}/state-versions`, inline(1));
  return { ...workspace, 'a state': data.id as string, 'its address': pathOf(data.attributes['hosted-state-download-url']) };
};
/** As clients of the hosted service are told them. */
const readAddresses = async ({ bench }: World, id: string): Promise<any> =>
  (await bench.request(`GET /state-versions/${id}`, undefined, { headers: { 'user-agent': 'go-tfe' } })).body.data.attributes;
/** Addresses at which the contents of a state version are put. */
const awaited = async (world: World, name: string) => {
  const workspace = await lockedWorkspace(world, name);
  const md5 = createHash('md5').update(state(1)).digest('hex');
  const awaiting = document('state-versions', { serial: 1, lineage: 'l', md5 });
  const { id } = (await world.ask(`POST /workspaces/${workspace['a workspace']}/state-versions`, awaiting)).data;
  const told = await readAddresses(world, id);
  return {
    'a state': id as string,
    'address of the state': pathOf(told['hosted-state-upload-url']),
    'address of the JSON': pathOf(told['hosted-json-state-upload-url']),
  };
};
/** Addresses at which the contents of a state version are read. */
const uploaded = async (world: World, name: string) => {
  const { bench } = world;
  const paths = await awaited(world, name);
  await bench.request(`PUT ${paths['address of the state']}`, state(1), { token: null });
  await bench.request(`PUT ${paths['address of the JSON']}`, '{}', { token: null });
  const told = await readAddresses(world, paths['a state']);
  return { 'address of the JSON': pathOf(told['hosted-json-state-download-url']) };
};
const path = '/workspaces/<a workspace>';
const lock = {
  ID: '11111111-2222-4333-8444-555555555555',
  Operation: 'OperationTypePlan',
  Who: 'jo',
  Version: '1.11.4',
  Created: '',
  Path: '',
};

export const states: AcceptedRequests = {
  'POST /workspaces/{workspace_id}/actions/unlock': {
    prepare: (world) => lockedWorkspace(world, 'locked'),
    path: `${path}/actions/unlock`,
  },
  'POST /workspaces/{workspace_id}/actions/force-unlock': {
    prepare: (world) => lockedWorkspace(world, 'locked by force'.replaceAll(' ', '-')),
    path: `${path}/actions/force-unlock`,
  },
  'POST /workspaces/{workspace_id}/state-versions': {
    prepare: (world) => withState(world, 'with-state'),
    path: `${path}/state-versions`,
    body: inline(2),
  },
  'PATCH /workspaces/{workspace_id}/state-versions': {
    prepare: (world) => withState(world, 'with-former-state'),
    path: `${path}/state-versions`,
    body: document('state-versions', {}, { 'rollback-state-version': one('state-versions', '<a state>') }),
  },
  'GET /state-versions/{state_version_id}/download/{secret}': {
    prepare: (world) => withState(world, 'downloaded'),
    path: '<its address>',
    token: null,
  },
  'PUT /state-versions/{state_version_id}/upload/{secret}': {
    prepare: (world) => awaited(world, 'awaiting'),
    path: '<address of the state>',
    body: state(1),
    token: null,
  },
  'PUT /state-versions/{state_version_id}/json-upload/{secret}': {
    prepare: (world) => awaited(world, 'awaiting-json'),
    path: '<address of the JSON>',
    body: '{}',
    token: null,
  },
  'GET /state-versions/{state_version_id}/json-download/{secret}': {
    prepare: (world) => uploaded(world, 'with-json'),
    path: '<address of the JSON>',
    token: null,
  },
  'POST /organizations/{organization_name}/workspaces/{name}/state': {
    prepare: (world) => createWorkspace(world, 'of-a-backend'),
    path: '/organizations/acme/workspaces/<its name>/state',
    body: state(1),
  },
  'LOCK /organizations/{organization_name}/workspaces/{name}/state': { body: lock },
  'UNLOCK /organizations/{organization_name}/workspaces/{name}/state': {
    prepare: async (world) => {
      const workspace = await createWorkspace(world, 'locked-by-a-backend');
      await world.ask(`LOCK /organizations/acme/workspaces/${workspace['its name']}/state`, lock);
      return workspace;
    },
    path: '/organizations/acme/workspaces/<its name>/state',
    body: lock,
  },
};
