/** IDs of what a world has, by the word that documents of the table use. */
export type WorldIds = { [word: string]: string };
interface WorldDocument {
  /** The noun, by the type of its documents, or what is written by hand. */
  readonly type: string;
  readonly word: string;
  readonly row: (ids: WorldIds) => string;
  readonly attributes: object;
  readonly relationships?: (ids: WorldIds) => object;
}

const one = (type: string, id: string): object => ({ data: { type, id } });
const many = (type: string, ...ids: string[]): object => ({ data: ids.map((id) => ({ type, id })) });
const ofOrganization = (collection: string) => (): string => `POST /organizations/acme/${collection}`;
const ofWorkspace =
  (collection: string) =>
  (ids: WorldIds): string =>
    `POST /workspaces/${ids['web']}/${collection}`;

const all = ['pre_plan', 'post_plan'];
/** Each writable attribute and relationship of each noun has another value than its default. */
export const worldDocuments: readonly WorldDocument[] = [
  { type: 'projects', word: 'harbor', row: ofOrganization('projects'), attributes: { name: 'harbor', description: 'ships' } },
  {
    type: 'workspaces',
    word: 'web',
    row: ofOrganization('workspaces'),
    attributes: { name: 'web', description: 'the site', 'auto-apply': true, 'engine-version': '1.9.8', 'working-directory': 'infra' },
    relationships: (ids) => ({ project: one('projects', ids['harbor']!) }),
  },
  { type: 'workspaces', word: 'net', row: ofOrganization('workspaces'), attributes: { name: 'net', 'trigger-prefixes': ['net'] } },
  {
    type: 'vars',
    word: 'variable',
    row: ofWorkspace('vars'),
    attributes: { key: 'region', value: 'north', category: 'infra', description: 'where', hcl: false, sensitive: false },
  },
  {
    type: 'varsets',
    word: 'set',
    row: ofOrganization('varsets'),
    attributes: { name: 'shared', description: 'for all', priority: true },
    relationships: (ids) => ({
      workspaces: many('workspaces', ids['web']!),
      projects: many('projects', ids['harbor']!),
      vars: { data: [{ type: 'vars', attributes: { key: 'owner', value: 'olivia', category: 'env' } }] },
    }),
  },
  {
    type: 'teams',
    word: 'crew',
    row: ofOrganization('teams'),
    attributes: {
      name: 'crew',
      description: 'on board',
      visibility: 'organization',
      'sso-team-id': 'sso-1',
      'allow-member-token-management': false,
      'organization-access': { 'manage-workspaces': true },
    },
  },
  {
    type: 'agent-pools',
    word: 'pool',
    row: ofOrganization('agent-pools'),
    attributes: { name: 'north', 'organization-scoped': false },
    relationships: (ids) => ({
      'allowed-workspaces': many('workspaces', ids['web']!),
      'allowed-projects': many('projects', ids['harbor']!),
      'excluded-workspaces': many('workspaces', ids['net']!),
    }),
  },
  { type: 'ssh-keys', word: 'key', row: ofOrganization('ssh-keys'), attributes: { name: 'deploy', value: 'a key' } },
  {
    type: 'oauth-clients',
    word: 'host',
    row: ofOrganization('oauth-clients'),
    attributes: {
      name: 'git',
      'service-provider': 'github',
      'http-url': 'https://git.example',
      'api-url': 'https://git.example/api',
      key: 'public',
      secret: 'hidden',
      'rsa-public-key': 'rsa',
      'private-key': 'hidden',
      'oauth-token-string': 'hidden',
      'ado-org-name': 'quays',
      'ado-entra-tenant-id': 'tenant',
      'organization-scoped': false,
    },
    relationships: (ids) => ({ 'agent-pool': one('agent-pools', ids['pool']!), projects: many('projects', ids['harbor']!) }),
  },
  {
    type: 'policies',
    word: 'policy',
    row: ofOrganization('policies'),
    attributes: { name: 'small', description: 'no big ones', kind: 'opa', query: 'data.a.deny', 'enforcement-level': 'mandatory' },
  },
  {
    type: 'policy-sets',
    word: 'policies',
    row: ofOrganization('policy-sets'),
    attributes: {
      name: 'rules',
      description: 'of the port',
      global: true,
      kind: 'opa',
      overridable: true,
      'agent-enabled': true,
      'policy-tool-version': '1.0.0',
      'policies-path': 'rules',
      'policy-update-patterns': ['rules/**'],
      'tag-selectors': [{ 'tag-key': 'tier', 'tag-value': 'one', 'is-exclude': false }],
      'tag-selector-matching-logic': 'all',
      'scoping-type': 'tag',
    },
    relationships: (ids) => ({
      policies: many('policies', ids['policy']!),
      workspaces: many('workspaces', ids['web']!),
      projects: many('projects', ids['harbor']!),
      'workspace-exclusions': many('workspaces', ids['net']!),
      'project-exclusions': many('projects', ids['harbor']!),
    }),
  },
  {
    type: 'policy-set-parameters',
    word: 'parameter',
    row: (ids) => `POST /policy-sets/${ids['policies']}/parameters`,
    attributes: { key: 'limit', value: '7', category: 'policy-set', sensitive: false, hcl: true, description: 'how many' },
  },
  { type: 'policy-set-versions', word: 'version', row: (ids) => `POST /policy-sets/${ids['policies']}/versions`, attributes: {} },
  {
    type: 'reserved-tag-keys',
    word: 'tag',
    row: ofOrganization('reserved-tag-keys'),
    attributes: { key: 'tier', 'disable-overrides': true },
  },
  {
    type: 'tasks',
    word: 'task',
    row: ofOrganization('tasks'),
    attributes: {
      name: 'scan',
      url: 'https://scan.example/in',
      category: 'task',
      description: 'looks',
      'hmac-key': 'hidden',
      enabled: false,
      params: { deep: true },
      'global-configuration': { enabled: true, stages: all, 'enforcement-level': 'mandatory' },
    },
    relationships: (ids) => ({ 'agent-pool': one('agent-pools', ids['pool']!) }),
  },
  {
    type: 'workspace-tasks',
    word: 'attached',
    row: ofWorkspace('tasks'),
    attributes: { 'enforcement-level': 'mandatory', stage: 'pre_plan', stages: all },
    relationships: (ids) => ({ task: one('tasks', ids['task']!) }),
  },
  {
    type: 'cidr-range-lists',
    word: 'networks',
    row: ofOrganization('cidr-range-lists'),
    attributes: { name: 'office', description: 'on land', 'enforcement-scope': 'selected_agent_pools' },
    relationships: (ids) => ({ 'agent-pools': many('agent-pools', ids['pool']!) }),
  },
  {
    type: 'cidr-ranges',
    word: 'range',
    row: (ids) => `POST /cidr-range-lists/${ids['networks']}/relationships/cidr-ranges`,
    attributes: { range: '10.0.0.0/8', description: 'cables', enabled: true },
  },
  {
    type: 'provider-sets',
    word: 'clouds',
    row: ofOrganization('provider-sets'),
    attributes: {
      name: 'clouds',
      description: 'for ships',
      global: true,
      priority: true,
      'provider-source': 'example/cloud',
      'configuration-hcl': 'provider "cloud" {}',
    },
    relationships: (ids) => ({ workspaces: many('workspaces', ids['web']!), projects: many('projects', ids['harbor']!) }),
  },
  {
    type: 'run-triggers',
    word: 'trigger',
    row: ofWorkspace('run-triggers'),
    attributes: {},
    relationships: (ids) => ({ sourceable: one('workspaces', ids['net']!) }),
  },
  ...['workspaces/web', 'projects/harbor', 'teams/crew'].map((parent) => ({
    type: 'notification-configurations',
    word: `told ${parent}`,
    row: (ids: WorldIds) => `POST /${parent.split('/')[0]}/${ids[parent.split('/')[1]!]}/notification-configurations`,
    attributes: {
      name: 'chat',
      'destination-type': 'generic',
      enabled: false,
      url: 'https://chat.example/in',
      token: 'hidden',
      triggers: parent.startsWith('teams') ? ['change_request:created'] : ['run:errored'],
    },
  })),
  {
    type: 'notification-configurations',
    word: 'mail',
    row: ofWorkspace('notification-configurations'),
    attributes: {
      name: 'mail',
      'destination-type': 'email',
      enabled: true,
      'email-addresses': ['a@b.example'],
      triggers: ['run:applying'],
    },
    relationships: (ids) => ({ users: many('users', ids['olivia']!) }),
  },
];
