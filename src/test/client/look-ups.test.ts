import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../client/contract/errors.ts';
import type { CachedRead } from '../../client/contract/service-client.ts';
import { manualClock } from './support/clocks.ts';
import { clientTo, rejectionOf } from './support/client.ts';
import { type ScriptedResponse, type ReceivedRequest, startServer } from './support/server.ts';

const LookUps = suite('look-ups share one list while others are written');
const list = { path: '/workspaces/ws-1/vars' };
const lookup = (key: string): CachedRead => ({
  path: null,
  id: key,
  index: { name: 'key', keyOf: (item) => (item['attributes'] as { key: string }).key },
  list,
  lookup: true,
});
const writeOf = (key: string) => ({ writes: { list: list.path, keys: [key] } });

/** A workspace with variables of these keys, which may change under way. */
const variables = async (
  keys: readonly string[],
  more: (seen: ReceivedRequest) => ScriptedResponse | undefined | Promise<ScriptedResponse | undefined> = () => undefined,
) => {
  const present = new Set(keys);
  const server = await startServer(async (seen): Promise<ScriptedResponse> => {
    const scripted = await more(seen);
    if (scripted) return scripted;
    if (seen.method !== 'GET') return { body: { data: null } };
    return { body: { data: [...present].map((key) => ({ id: `var-${key}`, type: 'vars', attributes: { key } })) } };
  });
  const reads = () => server.seen.filter(({ method }) => method === 'GET').length;
  return { ...server, present, reads, client: clientTo(server.address) };
};

LookUps('twenty creates of a parent read its list once, each after its own look-up', async () => {
  const { client, present, reads, close } = await variables(['A']);
  for (let n = 1; n <= 20; n++) {
    assert.is((await client.read(lookup(`NEW_${n}`))).status, 404);
    present.add(`NEW_${n}`);
    await client.call({ method: 'POST', effect: 'create', path: list.path, ...writeOf(`NEW_${n}`) });
  }
  assert.is((await client.read(lookup('A'))).status, 200);
  assert.is(reads(), 1);
  await close();
});

LookUps('what this process has created is looked up anew', async () => {
  const { client, present, reads, close } = await variables([]);
  assert.is((await client.read(lookup('A'))).status, 404);
  present.add('A');
  await client.call({ method: 'POST', effect: 'create', path: list.path, ...writeOf('A') });
  assert.is((await client.read(lookup('A'))).status, 200);
  assert.is(reads(), 2);
  await close();
});

LookUps('a create that begins between a list and its look-up is not answered from that list', async () => {
  let created = () => {};
  const held = new Promise<void>((resolve) => {
    created = resolve;
  });
  const { client, present, seen, close } = await variables([], async ({ method }) => {
    if (method === 'POST') await held;
    return undefined;
  });
  assert.is((await client.read(lookup('B'))).status, 404);
  const creating = client.call({ method: 'POST', effect: 'create', path: list.path, ...writeOf('A') });
  while (!seen.some(({ method }) => method === 'POST')) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.is((await client.read(lookup('A'))).status, 404, 'the list of this moment');
  present.add('A');
  created();
  await creating;
  assert.is((await client.read(lookup('A'))).status, 200, 'a list that was read during the create is not used after it');
  await close();
});

LookUps('what this process has deleted is looked up anew', async () => {
  const { client, present, close } = await variables(['A', 'B']);
  assert.is((await client.read(lookup('A'))).status, 200);
  present.delete('A');
  await client.call({ method: 'DELETE', effect: 'delete', path: `${list.path}/var-A`, ...writeOf('A') });
  assert.is((await client.read(lookup('A'))).status, 404);
  await close();
});

