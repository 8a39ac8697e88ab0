import type { AcceptedRequests, World } from './accepted-request.ts';
import { document, many, one } from '../../../documents.ts';

const variable = (key: string) => document('vars', { key, value: 'eu', category: 'env' });

/** A variable of the workspace. */
const workspaceVariable = async ({ ask, values }: World, key: string) => ({
  'another variable': (await ask(`POST /workspaces/${values['workspace_id']}/vars`, variable(key))).data.id as string,
});

/** A set that applies to the workspace, with a variable. */
const appliedSet = async ({ ask, values }: World, name: string) => {
  const { id } = (
    await ask(
      'POST /organizations/acme/varsets',
      document('varsets', { name }, { workspaces: many('workspaces', values['workspace_id']!) }),
    )
  ).data;
  return { 'a set': id as string, 'its variable': (await ask(`POST /varsets/${id}/relationships/vars`, variable('k'))).data.id as string };
};

export const variables: AcceptedRequests = {
  'POST /workspaces/{workspace_id}/vars': { body: variable('zone') },
  'POST /varsets/{varset_id}/relationships/vars': { body: variable('zone') },
  'POST /vars': {
    body: document('vars', { key: 'area', value: 'eu', category: 'env' }, { workspace: one('workspaces', '<workspace_id>') }),
  },
  'PATCH /workspaces/{workspace_id}/relationships/vars': {
    body: { data: [{ type: 'vars', id: '<var_id of workspaces>', attributes: { value: 'us' } }] },
  },
  'PATCH /vars/{var_id}': { path: '/vars/<var_id of workspaces>', body: document('vars', { value: 'us' }) },
  'DELETE /vars/{var_id}': { prepare: (world) => workspaceVariable(world, 'gone'), path: '/vars/<another variable>' },
  'GET /workspaces/{workspace_id}/varsets/{varset_id}/relationships/vars': {
    prepare: (world) => appliedSet(world, 'applied'),
    path: '/workspaces/<workspace_id>/varsets/<a set>/relationships/vars',
  },
  'GET /workspaces/{workspace_id}/varsets/{varset_id}/relationships/vars/{var_id}': {
    prepare: (world) => appliedSet(world, 'applied as well'),
    path: '/workspaces/<workspace_id>/varsets/<a set>/relationships/vars/<its variable>',
  },
};
