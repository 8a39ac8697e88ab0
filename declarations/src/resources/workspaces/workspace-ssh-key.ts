import { id, ownRequest, required, resource, toOneRelationship } from '../../declare/index.ts';

export const workspaceSshKey = resource('workspace_ssh_key', {
  service: 'workspaces',
  doc: 'The SSH key that a workspace fetches its modules with.',
  type: 'workspaces',
  key: ['workspace_id'],
  presenceAttribute: 'ssh_key_id',
  imports: ['{organization}/{workspace_id}', '{workspace_id}'],
  notListed: 'The key of a workspace is a part of it, and an import names it by the workspace.',
  endpoints: {
    create: 'PATCH /workspaces/{workspace_id}/relationships/ssh-key',
    update: 'PATCH /workspaces/{workspace_id}/relationships/ssh-key',
    delete: 'PATCH /workspaces/{workspace_id}/relationships/ssh-key',
    read: 'GET /workspaces/{workspace_id}',
  },
  attributes: {
    workspace_id: required(id('ws'), 'The workspace.', { immutable: true, references: 'workspace' }),
    ssh_key_id: required(id('sshkey'), 'The key.', { at: ownRequest('id', toOneRelationship('ssh-key', 'ssh-keys')) }),
  },
});
