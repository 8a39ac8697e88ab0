import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../client/clock.ts';
import { CancelledError, ConnectionError, ServiceError } from '../../client/contract/errors.ts';
import { fastClock } from './support/clocks.ts';
import { clientTo, rejectionOf } from './support/client.ts';
import { abortAndHang, type ScriptedResponse, startServer } from './support/server.ts';

const Deadlines = suite('deadlines and cancellation of client calls');

const later = (milliseconds: number, say: ScriptedResponse) =>
  new Promise<ScriptedResponse>((resolve) => setTimeout(() => resolve(say), milliseconds));
const read = { method: 'GET', effect: 'read', path: '/workspaces/ws-1' } as const;
const create = { method: 'POST', effect: 'create', path: '/organizations/acme/workspaces', body: { name: 'a' } } as const;

Deadlines('a read that never gets an answer is tried anew and then given up, within its deadline', async () => {
  const server = await startServer(() => ({ hang: true }));
  const error = (await rejectionOf(
    clientTo(server.address, { clock: fastClock(2) }).call({ ...read, deadline: 2_000 }),
  )) as ConnectionError;
  assert.instance(error, ConnectionError);
  assert.is(error.code, 'TIMEOUT');
  assert.is(server.seen.length, 2);
  await server.close();
});

Deadlines('a create that hangs is looked for before its deadline ends', async () => {
  const server = await startServer(() => ({ hang: true }));
  const made = { status: 200, headers: { get: () => null }, body: { data: { id: 'ws-9' } }, requestId: null };
  const answer = await clientTo(server.address).call({ ...create, deadline: 2_000, findExisting: async () => made });
  assert.equal(answer.body, { data: { id: 'ws-9' } });
  await server.close();
});

Deadlines("told to wait longer than the call may take, it fails at once with the service's answer", async () => {
  const server = await startServer(() => ({
    status: 429,
    headers: { 'retry-after': '120' },
    body: { errors: [{ title: 'Too many requests' }] },
  }));
  const error = (await rejectionOf(clientTo(server.address, { clock: systemClock }).call(read))) as ServiceError;
  assert.is(error.status, 429);
  assert.match(error.message, /Too many requests/);
  assert.is(error.request.note, 'There was no time for another attempt: it was allowed 60 s in all.');
  await server.close();
});

Deadlines('while the service refuses everybody for longer than a call may take, the next call fails without being sent', async () => {
  const server = await startServer(() => ({ status: 429, headers: { 'retry-after': '120' } }));
  const client = clientTo(server.address, { clock: systemClock });
  await rejectionOf(client.call(read));
  const error = (await rejectionOf(client.call(read))) as ServiceError;
  assert.is(error.status, 429);
  assert.match(error.message, /takes no further request within the 60 s this call was allowed/);
  assert.is(server.seen.length, 1);
  await server.close();
});

Deadlines('a read under way ends at once when its caller gives up, and the connection with it', async () => {
  const controller = new AbortController();
  const server = await startServer(() => abortAndHang(controller));
  const call = clientTo(server.address).call({ ...read, signal: controller.signal });
  const error = (await rejectionOf(call)) as CancelledError;
  assert.instance(error, CancelledError);
  assert.is(error.wasSent, true);
  while (server.connections() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await server.close();
});

Deadlines('a write under way is allowed to finish, and its answer is given', async () => {
  const controller = new AbortController();
  const server = await startServer(() => {
    controller.abort();
    return later(60, { status: 201, body: { data: { id: 'ws-1' } } });
  });
  const call = clientTo(server.address).call({ ...create, signal: controller.signal });
  assert.equal((await call).body, { data: { id: 'ws-1' } });
  await server.close();
});

Deadlines('a write under way that fails after its caller gave up is looked for, then not sent again', async () => {
  const controller = new AbortController();
  const server = await startServer(() => {
    controller.abort();
    return later(60, { reset: true });
  });
  let looked = 0;
  const call = clientTo(server.address).call({
    ...create,
    signal: controller.signal,
    findExisting: async () => {
      looked++;
      return null;
    },
  });
  assert.instance(await rejectionOf(call), CancelledError);
  assert.is(looked, 1);
  assert.is(server.seen.length, 1);
  await server.close();
});

Deadlines('nothing is sent for a caller who gave up before', async () => {
  const server = await startServer(() => ({}));
  const error = (await rejectionOf(clientTo(server.address).call({ ...create, signal: AbortSignal.abort() }))) as CancelledError;
  assert.is(error.message, `POST ${server.address}/api/v2/organizations/acme/workspaces was cancelled before it was sent`);
  assert.is(error.wasSent, false);
  assert.is(server.seen.length, 0);
  await server.close();
});

Deadlines('a wait between attempts ends at once when the caller gives up', async () => {
  const server = await startServer(() => ({ status: 503, headers: { 'retry-after': '50' } }));
  const controller = new AbortController();
  const call = clientTo(server.address, { clock: systemClock }).call({ ...read, signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  assert.instance(await rejectionOf(call), CancelledError);
  assert.is(server.seen.length, 1);
  await server.close();
});

Deadlines('a wait for a turn ends at once when the caller gives up', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const server = await startServer(() => abortAndHang(second, first));
  const client = clientTo(server.address, { concurrency: 1 });
  const calls = [client.call({ ...read, signal: first.signal }), client.call({ ...read, signal: second.signal })];
  const errors = (await Promise.all(calls.map(rejectionOf))) as CancelledError[];
  assert.equal(
    errors.map(({ wasSent: sent }) => sent),
    [true, false],
  );
  assert.is(server.seen.length, 1);
  await server.close();
});

Deadlines.run();
