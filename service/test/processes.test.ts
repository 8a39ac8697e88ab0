/** Three service processes on one PostgreSQL: all see the writes of each, and of competing requests one wins. */
// watchdog: 180 s
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { type ProcessResponse, type ServiceProcess, startProcess, countStatuses } from '@slipway/test-support/service-processes';
import { document, many } from './documents.ts';

const server = await startPostgres();
const all = suite('three service processes');
const test = typeof server === 'string' ? skipWithReason(all, server) : all;

let services: ServiceProcess[] = [];
let [token, url] = ['', ''];
const at = (index: number): ServiceProcess => services[index % services.length]!;
const ask = (index: number, row: string, body?: unknown): Promise<ProcessResponse> => at(index).request(token, row, body);
/** Fifty at once, over all processes. */
const fifty = (one: (index: number) => Promise<ProcessResponse>) => countStatuses(Array.from({ length: 50 }, (_, index) => one(index)));
const workspaces = '/organizations/acme/workspaces';
const varsets = '/organizations/acme/varsets';
const created = async (row: string, body: object): Promise<string> => {
  const { status, body: answer } = await ask(0, row, body);
  assert.ok(status === 200 || status === 201, `${row}: ${status} ${JSON.stringify(answer)}`);
  return answer.data.id;
};
const workspace = (name: string): Promise<string> => created(`POST ${workspaces}`, document('workspaces', { name }));
const total = async (row: string): Promise<number> => (await ask(1, `GET ${row}`)).body.meta.pagination['total-count'];

all.before(async () => {
  if (typeof server === 'string') return;
  ({ url } = await server.database('processes'));
  services = await Promise.all(
    Array.from({ length: 3 }, () => startProcess('--postgres', url, '--operator-token', 'operator', '--run-status-milliseconds', '20')),
  );
  token = services.find((one) => one.token !== null)?.token ?? '';
});
all.after(async () => {
  if (typeof server === 'string') return;
  const codes = await Promise.all(services.map((one) => one.stop()));
  assert.equal([codes, services.map((one) => one.readStderr()).join('')], [services.map(() => 0), '']);
  await server.stop();
});

test('started at once on an empty database, they make one organization and tell one token', async () => {
  assert.is(services.filter((one) => one.token !== null).length, 1);
  for (const index of [0, 1, 2])
    assert.equal(
      (await ask(index, 'GET /organizations')).body.data.map((one: any) => one.id),
      ['acme'],
    );
  assert.is(await total('/organizations/acme/projects'), 1);
});

test('of fifty creates of one name, fifty locks, unlocks, renames and deletes, one wins', async () => {
  assert.equal(await fifty((index) => ask(index, `POST ${workspaces}`, document('workspaces', { name: 'web' }))), { 201: 1, 422: 49 });
  assert.is(await total(workspaces), 1);
  const web = (await ask(0, `GET ${workspaces}/web`)).body.data.id;
  assert.equal(await fifty((index) => ask(index, `POST /workspaces/${web}/actions/lock`, { reason: `of ${index}` })), { 200: 1, 409: 49 });
  assert.equal(await fifty((index) => ask(index, `POST /workspaces/${web}/actions/unlock`)), { 200: 1, 409: 49 });
  const others = await Promise.all(Array.from({ length: 50 }, (_, index) => workspace(`other-${index}`)));
  assert.equal(await fifty((index) => ask(index, `PATCH /workspaces/${others[index]}`, document('workspaces', { name: 'the-one' }))), {
    200: 1,
    422: 49,
  });
  assert.equal(await fifty((index) => ask(index, `POST /workspaces/${web}/actions/safe-delete`)), { 204: 1, 404: 49 });
  assert.equal(await countStatuses(others.map((id, index) => ask(index, `DELETE /workspaces/${id}`))), { 204: 50 });
  assert.is(await total(workspaces), 0);
});

