import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CancelledError, ServiceError } from '../../client/contract/errors.ts';
import { manualClock } from './support/clocks.ts';
import { clientTo, rejectionOf } from './support/client.ts';
import { type ScriptedResponse, type ReceivedRequest, abortAndHang, startServer } from './support/server.ts';

const Snapshots = suite('line reads through list snapshots');
const list = { path: '/organizations/acme/workspaces' };
const read = (n: number | string) => ({ path: `/workspaces/ws-${n}`, id: `ws-${n}`, list });

/** A service of `count` workspaces; `names` may change under way. */
const workspaces = async (count: number, more: (seen: ReceivedRequest) => ScriptedResponse | undefined = () => undefined) => {
  const names = new Map(Array.from({ length: count }, (_, index) => [`ws-${index + 1}`, `name ${index + 1}`]));
  const document = (id: string) => ({ id, type: 'workspaces', attributes: { name: names.get(id) } });
  const server = await startServer((seen): ScriptedResponse => {
    const values = more(seen);
    if (values) return values;
    if (seen.method !== 'GET') return { status: 200, body: { data: null } };
    const single = /^\/api\/v2\/workspaces\/([^?]+)/.exec(seen.path)?.[1];
    if (single)
      return names.has(single) ? { body: { data: document(single) } } : { status: 404, body: { errors: [{ title: 'not found' }] } };
    const number = Number(new URLSearchParams(seen.path.split('?')[1]).get('page[number]'));
    const total = Math.max(1, Math.ceil(names.size / 100));
    return {
      body: {
        data: [...names.keys()].slice(number * 100 - 100, number * 100).map(document),
        meta: { pagination: { 'next-page': number < total ? number + 1 : null, 'total-pages': total } },
      },
    };
  });
  return { ...server, names, lists: () => server.seen.filter(({ path }) => path.startsWith('/api/v2/organizations')).length };
};
const nameOf = ({ body }: { body: unknown }) => (body as { data: { attributes: { name: string } } }).data.attributes.name;

/** `work` for every number up to `count`, ten at a time, as the engine does. */
const tenAtATime = async <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> => {
  const done: T[] = [];
  let next = 1;
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let n = next++; n <= count; n = next++) done[n - 1] = await work(n);
    }),
  );
  return done;
};

Snapshots('a refresh of 1,000 objects, ten at a time, takes at most 60 requests, and every answer is the right one', async () => {
  const server = await workspaces(1_000);
  const client = clientTo(server.address);
  const names = await tenAtATime(1_000, async (n) => nameOf(await client.read(read(n))));
  assert.equal(
    names,
    Array.from({ length: 1_000 }, (_, index) => `name ${index + 1}`),
  );
  assert.ok(server.seen.length <= 60, `${server.seen.length} requests`);
  await server.close();
});

Snapshots('so it is one at a time', async () => {
  const server = await workspaces(1_000);
  const client = clientTo(server.address);
  for (let n = 1; n <= 1_000; n++) assert.is(nameOf(await client.read(read(n))), `name ${n}`);
  assert.ok(server.seen.length <= 60, `${server.seen.length} requests`);
  await server.close();
});

Snapshots('twelve objects among 5,000 do not read 50 pages', async () => {
  const server = await workspaces(5_000);
  const client = clientTo(server.address);
  for (let n = 1; n <= 12; n++) assert.is(nameOf(await client.read(read(n * 400))), `name ${n * 400}`);
  assert.ok(server.seen.length <= 13, `${server.seen.length} requests`);
  await server.close();
});

Snapshots('the first two reads ask for the document itself', async () => {
  const server = await workspaces(3);
  const client = clientTo(server.address);
  await client.read(read(1));
  await client.read(read(2));
  await client.read(read(3));
  await client.read(read(1));
  assert.equal(
    server.seen.map(({ path }) => path),
    ['/api/v2/workspaces/ws-1', '/api/v2/workspaces/ws-2', '/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=1&page%5Bsize%5D=100'],
  );
  await server.close();
});

Snapshots('a read that names no list always asks', async () => {
  const server = await workspaces(3);
  const client = clientTo(server.address);
  for (let n = 0; n < 5; n++) await client.read({ path: '/workspaces/ws-1', id: 'ws-1' });
  assert.is(server.seen.length, 5);
  await server.close();
});

Snapshots("an object that the list lacks is asked for itself, so that a 404 is the service's own", async () => {
  const server = await workspaces(3);
  const client = clientTo(server.address);
  for (const n of [1, 2, 3]) await client.read(read(n));
  const error = (await rejectionOf(client.read(read('gone')))) as ServiceError;
  assert.is(error.status, 404);
  assert.is((await client.read({ ...read('gone'), acceptedStatuses: [404] })).status, 404);
  assert.is(server.seen.at(-1)?.path, '/api/v2/workspaces/ws-gone');
  await server.close();
});

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
  Snapshots(`after a ${method} nothing that was read before answers`, async () => {
    const server = await workspaces(3);
    const client = clientTo(server.address);
    for (const n of [1, 2, 3]) await client.read(read(n));
    server.names.set('ws-1', 'changed');
    await client.call({ method, effect: 'put', path: '/workspaces/ws-1' });
    for (let n = 0; n < 4; n++) assert.is(nameOf(await client.read(read(1))), 'changed');
    await server.close();
  });

