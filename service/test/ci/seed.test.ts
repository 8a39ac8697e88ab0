import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSeed, applySeed } from '../../src/seed/index.ts';
import { openService } from '../../src/start.ts';
import { routes } from '../../src/workspaces/index.ts';
import { startCiService, type CiTestService } from './support.ts';
import { serviceListeners } from '../../src/service.ts';

const seed = suite<{ here: CiTestService; plant(source: string): Promise<string> }>('seed of the CI service');
seed.before.each(async (context) => {
  const { store, clock } = (context.here = await startCiService());
  await store.clear();
  context.plant = async (source) =>
    applySeed(store, parseSeed('seed.yaml', source), { clock, settings: {}, listeners: serviceListeners, routes }).then(
      () => 'planted',
      (error: Error) => error.message,
    );
});
seed.after.each(async (context) => {
  await context.here.close();
});

const file = `
users: [{ name: ann, token: ann-token }]
organizations:
  - name: acme
    owners: [ann]
    teams: [{ name: ops }]
    ci:
      id: aaaaaaaa-0000-4000-8000-000000000001
      slug: gh/acme-code
      repositories: [{ external_id: '7', full_name: acme-code/web, open_source: true }]
      projects:
        - id: aaaaaaaa-0000-4000-8000-000000000002
          name: web
          default_branch: trunk
          open_source: true
          settings: { oss: true }
          variables: { TOKEN: secret-1234 }
          checkout_keys: [{ type: deploy-key }, { type: user-key, algorithm: rsa }]
          pipeline_definitions:
            - id: aaaaaaaa-0000-4000-8000-000000000003
              name: build
              config_source: { external_id: '7', file_path: .ci/config.yml }
              checkout_source: { external_id: '7' }
              triggers:
                - { id: aaaaaaaa-0000-4000-8000-000000000004, external_id: '7', event_preset: all-pushes }
                - { provider: webhook, sender: registry, event_name: image, checkout_ref: main, config_ref: main, disabled: true }
            - id: aaaaaaaa-0000-4000-8000-000000000005
              name: old
              config_source: { provider: github_oauth, external_id: '8', file_path: .ci/config.yml }
              checkout_source: { provider: github_oauth, external_id: '8' }
              triggers: [{ provider: schedule, event_name: nightly, checkout_ref: main, config_ref: main }]
      contexts:
        - name: keys
          variables: { KEY: hidden-value }
          restrictions:
            - { restriction_type: project, restriction_value: web }
            - { restriction_type: expression, restriction_value: pipeline.git.branch == "main" }
            - { restriction_type: group, restriction_value: ops }
      environments: [{ id: aaaaaaaa-0000-4000-8000-000000000006, name: production, labels: { region: eu } }]
      components:
        - id: aaaaaaaa-0000-4000-8000-000000000007
          name: shop
          project: web
          versions: [{ name: 1.2.0, environment: production, is_live: true, job_number: 3, last_deployed_at: '2026-04-01T00:00:00Z' }]
`;
const ann = { token: 'ann-token' };

seed('plants everything that requests can read', async ({ here: { ci, store }, plant }) => {
  assert.is(await plant(file), 'planted');
  assert.equal((await ci('GET /me/collaborations', undefined, ann)).body, [
    { id: 'aaaaaaaa-0000-4000-8000-000000000001', 'vcs-type': 'github', name: 'acme-code', avatar_url: null, slug: 'gh/acme-code' },
  ]);
  assert.equal((await ci('GET /project/gh/acme-code/web', undefined, ann)).body, {
    slug: 'gh/acme-code/web',
    name: 'web',
    id: 'aaaaaaaa-0000-4000-8000-000000000002',
    organization_name: 'acme',
    organization_slug: 'gh/acme-code',
    organization_id: 'aaaaaaaa-0000-4000-8000-000000000001',
    vcs_info: { provider: 'GitHub', default_branch: 'trunk' },
  });
  assert.is((await ci('GET /project/gh/acme-code/web/settings', undefined, ann)).body.advanced.oss, true);
  assert.equal((await ci('GET /project/gh/acme-code/web/envvar', undefined, ann)).body.items[0].value, 'xxxx1234');
  const keys = (await ci('GET /project/gh/acme-code/web/checkout-key', undefined, ann)).body.items;
  assert.equal(
    keys.map((one: any) => [one.type, one['public-key'].split(' ')[0], one.preferred]),
    [
      ['deploy-key', 'ssh-ed25519', false],
      ['user-key', 'ssh-rsa', true],
    ],
  );
  const definitions = '/projects/aaaaaaaa-0000-4000-8000-000000000002/pipeline-definitions';
  assert.equal(
    (await ci(`GET ${definitions}`, undefined, ann)).body.items.map((one: any) => [
      one.name,
      one.config_source.provider,
      one.config_source.repo.full_name,
    ]),
    [
      ['build', 'codehost_app', 'acme-code/web'],
      ['old', 'github_oauth', 'acme/8'],
    ],
  );
  assert.equal(
    (await ci(`GET ${definitions}/aaaaaaaa-0000-4000-8000-000000000003/triggers`, undefined, ann)).body.items.map((one: any) => [
      one.event_source.provider,
      one.event_preset,
      one.disabled,
    ]),
    [
      ['codehost_app', 'all-pushes', false],
      ['webhook', null, true],
    ],
  );
  const schedules = (await ci(`GET ${definitions}/aaaaaaaa-0000-4000-8000-000000000005/triggers`, undefined, ann)).body.items;
  assert.equal(
    schedules.map((one: any) => one.event_source),
    [{ provider: 'schedule' }],
  );
  const [context] = (await ci('GET /context?owner-slug=gh/acme-code', undefined, ann)).body.items;
  assert.equal(
    (await ci(`GET /context/${context.id}/restrictions`, undefined, ann)).body.items.map((one: any) => [one.restriction_type, one.name]),
    [
      ['project', 'web'],
      ['expression', null],
      ['group', 'ops'],
    ],
  );
  const value = await store.read(
    async (view) => (await view.getByKey<any>('ci-context-variables', context.id, 'KEY'))!.body.secret as string,
  );
  assert.is(value, 'hidden-value');
  const versions = (await ci('GET /deploy/components/aaaaaaaa-0000-4000-8000-000000000007/versions', undefined, ann)).body.items;
  assert.equal(versions, [
    {
      name: '1.2.0',
      environment_id: 'aaaaaaaa-0000-4000-8000-000000000006',
      namespace: '',
      is_live: true,
      pipeline_id: '00000000-0000-0000-0000-000000000000',
      workflow_id: '00000000-0000-0000-0000-000000000000',
      job_id: '00000000-0000-0000-0000-000000000000',
      job_number: 3,
      last_deployed_at: '2026-04-01T00:00:00.000Z',
    },
  ]);
});