test('of fifty global sets that want one variable one gets it, at its creation and later', async () => {
  const wanted = { type: 'vars', attributes: { key: 'REGION', value: 'x', category: 'env' } };
  const both = await fifty((index) =>
    ask(index, `POST ${varsets}`, document('varsets', { name: `set-${index}`, global: true }, { vars: { data: [wanted] } })),
  );
  assert.equal(both, { 200: 1, 422: 49 });
  assert.is(await total(varsets), 1);
  const sets = await Promise.all(
    Array.from({ length: 20 }, (_, index) => created(`POST ${varsets}`, document('varsets', { name: `more-${index}`, global: true }))),
  );
  const variable = { data: { type: 'vars', attributes: { key: 'ZONE', value: 'x', category: 'env' } } };
  assert.equal(await countStatuses(sets.map((id, index) => ask(index, `POST /varsets/${id}/relationships/vars`, variable))), {
    200: 1,
    422: 19,
  });
  const plain = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      created(
        `POST ${varsets}`,
        document(
          'varsets',
          { name: `plain-${index}` },
          { vars: { data: [{ type: 'vars', attributes: { key: 'PLACE', category: 'env' } }] } },
        ),
      ),
    ),
  );
  assert.equal(await countStatuses(plain.map((id, index) => ask(index, `PATCH /varsets/${id}`, document('varsets', { global: true })))), {
    200: 1,
    422: 19,
  });
  assert.equal(await fifty((index) => ask(index, `POST ${varsets}`, document('varsets', { name: 'one-name' }))), { 200: 1, 422: 49 });
});

test('what fifty add to one thing is all there', async () => {
  const web = await workspace('web');
  assert.equal(
    await fifty((index) =>
      ask(index, `POST /workspaces/${web}/relationships/tags`, { data: [{ type: 'tags', attributes: { name: `t${index}` } }] }),
    ),
    { 204: 50 },
  );
  assert.is((await ask(1, `GET /workspaces/${web}`)).body.data.attributes['tag-names'].length, 50);
  const pairs = Array.from({ length: 10 }, (_, index) =>
    ask(index, `PATCH /workspaces/${web}/tag-bindings`, { data: [{ type: 'tag-bindings', attributes: { key: `k${index}`, value: 'v' } }] }),
  );
  assert.equal(await countStatuses(pairs), { 200: 10 });
  assert.is((await ask(2, `GET /workspaces/${web}/tag-bindings`)).body.data.length, 10);

  const blue = { tags: { data: [{ type: 'tags', attributes: { name: 'blue' } }] } };
  assert.equal(await fifty((index) => ask(index, `POST ${workspaces}`, document('workspaces', { name: `w${index}` }, blue))), { 201: 50 });
  assert.equal(
    (await ask(0, 'GET /organizations/acme/tags?q=blue')).body.data.map((tag: any) => tag.attributes['instance-count']),
    [50],
  );
  const members = (await ask(0, `GET ${workspaces}?page[size]=100&search[tags]=blue`)).body.data.map((one: any) => one.id) as string[];
  const set = await created(`POST ${varsets}`, document('varsets', { name: 'base' }));
  const addEach = (path: string) => fifty((index) => ask(index, `POST ${path}`, many('workspaces', members[index]!)));
  assert.equal(await addEach(`/varsets/${set}/relationships/workspaces`), { 204: 50 });
  assert.is((await ask(1, `GET /varsets/${set}`)).body.data.attributes['workspace-count'], 50);
  assert.equal(await addEach(`/workspaces/${web}/relationships/remote-state-consumers`), { 204: 50 });
  assert.is(await total(`/workspaces/${web}/relationships/remote-state-consumers`), 50);
  assert.equal(
    await fifty((index) => ask(index, `POST /varsets/${set}/relationships/vars`, document('vars', { key: `V${index}`, category: 'env' }))),
    { 200: 50 },
  );
  assert.is((await ask(2, `GET /varsets/${set}`)).body.data.attributes['var-count'], 50);
});

test('a token made, changed or taken away at one process is so at the others at once', async () => {
  const team = await created(
    'POST /organizations/acme/teams',
    document('teams', { name: 'ops', 'organization-access': { 'manage-projects': true } }),
  );
  const project = (name: string) => document('projects', { name });
  for (let round = 0; round < 5; round++) {
    const made = await at(round).request(token, `POST /teams/${team}/authentication-token`);
    const { token: secret } = made.body.data.attributes;
    for (const index of [0, 1, 2]) assert.is((await at(index).request(secret, 'GET /organizations/acme')).status, 200);
    assert.is((await at(round + 1).request(secret, 'POST /organizations/acme/projects', project(`sea-${round}`))).status, 201);
    const rights = (may: boolean) =>
      at(round).request(token, `PATCH /teams/${team}`, document('teams', { 'organization-access': { 'manage-projects': may } }));
    assert.is((await rights(false)).status, 200);
    assert.is((await at(round + 1).request(secret, 'POST /organizations/acme/projects', project(`lake-${round}`))).status, 404);
    assert.is((await rights(true)).status, 200);
    assert.is((await at(round + 2).request(secret, 'POST /organizations/acme/projects', project(`lake-${round}`))).status, 201);
    assert.is((await at(round).request(token, `DELETE /teams/${team}/authentication-token`)).status, 204);
    for (const index of [2, 1, 0]) assert.is((await at(index).request(secret, 'GET /organizations/acme')).status, 401);
  }
});

