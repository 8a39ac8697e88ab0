/** What may be done with a workspace: the members of its `permissions` object without their `can-`. */
export const workspaceRights = [
  'update',
  'destroy',
  'queue-run',
  'read-run',
  'read-variable',
  'update-variable',
  'read-state-versions',
  'read-state-outputs',
  'create-state-versions',
  'queue-apply',
  'lock',
  'unlock',
  'force-unlock',
  'read-settings',
  'manage-tags',
  'manage-run-tasks',
  'force-delete',
  'manage-assessments',
  'manage-ephemeral-workspaces',
  'read-assessment-results',
  'queue-destroy',
] as const;
export type WorkspaceRight = (typeof workspaceRights)[number];
export type ProjectRight = 'read' | 'update' | 'destroy' | 'create-workspace' | 'move-workspace' | 'manage-varsets';

/** What a team was given on one workspace or project: the note of its link. */
export interface TeamAccess {
  readonly access: 'read' | 'plan' | 'write' | 'maintain' | 'admin' | 'custom';
  /** For `custom`, on a workspace or on all of a project's. */
  readonly runs?: 'read' | 'plan' | 'apply';
  readonly variables?: 'none' | 'read' | 'write';
  readonly 'state-versions'?: 'none' | 'read-outputs' | 'read' | 'write';
  readonly 'sentinel-mocks'?: 'none' | 'read';
  readonly 'workspace-locking'?: boolean;
  readonly 'run-tasks'?: boolean;
  readonly 'policy-overrides'?: boolean;
  /** For `custom` on a project. */
  readonly 'project-settings'?: 'read' | 'update' | 'delete';
  readonly 'project-teams'?: 'none' | 'read' | 'manage';
  readonly 'create-workspaces'?: boolean;
  readonly 'move-workspaces'?: boolean;
  readonly 'delete-workspaces'?: boolean;
  readonly 'project-variable-sets'?: 'none' | 'read' | 'write';
}

const read: readonly WorkspaceRight[] = [
  'read-run',
  'read-variable',
  'read-state-versions',
  'read-state-outputs',
  'read-settings',
  'read-assessment-results',
];
const plan: readonly WorkspaceRight[] = [...read, 'queue-run'];
const write: readonly WorkspaceRight[] = [
  ...plan,
  'queue-apply',
  'queue-destroy',
  'lock',
  'unlock',
  'update-variable',
  'create-state-versions',
];
const admin: readonly WorkspaceRight[] = [
  ...write,
  'update',
  'destroy',
  'force-unlock',
  'manage-tags',
  'manage-run-tasks',
  'manage-assessments',
  'manage-ephemeral-workspaces',
];

const listCustomRights = (access: TeamAccess): readonly WorkspaceRight[] => [
  'read-run',
  'read-settings',
  'read-assessment-results',
  ...(access.runs === 'plan' || access.runs === 'apply' ? (['queue-run'] as const) : []),
  ...(access.runs === 'apply' ? (['queue-apply', 'queue-destroy'] as const) : []),
  ...(access.variables === 'read' || access.variables === 'write' ? (['read-variable'] as const) : []),
  ...(access.variables === 'write' ? (['update-variable'] as const) : []),
  ...(['read-outputs', 'read', 'write'].includes(access['state-versions'] ?? '') ? (['read-state-outputs'] as const) : []),
  ...(['read', 'write'].includes(access['state-versions'] ?? '') ? (['read-state-versions'] as const) : []),
  ...(access['state-versions'] === 'write' ? (['create-state-versions'] as const) : []),
  ...(access['workspace-locking'] ? (['lock', 'unlock'] as const) : []),
  ...(access['run-tasks'] ? (['manage-run-tasks'] as const) : []),
  ...(access['delete-workspaces'] ? (['destroy'] as const) : []),
];

/** Spec 1, Authentication; the levels' contents are public knowledge of the hosted service. Force delete is never among them. */
export const listAccessRights = (access: TeamAccess): readonly WorkspaceRight[] => {
  switch (access.access) {
    case 'read':
      return read;
    case 'plan':
      return plan;
    case 'write':
      return write;
    case 'maintain':
    case 'admin':
      return admin;
    case 'custom':
      return listCustomRights(access);
  }
};

export const listProjectAccessRights = (access: TeamAccess): readonly ProjectRight[] => {
  switch (access.access) {
    case 'read':
    case 'plan':
    case 'write':
      return ['read'];
    case 'maintain':
      return ['read', 'create-workspace', 'move-workspace', 'manage-varsets'];
    case 'admin':
      return ['read', 'update', 'destroy', 'create-workspace', 'move-workspace', 'manage-varsets'];
    case 'custom':
      return [
        'read',
        ...(access['project-settings'] === 'update' || access['project-settings'] === 'delete' ? (['update'] as const) : []),
        ...(access['project-settings'] === 'delete' ? (['destroy'] as const) : []),
        ...(access['create-workspaces'] ? (['create-workspace'] as const) : []),
        ...(access['move-workspaces'] ? (['move-workspace'] as const) : []),
        ...(access['project-variable-sets'] === 'write' ? (['manage-varsets'] as const) : []),
      ];
  }
};
export const allProjectRights: readonly ProjectRight[] = listProjectAccessRights({ access: 'admin' });
export const adminRights: readonly WorkspaceRight[] = admin;
export const readRights: readonly WorkspaceRight[] = read;
