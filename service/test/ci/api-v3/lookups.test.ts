import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CiTestService, startCiService, statusAndMessage } from '../support.ts';

const test = suite<{ here: CiTestService; project: string }>('look-ups of API v3');
test.before.each(async (context) => {
  context.here = await startCiService();
  context.project = (await context.here.project('web', 'gh/acme')).id;
});
test.after.each(async ({ here }) => {
  await here.close();
});

const missing = '00000000-1111-4222-8333-000000000001';

test('a project by its slug and by its id; no project is an empty list', async ({ here: { ci, org, ciAs }, project }) => {
  const names = { name: 'web', slug: 'gh/acme/web', org_id: org };
  const document = { id: project, type: 'project', attributes: names, references: { org: { id: org } }, ...names };
  assert.equal((await ci('GET //api/v3/projects?filter%5Bslug%5D=gh%2Facme%2Fweb')).body, {
    data: [document],
    page: { next: null, prev: null },
  });
  assert.equal((await ci(`GET //api/v3/projects/${project}`)).body, { data: document });
  for (const [slug, token] of [
    ['gh/acme/none', 'owner-token'],
    ['gh/acme/web', 'stranger-token'],
    ['gh/acme', 'owner-token'],
    ['svn/acme/web', 'owner-token'],
    ['a/b/c/d', 'owner-token'],
  ] as const) {
    const { status, body } = await ciAs(token)(`GET //api/v3/projects?filter[slug]=${slug}`);
    assert.equal([status, body.data], [200, []], slug);
  }
  assert.equal(statusAndMessage(await ci('GET //api/v3/projects')), [
    400,
    'filter[slug]: is required: expected a slug such as gh/acme/web',
  ]);
  assert.is((await ci(`GET //api/v3/projects/${missing}`)).status, 404);
});

test('settings of a project have the names of API v3', async ({ here: { ci, ciAs }, project }) => {
  const { attributes } = (await ci(`GET //api/v3/projects/${project}/settings`)).body.data;
  assert.equal(
    [attributes.enable_auto_cancel_redundant_workflows, attributes.can_set_github_status, attributes.is_running_disabled],
    [false, true, false],
  );
  const changed = await ci(`POST //api/v3/projects/${project}/update-settings`, {
    is_build_prs_only: true,
    pr_only_branch_overrides: ['main'],
  });
  assert.equal([changed.status, changed.body.data.attributes.is_build_prs_only], [200, true]);
  assert.is((await ci('GET /project/gh/acme/web/settings')).body.advanced.build_prs_only, true);
  assert.is((await ci(`POST //api/v3/projects/${project}/update-settings`, { is_running_disabled: true })).status, 400);
  // There is no cache of Docker layers to empty: only who may change the project is answered.
  assert.is((await ci(`DELETE //api/v3/projects/${project}/dlc`)).status, 204);
  assert.is((await ci(`DELETE //api/v3/projects/${project}/dlc`, undefined, { token: 'mia-token' })).status, 403);
  assert.is((await ciAs('stranger-token')(`GET //api/v3/projects/${project}/settings`)).status, 404);
});

test('is_oss is set for a project whose repository is open source, in both dialects', async ({ here: { ci, store }, project }) => {
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  const set = (values: object) => ci(`POST //api/v3/projects/${project}/update-settings`, values, hosted);
  assert.equal(statusAndMessage(await set({ is_oss: true })), [400, 'is_oss: can only be set for projects with an open-source repository']);
  assert.is((await set({ is_oss: false, is_ssh_disabled: true })).body.data.attributes.is_ssh_disabled, true);
  await store.write(async (tx) => {
    const [web] = (await tx.list<any>({ kind: 'ci-projects' })).records;
    await tx.update(web!, { body: { ...web!.body, openSource: true } });
  });
  assert.is((await set({ is_oss: true })).body.data.attributes.is_oss, true);
});