test('of a token that is taken away while all use it, nothing is done after the answer', async () => {
  const {
    data: { id: user },
  } = (await ask(0, 'GET /account/details')).body;
  const issued = (await ask(0, `POST /users/${user}/authentication-tokens`, document('authentication-token', { description: 'short' })))
    .body.data;
  let gone = false;
  let late = 0;
  const use = async (index: number): Promise<ProcessResponse> => {
    const begun = gone;
    const answer = await at(index).request(issued.attributes.token, `POST ${varsets}`, document('varsets', { name: `of-short-${index}` }));
    if (begun && answer.status !== 401) late++;
    return answer;
  };
  const uses: Promise<ProcessResponse>[] = [];
  // Until it has been used for a while after the answer, however quick the machine is.
  for (let [index, after] = [0, 0]; after < 30 && index < 3000; index++) {
    if (gone) after++;
    uses.push(use(index));
    if (index === 60)
      void ask(1, `DELETE /authentication-tokens/${issued.id}`).then(() => {
        gone = true;
      });
    if (index % 6 === 5) await sleep(5);
  }
  const counts = await countStatuses(uses);
  assert.equal(Object.keys(counts).sort(), ['200', '401']);
  assert.is(late, 0);
  assert.is(await total(`${varsets}?q=of-short`), counts['200']);
});

test("runs are moved once each, whichever process moves them, and a scripted outcome becomes one run's", async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      created(`POST ${workspaces}`, document('workspaces', { name: `run-${index}`, 'auto-apply': true })),
    ),
  );
  for (let index = 0; index < 6; index++)
    assert.is((await at(index).request('operator', 'POST //_local/run-outcome', { outcome: 'plan-errored' })).status, 201);
  const start = (id: string) => document('runs', {}, { workspace: { data: { type: 'workspaces', id } } });
  assert.equal(await countStatuses(ids.map((id, index) => ask(index, 'POST /runs', start(id)))), { 201: 20 });
  const ended = ['applied', 'errored'];
  const runs = async (): Promise<any[]> =>
    (await Promise.all(ids.map((id, index) => ask(index, `GET /workspaces/${id}/runs`)))).map(({ body }) => body.data[0]);
  for (let tries = 0; tries < 200 && !(await runs()).every((run) => ended.includes(run.attributes.status)); tries++) await sleep(50);
  const found = (await runs()).map((run) => run.attributes.status as string);
  assert.equal([found.filter((status) => status === 'errored').length, found.filter((status) => status === 'applied').length], [6, 14]);
  const shown = (await Promise.all(ids.map((id, index) => ask(index, `GET /workspaces/${id}`)))).map(({ body }) => body.data.attributes);
  assert.equal(
    shown.map((one) => one['workspace-kpis-runs-count']),
    ids.map(() => 1),
  );
  const failures: readonly number[] = shown.map((one) => one['run-failures']);
  assert.is(
    failures.reduce((sum, count) => sum + count),
    6,
  );
});

test('a process that is killed stops nobody, and what it had answered is there', async () => {
  const rival = await startProcess('--postgres', url);
  const kept: string[] = [];
  const work = Array.from({ length: 60 }, async (_, index) => {
    const { status } = await rival.request(token, `POST ${workspaces}`, document('workspaces', { name: `rival-${index}` }));
    if (status === 201) kept.push(`rival-${index}`);
    if (kept.length === 20) await rival.kill();
  });
  await Promise.allSettled(work);
  assert.ok(kept.length >= 20);
  assert.equal(await fifty((index) => ask(index, `POST ${workspaces}`, document('workspaces', { name: `after-${index}` }))), { 201: 50 });
  const names = (await ask(1, `GET ${workspaces}?page[size]=100&search[name]=rival`)).body.data.map(
    (one: any) => one.attributes.name,
  ) as string[];
  assert.equal(
    kept.filter((name) => !names.includes(name)),
    [],
  );
});

all.run();
