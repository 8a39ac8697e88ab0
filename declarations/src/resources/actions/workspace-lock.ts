import { action, id, optional, required, string } from '../../declare/index.ts';

const workspaceId = required(id('ws'), 'The workspace.');

export const lockWorkspace = action('workspace_lock', {
  service: 'workspaces',
  doc: 'Locks a workspace. One that is locked already is refused.',
  requests: ['POST /workspaces/{workspace_id}/actions/lock'],
  attributes: { workspace_id: workspaceId, reason: optional(string, 'The reason, which is shown to other users.', { default: '' }) },
});

export const unlockWorkspace = action('workspace_unlock', {
  service: 'workspaces',
  doc: 'Unlocks a workspace that this token locked.',
  requests: ['POST /workspaces/{workspace_id}/actions/unlock'],
  attributes: { workspace_id: workspaceId },
});

export const forceUnlockWorkspace = action('workspace_force_unlock', {
  service: 'workspaces',
  doc: 'Unlocks a workspace whoever locked it. Needs admin rights on it.',
  requests: ['POST /workspaces/{workspace_id}/actions/force-unlock'],
  attributes: { workspace_id: workspaceId },
});
