import type { RightsRow, RightsTable } from './rights-table.ts';

export type OrganizationColumn =
  | 'no right'
  | 'read-workspaces'
  | 'read-projects'
  | 'manage-workspaces'
  | 'manage-projects'
  | 'manage-policies'
  | 'manage-policy-overrides'
  | 'manage-run-tasks'
  | 'manage-vcs-settings'
  | 'manage-agent-pools'
  | 'manage-modules'
  | 'manage-providers'
  | 'manage-membership'
  | 'manage-teams'
  | 'manage-organization-access'
  | 'access-secret-teams'
  | 'manage-membership, access-secret-teams'
  | 'manage-teams, access-secret-teams'
  | 'owners';

const columns: readonly OrganizationColumn[] = [
  'no right',
  'read-workspaces',
  'read-projects',
  'manage-workspaces',
  'manage-projects',
  'manage-policies',
  'manage-policy-overrides',
  'manage-run-tasks',
  'manage-vcs-settings',
  'manage-agent-pools',
  'manage-modules',
  'manage-providers',
  'manage-membership',
  'manage-teams',
  'manage-organization-access',
  'access-secret-teams',
  'manage-membership, access-secret-teams',
  'manage-teams, access-secret-teams',
  'owners',
];
const managers = ['manage-workspaces', 'manage-projects', 'owners'] as const;
const readers = ['read-workspaces', ...managers] as const;
const deciders = [...readers, 'manage-policies', 'manage-policy-overrides', 'manage-agent-pools'] as const;
const projectManagers = ['manage-projects', 'owners'] as const;

const reachSecret = ['manage-membership, access-secret-teams', 'manage-teams, access-secret-teams', 'owners'] as const;
const manageMembers = ['manage-membership', 'manage-teams', 'manage-organization-access', ...reachSecret] as const;
const manageTeams = ['manage-teams', 'manage-organization-access', 'manage-teams, access-secret-teams', 'owners'] as const;
const manageSecretTeams = ['manage-teams, access-secret-teams', 'owners'] as const;

type Row = RightsRow<OrganizationColumn>;

const onWorkspaces: readonly Row[] = [
  { effect: 'see the project', may: ['read-projects', ...readers] },
  { effect: 'see the workspace', may: deciders },
  { effect: 'find it in the list of workspaces', may: deciders },
  { effect: 'see its runs', may: deciders },
  { effect: 'read the log of a plan', may: deciders },
  { effect: 'see its variables', may: readers },
  { effect: 'see the variable sets that apply to it', may: readers },
  { effect: 'read its state', may: readers },
  { effect: 'read the outputs of its state', may: readers },
  { effect: 'start a run', may: managers },
  { effect: 'confirm a run', may: managers },
  { effect: 'change its variables', may: managers },
  { effect: 'change its settings', may: managers },
  { effect: 'read a plan as JSON', may: managers },
  { effect: 'export mocks of a plan', may: managers },
  { effect: 'attach a run task to it', may: managers },
  { effect: 'give a visible team access to it', may: managers },
  { effect: 'replace the list of workspaces that read its state', may: managers, refused: 422 },
  { effect: 'delete it', may: managers },
  { effect: 'force its deletion', may: ['owners'], refused: 403 },
  { effect: 'override policies of a run', may: ['manage-policy-overrides', 'owners'] },
  { effect: 'ask workspaces for a change', may: managers },
];

const onProjects: readonly Row[] = [
  { effect: 'create a workspace in the default project', may: managers, refused: 422 },
  { effect: 'create a workspace in the project', may: projectManagers, refused: 422 },
  { effect: 'move a workspace to another project', may: projectManagers, refused: 403 },
  { effect: 'create a project', may: projectManagers },
  { effect: 'rename the project', may: projectManagers },
  { effect: 'give a visible team access to the project', may: projectManagers },
  { effect: 'write a variable set of the project', may: projectManagers },
  { effect: 'write a variable set of the organization', may: managers },
];

const onTeams: readonly Row[] = [
  { effect: 'see a visible team', may: columns },
  { effect: 'see a secret team', may: reachSecret },
  { effect: 'find a secret team in the list of teams', may: reachSecret },
  { effect: 'list the members of the organization', may: manageMembers },
  { effect: 'invite somebody', may: manageMembers },
  { effect: 'remove a member', may: manageMembers },
  { effect: 'remove a member who is in a secret team', may: reachSecret },
  { effect: 'add a member to a visible team', may: manageMembers },
  { effect: 'add a member to a visible team that may do more than you', may: ['owners'] },
  { effect: 'remove a member of a visible team', may: manageMembers },
  { effect: 'add a member to a secret team', may: reachSecret },
  { effect: 'remove a member of a secret team', may: reachSecret },
  { effect: 'create a visible team', may: manageTeams },
  { effect: 'create a secret team', may: manageSecretTeams, refused: 422 },
  { effect: 'rename a visible team', may: manageTeams },
  { effect: 'rename a secret team', may: manageSecretTeams },
  { effect: 'make a token of a visible team', may: manageTeams },
  { effect: 'make a token of a secret team', may: manageSecretTeams },
  {
    effect: 'take a right of a visible team in the organization away',
    may: ['manage-organization-access', 'owners'],
    refused: 422,
  },
];

const onOrganization: readonly Row[] = [
  { effect: 'create a policy', may: ['manage-policies', 'owners'] },
  { effect: 'create a policy set', may: ['manage-policies', 'owners'] },
  { effect: 'create a run task', may: ['manage-run-tasks', 'owners'] },
  { effect: 'connect a code host', may: ['manage-vcs-settings', 'owners'] },
  { effect: 'create an SSH key', may: ['manage-vcs-settings', 'owners'] },
  { effect: 'create an agent pool', may: ['manage-agent-pools', 'owners'] },
  { effect: 'see the modules of the registry', may: columns },
  { effect: 'publish a module', may: ['manage-modules', 'owners'] },
  { effect: 'offer a module without code', may: ['manage-modules', 'owners'] },
  { effect: 'publish a provider', may: ['manage-providers', 'owners'] },
  { effect: 'add a GPG key', may: ['manage-modules', 'manage-providers', 'owners'], refused: 422 },
  { effect: 'reserve a tag key', may: ['owners'] },
  { effect: 'change the settings of the organization', may: ['owners'] },
  { effect: 'make the token of the organization', may: ['owners'] },
  { effect: 'make the token for the audit trail', may: ['owners'] },
  { effect: 'read the audit trail', may: [] },
];

/** Rights of a team in the whole organization, one at a time. */
export const organizationRights: RightsTable<OrganizationColumn> = {
  title: 'Rights in the organization',
  about: [
    'A team has these rights beside its access to workspaces and projects. `manage-projects` includes `manage-workspaces`;',
    '`manage-organization-access` includes `manage-teams`, and that one `manage-membership`. `access-secret-teams` alone changes nothing:',
    'it lets the three rights on teams reach secret teams as well. Who adds a member to a team must have every right of that team.',
  ],
  columns,
  rows: [...onWorkspaces, ...onProjects, ...onTeams, ...onOrganization],
};
