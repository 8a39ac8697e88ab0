import { workspaceSshKey } from '../../declarations/src/resources/workspaces/workspace-ssh-key.ts';
import { organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { testResource } from './support/resource-case.ts';

const state = { workspace_id: 'ws-1', ssh_key_id: 'sshkey-1' };
const path = '/workspaces/ws-1/relationships/ssh-key';
const body = (id: string | null) => ({ data: { type: 'workspaces', attributes: { id } } });
const workspace = (key: string | null) => ({
  data: {
    id: 'ws-1',
    type: 'workspaces',
    attributes: { name: 'network' },
    relationships: { 'ssh-key': { data: key === null ? null : { id: key, type: 'ssh-keys' } } },
  },
});

testResource(
  workspaceSshKey,
  {
    create: {
      create: state,
      exchanges: [{ request: `PATCH ${path}`, body: body('sshkey-1'), status: 200, answer: workspace('sshkey-1') }],
      state,
    },
    read: {
      read: state,
      exchanges: [{ request: 'GET /workspaces/ws-1', status: 200, answer: workspace('sshkey-2') }],
      state: { ...state, ssh_key_id: 'sshkey-2' },
    },
    update: {
      update: { from: state, to: { workspace_id: 'ws-1', ssh_key_id: 'sshkey-2' } },
      exchanges: [{ request: `PATCH ${path}`, body: body('sshkey-2'), status: 200, answer: workspace('sshkey-2') }],
      state: { ...state, ssh_key_id: 'sshkey-2' },
    },
    delete: { delete: state, exchanges: [{ request: `PATCH ${path}`, body: body(null), status: 200, answer: workspace(null) }] },
  },
  {
    'a workspace without a key: the assignment is gone': {
      read: state,
      exchanges: [{ request: 'GET /workspaces/ws-1', status: 200, answer: workspace(null) }],
      state: null,
    },
    'a workspace that is gone takes its assignment along': {
      read: state,
      exchanges: [{ request: 'GET /workspaces/ws-1', status: 404, answer: errorDocument('404') }, organizationRead(allPermissions)],
      state: null,
    },
    'a workspace that this token may no longer see keeps it': {
      read: state,
      exchanges: [
        { request: 'GET /workspaces/ws-1', status: 404, answer: errorDocument('404') },
        organizationRead({ 'can-create-workspace': false }),
      ],
      error: 'either it is gone, or this token may no longer see it',
    },
    'an answer with another key is told': {
      create: state,
      exchanges: [{ request: `PATCH ${path}`, body: body('sshkey-1'), status: 200, answer: workspace('sshkey-9') }],
      broken: [{ name: 'ssh_key_id', planned: 'sshkey-1', actual: 'sshkey-9' }],
      state: { ...state, ssh_key_id: 'sshkey-9' },
    },
  },
);
