import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeployComponent, DeployEnvironment, ComponentVersion } from '../../../src/ci/deployments/deployment-records.ts';
import { startCiService, type CiTestService, statusAndMessage, startTime } from '../support.ts';

const deployments = suite<{ here: CiTestService; project: string }>('CI deployments');
const id = (last: number) => `aaaaaaaa-0000-4000-8000-00000000000${last}`;
const times = { createdAt: startTime, updatedAt: '2026-05-02T00:00:00.000Z' };
const told = { created_at: startTime, updated_at: '2026-05-02T00:00:00.000Z' };
deployments.before.each(async (context) => {
  const { store, org, project } = (context.here = await startCiService());
  context.project = (await project('web')).id;
  await store.write(async (tx) => {
    const environment = (key: string, name: string, body: Partial<DeployEnvironment>) =>
      tx.insert<DeployEnvironment>({
        id: key,
        kind: 'ci-environments',
        scope: org,
        key: name,
        name,
        body: { name, description: '', labels: [], ...times, ...body },
      });
    await environment(id(1), 'production', { description: 'for customers', labels: [{ key: 'region', value: 'eu' }] });
    await environment(id(2), 'staging', {});
    await tx.insert<DeployComponent>({
      id: id(3),
      kind: 'ci-components',
      scope: org,
      key: 'shop',
      name: 'shop',
      body: { name: 'shop', project: context.project, labels: [{ key: 'team', value: 'a' }], ...times },
    });
    await tx.insert<DeployComponent>({
      id: id(4),
      kind: 'ci-components',
      scope: org,
      key: 'api',
      name: 'api',
      body: { name: 'api', project: id(9), labels: [], ...times },
    });
    const version = (key: string, body: Partial<ComponentVersion>) =>
      tx.insert<ComponentVersion>({
        id: key,
        kind: 'ci-versions',
        scope: id(3),
        key,
        name: '',
        body: {
          name: '1.0.0',
          environment: id(1),
          namespace: '',
          isLive: false,
          pipeline: null,
          workflow: null,
          job: null,
          jobNumber: null,
          lastDeployedAt: startTime,
          ...body,
        },
      });
    await version(id(5), { isLive: true, namespace: 'shop', pipeline: id(6), workflow: id(7), job: id(8), jobNumber: 12 });
    await version(id(6), { name: '1.1.0', environment: id(2) });
  });
});
deployments.after.each(async (context) => {
  await context.here.close();
});
const gone = (what: string) => `${what} was not found, or this token has no access to it`;
const production = { id: id(1), name: 'production', description: 'for customers', labels: [{ key: 'region', value: 'eu' }], ...told };

deployments('environments', async ({ here: { ci, org } }) => {
  const list = await ci(`GET /deploy/environments?org-id=${org}&page-size=10`);
  assert.equal(
    [list.status, list.body],
    [200, { items: [production, { id: id(2), name: 'staging', description: '', labels: [], ...told }], next_page_token: null }],
  );
  const first = (await ci(`GET /deploy/environments?org-id=${org}&page-size=1`)).body;
  assert.equal(first.items, [production]);
  const second = (await ci(`GET /deploy/environments?org-id=${org}&page-size=100&page-token=${first.next_page_token}`)).body;
  assert.equal([second.items.map((one: any) => one.name), second.next_page_token], [['staging'], null]);
  const read = await ci(`GET /deploy/environments/${id(1)}`);
  assert.equal([read.status, read.body], [200, production]);
});

deployments('components, of one project, by a part of their name', async ({ here: { ci, org }, project }) => {
  const shop = { id: id(3), name: 'shop', project_id: project, labels: [{ key: 'team', value: 'a' }], release_count: 2, ...told };
  const list = async (more: string) => (await ci(`GET /deploy/components?org-id=${org}&page-size=10${more}`)).body;
  assert.equal(await list(''), {
    items: [shop, { id: id(4), name: 'api', project_id: id(9), labels: [], release_count: 0, ...told }],
    next_page_token: null,
  });
  assert.equal((await list(`&project-id=${project}`)).items, [shop]);
  assert.equal((await list('&component-name=HO')).items, [shop]);
  const read = await ci(`GET /deploy/components/${id(3)}`);
  assert.equal([read.status, read.body], [200, shop]);
});

