import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService, listNames, summarizeErrors } from './support.ts';

const tags = suite<WorkspaceTestService & { web: string; path: string }>('workspace tags');
tags.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
  context.web = await context.createWorkspaceId('web');
  context.path = `/workspaces/${context.web}/relationships/tags`;
});
tags.after.each(async ({ close }) => {
  await close();
});

const named = (...all: unknown[]) => ({ data: all.map((name) => ({ type: 'tags', attributes: { name } })) });
const byId = (...all: string[]) => ({ data: all.map((id) => ({ type: 'tags', id })) });

tags('added by name or id, listed, removed; a tag on nothing disappears', async ({ request: ask, path, web, createWorkspaceId: id }) => {
  const added = await ask(`POST ${path}`, named('blue', 'green'));
  assert.equal([added.status, added.body], [204, undefined]);
  const listed = await ask(`GET ${path}`);
  const blue = listed.body.data[0].id;
  assert.match(blue, /^tag-/);
  assert.equal(listed.body.data[0], {
    id: blue,
    type: 'tags',
    attributes: { name: 'blue', 'created-at': '2026-05-01T12:00:00.000Z', 'instance-count': 1 },
    relationships: { organization: { data: { id: 'acme', type: 'organizations' } } },
  });
  assert.equal(listed.body.meta.pagination['total-count'], 2);
  assert.equal((await ask(`GET /workspaces/${web}`)).body.data.attributes['tag-names'], ['blue', 'green']);
  const api = await id('api');
  assert.is((await ask(`POST /workspaces/${api}/relationships/tags`, byId(blue))).status, 204);
  assert.is((await ask(`POST ${path}`, named('blue'))).status, 204, 'twice is once');
  assert.is((await ask(`GET ${path}`)).body.data[0].attributes['instance-count'], 2);
  assert.is((await ask(`DELETE ${path}`, named('blue', 'never-was'))).status, 204);
  assert.equal(listNames(await ask(`GET ${path}`)), ['green']);
  assert.equal(listNames(await ask('GET /organizations/acme/tags')), ['blue', 'green']);
  assert.is((await ask(`DELETE /workspaces/${api}/relationships/tags`, byId(blue))).status, 204);
  assert.equal(listNames(await ask('GET /organizations/acme/tags')), ['green']);
  assert.is((await ask(`DELETE ${path}`, byId(blue))).status, 404);
  assert.is((await ask(`POST ${path}`, byId('tag-none'))).status, 404);
});

tags('a name has 1 to 255 letters, digits, _ - and :', async ({ request: ask, path, createWorkspace: make, web, patch }) => {
  for (const name of ['', 'a b', 'é', 'a/b', 'x'.repeat(256), 7, null]) {
    assert.equal(summarizeErrors(await ask(`POST ${path}`, named(name))), [422, '/data/0/attributes/name'], String(name));
    assert.equal(
      summarizeErrors(await make('other', {}, { tags: named(name) })),
      [422, '/data/relationships/tags/data/0/attributes/name'],
      String(name),
    );
    assert.equal(
      summarizeErrors(await patch(web, {}, { tags: named(name) })),
      [422, '/data/relationships/tags/data/0/attributes/name'],
      String(name),
    );
  }
  assert.equal(summarizeErrors(await ask(`POST ${path}`, { data: [{ type: 'labels', attributes: { name: 'a' } }] })), [
    422,
    '/data/0/type',
  ]);
  assert.is((await ask(`POST ${path}`, named('x'.repeat(255), 'a:b_c-D9'))).status, 204);
  assert.equal(
    (await patch(web, {}, { tags: named('only') })).body.data.attributes['tag-names'],
    ['only'],
    'an update that names them replaces them',
  );
});

tags('pages', async ({ request: ask, path }) => {
  await ask(`POST ${path}`, named(...Array.from({ length: 21 }, (_, index) => `t${index}`)));
  const first = await ask(`GET ${path}`);
  assert.equal([first.body.data.length, first.body.meta.pagination['next-page']], [20, 2]);
  assert.equal(listNames(await ask(`GET ${path}?page[number]=2`)), ['t20']);
});

