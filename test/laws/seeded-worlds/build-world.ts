import * as assert from 'uvu/assert';
import type { Store } from '../../../src/service/store/store.ts';
import type { TestService } from '../../service/support.ts';

/** IDs of what a world has, by the word that documents of the table use. */
type Ids = { [word: string]: string };
interface WorldDocument {
  /** The noun, by the type of its documents, or what is written by hand. */
  readonly type: string;
  readonly word: string;
  readonly row: (ids: Ids) => string;
  readonly attributes: object;
  readonly relationships?: (ids: Ids) => object;
}

const one = (type: string, id: string): object => ({ data: { type, id } });
const many = (type: string, ...ids: string[]): object => ({ data: ids.map((id) => ({ type, id })) });
const ofOrganization = (collection: string) => (): string => `POST /organizations/acme/${collection}`;
const ofWorkspace =
  (collection: string) =>
  (ids: Ids): string =>
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
    type: 'run-triggers',
    word: 'trigger',
    row: ofWorkspace('run-triggers'),
    attributes: {},
    relationships: (ids) => ({ sourceable: one('workspaces', ids['net']!) }),
  },
  ...['workspaces/web', 'projects/harbor', 'teams/crew'].map((parent) => ({
    type: 'notification-configurations',
    word: `told ${parent}`,
    row: (ids: Ids) => `POST /${parent.split('/')[0]}/${ids[parent.split('/')[1]!]}/notification-configurations`,
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

const typeOf = (type: string): string => (type === 'policy-set-parameters' ? 'vars' : type);

/** Agents, which no request lets join, and the result of an assessment, which a run of the engine would bring. */
const insertOthers = async (store: Store, ids: Ids): Promise<void> => {
  const agent = { name: 'boat', status: 'idle', ipAddress: '192.0.2.9', lastPingAt: '2026-05-01T11:00:00.000Z', organization: 'acme' };
  const figures = { resourcesDrifted: 2, resourcesUndrifted: 1, checksPassed: 3, checksFailed: 4, checksErrored: 5, checksUnknown: 6 };
  const result = { source: 'asmt-one', succeeded: true, errorMessage: null, drifted: true, allChecksSucceeded: false, ...figures };
  const createdAt = '2026-05-01T10:00:00.000Z';
  await store.write(async (tx) => {
    const insert = (kind: string, id: string, scope: string, body: object) =>
      tx.insert({ id, kind, scope, key: id, name: id, body: { ...body, organization: 'acme', createdAt } });
    await insert('agents', 'agent-one', ids['pool']!, agent);
    await insert('assessments', 'asmt-one', ids['web']!, { workspace: ids['web'], status: 'finished', movesAt: null });
    await insert('assessment-results', 'asmtres-one', ids['web']!, result);
    const workspace = (await tx.get<object>('workspaces', ids['web']!))!;
    const assessment = { pending: null, result: 'asmtres-one', at: createdAt };
    await tx.update(workspace, { body: { ...workspace.body, assessment } });
  });
};

/** Writes the world by requests, one after the other in time. */
export const buildWorld = async ({ request, clock, store }: TestService): Promise<Ids> => {
  const ids: Ids = { olivia: (await request('GET /account/details')).body.data.id };
  for (const { type, word, row, attributes, relationships } of worldDocuments) {
    clock.freeze(new Date(clock.now().getTime() + 60_000));
    const data = { type: typeOf(type), attributes, ...(relationships ? { relationships: relationships(ids) } : {}) };
    const { status, body } = await request(row(ids), { data });
    assert.ok(status === 200 || status === 201, `${row(ids)}: ${status} ${JSON.stringify(body)}`);
    ids[word] = body.data.id;
  }
  const text = { 'content-type': 'text/plain' };
  assert.is((await request(`PUT /policies/${ids['policy']}/upload`, Buffer.from('package a\n'), { headers: text })).status, 200);
  const change = { subject: 'paint', message: 'it is dull' };
  const bulk = { data: { attributes: { action_type: 'change_requests', action_inputs: change, target_ids: [ids['web']] } } };
  assert.is((await request('POST /organizations/acme/explorer/bulk-actions', bulk)).status, 201);
  await insertOthers(store, ids);
  return ids;
};
