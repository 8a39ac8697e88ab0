import { bool, computed, id, optional, required, resource, string } from '../../declare/index.ts';

/** `put` is hand-written: the body is `{reason}`, not a document. */
export const workspaceLock = resource('workspace_lock', {
  service: 'workspaces',
  doc: "A lock held on a workspace for as long as this resource exists: nobody else's run starts there.",
  type: 'workspaces',
  key: ['workspace_id'],
  presenceAttribute: 'locked',
  imports: ['{organization}/{workspace_id}', '{workspace_id}'],
  notListed: 'A lock is a part of its workspace, and an import names it by the workspace.',
  endpoints: {
    create: 'POST /workspaces/{workspace_id}/actions/lock',
    read: 'GET /workspaces/{workspace_id}',
    delete: 'POST /workspaces/{workspace_id}/actions/unlock',
    'delete when force_unlock': 'POST /workspaces/{workspace_id}/actions/force-unlock',
  },
  attributes: {
    workspace_id: required(id('ws'), 'The workspace that is locked.', { immutable: true, references: 'workspace' }),
    reason: optional(string, 'The reason, which is shown to other users. A change locks the workspace again.', {
      default: '',
      immutable: true,
      at: 'locked-reason',
    }),
    force_unlock: optional(bool, 'Whether destroying it unlocks the workspace although somebody else locked it meanwhile.', {
      default: false,
      local: true,
    }),
    locked: computed(bool, 'Whether it is locked: always true while this resource exists.'),
  },
  notes: [
    'A workspace that somebody else has locked is refused (409): who holds the lock is in the message.',
    'A lock is a resource and an action, and no ephemeral: an ephemeral one would open at ' +
      'every plan and close before unrelated resources are done.',
  ],
});
