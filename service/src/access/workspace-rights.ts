/** Rights on a workspace: the members of its `permissions` object without their prefix `can-`. */
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
/**
 * Rights that the `permissions` object does not have: the JSON of plans and of assessments, mocks of a plan, new tags, force-canceling a
 * run.
 */
const unshownRights = ['read-plan-json', 'download-mocks', 'add-tags', 'force-cancel'] as const;
export type WorkspaceRight = (typeof workspaceRights)[number] | (typeof unshownRights)[number];
export const allWorkspaceRights: ReadonlySet<WorkspaceRight> = new Set<WorkspaceRight>([...workspaceRights, ...unshownRights]);

export type ProjectRight =
  | 'read'
  | 'update'
  | 'destroy'
  | 'create-workspace'
  | 'move-workspace'
  | 'manage-varsets'
  /** Creates, changes and deletes stacks. */
  | 'manage-stacks'
  | 'add-tags'
  /** A right on each workspace of the project, as the next one is. */
  | 'queue-apply'
  | 'update-variable'
  | 'read-teams'
  | 'manage-teams'
  /** Has its workspaces destroyed by themselves, which on a workspace only its administrators may. */
  | 'manage-ephemeral-workspaces';

/** The access of a team to one workspace or project: the note of their link. */
export interface TeamAccess {
  readonly access: 'read' | 'plan' | 'write' | 'maintain' | 'admin' | 'custom';
  /** With access `custom`, on a workspace or on all workspaces of a project. */
  readonly runs?: 'read' | 'plan' | 'apply';
  readonly variables?: 'none' | 'read' | 'write';
  readonly 'state-versions'?: 'none' | 'read-outputs' | 'read' | 'write';
  readonly 'sentinel-mocks'?: 'none' | 'read';
  readonly 'workspace-locking'?: boolean;
  readonly 'run-tasks'?: boolean;
  readonly 'policy-overrides'?: boolean;
  /** With access `custom` on a project. */
  readonly 'project-settings'?: 'read' | 'update' | 'delete';
  readonly 'project-teams'?: 'none' | 'read' | 'manage';
  readonly 'create-workspaces'?: boolean;
  readonly 'move-workspaces'?: boolean;
  readonly 'delete-workspaces'?: boolean;
  readonly 'project-variable-sets'?: 'none' | 'read' | 'write';
}

/** What comes with any access: its runs, and what it is, without variables and states. */
const seen: readonly WorkspaceRight[] = ['read-run', 'read-settings', 'read-assessment-results'];
const read: readonly WorkspaceRight[] = [...seen, 'read-variable', 'read-state-versions', 'read-state-outputs'];
const plan: readonly WorkspaceRight[] = [...read, 'queue-run'];
const write: readonly WorkspaceRight[] = [
  ...plan,
  'queue-apply',
  'queue-destroy',
  'lock',
  'unlock',
  'update-variable',
  'create-state-versions',
  'download-mocks',
  'add-tags',
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
  'read-plan-json',
  'force-cancel',
];

const listCustomRights = (access: TeamAccess): readonly WorkspaceRight[] => [
  ...seen,
  ...(access.runs === 'plan' || access.runs === 'apply' ? (['queue-run'] as const) : []),
  ...(access.runs === 'apply' ? (['queue-apply', 'queue-destroy'] as const) : []),
  ...(access.variables === 'read' || access.variables === 'write' ? (['read-variable'] as const) : []),
  ...(access.variables === 'write' ? (['update-variable'] as const) : []),
  ...(['read-outputs', 'read', 'write'].includes(access['state-versions'] ?? '') ? (['read-state-outputs'] as const) : []),
  ...(['read', 'write'].includes(access['state-versions'] ?? '') ? (['read-state-versions'] as const) : []),
  ...(access['state-versions'] === 'write' ? (['create-state-versions'] as const) : []),
  ...(access['sentinel-mocks'] === 'read' ? (['download-mocks'] as const) : []),
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

const projectWrite: readonly ProjectRight[] = ['read', 'manage-varsets', 'add-tags', 'queue-apply', 'update-variable'];
const projectAdmin: readonly ProjectRight[] = [
  ...projectWrite,
  'update',
  'destroy',
  'create-workspace',
  'move-workspace',
  'manage-stacks',
  'read-teams',
  'manage-teams',
  'manage-ephemeral-workspaces',
];

const listCustomProjectRights = (access: TeamAccess): readonly ProjectRight[] => {
  const { 'project-settings': settings, 'project-teams': teams } = access;
  return [
    'read',
    ...(settings === 'update' || settings === 'delete' ? (['update', 'add-tags'] as const) : []),
    ...(settings === 'delete' ? (['destroy'] as const) : []),
    ...(teams === 'read' || teams === 'manage' ? (['read-teams'] as const) : []),
    ...(teams === 'manage' ? (['manage-teams'] as const) : []),
    ...(access.runs === 'apply' ? (['queue-apply'] as const) : []),
    ...(access.variables === 'write' ? (['update-variable'] as const) : []),
    ...(access['create-workspaces'] ? (['create-workspace'] as const) : []),
    ...(access['move-workspaces'] ? (['move-workspace'] as const) : []),
    ...(access['project-variable-sets'] === 'write' ? (['manage-varsets'] as const) : []),
  ];
};

/** The rights on the project itself; `listAccessRights` has those on each of its workspaces. */
export const listProjectAccessRights = (access: TeamAccess): readonly ProjectRight[] => {
  switch (access.access) {
    case 'read':
    case 'plan':
      return ['read'];
    case 'write':
      return projectWrite;
    case 'maintain':
      return [...projectWrite, 'create-workspace', 'manage-stacks'];
    case 'admin':
      return projectAdmin;
    case 'custom':
      return listCustomProjectRights(access);
  }
};
/**
 * Whether these rights allow provisioning a no-code module in the project. Its first run is applied at once, so the right to create a
 * workspace does not suffice.
 */
export const canDeployNoCode = (rights: ReadonlySet<ProjectRight>): boolean =>
  rights.has('create-workspace') && rights.has('queue-apply') && rights.has('update-variable');
export const allProjectRights: readonly ProjectRight[] = projectAdmin;
/** The rights of an organization's token on projects: it starts no runs, which automatic destruction would. */
export const organizationTokenProjectRights: readonly ProjectRight[] = projectAdmin.filter(
  (right) => right !== 'manage-ephemeral-workspaces',
);
export const adminRights: readonly WorkspaceRight[] = admin;
export const readRights: readonly WorkspaceRight[] = read;
export const seenRights: readonly WorkspaceRight[] = seen;
/**
 * The rights of an organization's token on workspaces: those of an administrator, except runs and settings that start them later (such as
 * automatic destruction), writing states, and unmasked documents (decision 139).
 */
export const organizationTokenRights: readonly WorkspaceRight[] = admin.filter(
  (right) =>
    ![
      'queue-run',
      'queue-apply',
      'queue-destroy',
      'create-state-versions',
      'manage-assessments',
      'manage-ephemeral-workspaces',
      'read-plan-json',
      'download-mocks',
      'force-cancel',
    ].includes(right),
);
