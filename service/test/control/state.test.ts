// watchdog: 120 s
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { ciHeaders, ownerHeaders, type ServedService, serveService, listErrorDetails } from './served.ts';

const server = await startPostgres();
const projects = async ({ request: ask }: ServedService, token = 'first'): Promise<unknown> => {
  const { body } = await ask('GET /api/v2/organizations/acme/projects', { headers: { authorization: `Bearer ${token}` } });
  return body.data?.map((one: any) => one.attributes.name) ?? body.errors[0].detail;
};
const addProject = async ({ request: ask }: ServedService, name: string): Promise<string> =>
  (
    await ask('POST /api/v2/organizations/acme/projects', {
      headers: ownerHeaders,
      body: { data: { type: 'projects', attributes: { name } } },
    })
  ).body.data.id;
const secretly = async ({ request: ask }: ServedService): Promise<void> => {
  const context = await ask('POST /api/v2/context', { headers: ciHeaders, body: { name: 'deploy', owner: { slug: 'gh/acme' } } });
  const put = await ask(`PUT /api/v2/context/${context.body.id}/environment-variable/KEY`, {
    headers: ciHeaders,
    body: { value: 'hunter22' },
  });
  assert.is(put.status, 200, put.text);
};
const contexts = async ({ request: ask }: ServedService): Promise<string[]> =>
  (await ask('GET /api/v2/context?owner-slug=gh/acme', { headers: ciHeaders })).body.items.map(({ name }: { name: string }) => name);

/** The same stories over one kind of store. */
// oxlint-disable-next-line max-lines-per-function -- a list of tests
const stories = (engine: string, store: () => Promise<string>, again: boolean) => {
  const test = suite(`control state in ${engine}`);

  test('an export put back brings back what was, and nothing of what came later', async () => {
    const service = await serveService({ store: await store() });
    try {
      await addProject(service, 'sea');
      await secretly(service);
      const exported = await service.request('GET /_local/state');
      assert.is(exported.headers['content-type'], 'application/jsonl; charset=utf-8');
      const lines = exported.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.match(JSON.stringify(lines[0]), /^\{"slipway":"export","schema":12,"version":"[^"]+","at":"[^"]+Z","key":"[\w-]{8}"\}$/);
      const sea = lines.find(({ row }) => row?.name === 'sea');
      assert.equal([sea.table, sea.row.kind, sea.row.body.name], ['records', 'projects', 'sea']);
      assert.not.match(exported.text, /hunter22|"first"/);
      await addProject(service, 'land');
      await service.request('POST /_local/reset', { body: { empty: true } });
      assert.is(await projects(service), 'the token is not valid here');
      const put = await service.request('PUT /_local/state', { body: exported.text });
      assert.equal([put.status, put.body], [200, { rows: lines.length - 1 }]);
      assert.equal(await projects(service), ['Default Project', 'sea']);
      assert.equal(await contexts(service), ['deploy']);
      await addProject(service, 'land');
      assert.equal(await projects(service), ['Default Project', 'land', 'sea']);
    } finally {
      await service.close();
    }
  });

  test('a document does as well as lines', async () => {
    const service = await serveService({ store: await store() });
    try {
      await addProject(service, 'sea');
      const { text, body } = await service.request('GET /_local/state?format=json');
      assert.equal(Object.keys(body), ['slipway', 'schema', 'version', 'at', 'key', 'tables']);
      assert.equal(Object.keys(body.tables), ['records', 'links', 'workflow_runs', 'job_runs', 'test_results', 'audit_events']);
      await service.request('POST /_local/reset', { body: { empty: true } });
      assert.is((await service.request('PUT /_local/state', { body: text })).status, 200);
      assert.equal(await projects(service), ['Default Project', 'sea']);
    } finally {
      await service.close();
    }
  });

  test('what is no export, or does not fit, changes nothing', async () => {
    const service = await serveService({ store: await store() });
    const head = '{"slipway":"export","schema":5}';
    const good =
      '{"table":"records","row":{"seq":1,"id":"x","kind":"k","scope":"","key":"x","name":"x","folded":"x","version":1,"body":{}}}';
    try {
      await addProject(service, 'sea');
      const refused: readonly (readonly [body: string, status: number, words: string | RegExp])[] = [
        ['', 400, /^the export is not valid JSON: /],
        ['{}', 422, 'expected an export of GET /_local/state, whose first member is {"slipway": "export"}'],
        ['{"slipway":"export","schema":99}', 422, 'this export is of a newer release: its schema version is 99, this release knows 12'],
        [
          `${head}\n{"table":"meta","row":{}}`,
          422,
          'line 2: there is no table "meta"; expected one of records, links, workflow_runs, job_runs, test_results, audit_events',
        ],
        [`${head}\n${good}\nnonsense`, 400, /^line 3 is not valid JSON: /],
        [
          `${head}\n{"table":"records","row":{"seq; drop table records":1}}`,
          422,
          /^line 2: records has no column "seq; drop table records"; expected seq, id, kind, /,
        ],
        [`${head}\n{"table":"records","row":{"id":{"a":1}}}`, 422, 'line 2: expected a text, a number or null as "id"'],
        [`${head}\n${good}\n${good}`, 422, /^the rows do not fit the tables: .*Nothing was changed$/s],
        [`${head}\n{"table":"records","row":{"id":"x"}}`, 422, /^the rows do not fit the tables: /],
        [`${head}\n${good.replace('"version":1', '"version":"one"')}`, 422, /^the rows do not fit the tables: /],
        [`{"slipway":"export","schema":5,"tables":{"records":[7]}}`, 422, '/tables/records/0: expected a row of records'],
      ];
      for (const [body, status, words] of refused) {
        const answer = await service.request('PUT /_local/state', { body });
        assert.is(answer.status, status, body);
        if (typeof words === 'string') assert.equal(listErrorDetails(answer), [words]);
        else assert.match(listErrorDetails(answer)[0]!, words);
      }
      assert.equal(await projects(service), ['Default Project', 'sea']);
    } finally {
      await service.close();
    }
  });

  test('a snapshot brings back what was, survives a reset, and is forgotten when asked', async () => {
    const service = await serveService({ store: await store() });
    const { request: ask } = service;
    try {
      await ask('POST /_local/clock', { body: { stand: '2026-05-01T12:00:00.000Z' } });
      await addProject(service, 'sea');
      const kept = await ask('PUT /_local/state/snapshots/one');
      const { rows, ...rest } = kept.body;
      assert.equal([kept.status, rest], [201, { name: 'one', at: '2026-05-01T12:00:00.000Z', schema: 12 }]);
      assert.ok(rows > 5);
      await addProject(service, 'land');
      assert.is((await ask('POST /_local/state/snapshots/two.2')).status, 201);
      await ask('POST /_local/reset', { body: { empty: true } });
      assert.equal(
        (await ask('GET /_local/state/snapshots')).body.snapshots.map(({ name }: any) => name),
        ['one', 'two.2'],
      );
      assert.equal((await ask('POST /_local/state/snapshots/one/restore')).body, kept.body);
      assert.equal(await projects(service), ['Default Project', 'sea']);
      await ask('POST /_local/state/snapshots/two.2/restore');
      assert.equal(await projects(service), ['Default Project', 'land', 'sea']);
      assert.equal(
        [
          (await ask('DELETE /_local/state/snapshots/one')).status,
          (await ask('DELETE /_local/state/snapshots/one')).status,
          (await ask('POST /_local/state/snapshots/one/restore')).status,
        ],
        [204, 404, 404],
      );
      assert.equal(listErrorDetails(await ask('PUT /_local/state/snapshots/-x')), [
        'expected a name of 1 to 100 letters, digits, ., _ and -, beginning with a letter or digit',
      ]);
      assert.equal(await projects(service), ['Default Project', 'land', 'sea']);
    } finally {
      await service.close();
    }
  });

  test('who may do what is what the export says, from the next request on', async () => {
    const service = await serveService({ store: await store() });
    const { request: ask } = service;
    try {
      await ask('PUT /_local/state/snapshots/before');
      await ask('POST /_local/reset', { body: { empty: true } });
      await ask('POST /_local/seed', {
        body: { users: [{ name: 'bob', token: 'bobs' }], organizations: [{ name: 'acme', owners: ['bob'] }] },
      });
      assert.equal([await projects(service, 'bobs'), await projects(service)], [['Default Project'], 'the token is not valid here']);
      await ask('POST /_local/state/snapshots/before/restore');
      assert.equal([await projects(service, 'bobs'), await projects(service)], ['the token is not valid here', ['Default Project']]);
    } finally {
      await service.close();
    }
  });

  if (again)
    test('a snapshot survives a restart', async () => {
      const place = await store();
      const before = await serveService({ store: place });
      await addProject(before, 'sea');
      await before.request('PUT /_local/state/snapshots/kept');
      await addProject(before, 'land');
      await before.close();
      const after = await serveService({ store: place });
      try {
        await after.request('POST /_local/state/snapshots/kept/restore');
        assert.equal(await projects(after), ['Default Project', 'sea']);
      } finally {
        await after.close();
      }
    });
  test.run();
};