tags(
  "the organization's tags: searched, applied to several, deleted everywhere",
  async ({ request: ask, path, web, createWorkspaceId: id }) => {
    const api = await id('api', {}, { tags: named('blue', 'red') });
    await ask(`POST ${path}`, named('green'));
    assert.equal(listNames(await ask('GET /organizations/acme/tags?q=re')), ['green', 'red']);
    assert.equal(listNames(await ask(`GET /organizations/acme/tags?filter[exclude][taggable][id]=${api}`)), ['green']);
    const blue = (await ask('GET /organizations/acme/tags?q=blue')).body.data[0].id;
    assert.is((await ask(`POST /tags/${blue}/relationships/workspaces`, { data: [{ type: 'workspaces', id: web }] })).status, 204);
    assert.equal((await ask(`GET /workspaces/${web}`)).body.data.attributes['tag-names'], ['green', 'blue']);
    assert.equal(
      summarizeErrors(await ask(`POST /tags/${blue}/relationships/workspaces`, { data: [{ type: 'workspaces', id: 'ws-none' }] })),
      [422, '/data/0/id'],
    );
    assert.is((await ask('POST /tags/tag-none/relationships/workspaces', { data: [] })).status, 404);
    assert.is((await ask('DELETE /organizations/acme/tags', byId(blue))).status, 204);
    assert.equal(listNames(await ask('GET /organizations/acme/tags')), ['green', 'red']);
    assert.equal((await ask(`GET /workspaces/${web}`)).body.data.attributes['tag-names'], ['green']);
  },
);

tags(
  'who may only read tags nothing, who writes adds tags, and nobody sees what hangs elsewhere',
  async ({ request: ask, path, web, createWorkspaceId: id, member, grant, as }) => {
    await id('api', {}, { tags: named('secret') });
    await ask(`POST ${path}`, named('blue'));
    const { token, team } = await member('rita');
    await grant('team-workspaces', team, web, { access: 'read' });
    assert.equal(listNames(await as(token)(`GET ${path}`)), ['blue']);
    assert.equal(listNames(await as(token)('GET /organizations/acme/tags')), ['blue']);
    assert.is((await as(token)(`POST ${path}`, named('red'))).status, 404);
    assert.is((await as(token)(`DELETE ${path}`, named('blue'))).status, 404);
    assert.is((await as(token)(`PATCH /workspaces/${web}/tag-bindings`, { data: [] })).status, 404);
    await grant('team-workspaces', team, web, { access: 'write' });
    assert.is((await as(token)(`POST ${path}`, named('red'))).status, 204);
    assert.is((await as(token)(`PATCH /workspaces/${web}/tag-bindings`, { data: [] })).status, 200);
    assert.is((await as(token)(`PATCH /workspaces/${web}/relationships/tag-bindings`, { data: [] })).status, 404);
    assert.is((await as(token)(`DELETE ${path}`, named('blue'))).status, 404, 'an administrator takes tags off');
  },
);

// ---

const bindings = suite<WorkspaceTestService & { web: string; path: string }>('workspace tag bindings');
bindings.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
  context.web = await context.createWorkspaceId('web');
  context.path = `/workspaces/${context.web}/tag-bindings`;
});
bindings.after.each(async ({ close }) => {
  await close();
});

const pairs = (all: { readonly [key: string]: unknown }) => ({
  data: Object.entries(all).map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } })),
});
const shown = (answer: any) => Object.fromEntries(answer.body.data.map((one: any) => [one.attributes.key, one.attributes.value]));

