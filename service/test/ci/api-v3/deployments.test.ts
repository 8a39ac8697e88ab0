import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSeed, applySeed } from '../../../src/seed/index.ts';
import { routes } from '../../../src/workspaces/index.ts';
import { type CiTestService, startCiService } from '../support.ts';
import { serviceListeners } from '../../../src/service.ts';

const id = (last: number): string => `aaaaaaaa-0000-4000-8000-00000000000${last}`;
const world = `
users: [{ name: ann, token: ann-token }, { name: eve, token: eve-token }]
organizations:
  - name: acme
    owners: [ann]
    ci:
      id: ${id(1)}
      projects: [{ id: ${id(2)}, name: web }, { id: ${id(3)}, name: api }]
      environments: [{ id: ${id(4)}, name: live, created_at: '2025-01-01T00:00:00Z' }, { id: ${id(5)}, name: next }]
      components:
        - id: ${id(6)}
          name: shop
          project: web
          created_at: '2025-02-01T00:00:00Z'
          versions:
            - { name: '1.0', environment: live, pipeline_id: ${id(8)}, last_deployed_at: '2025-03-01T00:00:00Z' }
            - { name: '1.1', environment: next, last_deployed_at: '2025-04-01T00:00:00Z' }
        - { id: ${id(7)}, name: till, project: api, versions: [{ name: '2.0', environment: live }] }
  - { name: initech, owners: [eve] }
`;

type Ask = (path: string, token?: string) => Promise<{ readonly status: number; readonly body: any }>;
const test = suite<{ here: CiTestService; ask: Ask }>('deployments of API v3');
test.before(async (context) => {
  const { store, clock, ci } = (context.here = await startCiService());
  await store.clear();
  await applySeed(store, parseSeed('seed.yaml', world), { clock, settings: {}, listeners: serviceListeners, routes });
  context.ask = (path, token = 'ann-token') =>
    ci(`GET //api/v3/deploy/${path}`, undefined, { token: null, headers: { 'circle-token': token } });
});
test.after(async ({ here }) => {
  await here.close();
});

const names = ({ body }: { readonly body: any }) => body.data.map(({ attributes }: any) => attributes.name);

test('a version that is deployed is a deployment, the newest first', async ({ ask }) => {
  const { body } = await ask(`deployments?filter[org_id]=${id(1)}&filter[project_id]=${id(2)}`);
  assert.equal(
    body.data.map(({ attributes }: any) => attributes.target_version.name),
    ['1.1', '1.0'],
  );
  assert.equal(
    [body.data[1].type, body.data[1].attributes, body.data[1].references],
    [
      'deployment',
      {
        type: 'deployment',
        status: 'succeeded',
        target_version: { name: '1.0' },
        created_at: '2025-03-01T00:00:00.000Z',
        ended_at: '2025-03-01T00:00:00.000Z',
      },
      {
        project: { id: id(2) },
        deploy_component: { id: id(6), attributes: { name: 'shop' } },
        deploy_environment: { id: id(4) },
        pipeline: { id: id(8) },
        workflow: { id: null },
      },
    ],
  );
});

test('pages of deployments continue where the page before ended', async ({ ask }) => {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null && seen.length < 9;) {
    const more: string = cursor === '' ? '' : `&page[cursor]=${cursor}`;
    const { body } = await ask(`deployments?filter[org_id]=${id(1)}&page[limit]=1${more}`);
    seen.push(...body.data.map(({ attributes }: any) => attributes.target_version.name));
    cursor = body.page.next;
  }
  assert.equal(seen, ['2.0', '1.1', '1.0']);
  assert.is((await ask(`deployments?filter[org_id]=${id(1)}&page[limit]=101`)).status, 400);
});

test('environments and components are listed and shown', async ({ ask }) => {
  const environments = await ask(`environments?filter[org_id]=${id(1)}`);
  assert.equal(names(environments), ['live', 'next']);
  assert.equal((await ask(`environments/${id(4)}`)).body.data, {
    id: id(4),
    type: 'deploy_environment',
    attributes: { name: 'live', description: '', created_at: '2025-01-01T00:00:00.000Z' },
    references: { organization: { id: id(1) } },
  });
  assert.equal(names(await ask(`components?filter[org_id]=${id(1)}`)), ['shop', 'till']);
  assert.equal(names(await ask(`components?filter[org_id]=${id(1)}&filter[project_id]=${id(3)}`)), ['till']);
  assert.equal((await ask(`components/${id(6)}`)).body.data, {
    id: id(6),
    type: 'deploy_component',
    attributes: { name: 'shop', type: 'service', created_at: '2025-02-01T00:00:00.000Z' },
    references: { project: { id: id(2) } },
  });
});

test('versions of a component are listed, also of one environment', async ({ ask }) => {
  assert.equal(names(await ask(`components/${id(6)}/versions`)), ['1.1', '1.0']);
  const { body } = await ask(`components/${id(6)}/versions?filter[environment_id]=${id(4)}`);
  assert.equal(body.data[0].references, { component: { id: id(6) }, environment: { id: id(4) } });
});

test('a project has no settings of deployments', async ({ ask }) => {
  assert.equal((await ask(`settings?filter[project_id]=${id(2)}`)).body, { data: [], page: { next: null, prev: null } });
});

test('what is not of an organization of the caller is 404; an organization is required', async ({ ask }) => {
  for (const path of [
    `deployments?filter[org_id]=${id(1)}`,
    `environments?filter[org_id]=${id(1)}`,
    `environments/${id(4)}`,
    `components?filter[org_id]=${id(1)}`,
    `components/${id(6)}`,
    `components/${id(6)}/versions`,
    `settings?filter[project_id]=${id(2)}`,
  ])
    assert.equal([path, (await ask(path, 'eve-token')).status], [path, 404]);
  for (const path of ['deployments', 'environments', 'components', 'settings']) assert.is((await ask(path)).status, 400, path);
});

test.run();