deployments('versions of a component, of one environment', async ({ here: { ci } }) => {
  const nothing = '00000000-0000-0000-0000-000000000000';
  const live = {
    name: '1.0.0',
    environment_id: id(1),
    namespace: 'shop',
    is_live: true,
    pipeline_id: id(6),
    workflow_id: id(7),
    job_id: id(8),
    job_number: 12,
    last_deployed_at: startTime,
  };
  const next = {
    name: '1.1.0',
    environment_id: id(2),
    namespace: '',
    is_live: false,
    pipeline_id: nothing,
    workflow_id: nothing,
    job_id: nothing,
    job_number: 0,
    last_deployed_at: startTime,
  };
  const list = await ci(`GET /deploy/components/${id(3)}/versions`);
  assert.equal([list.status, list.body], [200, { items: [live, next], next_page_token: null }]);
  assert.equal((await ci(`GET /deploy/components/${id(3)}/versions?environment-id=${id(2)}`)).body.items, [next]);
  assert.equal((await ci(`GET /deploy/components/${id(4)}/versions`)).body, { items: [], next_page_token: null });
});

deployments('org-id and page-size must be said', async ({ here: { ci, org } }) => {
  for (const noun of ['environments', 'components']) {
    const get = async (query: string) => statusAndMessage(await ci(`GET /deploy/${noun}?${query}`));
    assert.equal(await get('page-size=1'), [400, 'org-id: is required: expected a UUID']);
    assert.equal(await get('org-id=acme&page-size=1'), [400, 'org-id: expected a UUID, got "acme"']);
    assert.equal(await get(`org-id=${org}`), [400, 'page-size: is required: expected a whole number from 1 on']);
    for (const size of ['0', '-1', '1.5', 'x', '1e3'])
      assert.equal(await get(`org-id=${org}&page-size=${size}`), [400, `page-size: expected a whole number from 1 on, got "${size}"`]);
    assert.equal(await get(`org-id=${org}&page-size=999999`), [200, undefined]);
    assert.equal(await get('org-id=aaaaaaaa-0000-4000-8000-000000000000&page-size=1'), [
      404,
      gone('the organization aaaaaaaa-0000-4000-8000-000000000000'),
    ]);
  }
  assert.equal(statusAndMessage(await ci(`GET /deploy/components?org-id=${org}&page-size=1&project-id=web`)), [
    400,
    'project-id: expected a UUID, got "web"',
  ]);
  assert.equal(statusAndMessage(await ci(`GET /deploy/components/${id(3)}/versions?environment-id=web`)), [
    400,
    'environment-id: expected a UUID, got "web"',
  ]);
});

deployments('what is not there, or not yours, is 404', async ({ here: { ci } }) => {
  for (const [path, what] of [
    ['environments', 'environment'],
    ['components', 'component'],
  ] as const) {
    assert.equal(statusAndMessage(await ci(`GET /deploy/${path}/${id(9)}`)), [404, gone(`the ${what} ${id(9)}`)]);
    assert.equal(
      statusAndMessage(await ci(`GET /deploy/${path}/${id(what === 'component' ? 3 : 1)}`, undefined, { token: 'stranger-token' })),
      [404, gone(`the ${what} ${id(what === 'component' ? 3 : 1)}`)],
    );
    assert.equal(statusAndMessage(await ci(`GET /deploy/${path}/shop`)), [400, `${what}_id: expected a UUID, got "shop"`]);
  }
  assert.is((await ci(`GET /deploy/components/${id(3)}/versions`, undefined, { token: 'stranger-token' })).status, 404);
});

deployments.run();
