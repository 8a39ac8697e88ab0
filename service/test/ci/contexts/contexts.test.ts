import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage, startTime } from '../support.ts';

const contexts = suite<{ here: CiTestService }>('CI contexts');
contexts.before.each(async (context) => {
  context.here = await startCiService();
});
contexts.after.each(async (context) => {
  await context.here.close();
});
const stranger = { token: 'stranger-token' };
const gone = (what: string) => `${what} was not found, or this token has no access to it`;

contexts('POST /context by the id or the slug of its owner; then read, listed, deleted', async ({ here: { ci, org } }) => {
  const { slug } = (await ci('GET /me/collaborations')).body[0];
  const made = await ci('POST /context', { name: 'keys', owner: { id: org, type: 'organization' } });
  const { id } = made.body;
  assert.equal(
    [made.status, made.body, made.headers.get('content-type')],
    [200, { id, name: 'keys', created_at: startTime }, 'application/json'],
  );
  const names = ['by-id', 'by-slug', 'by-type', 'by-host'];
  const owners = [{ id: org.toUpperCase() }, { slug }, { slug, type: 'organization' }, { slug: 'github/acme' }];
  for (const [index, owner] of owners.entries())
    assert.is((await ci('POST /context', { name: names[index], owner })).status, 200, names[index]);
  const read = await ci(`GET /context/${id}`);
  assert.equal([read.status, read.body], [200, { id, name: 'keys', created_at: startTime }]);
  for (const query of [
    `owner-id=${org}`,
    `owner-slug=${slug}`,
    'owner-slug=gh%2Facme',
    'owner-slug=bitbucket/acme&page-token=',
    `owner-id=${org}&owner-slug=gh/acme&owner-type=organization`,
  ]) {
    const { status, body } = await ci(`GET /context?${query}`);
    assert.equal(
      [status, body.items.map((one: any) => one.name), body.items[0], body.next_page_token],
      [200, ['keys', ...names], { id, name: 'keys', created_at: startTime }, null],
      query,
    );
  }
  assert.equal(statusAndMessage(await ci(`DELETE /context/${id}`)), [200, 'Context deleted.']);
  assert.is((await ci(`GET /context?owner-id=${org}`)).body.items.length, 4);
});

contexts('name selects by a part of the name', async ({ here: { ci, org, context } }) => {
  for (const name of ['web-deploy', 'Deploy', 'keys']) await context(name);
  const names = async (name: string) => (await ci(`GET /context?owner-id=${org}&name=${name}`)).body.items.map((one: any) => one.name);
  assert.equal(
    [await names('deploy'), await names('key'), await names('none'), await names('')],
    [['web-deploy', 'Deploy'], ['keys'], [], ['web-deploy', 'Deploy', 'keys']],
  );
});

contexts('one that is not there, or not yours: 403 to read, 404 for everything else', async ({ here: { ci, context } }) => {
  const id = await context('keys');
  const nowhere = 'aaaaaaaa-0000-4000-8000-000000000000';
  for (const [one, options] of [
    [id, stranger],
    [nowhere, {}],
  ] as const) {
    assert.equal(statusAndMessage(await ci(`GET /context/${one}`, undefined, options)), [
      403,
      `the context ${one} does not exist, or this token may not read it`,
    ]);
    for (const row of [
      `DELETE /context/${one}`,
      `GET /context/${one}/environment-variable`,
      `GET /context/${one}/restrictions`,
      `DELETE /context/${one}/environment-variable/KEY`,
      `DELETE /context/${one}/restrictions/${nowhere}`,
    ])
      assert.equal(statusAndMessage(await ci(row, undefined, options)), [404, gone(`the context ${one}`)], row);
    assert.is((await ci(`PUT /context/${one}/environment-variable/KEY`, { value: 'x' }, options)).status, 404);
    assert.is(
      (await ci(`POST /context/${one}/restrictions`, { restriction_type: 'expression', restriction_value: 'a == 1' }, options)).status,
      404,
    );
  }
  assert.equal(statusAndMessage(await ci('GET /context/keys')), [400, 'context-id: expected a UUID, got "keys"']);
});

contexts("a list needs one owner that is the caller's", async ({ here: { ci, org } }) => {
  const list = async (query: string, options = {}) => statusAndMessage(await ci(`GET /context${query}`, undefined, options));
  assert.equal(await list(''), [400, 'expected owner-id or owner-slug']);
  assert.equal(await list('?owner-id=acme'), [400, 'owner-id: expected a UUID, got "acme"']);
  assert.equal(await list('?owner-slug=acme'), [
    400,
    'owner-slug: expected a slug such as gh/acme, or <provider>/<organization>; got "acme"',
  ]);
  assert.equal(await list('?owner-slug=gl/acme'), [
    400,
    '"gl" is not the provider of a slug; expected github, gh, bitbucket, bb or native',
  ]);
  assert.equal(await list('?owner-slug=gh/nobody'), [404, gone('the organization "gh/nobody"')]);
  assert.equal(await list('?owner-slug=native/nobody'), [404, gone('the organization "native/nobody"')]);
  assert.equal(await list(`?owner-id=${org}`, stranger), [404, gone(`the organization ${org}`)]);
  assert.equal(await list(`?owner-id=${org}&owner-type=team`), [400, 'owner-type: expected account or organization, got "team"']);
  assert.equal(await list('?owner-id=aaaaaaaa-0000-4000-8000-000000000000&owner-slug=gh/acme'), [
    400,
    'owner-slug: refers to another organization than owner-id; send one of them',
  ]);
});

