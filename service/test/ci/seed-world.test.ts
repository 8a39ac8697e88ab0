import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSeed, applySeed } from '../../src/seed/index.ts';
import { routes } from '../../src/workspaces/index.ts';
import { readStoredRows } from '../stores.ts';
import { startCiService, type CiTestService } from './support.ts';
import { serviceListeners } from '../../src/service.ts';

const seed = suite<{ here: CiTestService; plant(source: string): Promise<string> }>('seed of a fixed world in the CI service');
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

const fixedWorld = `
users: [{ name: ann, token: ann-token }]
organizations:
  - name: acme
    owners: [ann]
    ci:
      slug: gh/acme
      created_at: '2025-01-01T00:00:00Z'
      custom_claims: { audience: [a], ttl: 1h }
      resource_classes:
        - { name: linux, description: big, tokens: [{ nickname: rack, created_at: '2025-02-01T00:00:00Z' }] }
      projects:
        - id: aaaaaaaa-0000-4000-8000-000000000002
          name: web
          settings: { set_github_status: false }
          variables: { HOME_PORT: north }
          variable_times: [{ name: HOME_PORT, created_at: '2025-02-02T00:00:00Z' }]
          checkout_keys: [{ type: deploy-key, created_at: '2025-03-01T00:00:00Z' }]
          webhooks:
            - id: aaaaaaaa-0000-4000-8000-000000000003
              name: chat
              url: https://chat.example/in
              events: [job-completed]
              signing_secret: canary-secret
              created_at: '2025-04-01T00:00:00Z'
              updated_at: '2025-04-02T00:00:00Z'
          schedules:
            - id: aaaaaaaa-0000-4000-8000-000000000004
              name: nightly
              timetable: { per-hour: 1, hours-of-day: [3], days-of-week: [MON] }
              parameters: { branch: main, deep: true }
              created_at: '2025-05-01T00:00:00Z'
          pipeline_definitions:
            - id: aaaaaaaa-0000-4000-8000-000000000005
              name: build
              created_at: '2025-06-01T00:00:00Z'
              config_source: { provider: github_app, external_id: '7', file_path: c.yml }
              checkout_source: { provider: github_app, external_id: '7' }
              triggers:
                - id: aaaaaaaa-0000-4000-8000-000000000006
                  provider: github_app
                  external_id: '7'
                  created_at: '2025-07-01T00:00:00Z'
                - id: aaaaaaaa-0000-4000-8000-000000000007
                  provider: schedule
                  event_name: weekly
                  cron_expression: 5 4 * * 1
                  attribution_actor: current
                  parameters: { deep: true }
                  checkout_ref: main
                  config_ref: main
      contexts:
        - { name: keys, all_members: false, created_at: '2025-08-01T00:00:00Z' }
        - name: lights
          all_members: false
          variables: { LAMP: white, HORN: loud }
          variable_times: [{ name: LAMP, created_at: '2025-08-02T00:00:00Z', updated_at: '2025-08-03T00:00:00Z' }]
          restrictions:
            - { id: aaaaaaaa-0000-4000-8000-000000000008, restriction_type: project, restriction_value: web }
      environments: [{ name: live, created_at: '2025-09-01T00:00:00Z', updated_at: '2025-09-02T00:00:00Z' }]
      components: [{ name: shop, project: web, created_at: '2025-10-01T00:00:00Z' }]
`;

seed(
  'plants a fixed world: times, webhooks, schedules, runners and the words of the hosted dialect',
  async ({ here: { ci, store }, plant }) => {
    assert.is(await plant(fixedWorld), 'planted');
    const hosted = { token: null, headers: { 'circle-token': 'ann-token' } };
    const read = async (path: string) => (await ci(`GET ${path}`, undefined, hosted)).body;
    const id = (last: number): string => `aaaaaaaa-0000-4000-8000-00000000000${last}`;
    const [{ id: org }] = await read('/me/collaborations');
    const webhook = await read(`/webhook/${id(3)}`);
    assert.equal(
      [webhook.name, webhook.events, webhook.verify_tls, webhook.created_at, webhook.updated_at],
      ['chat', ['job-completed'], true, '2025-04-01T00:00:00.000Z', '2025-04-02T00:00:00.000Z'],
    );
    const schedule = await read(`/schedule/${id(4)}`);
    assert.equal(
      [schedule.parameters, schedule.created_at, schedule.updated_at, schedule.actor.login],
      [{ branch: 'main', deep: true }, '2025-05-01T00:00:00.000Z', '2025-05-01T00:00:00.000Z', 'system-actor'],
    );
    const definition = await read(`/projects/${id(2)}/pipeline-definitions/${id(5)}`);
    assert.equal([definition.config_source.provider, definition.created_at], ['github_app', '2025-06-01T00:00:00.000Z']);
    const push = await read(`/projects/${id(2)}/triggers/${id(6)}`);
    assert.equal([push.event_source.provider, push.created_at], ['github_app', '2025-07-01T00:00:00.000Z']);
    const weekly = await read(`/projects/${id(2)}/triggers/${id(7)}`);
    assert.equal(
      [weekly.event_source.schedule.cron_expression, weekly.event_source.schedule.attribution_actor.login, weekly.parameters],
      ['5 4 * * 1', 'ann', { deep: true }],
    );
    assert.is((await read('/project/gh/acme/web/settings')).advanced.set_github_status, false);
    assert.is((await read('/project/gh/acme/web/checkout-key')).items[0].created_at, '2025-03-01T00:00:00.000Z');
    const [context] = (await read(`/context?owner-id=${org}`)).items;
    assert.equal([context.created_at, (await read(`/context/${context.id}`)).restrictions], ['2025-08-01T00:00:00.000Z', []]);
    const [lights] = (await read(`/context?owner-id=${org}&name=lights`)).items;
    const [restriction, ...others] = (await read(`/context/${lights.id}/restrictions`)).items;
    assert.equal([restriction.id, restriction.project_id, others], [id(8), id(2), []]);
    const lamp = (await read(`/context/${lights.id}/environment-variable`)).items.find(({ variable }: any) => variable === 'LAMP');
    assert.equal([lamp.created_at, lamp.updated_at], ['2025-08-02T00:00:00.000Z', '2025-08-03T00:00:00.000Z']);
    assert.is((await read('/project/gh/acme/web/envvar/HOME_PORT')).created_at, '2025-02-02T00:00:00.000Z');
    assert.equal((await read('//api/v3/runner/resource?namespace=acme')).items[0].description, 'big');
    const [token] = (await read('//api/v3/runner/token?resource-class=acme/linux')).items;
    assert.equal([token.nickname, token.created_at], ['rack', '2025-02-01T00:00:00.000Z']);
    const claims = await read(`/org/${org}/oidc-custom-claims`);
    assert.equal([claims.audience, claims.ttl], [['a'], '1h']);
    const [environment] = (await read(`/deploy/environments?org-id=${org}`)).items;
    const [component] = (await read(`/deploy/components?org-id=${org}`)).items;
    assert.equal([environment.created_at, environment.updated_at], ['2025-09-01T00:00:00.000Z', '2025-09-02T00:00:00.000Z']);
    assert.equal([component.created_at, component.updated_at], ['2025-10-01T00:00:00.000Z', '2025-10-01T00:00:00.000Z']);
    assert.not.match(await readStoredRows(store), 'canary-secret');
  },
);

seed('refuses times of a variable that is not there', async ({ plant }) => {
  const message = await plant(fixedWorld.replace('name: HOME_PORT,', 'name: HOME_PIER,'));
  assert.match(message, 'variable_times: there is no variable "HOME_PIER" in this entry');
});

seed.run();