const within = (ci: string) => `organizations:\n  - name: acme\n    ci:\n${ci}`;
seed('a mistake is told with its line, in the words of the file, without what is hidden', async ({ here: { store }, plant }) => {
  assert.is(
    await plant(
      within(
        '      contexts:\n        - name: keys\n          restrictions:\n' +
          '            - { restriction_type: project, restriction_value: web }\n',
      ),
    ),
    'seed.yaml:5: organizations.0.ci.contexts.0: there is no CI project "web" in this organization',
  );
  assert.is(
    await plant(
      within(
        '      contexts:\n        - name: keys\n          restrictions:\n' +
          '            - { restriction_type: expression, restriction_value: "a ==" }\n',
      ),
    ),
    'seed.yaml:5: organizations.0.ci.contexts.0: is not a valid expression: expected a value at character 5; ' +
      'found the end (/restriction_value)',
  );
  assert.is(
    await plant(within('      contexts:\n        - name: keys\n          variables: { "9": canary }\n')),
    'seed.yaml:5: organizations.0.ci.contexts.0: expected a name of 1 to 300 letters, ' +
      'digits and _ that does not begin with a digit, got "9" (env-var-name)',
  );
  const typed = await plant(within('      contexts:\n        - name: keys\n          variables: { KEY: [canary] }\n')).catch(
    (error: Error) => error.message,
  );
  assert.match(typed, /^seed\.yaml:6: .*variables/);
  assert.not.match(typed, 'canary');
  assert.is(
    await plant(
      within(
        '      projects:\n        - name: web\n          pipeline_definitions:\n            - name: build\n' +
          '              config_source: { external_id: "1", file_path: a.yml }\n' +
          '              checkout_source: { external_id: "1" }\n' +
          '              triggers: [{ external_id: "1", checkout_ref: main }]\n',
      ),
    ),
    'seed.yaml:7: organizations.0.ci.projects.0.pipeline_definitions.0: must be omitted if event_source and ' +
      'checkout_source are the same repository: the event of codehost_app determines the branch or tag (/checkout_ref)',
  );
  assert.is(
    await plant(`${within('      slug: gh/same\n')}  - name: globex\n    ci:\n      slug: gh/same\n`),
    'seed.yaml:7: organizations.1.ci.slug: the organization slug "same" already exists',
  );
  assert.is(
    await plant(within('      projects: [{ name: web, checkout_keys: [{ type: deploy-key }] }]\n')),
    "seed.yaml:4: organizations.0.ci.projects.0: checkout_keys are of projects on a code host: say host, or the organization's slug",
  );
  assert.is(
    await plant(within('      projects: [{ name: web site, host: github }]\n')),
    'seed.yaml:4: organizations.0.ci.projects.0: name: expected a name of 1 to 100 letters, digits, ., - and _, other than . and ..',
  );
  assert.is(
    await plant(within('      components: [{ name: shop, project: web }]\n')),
    'seed.yaml:4: organizations.0.ci.components.0: there is no CI project "web" in this organization',
  );
  assert.is(await store.read((view) => view.count({ kind: 'ci-organizations' })), 0);
});

seed('a fresh service without a seed has the organization in both services', async () => {
  const started = await openService({ store: 'memory', token: 'first', organization: 'acme' });
  try {
    const get = async (path: string) =>
      (await fetch(`${started.address}/api/v2${path}`, { headers: { 'ci-token': 'first' } })).json() as any;
    const [organization] = await get('/me/collaborations');
    assert.equal(
      [organization.name, organization['vcs-type'], /^native\/[1-9A-Za-z]{22}$/.test(organization.slug)],
      ['acme', 'native', true],
    );
    assert.equal(await get(`/context?owner-slug=${organization.slug}`), { items: [], next_page_token: null });
  } finally {
    await started.close();
  }
});

seed.run();
