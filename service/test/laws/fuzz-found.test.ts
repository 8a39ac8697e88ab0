import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage } from '../ci/support.ts';
import { document, many } from '../documents.ts';

// What service/test/laws/fuzz.test.ts found once, each as it is now.
const found = suite<{ here: CiTestService }>('what the fuzz found');
found.before.each(async (context) => {
  context.here = await startCiService();
});
found.after.each(async (context) => {
  await context.here.close();
});

found('a key of a tag binding that is an object is refused, and not the end of the request', async ({ here: { request: ask } }) => {
  const { status, body } = await ask(
    'POST /organizations/acme/workspaces',
    document(
      'workspaces',
      { name: 'web' },
      { 'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: { toString: 0 }, value: 'v' } }] } },
    ),
  );
  assert.equal([status, body.errors[0].source], [422, { pointer: '/data/relationships/tag-bindings/data' }]);
});
found('an access whose id names no team and no target is reported as it was asked for', async ({ here: { request: ask } }) => {
  for (const [type, id] of [
    ['team-workspaces', 'x'],
    ['team-workspaces', 'tws-a'],
    ['team-projects', 'tws-a.b'],
    ['team-projects', 'tprj-a.b.c'],
  ])
    assert.equal(
      (await ask(`GET /${type}/${id}`)).body.errors[0].detail,
      `the access ${id} was not found, or this token has no access to it`,
    );
});
found('the name of a member that nobody knows is reported shortened', async ({ here: { ci } }) => {
  assert.equal(
    statusAndMessage(await ci('POST /webhook', { [`${'x'.repeat(300)}`]: 1 }))[1].split('; ')[0],
    `${'x'.repeat(200)}…: is not a known member; expected name, url, events, verify-tls, signing-secret, scope`.split('; ')[0],
  );
  assert.match((await ci('POST /context', { '': 1 })).body.message, /^"": is not a known member; /);
});
found('words that every object of JavaScript knows are no words of ours', async ({ here: { request: ask } }) => {
  const {
    body: { data: workspace },
  } = await ask('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }));
  const {
    body: { data: team },
  } = await ask('POST /organizations/acme/teams', document('teams', { name: 'qa' }));
  const relationships = { workspace: { data: { type: 'workspaces', id: workspace.id } }, team: { data: { type: 'teams', id: team.id } } };
  const access = await ask('POST /team-workspaces', document('team-workspaces', { access: 'read', toString: [] }, relationships));
  assert.equal(
    [access.status, access.body.errors[0].source, access.body.errors[0].detail.split(';')[0]],
    [422, { pointer: '/data/attributes/toString' }, '"toString" is not a member that this operation knows'],
  );
  const sorted = await ask('GET /organizations/acme/workspaces?sort=-constructor');
  assert.equal(
    [sorted.status, sorted.body.errors[0].source, sorted.body.errors[0].detail.split(';')[0]],
    [400, { parameter: 'sort' }, 'sort is "-constructor"'],
  );
});
found('a sentence that repeats something long repeats its beginning', async ({ here: { request: ask } }) => {
  const {
    body: {
      data: { id },
    },
  } = await ask('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }));
  const { status, body } = await ask(`POST /workspaces/${id}/relationships/remote-state-consumers`, many('workspaces', 'x'.repeat(40_000)));
  assert.equal([status, body.errors[0].detail.length, body.errors[0].detail.slice(-2)], [422, 8001, 'x…']);
});
found(
  'settings that are nested deeply are refused, and not a failure of the service (seed 36446374)',
  async ({ here: { request: ask } }) => {
    for (const body of [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`]) {
      const { status, body: answer } = await ask('PATCH //_local/settings', body);
      assert.equal([status, answer.errors[0].detail], [400, 'the body is nested more than 100 levels deep']);
    }
  },
);
found('a state that is nested deeply is refused before it is parsed', async ({ here: { request: ask } }) => {
  const {
    body: {
      data: { id },
    },
  } = await ask('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }));
  await ask(`POST /workspaces/${id}/actions/lock`, { reason: 'state' });
  const state = Buffer.from(`${'['.repeat(500_000)}${']'.repeat(500_000)}`).toString('base64');
  const { status, body } = await ask(`POST /workspaces/${id}/state-versions`, document('state-versions', { serial: 1, state }));
  assert.equal([status, body.errors[0].detail], [400, 'the state is nested more than 500 levels deep']);
});
found('a store in memory has no backup, which is no outage of the storage (seed 79288630)', async ({ here: { request: ask } }) => {
  const { status, body } = await ask('GET //_local/backup');
  assert.equal(
    [status, body.errors[0].detail],
    [409, 'a store in memory has no backup; GET /_local/state with a Slipway-Export-Key exports it'],
  );
});
found.run();