contexts('a body that does not fit is 400 and names the member; a taken name is 409', async ({ here: { ci, org, context } }) => {
  const make = async (body: unknown) => statusAndMessage(await ci('POST /context', body));
  const owner = { id: org };
  const name = 'a name of 1 to 255 characters on one line';
  assert.equal(await make({}), [400, `name: is required: expected ${name}; owner: is required: expected an object`]);
  assert.equal(await make({ name: 7, owner }), [400, `name: expected ${name}, got a number`]);
  assert.equal(await make({ name: '', owner }), [400, `name: expected ${name}, got ""`]);
  assert.equal(await make({ name: 'x'.repeat(256), owner }), [400, `name: expected ${name}, got a string of 256 characters`]);
  assert.equal(await make({ name: 'a\nb', owner }), [400, `name: expected ${name}, got "a\\nb"`]);
  assert.equal(await make({ name: 'x', owner: 'acme' }), [400, 'owner: expected an object, got "acme"']);
  assert.equal(await make({ name: 'x', owner, colour: 'red' }), [400, 'colour: is not a known member; expected name, owner']);
  assert.equal(await make('{"name": "x", "owner": {}, "__proto__": {}}'), [400, '__proto__: is not a known member; expected name, owner']);
  assert.equal(await make({ name: 'x', owner: {} }), [400, 'owner: expected either id or slug']);
  assert.equal(await make({ name: 'x', owner: { id: org, slug: 'gh/acme' } }), [400, 'owner: expected either id or slug']);
  assert.equal(await make({ name: 'x', owner: { id: 'acme' } }), [400, 'owner.id: expected a UUID, got "acme"']);
  assert.equal(await make({ name: 'x', owner: { slug: 'acme' } }), [
    400,
    'owner.slug: expected a slug such as gh/acme, or <provider>/<organization>; got "acme"',
  ]);
  assert.equal(await make({ name: 'x', owner: { id: org, type: 'team' } }), [
    400,
    'owner.type: expected account or organization, got "team"',
  ]);
  assert.equal(await make({ name: 'x', owner: { id: org, kind: 'x' } }), [
    400,
    'owner.kind: is not a known member; expected id, slug, type',
  ]);
  assert.equal(await make({ name: 'x', owner: { slug: 'gh/globex' } }), [404, gone('the organization "gh/globex"')]);
  await context('x');
  assert.equal(await make({ name: 'x', owner }), [409, 'the context "x" already exists']);
});

contexts('accounts own contexts on the self-hosted edition only', async ({ here: hosted }) => {
  const me = (await hosted.ci('GET /me')).body.id;
  assert.equal(statusAndMessage(await hosted.ci('POST /context', { name: 'x', owner: { id: me, type: 'account' } })), [
    400,
    'owner.type: an account owns contexts on the self-hosted edition only; expected organization',
  ]);
  assert.equal(statusAndMessage(await hosted.ci(`GET /context?owner-id=${me}&owner-type=account`)), [
    400,
    'owner-type: an account owns contexts on the self-hosted edition only; expected organization',
  ]);
  const own = await startCiService({ settings: { edition: 'self-hosted' } });
  const { id } = (await own.ci('GET /me')).body;
  const made = await own.ci('POST /context', { name: 'mine', owner: { id, type: 'account' } });
  assert.is(made.status, 200);
  assert.equal((await own.ci(`GET /context?owner-id=${id}&owner-type=account`)).body.items, [made.body]);
  assert.is((await own.ciAs('mia-token')(`GET /context/${made.body.id}`)).status, 403);
  assert.equal(statusAndMessage(await own.ciAs('mia-token')(`GET /context?owner-id=${id}&owner-type=account`)), [
    404,
    gone(`the account ${id}`),
  ]);
  assert.equal(statusAndMessage(await own.ci('GET /context?owner-slug=gh/acme&owner-type=account')), [
    400,
    'owner-slug: an account has no slug; send owner-id',
  ]);
  assert.equal(statusAndMessage(await own.ci('POST /context', { name: 'x', owner: { slug: 'gh/acme', type: 'account' } })), [
    400,
    'owner.slug: an account has no slug; send its id',
  ]);
  assert.equal(statusAndMessage(await own.ci('GET /context?owner-type=account')), [400, 'owner-id: is required: expected a UUID']);
  await own.close();
});

contexts.run();
