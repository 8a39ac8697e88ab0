import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService } from '../../service/test/ci/support.ts';

/** What the official provider of the hosted CI service calls, as it sends it. */
const test = suite<{ here: CiTestService; hosted: CiTestService['ci'] }>('the CI service as its official provider calls it');
test.before.each(async (context) => {
  context.here = await startCiService({ profile: 'hosted' });
  context.hosted = (row, body) =>
    context.here.ci(row, body, { token: null, headers: { 'circle-token': 'owner-token', 'user-agent': 'CircleCI-Terraform-Provider' } });
});
test.after.each(async ({ here: { close } }) => {
  await close();
});

test('an organization is made, read and deleted', async ({ hosted }) => {
  const made = await hosted('POST /organization', { name: 'initech', vcs_type: 'circleci' });
  const { id, slug, ...rest } = made.body;
  assert.equal([made.status, rest], [201, { name: 'initech', vcs_type: 'circleci' }]);
  assert.match(slug, /^circleci\/[1-9A-HJ-NP-Za-km-z]{22}$/);
  assert.equal((await hosted(`GET /organization/${id}`)).body, made.body);
  assert.equal((await hosted(`GET /organization/${slug}`)).body, made.body);
  assert.equal((await hosted(`DELETE /organization/${id}`)).body, { message: 'Organization deleted.' });
  assert.is((await hosted(`GET /organization/${id}`)).status, 404);
});
test('a project has an opaque slug, so that no second service is asked to follow it', async ({ here: { org }, hosted }) => {
  const { body } = await hosted(`POST /organization/${org}/project`, { name: 'web' });
  assert.match(body.slug, /^circleci\/[1-9A-HJ-NP-Za-km-z]{22}\/[1-9A-HJ-NP-Za-km-z]{22}$/);
  assert.is.not(body.slug.split('/')[1], body.organization_name);
  assert.equal(body.vcs_info, { vcs_url: `//circleci.com/${org}/${body.id}`, provider: 'CircleCI', default_branch: 'main' });
  assert.equal((await hosted(`GET /project/${body.slug}`)).body, body);
  assert.equal((await hosted(`GET /project/${body.id}`)).body, body);
  const settings = `/project/${body.slug}/settings`;
  assert.is((await hosted(`PATCH ${settings}`, { advanced: { set_github_status: false } })).body.advanced.set_github_status, false);
  assert.is((await hosted(`GET ${settings}`)).body.advanced.set_github_status, false);
  assert.is((await hosted(`PATCH ${settings}`, { advanced: { oss: true } })).status, 400);
  assert.equal((await hosted(`POST /project/${body.slug}/envvar`, { name: 'A', value: 'abcdefgh' })).status, 201);
  assert.is((await hosted(`GET /project/${body.slug}/envvar/A`)).body.value, 'xxxxefgh');
  assert.equal((await hosted(`DELETE /project/${body.slug}`)).body, { message: 'Project deleted' });
});
test('an address that ends with a slash, and a project without settings, are taken', async ({ here: { org }, hosted }) => {
  const { body } = await hosted(`POST //api/v2//organization/${org}/project`, { name: 'web' });
  const { status, body: settings } = await hosted(`PATCH //api/v2//project/circleci/${org}/${body.id}/settings`, { advanced: {} });
  assert.equal([status, (await hosted(`GET //api/v2//project/${body.slug}/settings`)).body], [200, settings]);
});
test('contexts and restrictions are listed with a page token that is empty', async ({ here: { org }, hosted }) => {
  const { body: context } = await hosted('POST /context', { name: 'deploy', owner: { id: org, type: 'organization' } });
  assert.equal((await hosted(`GET /context?owner-id=${org}&page-token=`)).body, { items: [context], next_page_token: null });
  assert.equal((await hosted('GET /context?owner-slug=gh%2Facme&page-token=')).body, { items: [context], next_page_token: null });
  const { status, body: made } = await hosted(`POST /context/${context.id}/restrictions`, {
    restriction_type: 'expression',
    restriction_value: 'pipeline.git.branch == "main"',
  });
  assert.equal([status, 'name' in made], [201, false]);
  const {
    body: { items },
  } = await hosted(`GET /context/${context.id}/restrictions?page-token=`);
  assert.equal(items.map(({ id }: any) => id).includes(made.id), true);
  assert.is((await hosted(`DELETE /context/${context.id}/restrictions/${made.id}`)).status, 200);
});
test("definitions and triggers speak of the code host's app, and a new trigger does not say when it was made", async ({
  here: { org },
  hosted,
}) => {
  const {
    body: { id: project },
  } = await hosted(`POST /organization/${org}/project`, { name: 'web' });
  const source = { provider: 'github_app', repo: { external_id: '101' } };
  const definition = await hosted(`POST /projects/${project}/pipeline-definitions`, {
    name: 'build',
    config_source: { ...source, file_path: '.circleci/config.yml' },
    checkout_source: source,
  });
  assert.equal([definition.status, definition.body.config_source.provider], [200, 'github_app']);
  const triggers = `/projects/${project}/pipeline-definitions/${definition.body.id}/triggers`;
  const trigger = await hosted(`POST ${triggers}`, { event_source: source, event_preset: 'all-pushes' });
  assert.equal([trigger.status, trigger.body.event_source.provider, 'created_at' in trigger.body], [200, 'github_app', false]);
  assert.is(typeof (await hosted(`GET /projects/${project}/triggers/${trigger.body.id}`)).body.created_at, 'string');
  assert.equal((await hosted(`POST ${triggers}`, { event_source: source, event_preset: 'only-branch-delete' })).status, 400);
  assert.is((await hosted(`DELETE /projects/${project}/triggers/${trigger.body.id}`)).status, 200);
});
test('webhooks of a project', async ({ here: { org }, hosted }) => {
  const {
    body: { id: project },
  } = await hosted(`POST /organization/${org}/project`, { name: 'web' });
  const { status, body } = await hosted('POST /webhook', {
    name: 'tell',
    url: 'https://hooks.example/ci',
    events: ['workflow-completed'],
    'verify-tls': true,
    'signing-secret': 'canary',
    scope: { id: project, type: 'project' },
  });
  assert.equal([status, body['signing-secret'], body.scope], [201, '****', { id: project, type: 'project' }]);
  assert.equal((await hosted(`GET /webhook?scope-id=${project}&scope-type=project`)).body, { items: [body], next_page_token: null });
  assert.is((await hosted(`PUT /webhook/${body.id}`, { name: 'told' })).body.name, 'told');
  assert.is((await hosted(`DELETE /webhook/${body.id}`)).status, 200);
});
test("machines of one's own: classes, tokens that are reported once, and how many jobs wait", async ({ hosted, here: { store } }) => {
  const made = await hosted('POST //api/v3/runner/resource', { resource_class: 'acme/linux', description: 'big' });
  assert.equal([made.status, { ...made.body, id: '' }], [200, { id: '', resource_class: 'acme/linux', description: 'big' }]);
  assert.equal((await hosted('POST //api/v3/runner/resource', { resource_class: 'acme/linux' })).status, 409);
  assert.equal((await hosted('POST //api/v3/runner/resource', { resource_class: 'nobody/linux' })).status, 404);
  assert.equal((await hosted('GET //api/v3/runner/resource?namespace=acme')).body, { items: [made.body] });
  assert.equal((await hosted('GET //api/v3/runner?resource-class=acme/linux')).body, { items: [] });
  const {
    body: { token, ...told },
  } = await hosted('POST //api/v3/runner/token', { resource_class: 'acme/linux', nickname: 'rack' });
  assert.match(token, /^slipway-[A-Za-z0-9_-]{43}$/);
  assert.equal((await hosted('GET //api/v3/runner/token?resource-class=acme/linux')).body, { items: [told] });
  assert.not.match(JSON.stringify(await store.read((view) => view.list({ kind: 'ci-runner-tokens' }))), token);
  assert.equal([told.resource_class, told.nickname, typeof told.created_at], ['acme/linux', 'rack', 'string']);
  assert.equal((await hosted('GET //api/v3/runner/tasks?resource-class=acme/linux')).body, { unclaimed_task_count: 0 });
  assert.equal((await hosted('GET //api/v3/runner/tasks/running?resource-class=acme/linux')).body, { running_runner_tasks: 0 });
  assert.equal((await hosted(`DELETE //api/v3/runner/resource/${made.body.id}`)).body, {
    message: 'the resource class has 1 token; delete it first',
  });
  assert.equal((await hosted(`DELETE //api/v3/runner/token/${told.id}`)).status, 200);
  assert.equal((await hosted('DELETE //api/v3/runner/resource/acme/linux')).body, { message: 'Resource class deleted.' });
  assert.equal((await hosted('GET //api/v3/runner/resource?namespace=acme')).body, { items: [] });
  assert.equal((await hosted('GET //api/v3/runner/token?resource-class=linux')).body, {
    message: 'resource-class: expected a namespace and a name, such as acme/linux, got "linux"',
  });
});
test('jobs that ask for a class are counted while they wait and run', async ({ here: { org, store, project }, hosted }) => {
  await hosted('POST //api/v3/runner/resource', { resource_class: 'acme/linux' });
  const { id } = await project('web');
  const job = (status: string, resourceClass: string, key: string) =>
    store.write((tx) =>
      tx.insert({
        id: `j-${key}`,
        kind: 'ci-jobs',
        scope: id,
        key,
        name: key,
        body: { status, executor: { type: 'docker', resourceClass } },
      }),
    );
  for (const [index, [status, resourceClass]] of (
    [
      ['queued', 'acme/linux'],
      ['queued', 'acme/linux'],
      ['running', 'acme/linux'],
      ['queued', 'medium'],
      ['success', 'acme/linux'],
    ] as const
  ).entries())
    await job(status, resourceClass, String(index));
  assert.ok(org);
  assert.equal((await hosted('GET //api/v3/runner/tasks?resource-class=acme/linux')).body, { unclaimed_task_count: 2 });
  assert.equal((await hosted('GET //api/v3/runner/tasks/running?resource-class=acme/linux')).body, { running_runner_tasks: 1 });
});
test('a pipeline has a revision and a picture, its job an address; starting it is not deprecated', async ({
  here: { project, store },
  hosted,
}) => {
  const { id } = await project('web', 'gh/acme');
  await store.write((tx) =>
    tx.insert({ id: 'text', kind: 'ci-configurations', scope: id, key: 'config', name: '', body: { text: 'version: 2.1' } }),
  );
  const started = await hosted('POST /project/gh/acme/web/pipeline', { branch: 'main' });
  assert.equal([started.status, started.headers.get('deprecation'), started.headers.get('warning')], [201, null, null]);
  const { vcs, trigger } = (await hosted(`GET /pipeline/${started.body.id}`)).body;
  assert.match(vcs.revision, /^[0-9a-f]{40}$/);
  assert.equal(
    [vcs.branch, vcs.tag, vcs.commit, vcs.review_id, vcs.review_url, trigger.actor],
    ['main', null, null, null, null, { login: 'olivia', avatar_url: '' }],
  );
  const {
    body: { trends },
  } = await hosted('GET /insights/gh/acme/web/workflows/main/summary');
  assert.is(trends.median_duration_secs, 0);
});
test('version 1.1: who is there, and following a repository', async ({ hosted }) => {
  assert.equal((await hosted('GET //api/v1.1/me')).body, { login: 'olivia', name: 'olivia', avatar_url: '', admin: false });
  assert.is((await hosted('GET /project/gh/acme/shop')).status, 404);
  for (let times = 0; times < 2; times++) {
    const { status, body } = await hosted('POST //api/v1.1/project/github/acme/shop/follow');
    assert.equal([status, body], [201, { following: true, workflow: true, first_build: null }]);
  }
  assert.is((await hosted('GET /project/gh/acme/shop')).body.name, 'shop');
  assert.is((await hosted('POST //api/v1.1/project/github/globex/shop/follow')).status, 404);
  assert.is((await hosted('POST //api/v1.1/project/github/acme/no%20name/follow')).status, 400);
});
test('a deleted organization leaves no resource class behind', async ({ hosted, here: { store } }) => {
  const {
    body: { id },
  } = await hosted('POST /organization', { name: 'initech' });
  await hosted('POST //api/v3/runner/resource', { resource_class: 'initech/linux' });
  await hosted('POST //api/v3/runner/token', { resource_class: 'initech/linux', nickname: 'rack' });
  await hosted(`DELETE /organization/${id}`);
  assert.equal(
    await store.read(async (view) => [await view.count({ kind: 'ci-resource-classes' }), await view.count({ kind: 'ci-runner-tokens' })]),
    [0, 0],
  );
});
test.run();
