import type { TeamAccess } from '../../access/workspace-rights.ts';

type Permissions = Required<Omit<TeamAccess, 'access'>>;

const read: Permissions = {
  runs: 'read',
  variables: 'read',
  'state-versions': 'read',
  'sentinel-mocks': 'none',
  'workspace-locking': false,
  'run-tasks': false,
  'policy-overrides': false,
  'project-settings': 'read',
  'project-teams': 'none',
  'create-workspaces': false,
  'move-workspaces': false,
  'delete-workspaces': false,
  'project-variable-sets': 'read',
};
const write: Permissions = {
  ...read,
  runs: 'apply',
  variables: 'write',
  'state-versions': 'write',
  'sentinel-mocks': 'read',
  'workspace-locking': true,
  'project-variable-sets': 'write',
};
const maintain: Permissions = {
  ...write,
  'run-tasks': true,
  'policy-overrides': true,
  'create-workspaces': true,
  'delete-workspaces': true,
};

/** The permissions of each level; for `custom` the defaults, which are the least. */
const levels: { readonly [level in TeamAccess['access']]: Permissions } = {
  read,
  plan: { ...read, runs: 'plan' },
  write,
  maintain,
  admin: { ...maintain, 'move-workspaces': true, 'project-settings': 'delete', 'project-teams': 'manage' },
  custom: { ...read, variables: 'none', 'state-versions': 'none', 'project-variable-sets': 'none' },
};

/** Every permission of an access: those of its level, or of a custom one its own. */
export const resolvePermissions = (access: TeamAccess): Permissions =>
  access.access === 'custom' ? { ...levels.custom, ...access } : levels[access.access];