Snapshots('a list that was being read while something was written answers nobody who asks after it', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const server = await workspaces(3);
  const slow = await startServer(async (seen) => {
    const answer = await (await fetch(server.address + seen.path, { method: seen.method })).json();
    if (seen.path.includes('organizations') && slow.seen.filter(({ path }) => path.includes('organizations')).length === 1) await held;
    return { body: answer };
  });
  const client = clientTo(slow.address);
  for (const n of [1, 2]) await client.read(read(n));
  const before = client.read(read(3));
  while (!slow.seen.some(({ path }) => path.includes('organizations'))) await new Promise((resolve) => setTimeout(resolve, 5));
  server.names.set('ws-1', 'changed');
  await client.call({ method: 'PATCH', effect: 'put', path: '/workspaces/ws-1' });
  letGo();
  assert.is(nameOf(await before), 'name 3');
  for (let n = 0; n < 4; n++) assert.is(nameOf(await client.read(read(1))), 'changed');
  await Promise.all([server.close(), slow.close()]);
});

Snapshots('a list older than half a minute answers nobody', async () => {
  const server = await workspaces(3);
  const clock = manualClock();
  const client = clientTo(server.address, { clock });
  for (const n of [1, 2, 3]) await client.read(read(n));
  server.names.set('ws-1', 'changed');
  clock.move(29_000);
  assert.is(nameOf(await client.read(read(1))), 'name 1');
  clock.move(1_000);
  assert.is(nameOf(await client.read(read(1))), 'changed');
  await server.close();
});

Snapshots('readers who come together share the pages', async () => {
  const server = await workspaces(250);
  const client = clientTo(server.address);
  await Promise.all(Array.from({ length: 250 }, (_, index) => client.read(read(index + 1))));
  assert.is(server.lists(), 3);
  assert.is(server.seen.length, 5);
  await server.close();
});

Snapshots('a list that this token may not read is asked for once, and single reads speak for themselves', async () => {
  const server = await workspaces(5, ({ path }) =>
    path.includes('organizations') ? { status: 403, body: { errors: [{ title: 'no' }] } } : undefined,
  );
  const client = clientTo(server.address);
  for (const n of [1, 2, 3, 4, 5]) assert.is(nameOf(await client.read(read(n))), `name ${n}`);
  assert.is(server.lists(), 1);
  await server.close();
});

Snapshots('one reader who gives up ends at once and does not end the list for the others', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const server = await workspaces(3);
  const slow = await startServer(async (seen) => {
    if (seen.path.includes('organizations')) await held;
    return { body: await (await fetch(server.address + seen.path)).json() };
  });
  const client = clientTo(slow.address);
  for (const n of [1, 2]) await client.read(read(n));
  const controller = new AbortController();
  const [leaves, stays] = [client.read({ ...read(3), signal: controller.signal }), client.read(read(1))];
  while (!slow.seen.some(({ path }) => path.includes('organizations'))) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  assert.instance(await rejectionOf(leaves), CancelledError);
  letGo();
  assert.is(nameOf(await stays), 'name 1');
  assert.is(slow.seen.length, 3);
  await Promise.all([server.close(), slow.close()]);
});

Snapshots('what has no read of its own is answered from the list, once for all, and 404 when it is not there', async () => {
  const server = await workspaces(150);
  const client = clientTo(server.address);
  const unread = (n: number | string) => client.read({ ...read(n), path: null, acceptedStatuses: [404] });
  const answers = await Promise.all([unread(1), unread(149), unread('gone')]);
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200, 404],
  );
  assert.is(nameOf(answers[1]!), 'name 149');
  assert.is(server.seen.length, 2);
  server.names.set('ws-1', 'changed');
  await client.call({ method: 'PATCH', effect: 'put', path: '/workspaces/ws-1' });
  assert.is(nameOf(await unread(1)), 'changed');
  await server.close();
});

Snapshots('a list that failed is asked anew by the next who has nothing else to read', async () => {
  const server = await workspaces(3, () => (server.seen.length === 1 ? { status: 403, body: { errors: [{ title: 'no' }] } } : undefined));
  const client = clientTo(server.address);
  assert.is(((await rejectionOf(client.read({ ...read(1), path: null }))) as ServiceError).status, 403);
  assert.is(nameOf(await client.read({ ...read(1), path: null })), 'name 1');
  await server.close();
});

Snapshots('a reader of a list who gives up is cancelled at once, and the next begins anew', async () => {
  const controller = new AbortController();
  const server = await workspaces(3, () => (server.seen.length > 1 ? undefined : abortAndHang(controller)));
  const client = clientTo(server.address);
  const leaves = client.read({ ...read(1), path: null, signal: controller.signal });
  assert.instance(await rejectionOf(leaves), CancelledError);
  assert.is(nameOf(await client.read({ ...read(1), path: null })), 'name 1');
  await server.close();
});

Snapshots('plain documents are answered as they are in the list', async () => {
  const server = await startServer(({ path }) => ({
    body:
      path.includes('context?') || path.endsWith('context')
        ? { items: [{ id: 'c-1', name: 'one' }], next_page_token: null }
        : { id: 'c-1', name: 'one' },
  }));
  const client = clientTo(server.address, { service: 'ci' });
  for (let n = 0; n < 3; n++)
    assert.equal((await client.read({ path: '/context/c-1', id: 'c-1', list: { path: '/context' } })).body, { id: 'c-1', name: 'one' });
  assert.equal(
    server.seen.map(({ path }) => path),
    ['/api/v2/context/c-1', '/api/v2/context/c-1', '/api/v2/context'],
  );
  await server.close();
});

Snapshots.run();