bindings('PATCH adds and changes, an update of the workspace replaces, [] clears', async ({ request: ask, path, web, patch, clock }) => {
  const first = await ask(`PATCH ${path}`, pairs({ env: 'dev' }));
  assert.is(first.status, 200);
  const { id } = first.body.data[0];
  assert.match(id, /^tb-/);
  assert.equal(first.body, {
    data: [
      {
        id,
        type: 'tag-bindings',
        attributes: { key: 'env', value: 'dev', 'created-at': '2026-05-01T12:00:00.000Z' },
        links: { target: `/api/v2/workspaces/${web}` },
      },
    ],
  });
  clock.advance(1000);
  const more = await ask(`PATCH ${path}`, pairs({ env: 'prod', team: '' }));
  assert.equal(shown(more), { env: 'prod', team: '' });
  assert.is(
    more.body.data.find((one: any) => one.attributes.key === 'env').attributes['created-at'],
    '2026-05-01T12:00:00.000Z',
    'a binding that stays keeps its time',
  );
  for (const alternative of [path, `/workspaces/${web}/relationships/tag-bindings`]) {
    assert.equal((await ask(`GET ${alternative}`)).body, more.body);
    assert.equal(shown(await ask(`POST ${alternative}`, pairs({ team: 'pay' }))), { env: 'prod', team: 'pay' });
    assert.equal(shown(await ask(`PATCH ${path}`, pairs({ team: '' }))), { env: 'prod', team: '' });
  }
  const whole = `/workspaces/${web}/relationships/tag-bindings`;
  assert.equal(shown(await ask(`PATCH ${whole}`, pairs({ team: 'sea' }))), { team: 'sea' }, 'as a relationship they are replaced');
  assert.equal(shown(await ask(`PATCH ${whole}`, { data: [] })), {});
  await patch(web, {}, { 'tag-bindings': pairs({ only: '1' }) });
  assert.equal(shown(await ask(`GET ${path}`)), { only: '1' });
  await patch(web, { description: 'x' });
  assert.equal(shown(await ask(`GET ${path}`)), { only: '1' }, 'unsaid they stay');
  await patch(web, {}, { 'tag-bindings': { data: [] } });
  assert.equal((await ask(`GET ${path}`)).body, { data: [] });
});

bindings('ten of them, keys to 128, values to 256, no reserved prefix', async ({ request: ask, path, createWorkspace: make }) => {
  const many = (count: number, prefix = 'k') => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'v']));
  assert.is((await ask(`PATCH ${path}`, pairs(many(10)))).status, 200);
  assert.is((await ask(`PATCH ${path}`, pairs(many(10)))).status, 200);
  assert.equal(
    (await ask(`PATCH ${path}`, pairs({ other: 'v' }))).body.errors[0].detail,
    'expected at most 10 tags, got 11 together with the present ones',
  );
  assert.is((await make('many', {}, { 'tag-bindings': pairs(many(11)) })).status, 422);
  for (const key of ['', 'a/b', 'hc:x', 'hcp:x', 'k'.repeat(129)]) {
    assert.equal(summarizeErrors(await ask(`PATCH ${path}`, pairs({ [key]: 'v' }))), [422, '/data/0/attributes/key'], key);
    assert.is((await make('keys', {}, { 'tag-bindings': pairs({ [key]: 'v' }) })).status, 422, key);
  }
  for (const value of ['a/b', 'v'.repeat(257), 7])
    assert.equal(summarizeErrors(await ask(`PATCH ${path}`, pairs({ k1: value }))), [422, '/data/0/attributes/value'], String(value));
  assert.is(
    (await make('limits', {}, { 'tag-bindings': pairs({ ['k'.repeat(128)]: 'v'.repeat(256), 'A-z0_9.=+-@:': 'A-z0_9.=+-@:' }) })).status,
    201,
  );
});

bindings('effective ones name the project they come from', async ({ request: ask, web, path, patch, project }) => {
  const lab = await project('lab');
  await ask(`PATCH /projects/${lab}/tag-bindings`, pairs({ env: 'dev', team: 'lab' }));
  await ask(`PATCH ${path}`, pairs({ env: 'prod' }));
  await patch(web, {}, { project: { data: { type: 'projects', id: lab } } });
  const effective = await ask(`GET /workspaces/${web}/effective-tag-bindings`);
  assert.equal(effective.body, {
    data: [
      { id: effective.body.data[0].id, type: 'effective-tag-bindings', attributes: { key: 'env', value: 'prod' } },
      {
        id: effective.body.data[1].id,
        type: 'effective-tag-bindings',
        attributes: { key: 'team', value: 'lab' },
        relationships: { 'inherited-from': { data: { type: 'projects', id: lab } } },
        links: { 'inherited-from': `/api/v2/projects/${lab}` },
      },
    ],
  });
  assert.equal(shown(await ask(`GET ${path}`)), { env: 'prod' }, 'its own are its own');
});

tags('a request has at most 1,000 tags', async ({ request: ask, path }) => {
  const names = Array.from({ length: 1001 }, (_, index) => ({ type: 'tags', attributes: { name: `tag-${index}` } }));
  const many = await ask(`POST ${path}`, { data: names });
  assert.equal(
    [many.status, many.body.errors[0].detail, many.body.errors[0].source],
    [422, 'expected at most 1000 tags, got 1001; send them in several requests', { pointer: '/data' }],
  );
});

tags.run();
bindings.run();