test('settings of an organization are kept without effect; those that it would rely on are refused', async ({
  here: { ci, org, ciAs },
}) => {
  const path = `//api/v3/orgs/${org}`;
  const read = async () => (await ci(`GET ${path}/settings`)).body.data.attributes;
  const before = await read();
  assert.equal([Object.keys(before).length, before.enable_private_orbs, before.is_running_disabled], [15, true, false]);
  const set = (values: object, token = 'owner-token') => ciAs(token)(`POST ${path}/update-settings`, values);
  const changed = await set({ enable_ai_agents: true, enable_private_orbs: false });
  assert.equal([changed.status, changed.body.data.type], [200, 'org_settings']);
  assert.equal(await read(), { ...before, enable_ai_agents: true, enable_private_orbs: false });
  await set({ enable_private_orbs: true });
  assert.equal(await read(), { ...before, enable_ai_agents: true });
  for (const name of ['is_running_disabled', 'is_user_checkout_keys_disabled', 'is_context_group_restriction_required']) {
    assert.equal(statusAndMessage(await set({ [name]: true })), [400, `${name}: expected false, which it always is here, got true`]);
    assert.is((await set({ [name]: false })).status, 200, name);
  }
  assert.equal(statusAndMessage(await set({ enable_ai_agents: false }, 'mia-token')), [
    403,
    'only owners of the organization change its settings',
  ]);
  assert.is((await ciAs('stranger-token')(`GET ${path}/settings`)).status, 404);
});

test('a resource class is found by its slug; none is an empty list', async ({ here: { ci, org, ciAs } }) => {
  const { id } = (await ci('POST //api/v3/runner/resource', { resource_class: 'acme/linux', description: 'big' })).body;
  const find = (slug: string, token = 'owner-token') => ciAs(token)(`GET //api/v3/runner/resource-classes?filter[slug]=${slug}`);
  assert.equal((await find('acme/linux')).body.data, [
    { id, type: 'resource_class', attributes: { resource_class: 'acme/linux', description: 'big' }, references: { org: { id: org } } },
  ]);
  assert.equal((await find('acme/none')).body.data, []);
  assert.equal((await find('acme/linux', 'stranger-token')).body.data, []);
  assert.is((await find('linux')).status, 400);
  assert.is((await ci('GET //api/v3/runner/resource-classes')).status, 400);
});

test('organizations: of the caller, in pages, and by slug', async ({ here: { ci, org, ciAs } }) => {
  const { body } = await ci('GET //api/v3/orgs?page[limit]=50');
  assert.equal([body.data.map(({ id, name }: any) => [id, name]), body.page.next], [[[org, 'acme']], null]);
  assert.equal((await ci('GET //api/v3/orgs?filter[slug]=gh/acme')).body.data, body.data);
  assert.equal((await ciAs('stranger-token')('GET //api/v3/orgs?filter[slug]=gh/acme')).body.data, []);
  assert.equal((await ci(`GET //api/v3/orgs/${org}`)).body.data, body.data[0]);
  assert.is((await ciAs('stranger-token')(`GET //api/v3/orgs/${org}`)).status, 404);
  const second = (await ci('POST /organization', { name: 'initech', vcs_type: 'native' })).body.id;
  const first = (await ci('GET //api/v3/orgs?page[limit]=1')).body;
  assert.equal(first.data[0].id, org);
  const next = (await ci(`GET //api/v3/orgs?page[limit]=1&page[cursor]=${first.page.next}`)).body;
  assert.equal([next.data[0].id, next.page.next], [second, null]);
  assert.is((await ci('GET //api/v3/orgs?page[limit]=51')).status, 400);
});

test('the user of the token, and namespaces', async ({ here: { ci, org, ciAs } }) => {
  const [user] = (await ci('GET //api/v3/users?filter[user_id]=me')).body.data;
  assert.equal(user.attributes, { name: 'olivia', login: 'olivia', avatar_url: '' });
  assert.is((await ci(`GET //api/v3/users?filter[user_id]=${user.id}`)).status, 400);
  assert.is((await ciAs('acme-token')('GET //api/v3/users?filter[user_id]=me')).status, 403);
  const namespace = { data: { id: org, type: 'namespace', attributes: { name: 'acme' }, references: { org: { id: org } } } };
  assert.equal((await ci('GET //api/v3/namespaces?filter[name]=acme')).body, namespace);
  assert.equal((await ci(`GET //api/v3/namespaces/${org}`)).body, namespace);
  assert.equal((await ci('POST //api/v3/namespaces', { name: 'acme', org_id: org })).body, namespace);
  assert.is((await ci('GET //api/v3/namespaces?filter[name]=globex')).status, 404);
  assert.equal(statusAndMessage(await ci('POST //api/v3/namespaces', { name: 'harbour', org_id: org })), [
    400,
    'the namespace of this organization is "acme"; there is no other',
  ]);
});

test.run();
