import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ciApi } from '../../src/ci/api-definition.ts';
import { routes } from '../../src/ci/index.ts';
import { expandEndpoints } from '../../src/pipeline/endpoints.ts';
import { expandSlugPath } from '../../src/ci/slugs/slug-paths.ts';
import { createRouter } from '../../src/http/router.ts';
import { routes as workspaceRoutes } from '../../src/workspaces/index.ts';
import { startCiService, type CiTestService, statusAndMessage } from './support.ts';
import { document } from '../documents.ts';

const surfaces = suite<{ here: CiTestService }>('two services at one address');
surfaces.before.each(async (context) => {
  context.here = await startCiService();
});
surfaces.after.each(async (context) => {
  await context.here.close();
});

surfaces('no path is known by both', () => {
  const example = (path: string) => path.replaceAll(/\{[^}]+\}/g, 'x');
  const paths = (list: typeof routes) =>
    list.filter(({ atRoot: root }) => !root).flatMap(({ endpoint: row }) => expandSlugPath(row.split(' ')[1]!));
  const [one, two] = [
    createRouter(workspaceRoutes.filter(({ atRoot: root }) => !root).map((value) => ({ endpoint: value.endpoint, value }))),
    createRouter(
      routes.flatMap((value) =>
        expandSlugPath(value.endpoint.split(' ')[1]!).map((path) => ({ endpoint: `${value.endpoint.split(' ')[0]} ${path}`, value })),
      ),
    ),
  ];
  assert.equal(
    paths(routes).filter((path) => one('GET', example(path))),
    [],
  );
  assert.equal(
    paths(workspaceRoutes).filter((path) => two('GET', example(path))),
    // No slug of an organization is a single word, so `GET /organization/{org-slug-or-id}` never means this path.
    ['/organization/audit-trail'],
  );
});

surfaces('every endpoint is found at an address that ends with a slash', () => {
  let seen = 0;
  for (const { path } of expandEndpoints(ciApi)) {
    const [prefix] = /^\/api\/v[\d.]+(?=\/)/.exec(path) ?? [];
    if (prefix === undefined) continue;
    const example = path.replaceAll(/\{[^}]+\}/g, 'x');
    assert.is(ciApi.normalizePath!(example.replace(prefix, `${prefix}/`)), example);
    seen++;
  }
  assert.ok(seen > 150, String(seen));
});

surfaces('a path that neither knows is answered in the words of how the token is carried', async ({ here: { request: ask } }) => {
  const unknown = async (headers: Record<string, string>, path = '/nothing/here') =>
    Object.keys((await ask(`GET ${path}`, undefined, { token: null, headers })).body)[0];
  assert.is(await unknown({}), 'errors');
  assert.is(await unknown({ authorization: 'Bearer owner-token' }), 'errors');
  assert.is(await unknown({ authorization: `Basic ${Buffer.from('any:owner-token').toString('base64')}` }), 'errors');
  assert.is(await unknown({ 'ci-token': 'owner-token' }), 'message');
  assert.is(await unknown({ 'circle-token': 'owner-token' }), 'message');
  assert.is(await unknown({}, '/nothing/here?circle-token=owner-token'), 'message');
  assert.is(await unknown({ authorization: `Basic ${Buffer.from('owner-token:').toString('base64')}` }), 'message');
});

surfaces("a known path is its service's, however the token is carried", async ({ here: { request: ask } }) => {
  const workspace = await ask('GET /organizations/acme', undefined, { token: null, headers: { 'ci-token': 'owner-token' } });
  assert.equal([workspace.status, workspace.headers.get('content-type')], [401, 'application/vnd.api+json']);
  const ci = await ask('GET /me');
  assert.equal([ci.status, ci.headers.get('content-type'), ci.body.login], [200, 'application/json', 'olivia']);
  const method = await ask('PUT /me');
  assert.equal(
    [method.status, method.headers.get('allow'), method.body],
    [405, 'GET, HEAD', { message: 'PUT is not among the methods of this path: GET, HEAD' }],
  );
});

surfaces('a token is carried in a header, as the name of Basic, or as Bearer', async ({ here: { request: ask } }) => {
  const with_ = async (headers: Record<string, string>, path = '/me') =>
    (await ask(`GET ${path}`, undefined, { token: null, headers })).status;
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  assert.is(await with_({ 'ci-token': 'owner-token' }), 200);
  assert.is(await with_(basic('owner-token:')), 200);
  assert.is(await with_({ authorization: 'Bearer owner-token' }), 200);
  assert.is(await with_({ 'circle-token': 'owner-token' }), 200);
  assert.is(await with_({}, '/me?circle-token=owner-token'), 200);
  assert.is(await with_(basic('owner-token:password')), 401, 'its password is empty');
  assert.is(await with_(basic('any:owner-token')), 401, 'the token is the name');
  assert.is(await with_(basic('owner-token')), 401, 'no colon');
  assert.is(await with_({ 'ci-token': '' }), 401);
});