for (const [what, path, writes] of [
  ['the parent', '/workspaces/ws-1', { list: '/organizations/acme/workspaces', keys: ['web'] }],
  ['an object of the collection that is not named', '/varsets/varset-1/relationships/vars', undefined],
  ['an object of the list without a key', list.path, { list: list.path, keys: null }],
] as const)
  LookUps(`a write of ${what} has the list read anew`, async () => {
    const { client, present, close } = await variables(['A']);
    assert.is((await client.read(lookup('A'))).status, 200);
    present.delete('A');
    await client.call({ method: 'DELETE', effect: 'delete', path, ...(writes && { writes }) });
    assert.is((await client.read(lookup('A'))).status, 404);
    await close();
  });

LookUps('a state is never read from a list that is older than a write, whatever was written', async () => {
  const { client, present, close } = await variables(['A']);
  const { lookup: _, ...state } = lookup('A');
  assert.is((await client.read(lookup('A'))).status, 200);
  present.delete('A');
  await client.call({ method: 'POST', effect: 'create', path: list.path, ...writeOf('B') });
  assert.is((await client.read(state)).status, 404);
  await close();
});

LookUps('what another client deletes is noticed after half a minute at most', async () => {
  const clock = manualClock();
  const server = await variables(['A']);
  const client = clientTo(server.address, { clock });
  assert.is((await client.read(lookup('A'))).status, 200);
  server.present.delete('A');
  clock.move(29_000);
  assert.is((await client.read(lookup('A'))).status, 200);
  clock.move(1_000);
  assert.is((await client.read(lookup('A'))).status, 404);
  await server.close();
});

LookUps('a list that fails is reported with its address, to all who wait for it, and asked for again by the next', async () => {
  let isClosed = true;
  const { client, reads, close } = await variables(['A'], () =>
    isClosed ? { status: 403, body: { errors: [{ title: 'no right' }] } } : undefined,
  );
  const errors = (await Promise.all([rejectionOf(client.read(lookup('A'))), rejectionOf(client.read(lookup('B')))])) as ServiceError[];
  assert.equal(
    errors.map(({ status, request }) => [status, new URL(request.url).pathname]),
    [
      [403, '/api/v2/workspaces/ws-1/vars'],
      [403, '/api/v2/workspaces/ws-1/vars'],
    ],
  );
  assert.is(reads(), 1);
  isClosed = false;
  assert.is((await client.read(lookup('A'))).status, 200);
  await close();
});

LookUps('one object among many is asked for itself where the service can, and so is the second', async () => {
  const { client, seen, close } = await variables(['A', 'B', 'C'], ({ path }) =>
    /envvar\//.test(path) ? { body: { data: { type: 'vars', attributes: { key: path.at(-1) } } } } : undefined,
  );
  for (const key of ['A', 'B', 'C', 'D']) await client.read({ ...lookup(key), path: `/envvar/${key}` });
  assert.equal(
    seen.map(({ path }) => path.split('?')[0]),
    ['/api/v2/envvar/A', '/api/v2/envvar/B', '/api/v2/workspaces/ws-1/vars'],
  );
  await close();
});

LookUps('a document that several objects are read from is asked for once, also where it is not there', async () => {
  const server = await startServer(({ path }) =>
    path.endsWith('gone') ? { status: 404, body: { errors: [{ title: 'not found' }] } } : { body: { data: { id: 'varset-1' } } },
  );
  const client = clientTo(server.address);
  const read = (id: string): CachedRead => ({
    path: null,
    id: '',
    index: { name: 'document', keyOf: () => '' },
    list: { path: `/varsets/${id}`, isDocument: [404] },
  });
  for (let n = 0; n < 3; n++) assert.equal((await client.read(read('varset-1'))).body, { data: { id: 'varset-1' } });
  for (let n = 0; n < 3; n++) assert.is((await client.read(read('gone'))).status, 404);
  assert.is(server.seen.length, 2);
  await client.call({ method: 'PATCH', effect: 'put', path: '/varsets/varset-1' });
  await client.read(read('varset-1'));
  assert.is(server.seen.length, 4);
  await server.close();
});

LookUps.run();
