import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../service/src/store/new-id.ts';
import { createUser } from '../../service/src/workspaces/organizations/bootstrap.ts';
import { createTestService, type TestService } from '../../service/test/support.ts';

/** What the provider and the test suites of the hosted workspace service call beyond the specification, as they send it. */
const test = suite<{ bench: TestService; hosted: TestService['request'] }>(
  "the workspace service as the hosted service's provider calls it",
);
test.before.each(async (context) => {
  context.bench = await createTestService({ profile: 'hosted' });
  context.hosted = (row, body) => context.bench.request(row, body, { headers: { 'user-agent': 'go-tfe' } });
});
test.after.each(async ({ bench: { close } }) => {
  await close();
});

const document = (type: string, attributes: object, more: object = {}) => ({ data: { type, attributes, ...more } });
const made = async (hosted: TestService['request'], row: string, body: object): Promise<any> => {
  const answer = await hosted(`POST ${row}`, body);
  if (answer.status !== 201) throw new Error(`${row}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
};
const workspace = (hosted: TestService['request'], name = 'web') =>
  made(hosted, '/organizations/acme/workspaces', document('workspaces', { name, 'terraform-version': '1.11.4' }));

test('ping: headers by which clients tell what they speak to, and a limit that is a number', async ({ bench: cloud }) => {
  const told = async ({ request: ask }: TestService): Promise<unknown> => {
    const { status, headers } = await ask('GET /ping', undefined, { token: null });
    return [
      status,
      ...['tfp-api-version', 'tfp-appname', 'x-tfe-version', 'x-tfe-current-version', 'x-ratelimit-limit'].map((name) => headers.get(name)),
    ];
  };
  assert.equal(await told(cloud), [204, '2.6', 'HCP Terraform', null, null, '0']);
  const own = await createTestService({ profile: 'hosted', settings: { edition: 'self-hosted', rateLimit: 30 } });
  assert.equal(await told(own), [204, '2.6', null, '1.0.0', '1.0.0', '30']);
  await own.close();
});
test('an organization and what it may', async ({ hosted }) => {
  const { id } = await made(hosted, '/organizations', document('organizations', { name: 'initech', email: 'a@initech.example' }));
  assert.is(id, 'initech');
  assert.is(
    (await hosted('PATCH /organizations/initech', document('organizations', { email: 'b@initech.example' }))).body.data.attributes.email,
    'b@initech.example',
  );
  const { attributes, type } = (await hosted('GET /organizations/initech/entitlement-set')).body.data;
  assert.equal(
    [type, attributes['state-storage'], attributes['no-code-provisioning'], attributes.operations],
    ['entitlement-sets', true, true, false],
  );
  const scripted = await createTestService({ profile: 'hosted', settings: { runs: 'scripted' } });
  assert.is((await scripted.request('GET /organizations/acme/entitlement-set')).body.data.attributes.operations, true);
  await scripted.close();
  assert.is((await hosted('DELETE /organizations/initech')).status, 204);
  assert.is((await hosted('GET /organizations/initech')).status, 404);
});
test('a workspace by name with what belongs to it, in the comma form', async ({ hosted }) => {
  const { id } = await workspace(hosted);
  await hosted(`PATCH /workspaces/${id}/tag-bindings`, { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'prod' } }] });
  const { data, included } = (await hosted('GET /organizations/acme/workspaces/web?include=organization,effective_tag_bindings')).body;
  assert.equal(
    included.map(({ type }: any) => type),
    ['organizations', 'effective-tag-bindings'],
  );
  assert.equal(
    [data.relationships.organization.data.id, data.relationships.project.data.type, data.relationships['current-run'].data],
    ['acme', 'projects', null],
  );
  const { permissions, locked, 'resource-count': count, 'setting-overwrites': overwrites } = data.attributes;
  assert.equal([permissions['can-force-delete'], locked, count, typeof overwrites], [true, false, 0, 'object']);
});
test('key-value tags are added, flat tags come, go and are listed', async ({ hosted }) => {
  const { id } = await workspace(hosted);
  await hosted(`PATCH /workspaces/${id}/tag-bindings`, { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'prod' } }] });
  const upserted = await hosted(`PATCH /workspaces/${id}/tag-bindings`, {
    data: [{ type: 'tag-bindings', attributes: { key: 'team', value: 'a' } }],
  });
  assert.equal(
    [upserted.status, upserted.body.data.map(({ attributes: { key, value } }: any) => `${key}=${value}`)],
    [200, ['env=prod', 'team=a']],
  );
  assert.is(
    (await hosted(`POST /workspaces/${id}/relationships/tags`, { data: [{ type: 'tags', attributes: { name: 'eu' } }] })).status,
    204,
  );
  const [tag] = (await hosted('GET /organizations/acme/tags')).body.data;
  assert.equal([tag.attributes.name, tag.attributes['instance-count']], ['eu', 1]);
  const other = await workspace(hosted, 'shop');
  assert.is((await hosted(`POST /tags/${tag.id}/relationships/workspaces`, { data: [{ type: 'workspaces', id: other.id }] })).status, 204);
  assert.is(
    (await hosted(`DELETE /workspaces/${id}/relationships/tags`, { data: [{ type: 'tags', attributes: { name: 'eu' } }] })).status,
    204,
  );
  assert.is((await hosted('DELETE /organizations/acme/tags', { data: [{ type: 'tags', id: tag.id }] })).status, 204);
  assert.equal((await hosted('GET /organizations/acme/tags')).body.data, []);
});
test('projects and their tags', async ({ hosted }) => {
  const { id } = await made(hosted, '/organizations/acme/projects', document('projects', { name: 'payments' }));
  await hosted(`PATCH /projects/${id}/tag-bindings`, { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'prod' } }] });
  for (const list of ['tag-bindings', 'effective-tag-bindings'])
    assert.equal(
      (await hosted(`GET /projects/${id}/${list}`)).body.data.map(({ attributes }: any) => attributes.key),
      ['env'],
    );
  assert.equal(
    (await hosted('GET /organizations/acme/projects')).body.data.map(({ attributes }: any) => attributes.name),
    ['Default Project', 'payments'],
  );
  assert.is((await hosted(`DELETE /projects/${id}`)).status, 204);
});
test("a workspace's own variables, each readable alone, of the category terraform", async ({ hosted }) => {
  const { id } = await workspace(hosted);
  const variable = await made(hosted, `/workspaces/${id}/vars`, document('vars', { key: 'region', value: 'eu', category: 'terraform' }));
  assert.equal([variable.attributes.category, variable.relationships.configurable.data], ['terraform', { id, type: 'workspaces' }]);
  assert.equal((await hosted(`GET /workspaces/${id}/vars/${variable.id}`)).body.data, variable);
  assert.equal((await hosted(`GET /workspaces/${id}/vars`)).body.data, [variable]);
  assert.is(
    (await hosted(`PATCH /workspaces/${id}/vars/${variable.id}`, document('vars', { value: 'us' }))).body.data.attributes.value,
    'us',
  );
  assert.is((await hosted(`DELETE /workspaces/${id}/vars/${variable.id}`)).status, 204);
});
test('variable sets: made with 201, read with everything they have to do with, variables one by one', async ({ hosted }) => {
  const { id } = await workspace(hosted);
  const set = await made(hosted, '/organizations/acme/varsets', document('varsets', { name: 'common', global: false }));
  const variable = await made(
    hosted,
    `/varsets/${set.id}/relationships/vars`,
    document('vars', { key: 'TOKEN', value: 's3cret', category: 'env', sensitive: true }),
  );
  assert.equal((await hosted(`GET /varsets/${set.id}/relationships/vars/${variable.id}`)).body.data.attributes.value, null);
  assert.is((await hosted(`POST /varsets/${set.id}/relationships/workspaces`, { data: [{ type: 'workspaces', id }] })).status, 204);
  const { included } = (await hosted(`GET /varsets/${set.id}?include=workspaces,projects,vars,stacks`)).body;
  assert.equal(
    included.map(({ type }: any) => type),
    ['workspaces', 'vars'],
  );
  assert.equal(
    (await hosted(`PATCH /varsets/${set.id}?include=workspaces`, document('varsets', { description: 'for all' }))).body.included.map(
      ({ type }: any) => type,
    ),
    ['workspaces'],
  );
});
test('SSH keys, agent pools, teams', async ({ hosted }) => {
  const key = await made(hosted, '/organizations/acme/ssh-keys', document('ssh-keys', { name: 'modules', value: 'canary' }));
  assert.is((await hosted(`PATCH /ssh-keys/${key.id}`, document('ssh-keys', { name: 'keys' }))).body.data.attributes.name, 'keys');
  assert.is((await hosted(`DELETE /ssh-keys/${key.id}`)).status, 204);
  const pool = await made(hosted, '/organizations/acme/agent-pools', document('agent-pools', { name: 'own' }));
  assert.is((await hosted(`GET /agent-pools/${pool.id}`)).body.data.attributes.name, 'own');
  const team = await made(
    hosted,
    '/organizations/acme/teams',
    document('teams', { name: 'ops', 'organization-access': { 'manage-workspaces': true } }),
  );
  assert.is((await hosted(`GET /teams/${team.id}`)).body.data.attributes['organization-access']['manage-workspaces'], true);
  assert.is((await hosted(`DELETE /teams/${team.id}`)).status, 204);
});
test('people: oneself, and who shares an organization; nobody else', async ({ bench: { request: ask, store, clock }, hosted }) => {
  const { id, attributes } = (await hosted('GET /account/details')).body.data;
  assert.equal([attributes.username, attributes.email, attributes['is-service-account']], ['olivia', '', false]);
  assert.equal((await hosted(`GET /users/${id}`)).body.data.attributes, attributes);
  const [stranger, mia] = await store.write(
    async (tx) =>
      [
        await createUser(tx, { clock, newId }, { name: 'stranger' }),
        await createUser(tx, { clock, newId }, { name: 'mia', email: 'mia@acme.example' }),
      ] as const,
  );
  const ops = await made(hosted, '/organizations/acme/teams', document('teams', { name: 'ops' }));
  const addMia = () => hosted(`POST /teams/${ops.id}/relationships/users`, { data: [{ type: 'users', id: 'mia' }] });
  assert.is((await addMia()).status, 422, 'nobody is put into an organization unasked');
  await store.write(async (tx) => tx.link('organization-members', (await tx.getByKey('organizations', '', 'acme'))!.id, mia.id));
  assert.is((await addMia()).status, 204);
  const { username, email } = (await hosted(`GET /users/${mia.id}`)).body.data.attributes;
  assert.equal([username, email], ['mia', null], 'the address of another is not told');
  assert.equal([(await ask(`GET /users/${stranger.id}`)).status, (await ask('GET /users/user-1')).status], [404, 404]);
});
test('what test suites set up with: plans there are, and the one an organization is on', async ({ hosted }) => {
  const { data } = (await hosted('GET /admin/feature-sets?q=Business')).body;
  assert.equal(
    data.map(({ id, attributes }: any) => [id, attributes.name, attributes['is-current']]),
    [['fs-plus', 'Plus', true]],
  );
  for (const [name, plan] of [
    ['Trial', 'fs-free'],
    ['Standard (entitlement)', 'fs-standard'],
    ['Premium', 'fs-plus'],
  ])
    assert.equal(
      (await hosted(`GET /admin/feature-sets?q=${name}`)).body.data.map(({ id }: any) => id),
      [plan],
      name,
    );
  assert.is((await hosted('GET /admin/feature-sets')).body.meta.pagination['total-count'], 3);
  const subscribe = (set: string) =>
    hosted('POST /admin/organizations/acme/subscription', {
      data: {
        type: 'subscription',
        attributes: { 'contract-start-at': null },
        relationships: { 'feature-set': { data: { type: 'feature-sets', id: set } } },
      },
    });
  const subscribed = await subscribe('fs-plus');
  assert.equal(
    [subscribed.status, subscribed.body.data.type, subscribed.body.data.relationships['feature-set'].data.id],
    [201, 'subscriptions', 'fs-plus'],
  );
  assert.is((await subscribe('fs-free')).body.data.attributes['is-public-free-tier'], true);
  const { attributes: entitlements } = (await hosted('GET /organizations/acme/entitlement-set')).body.data;
  assert.equal([entitlements.assessments, entitlements['no-code-provisioning'], entitlements['audit-logging']], [false, false, false]);
  assert.is((await subscribe('fs-gold')).status, 422);
});
test('what is not there is 404, not a failure of the service; without a token 401', async ({ bench: { request: ask }, hosted }) => {
  for (const row of [
    'GET /configuration-versions/cv-1',
    'GET /plans/plan-1',
    'GET /applies/apply-1',
    'GET /cost-estimates/ce-1',
    'POST /runs/run-1/actions/force-cancel',
    'GET /policy-checks/polchk-1',
    'GET /task-stages/ts-1',
  ])
    assert.is((await hosted(row)).status, 404, row);
  assert.is((await ask('GET /plans/plan-1', undefined, { token: null })).status, 401);
});
test('with --dialect auto a client of the hosted service is answered in its words', async () => {
  const auto = await createTestService();
  await auto.request('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }));
  const words = async (agent: string): Promise<boolean> =>
    'terraform-version' in
    (await auto.request('GET /organizations/acme/workspaces/web', undefined, { headers: { 'user-agent': agent } })).body.data.attributes;
  const agents = [
    'go-tfe',
    'terraform-cloud/1.15.0',
    'HashiCorp Terraform/1.11.4 (+https://www.terraform.io)',
    'OpenTofu/1.9.0',
    'slipway/0.1.0',
    'terraformer/1',
    'curl/8',
  ];
  assert.equal(await Promise.all(agents.map(words)), [true, true, true, true, false, false, false]);
  await auto.close();
});
test.run();