surfaces('without a good token: 401 and what to send', async ({ here: { ciAs, as } }) => {
  const none = await ciAs(null)('GET /me');
  assert.equal(
    [none.status, none.headers.get('content-type'), none.body],
    [401, 'application/json', { message: 'no token was sent; send it as Ci-Token: <token>' }],
  );
  assert.equal(statusAndMessage(await ciAs('other')('GET /me')), [401, 'the token is not valid here']);
  assert.equal(statusAndMessage(await as('other')('GET /me')), [401, 'the token is not valid here']);
});

surfaces("the neutral profile takes no token of the hosted service's header, the hosted one takes both", async () => {
  for (const [profile, statuses] of [
    ['neutral', [200, 401, 401]],
    ['hosted', [200, 200, 200]],
  ] as const) {
    const { request: ask, close } = await startCiService({ profile });
    const got = [];
    for (const [headers, path] of [
      [{ 'ci-token': 'owner-token' }, '/me'],
      [{ 'circle-token': 'owner-token' }, '/me'],
      [{}, '/me?circle-token=owner-token'],
    ] as const)
      got.push((await ask(`GET ${path}`, undefined, { token: null, headers })).status);
    assert.equal(got, statuses, profile);
    await close();
  }
});

surfaces('journal, faults, rate limit and clock are for both', async ({ here: { request: ask, ci, clock } }) => {
  await ask('POST //_local/faults', { fault: '503', path: '/me' });
  assert.equal(statusAndMessage(await ci('GET /me')), [503, 'a planted fault']);
  await ci('GET /me?circle-token=abc');
  await ask('GET /organizations/acme');
  const { entries } = (await ask('GET //_local/requests')).body;
  assert.equal(
    entries.map(({ at, method, path, status }: any) => ({ at, method, path, status })),
    [
      { at: '2026-05-01T12:00:00.000Z', method: 'GET', path: '/api/v2/me', status: 503 },
      { at: '2026-05-01T12:00:00.000Z', method: 'GET', path: '/api/v2/me?circle-token=***', status: 200 },
      { at: '2026-05-01T12:00:00.000Z', method: 'GET', path: '/api/v2/organizations/acme', status: 200 },
    ],
  );
  clock.advance(60_000);
  assert.is((await ci('POST /context', { name: 'later', owner: { slug: 'gh/acme' } })).body.created_at, '2026-05-01T12:01:00.000Z');
  const limited = await startCiService({ settings: { rateLimit: 2 } });
  const answers = [await limited.request('GET /organizations/acme'), await limited.ci('GET /me'), await limited.ci('GET /me')];
  assert.equal(
    answers.map((answer) => [answer.status, answer.headers.get('x-ratelimit-remaining')]),
    [
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ],
    'counted together',
  );
  assert.equal(
    [answers[2]!.headers.get('retry-after'), answers[2]!.body],
    ['1', { message: 'more requests than this caller may make in a second; wait and send it again' }],
  );
  await limited.close();
});

surfaces('what one service changes about who may do what holds in the other at once', async ({ here: { request: ask, ci } }) => {
  const made = await ask('POST /organizations', document('organizations', { name: 'initech' }));
  assert.is(made.status, 201);
  assert.equal(
    (await ci('GET /me/collaborations')).body.map(({ name }: any) => name),
    ['acme', 'initech'],
  );
  assert.is((await ci('POST /context', { name: 'keys', owner: { slug: 'bb/initech' } })).status, 200);
  assert.is((await ask('DELETE /organizations/initech')).status, 204);
  assert.equal(statusAndMessage(await ci('GET /context?owner-slug=bb/initech')), [
    404,
    'the organization "bb/initech" was not found, or this token has no access to it',
  ]);
  assert.is((await ask('POST /organizations', document('organizations', { name: 'initech' }))).status, 201);
  assert.equal((await ci('GET /context?owner-slug=bb/initech')).body, { items: [], next_page_token: null });
});

surfaces('a body that is not JSON, has no JSON type or is too large is reported', async ({ here: { ci } }) => {
  const broken = await ci('POST /context', '{"name": ');
  assert.equal([broken.status, broken.body.message.startsWith('the body is not valid JSON: ')], [400, true]);
  assert.equal(statusAndMessage(await ci('POST /context', {}, { headers: { 'content-type': 'text/plain' } })), [
    415,
    'the body came as "text/plain"; send it with Content-Type: application/json',
  ]);
  assert.equal(statusAndMessage(await ci('POST /context')), [400, 'expected a JSON object, got no body']);
  for (const [body, words] of [
    ['[]', 'a list'],
    ['null', 'null'],
    ['7', 'a number'],
    ['"x"', 'a string of 1 character'],
  ] as const)
    assert.equal(statusAndMessage(await ci('POST /context', body)), [400, `expected a JSON object, got ${words}`]);
  assert.is((await ci('POST /context', JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) }))).status, 413);
});

surfaces.run();
