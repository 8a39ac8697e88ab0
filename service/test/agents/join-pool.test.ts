/** Agents of a pool: joining, pings, loss, leaving. No run is executed here. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestResponse, type TestService } from '../support.ts';
import { document } from '../documents.ts';

interface AgentsTest {
  bench: TestService;
  pool: string;
  token: string;
  /** With the token of the pool. */
  asAgent(row: string, body?: object): Promise<TestResponse>;
}
const agents = suite<AgentsTest>('agents of a pool');
agents.before.each(async (context) => {
  const bench = (context.bench = await createTestService({ settings: { runsJobs: true } }));
  context.pool = (await bench.create('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'north' }))).id;
  const issued = await bench.request(
    `POST /agent-pools/${context.pool}/authentication-tokens`,
    document('authentication-tokens', { description: 'one' }),
  );
  context.token = issued.body.data.attributes.token;
  context.asAgent = (row, body) => bench.request(row, body, { token: context.token });
});
agents.after.each(async ({ bench }) => {
  await bench.close();
});

const registration = document('agents', { name: 'builder-1', 'ip-address': '10.1.2.3' });

agents('one that joins is shown as idle, with its name, its address and when it was heard of', async ({ bench, pool, asAgent }) => {
  const joined = await asAgent('POST /agents', registration);
  const { id } = joined.body.data;
  assert.match(id, /^agent-[A-Za-z0-9]{16}$/);
  const attributes = {
    name: 'builder-1',
    status: 'idle',
    'ip-address': '10.1.2.3',
    'last-ping-at': '2026-05-01T12:00:00.000Z',
    'created-at': '2026-05-01T12:00:00.000Z',
  };
  assert.equal([joined.status, joined.body.data.attributes], [201, attributes]);
  assert.equal((await bench.request(`GET /agents/${id}`)).body.data.attributes, attributes);
  const [listed] = (await bench.request(`GET /agent-pools/${pool}/agents`)).body.data;
  assert.equal([listed.id, listed.attributes], [id, attributes]);
  assert.is((await bench.request(`GET /agent-pools/${pool}`)).body.data.attributes['agent-count'], 1);
});

agents('one that is silent for a minute is unknown until it is heard of again; one that leaves has exited', async (context) => {
  const { bench, asAgent } = context;
  const { id } = (await asAgent('POST /agents', registration)).body.data;
  const status = async () => (await bench.request(`GET /agents/${id}`)).body.data.attributes.status;
  bench.clock.advance(59_999);
  assert.is(await status(), 'idle');
  bench.clock.advance(1);
  assert.is(await status(), 'unknown');
  const answer = await asAgent(`POST /agents/${id}/actions/ping`, { jobs: [] });
  assert.equal([answer.status, answer.body], [200, { stops: {} }]);
  const { attributes } = (await bench.request(`GET /agents/${id}`)).body.data;
  assert.equal([attributes.status, attributes['last-ping-at']], ['idle', '2026-05-01T12:01:00.000Z']);
  assert.is((await asAgent(`POST /agents/${id}/actions/exit`)).status, 204);
  assert.is(await status(), 'exited');
});

agents('one that works cannot be deleted; one that has exited can; those that are gone for a day leave by themselves', async (context) => {
  const { bench, pool, asAgent } = context;
  const join = async () => (await asAgent('POST /agents', registration)).body.data.id;
  const [first, second] = [await join(), await join()];
  assert.is((await bench.request(`DELETE /agents/${first}`)).status, 412);
  await asAgent(`POST /agents/${first}/actions/exit`);
  assert.is((await bench.request(`DELETE /agents/${first}`)).status, 204);
  assert.is((await asAgent(`POST /agents/${first}/actions/ping`, { jobs: [] })).status, 404);
  bench.clock.advance(24 * 3_600_000 + 1);
  const third = await join();
  const { data } = (await bench.request(`GET /agent-pools/${pool}/agents`)).body;
  assert.equal([data.map(({ id }: any) => id), second === third], [[third], false]);
});

agents('the token of a pool joins this pool, and gives access to nothing else', async ({ bench, asAgent, pool }) => {
  const { id } = (await asAgent('POST /agents', registration)).body.data;
  const { data: other } = (await bench.request('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'south' }))).body;
  const { token } = (await bench.create(`POST /agent-pools/${other.id}/authentication-tokens`, { data: { type: 'authentication-tokens' } }))
    .attributes;
  assert.is((await bench.as(token)(`POST /agents/${id}/actions/ping`, { jobs: [] })).status, 404);
  assert.is((await bench.as('none-of-these')(`POST /agents/${id}/actions/ping`, { jobs: [] })).status, 401);
  assert.is((await bench.request('POST /agents', registration)).status, 404, 'the token of a person');
  for (const row of ['GET /organizations/acme', `GET /agent-pools/${pool}`, `GET /agents/${id}`, 'GET /organizations/acme/workspaces'])
    assert.is((await asAgent(row)).status, 404, row);
});

agents('a name of two lines, an address that is none, and a service that executes nothing are refused', async ({ bench, asAgent }) => {
  const join = (attributes: object) => asAgent('POST /agents', document('agents', attributes));
  assert.equal((await join({ name: 'a\nb' })).body.errors[0].source, { pointer: '/data/attributes/name' });
  assert.equal((await join({ name: 'a', 'ip-address': 'here' })).body.errors[0].source, { pointer: '/data/attributes/ip-address' });
  assert.is((await bench.request('PATCH //_local/settings', { runs: 'scripted' })).status, 200);
  assert.equal((await join({ name: 'a' })).body.errors[0].detail, 'this service executes no runs: start it with --run-jobs');
});

agents.run();
