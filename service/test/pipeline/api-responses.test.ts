import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../support.ts';
import { document } from '../documents.ts';

const door = suite<{ bench: TestService }>('API responses');
door.before.each(async (context) => {
  context.bench = await createTestService();
});
door.after.each(async (context) => {
  await context.bench.close();
});
const errors = (answer: any) => answer.body.errors.map(({ status, title, detail }: any) => [status, title, detail]);

door('discovery and ping need no token', async ({ bench: { as } }) => {
  const found = await as(null)('GET //.well-known/terraform.json');
  assert.equal(found.body, {
    'tfe.v2': '/api/v2/',
    'tfe.v2.1': '/api/v2/',
    'tfe.v2.2': '/api/v2/',
    'state.v2': '/api/v2/',
    'modules.v1': '/api/registry/v1/modules/',
    'providers.v1': '/api/registry/v1/providers/',
    'login.v1': {
      client: 'slipway-cli',
      grant_types: ['authz_code'],
      authz: '/app/oauth2/auth',
      token: '/oauth/token',
      ports: [10000, 10010],
    },
  });
  const ping = await as(null)('GET /ping');
  assert.equal([ping.status, ping.headers.get('tfp-api-version'), ping.headers.get('tfp-appname')], [204, '2.6', 'HCP Terraform']);
});

door('a mistake is reported in the words of the request', async ({ bench: { request: ask } }) => {
  const told = (answer: any) => answer.body.errors.map(({ detail, source }: any) => [source.pointer, detail]);
  const create = (attributes: object, headers: Record<string, string> = {}) =>
    ask('POST /organizations/acme/workspaces', document('workspaces', { name: 'web', ...attributes }), { headers });
  const hosted = { 'user-agent': 'go-tfe' };
  assert.equal(told(await create({ 'engine-version': '~> 99.0' })), [
    [
      '/data/attributes/engine-version',
      'no engine release matches "~> 99.0"; expected a version such as 1.11.4 or a constraint such as ~> 1.0.0',
    ],
  ]);
  assert.equal(told(await create({ 'terraform-version': '~> 99.0' })), [
    [
      '/data/attributes/terraform-version',
      'no engine release matches "~> 99.0"; expected a version such as 1.11.4 or a constraint such as ~> 1.0.0',
    ],
  ]);
  assert.equal(told(await create({ 'terraform-version': 7 })), [['/data/attributes/terraform-version', 'Expected a string; given 7.']]);
  const web = (await create({})).body.data.id;
  const repository = { identifier: 'acme/web', 'oauth-token-id': 'ot-1', 'github-app-installation-id': 'ghain-1' };
  assert.equal(told(await ask(`PATCH /workspaces/${web}`, document('workspaces', { 'vcs-repo': repository }))), [
    [
      '/data/attributes/vcs-repo/github-app-installation-id',
      '`vcs-repo.github-app-installation-id` cannot be set together with `vcs-repo.oauth-token-id`.',
    ],
  ]);
  const variable = (category: string) =>
    ask(`POST /workspaces/${web}/vars`, document('vars', { key: 'infra', category }), { headers: hosted });
  assert.equal(told(await variable('other')), [['/data/attributes/category', 'expected terraform or env, got "other"']]);
  assert.is((await variable('terraform')).status, 201);
  assert.equal(told(await variable('terraform')), [
    ['/data/attributes/key', 'the key "infra" has already been taken by another terraform variable here'],
  ]);
});

door('a failure of ours is 500 without its words, and is reported with the request id', async () => {
  const reports: string[] = [];
  const own = await createTestService({ report: (words) => reports.push(words) });
  const broken = Object.assign(own.store, { read: () => Promise.reject(new Error('secret words')) });
  const answer = await own.request('GET /organizations/acme');
  assert.equal(errors(answer), [
    [
      '500',
      'internal server error',
      'the service failed; its log has the details under the X-Request-Id of this response. This is a bug in Slipway; please report it.',
    ],
  ]);
  assert.equal(reports, [`GET /api/v2/organizations/acme (${answer.headers.get('x-request-id')})`]);
  await broken.close();
});

