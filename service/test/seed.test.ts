import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSeed, applySeed, loadSeed } from '../src/seed/index.ts';
import { routes } from '../src/workspaces/index.ts';
import { openService } from '../src/start.ts';
import { createTestService } from './support.ts';
import { withMessage } from '@slipway/test-support/with-message';
import { serviceListeners } from '../src/service.ts';

const seed = suite('seed file');
const refused = (source: string): string => {
  try {
    parseSeed('seed.yaml', source);
  } catch (error) {
    return (error as Error).message;
  }
  return 'taken';
};

seed('a malformed file is reported with file, line and what was expected', () => {
  assert.is(
    refused('organizations:\n  - name: acme\n    teams:\n      - name: ops\n        access: [fly]\n'),
    'seed.yaml:5: Wrong value for "organizations[0].teams[0].access[0]": Expected one of "manage-workspaces", "manage-projects",' +
      ' "read-workspaces", "read-projects", "manage-modules", "manage-vcs-settings", "manage-membership", "manage-teams",' +
      ' "manage-agent-pools", "manage-policies", "manage-policy-overrides", "delegate-policy-overrides", "manage-providers",' +
      ' "manage-run-tasks", "manage-organization-access", "access-secret-teams", "manage-public-providers", "manage-public-modules",' +
      ' "manage-registry-components", "manage-registry-artifact-tags", "manage-registry-artifact-version-tags"; given "fly".',
  );
  assert.match(refused('organizations:\n  - name: acme\n    projekts: []\n'), /^seed\.yaml:3: .*projekts/);
  assert.match(refused('users:\n  - name: a\n  - email: b\norganizations: []\n'), /^seed\.yaml:3: .*users\[1\]\.name/);
  assert.match(refused('organizations:\n  - name: [\n'), /^seed\.yaml:3: /);
  assert.is(refused('just words'), 'seed.yaml:1: expected a map with organizations, and users and settings where wanted');
  assert.match(refused('{\n  "organizations": [\n    { "name": 7 }\n  ]\n}'), /^seed\.yaml:3: Wrong value for "organizations\[0\]\.name"/);
  assert.is(
    refused('organisations: []\norganizations: []\n'),
    'seed.yaml:1: "organisations" is not a member: Write `organizations` instead of `organisations`.',
  );
  assert.match(
    refused('organizations:\n  - name: acme\n    zzzzzzzz: 1\n'),
    /^seed\.yaml:3: "organizations\[0\]\.zzzzzzzz" is not a member: Remove the line `zzzzzzzz: …`\./,
  );
  assert.match(
    refused('organizations:\n  - owners: []\n'),
    /^seed\.yaml:2: Missing "organizations\[0\]\.name": It is required: .* Write `name: …`, /,
  );
  assert.is(
    refused('settings: { edition: hostd }\norganizations: []\n'),
    'seed.yaml:1: Wrong value for "settings.edition": Expected one of "hosted", "self-hosted"; given "hostd". Write `edition: "hosted"`.',
  );
  assert.match(refused('{ "settings": { "zzzzzzzz": 1 }, "organizations": [] }'), 'Remove the line `"zzzzzzzz": …`.');
  assert.throws(() => loadSeed('/nowhere/seed.yaml'), withMessage('/nowhere/seed.yaml: the seed file cannot be read: ENOENT'));
});

seed('what only the service can judge is reported with its line, and nothing of the file stays', async () => {
  const { store, clock, close } = await createTestService();
  await store.clear();
  const plant = (source: string) =>
    applySeed(store, parseSeed('seed.yaml', source), { clock, settings: {}, listeners: serviceListeners, routes }).then(
      () => 'planted',
      (error: Error) => error.message,
    );
  assert.is(
    await plant(`organizations:
  - name: acme
    variable_sets:
      - name: one
        global: true
        variables: [{ key: K }]
      - name: two
        global: true
        variables: [{ key: K }]
`),
    'seed.yaml:7: organizations.0.variable_sets.1: the infra variable "K" is already in the global variable set "one";' +
      ' global sets must not conflict (/data/attributes/global)',
  );
  assert.is(
    await plant('organizations:\n  - name: acme\n    policies:\n      - name: a\n      - { name: b, kind: opa }\n'),
    'seed.yaml:5: organizations.0.policies.1: `query` is required when `kind` is "opa". (/data/attributes/query)',
  );
  assert.is(
    await plant('organizations:\n  - name: acme\n    policy_sets:\n      - name: a\n        workspaces: [nowhere]\n'),
    'seed.yaml:4: organizations.0.policy_sets.0: there is no workspaces "nowhere" in this organization',
  );
  assert.is(
    await plant('organizations:\n  - name: acme\n    owners:\n      - nobody\n'),
    'seed.yaml:4: organizations.0.owners.0: there is no user "nobody" in this file',
  );
  assert.is(await store.read((view) => view.count({ kind: 'organizations' })), 0);
  await close();
});