stories('memory', async () => 'memory', false);
stories('a folder', async () => join(temporaryFolder(), 'data'), true);
if (typeof server === 'string') {
  const none = suite('control state in PostgreSQL');
  skipWithReason(none, server)('tells the same stories', () => {});
  none.run();
} else {
  let made = 0;
  stories('PostgreSQL', async () => (await server.database(`control_state_${made++}`)).url, true);
  const between = suite('control state between engines');
  between('an export of SQLite goes into PostgreSQL and back', async () => {
    const [lite, post] = [await serveService(), await serveService({ store: (await server.database('control_between')).url })];
    try {
      await addProject(lite, 'sea');
      await secretly(lite);
      const ownKey = (await lite.request('GET /_local/state')).text;
      const refused = await post.request('PUT /_local/state', { body: ownKey });
      assert.is(refused.status, 422);
      assert.match(
        listErrorDetails(refused)[0]!,
        /^a secret of ci-secret ci-secret was sealed with a key that this store does not have\. Send the Slipway-Export-Key of the export/,
      );
      const headers = { 'slipway-export-key': 'a1'.repeat(32) };
      const exported = (await lite.request('GET /_local/state', { headers })).text;
      assert.is(
        (await post.request('PUT /_local/state', { body: exported, headers: { 'slipway-export-key': 'b2'.repeat(32) } })).status,
        422,
      );
      assert.is((await post.request('PUT /_local/state', { body: exported, headers: { 'slipway-export-key': 'short' } })).status, 400);
      assert.is((await post.request('PUT /_local/state', { body: exported, headers })).status, 200);
      assert.equal([await projects(post), await contexts(post)], [['Default Project', 'sea'], ['deploy']]);
      await addProject(post, 'land');
      const back = (await post.request('GET /_local/state', { headers })).text;
      assert.is((await lite.request('PUT /_local/state', { body: back, headers })).status, 200);
      assert.equal([await projects(lite), await contexts(lite)], [['Default Project', 'land', 'sea'], ['deploy']]);
    } finally {
      await lite.close();
      await post.close();
    }
  });
  between.after(() => server.stop());
  between.run();
}