door('a caller who asks too often is 429 until the second is over', async () => {
  const own = await createTestService({ settings: { rateLimit: 3 } });
  const answers = [];
  for (let index = 0; index < 4; index++) answers.push(await own.request('GET /organizations/acme'));
  assert.equal(
    answers.map((answer) => [answer.status, answer.headers.get('x-ratelimit-limit'), answer.headers.get('x-ratelimit-remaining')]),
    [
      [200, '3', '2'],
      [200, '3', '1'],
      [200, '3', '0'],
      [429, '3', '0'],
    ],
  );
  assert.match(answers[3]!.headers.get('x-ratelimit-reset')!, /^0\.[0-9]{3}$/);
  assert.equal(answers[3]!.body, {
    errors: [
      { status: '429', title: 'Too many requests', detail: 'more requests than this caller may make in a second; wait and send it again' },
    ],
  });
  await own.close();
});

door('control: the clock moves, the journal tells, faults are planted, everything is forgotten', async ({ bench: { request: ask } }) => {
  assert.equal((await ask('POST //_local/clock', { move: 60_000 })).body, { now: '2026-05-01T12:01:00.000Z' });
  await ask('POST //_local/faults', { fault: '429', at: 2, path: 'varsets' });
  assert.is((await ask('GET /organizations/acme/varsets?circle-token=abc&q=x')).status, 400, 'a parameter of the other service');
  assert.is((await ask('GET /organizations/acme')).status, 200);
  assert.is((await ask('GET /organizations/acme/varsets')).status, 429);
  assert.is((await ask('GET /organizations/acme/varsets')).status, 200);
  await ask('POST //_local/faults', { fault: 'malformed' });
  assert.is((await ask('GET /organizations/acme')).body, '{"data": {"id":');
  const { body } = await ask('GET //_local/requests');
  assert.equal(
    body.entries.slice(0, 3).map(({ at, method, path, status }: any) => ({ at, method, path, status })),
    [
      { at: '2026-05-01T12:01:00.000Z', method: 'GET', path: '/api/v2/organizations/acme/varsets?circle-token=***&q=x', status: 400 },
      { at: '2026-05-01T12:01:00.000Z', method: 'GET', path: '/api/v2/organizations/acme', status: 200 },
      { at: '2026-05-01T12:01:00.000Z', method: 'GET', path: '/api/v2/organizations/acme/varsets', status: 429 },
    ],
  );
  assert.is(
    (await ask('POST //_local/faults', { fault: 'explode' })).body.errors[0].detail,
    'expected one of 429, 500, 503, status, lost-before, lost-after, reset-before, reset-after, cut, slow, slow-body, malformed',
  );
  assert.is((await ask('POST //_local/reset')).status, 204);
  assert.is((await ask('GET /organizations/acme')).status, 401);
});

door(
  'control: a service that was reset takes a seed; a workspace becomes what its runs would make of it',
  async ({ bench: { request: ask, as } }) => {
    const seed =
      '{"settings":{"tier":"free"},"users":[{"name":"ann","token":"ann"}],"organizations":[{"name":"acme","owners":["ann"],' +
      '"workspaces":[{"name":"one"}]}]}';
    assert.equal(errors(await ask('POST //_local/seed', seed)), [
      ['409', 'conflict', 'the store holds organizations already; reset it first'],
    ]);
    await ask('POST //_local/reset');
    assert.is((await ask('POST //_local/seed', seed)).status, 201);
    assert.is((await ask('GET //_local/settings')).body.tier, 'free');
    const shown = await as('ann')('GET /organizations/acme/workspaces/one');
    assert.is((await ask(`PATCH //_local/workspaces/${shown.body.data.id}`, { resourceCount: 3 })).status, 204);
    assert.is((await as('ann')(`GET /workspaces/${shown.body.data.id}`)).body.data.attributes['resource-count'], 3);
    assert.match(
      (await ask(`PATCH //_local/workspaces/${shown.body.data.id}`, { resources: 3 })).body.errors[0].detail,
      /^a workspace has no member "resources"; expected /,
    );
  },
);

door.run();
