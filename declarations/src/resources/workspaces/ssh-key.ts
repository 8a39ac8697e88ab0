import { computed, conflictsWith, id, required, resource, string } from '../../declare/index.ts';
import { objectName } from './object-name.ts';
import { organization } from './organization.ts';
import { secretAttributes } from './secret-attributes.ts';
import { moveFromTfe } from '../state-moves.ts';

export const sshKeyResource = resource('ssh_key', {
  service: 'workspaces',
  doc: 'A private key with which runs fetch modules from git servers. `slipway_workspace_ssh_key` gives it to a workspace.',
  type: 'ssh-keys',
  naturalKey: ['organization', 'name'],
  imports: ['{organization}/{id}', '{organization}/{name}'],
  stateMoves: [moveFromTfe('tfe_ssh_key', { id: 'id', organization: 'organization', name: 'name' })],

  endpoints: {
    create: 'POST /organizations/{organization}/ssh-keys',
    list: 'GET /organizations/{organization}/ssh-keys',
    read: 'GET /ssh-keys/{id}',
    update: 'PATCH /ssh-keys/{id}',
    delete: 'DELETE /ssh-keys/{id}',
  },

  attributes: {
    id: computed(id('sshkey'), 'The ID of the key.'),
    organization: { ...organization, unanswered: true },
    name: required(objectName, 'Its name.'),
    ...secretAttributes('value', string, 'The private key.', true),
  },

  constraints: [conflictsWith('value', 'value_wo')],
  requiredOnCreate: [['value', 'value_wo']],
  notes: [
    'No response contains the key, so a change made elsewhere is not noticed. A key that exists keeps its value while neither is set.',
  ],
});