seed('a service starts with it: users, organizations, tokens, settings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seed-'));
  const file = join(folder, 'seed.json');
  writeFileSync(
    file,
    JSON.stringify({
      settings: { rate_limit: 5000 },
      users: [{ name: 'ann', token: 'ann-token' }],
      organizations: [
        {
          name: 'acme',
          owners: ['ann'],
          projects: [{ name: 'sea', tags: { env: 'prod' } }],
          ssh_keys: [{ id: 'sshkey-1', name: 'deploy', value: 'canary-key' }],
          agent_pools: [{ id: 'apool-1', name: 'north' }],
          oauth_clients: [
            { service_provider: 'github', http_url: 'https://git.example', api_url: 'https://git.example/api', token_id: 'ot-1' },
          ],
          variable_sets: [{ name: 'base', priority: true, projects: ['sea'], variables: [{ key: 'K', value: 'v', category: 'env' }] }],
        },
      ],
    }),
  );
  const started = await openService({ store: 'memory', seed: file });
  try {
    assert.equal([started.seeded, started.firstToken], [true, undefined]);
    const get = async (path: string) => {
      const answer = await fetch(`${started.address}/api/v2${path}`, { headers: { authorization: 'Bearer ann-token' } });
      return { limit: answer.headers.get('x-ratelimit-limit'), body: (await answer.json()) as any };
    };
    const projects = await get('/organizations/acme/projects?q=sea');
    assert.is(projects.limit, '5000');
    const [sea] = projects.body.data;
    assert.equal(
      (await get(`/projects/${sea.id}/effective-tag-bindings`)).body.data.map((tag: any) => tag.attributes),
      [{ key: 'env', value: 'prod' }],
    );
    assert.equal((await get('/ssh-keys/sshkey-1')).body, {
      data: { id: 'sshkey-1', type: 'ssh-keys', attributes: { name: 'deploy' }, links: { self: '/api/v2/ssh-keys/sshkey-1' } },
    });
    assert.is((await get('/agent-pools/apool-1')).body.data.attributes.name, 'north');
    const [client] = (await get('/organizations/acme/oauth-clients')).body.data;
    assert.equal(client.relationships['oauth-tokens'], { data: [{ id: 'ot-1', type: 'oauth-tokens' }] });
    assert.equal(
      (await get('/organizations/acme/varsets')).body.data.map((set: any) => [
        set.attributes.name,
        set.attributes.priority,
        set.relationships.projects.data[0].id,
      ]),
      [['base', true, sea.id]],
    );
  } finally {
    await started.close();
    rmSync(folder, { recursive: true });
  }
});

seed('workspaces begin with tags, variables, state and a lock; modules with versions', async () => {
  const { store, clock, request: ask, close } = await createTestService();
  await store.clear();
  await applySeed(
    store,
    parseSeed(
      'seed.yaml',
      `
users: [{ name: ann, token: ann-token }]
organizations:
  - name: acme
    owners: [ann]
    projects: [{ name: sea }]
    workspaces:
      - name: harbour
        project: sea
        attributes: { execution-mode: local, description: ships }
        tags: { env: prod }
        tag_names: [blue, deep]
        variables: [{ key: depth, value: '9' }]
        resource_count: 7
        state: { outputs: { berths: 4 } }
        locked: repairs
    registry_modules:
      - id: mod-Harbour1
        name: harbour
        provider: sea
        versions: [{ version: 1.2.0, resources: 3, variables: [{ name: region, type: string }] }]
`,
    ),
    { clock, settings: {}, listeners: serviceListeners, routes },
  );
  const options = { token: 'ann-token' };
  const { data } = (await ask('GET /organizations/acme/workspaces/harbour', undefined, options)).body;
  const { locked, description } = data.attributes;
  assert.equal(
    [
      locked,
      data.attributes['locked-reason'],
      description,
      data.attributes['execution-mode'],
      data.attributes['resource-count'],
      data.attributes['tag-names'],
    ],
    [true, 'repairs', 'ships', 'local', 7, ['blue', 'deep']],
  );
  const me = (await ask('GET /account/details', undefined, options)).body.data.id;
  assert.equal(data.relationships['locked-by'].data, { id: me, type: 'users' });
  assert.is((await ask(`POST /workspaces/${data.id}/actions/safe-delete`, undefined, options)).status, 409);
  assert.is((await ask(`POST /workspaces/${data.id}/actions/unlock`, undefined, options)).status, 200);
  assert.equal(
    (await ask(`GET /workspaces/${data.id}/vars`, undefined, options)).body.data.map((one: any) => [
      one.attributes.key,
      one.attributes.value,
      one.attributes.category,
    ]),
    [['depth', '9', 'infra']],
  );
  const module = (await ask('GET /registry-modules/mod-Harbour1', undefined, options)).body.data;
  assert.equal([module.attributes.name, module.attributes['version-statuses']], ['harbour', [{ version: '1.2.0', status: 'ok' }]]);
  await close();
});

seed.run();
