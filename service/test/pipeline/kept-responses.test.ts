/** Documents that are given again while nothing that they were read from has changed. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AdjustableClock } from '../../src/http/clock.ts';
import { type RequestContext, route } from '../../src/http/route.ts';
import { createApi } from '../../src/pipeline/create-api.ts';
import { createKeptResponses } from '../../src/pipeline/kept-responses.ts';
import type { RequestPipeline } from '../../src/pipeline/request-state.ts';
import { newId } from '../../src/store/new-id.ts';
import { createApiToken, createOrganization, createUser } from '../../src/workspaces/organizations/bootstrap.ts';
import { createRequest, createTestPipeline } from './support.ts';
import { serviceListeners } from '../../src/service.ts';

const test = suite('pipeline: kept responses');

interface World {
  readonly pipeline: RequestPipeline;
  /** The response's text, and how often handlers ran until then. */
  get(target?: string, headers?: Record<string, string>): Promise<readonly [body: string | undefined, handled: number]>;
}

/** A service with the thing `a`, of size 1, and one route that shows it as `read` reads it. */
const createWorld = async (
  read: (ctx: RequestContext) => Promise<unknown> = ({ tx, params }) => tx.get('things', params['id']!).then((thing) => thing?.body),
  options: Partial<RequestPipeline> = {},
): Promise<World> => {
  let handled = 0;
  const show = route(
    'GET /things/{id}',
    async (ctx) => {
      handled += 1;
      const body = await read(ctx);
      return body === undefined ? { status: 404, body: {} } : { status: 200, body, headers: { 'x-kind': 'thing' } };
    },
    { repeatable: true },
  );
  const pipeline = await createTestPipeline([show], options);
  await pipeline.store.write(async (tx) => {
    await tx.insert({ id: 'a', kind: 'things', scope: '', key: 'a', name: 'a', body: { size: 1 } });
    const user = await createUser(tx, { clock: pipeline.clock, newId }, { name: 'oscar' });
    await createApiToken(tx, { clock: pipeline.clock, newId }, { secret: 'other-token', owner: { kind: 'user', id: user.id } });
  });
  const { handle } = createApi(pipeline);
  return {
    pipeline,
    get: async (target = '/api/things/a', headers = {}) => {
      const { body } = await handle(createRequest(`GET ${target}`, { headers: { authorization: 'Bearer token', ...headers } }));
      return [body as string | undefined, handled];
    },
  };
};

const resize = ({ store }: RequestPipeline, size: number): Promise<unknown> =>
  store.write(async (tx) => tx.update((await tx.get('things', 'a'))!, { body: { size } }));

test('a document is built once while nothing of it changes', async () => {
  const { get } = await createWorld();
  assert.equal(await get(), ['{"size":1}', 1]);
  assert.equal(await get(), ['{"size":1}', 1]);
});
test('and again after what it was read from has changed', async () => {
  const { pipeline, get } = await createWorld();
  await get();
  await resize(pipeline, 2);
  assert.equal(await get(), ['{"size":2}', 2]);
  await pipeline.store.write((tx) => tx.delete('things', 'a'));
  assert.equal(await get(), ['{}', 3]);
});
test('and again in the next hour, and under other keys: what it includes may have addresses', async () => {
  const { pipeline, get } = await createWorld();
  const clock = pipeline.clock as AdjustableClock;
  clock.freeze(new Date('2026-05-01T12:59:59.999Z'));
  await get();
  clock.freeze(new Date('2026-05-01T13:00:00.000Z'));
  assert.equal(await get(), ['{"size":1}', 2]);
  assert.equal(await get(), ['{"size":1}', 2]);
  const before = pipeline.store.deriveKey('addresses');
  await pipeline.store.rotateKeys();
  assert.is(pipeline.store.deriveKey('addresses').equals(before), false);
  assert.equal(await get(), ['{"size":1}', 3]);
});
test('also after a change back: the record is another version', async () => {
  const { pipeline, get } = await createWorld();
  await get();
  await resize(pipeline, 2);
  await resize(pipeline, 1);
  assert.equal(await get(), ['{"size":1}', 2]);
});
test('a change that is undone changes nothing', async () => {
  const { pipeline, get } = await createWorld();
  await get();
  const undone = pipeline.store.write(async (tx) => {
    await tx.update((await tx.get('things', 'a'))!, { body: { size: 9 } });
    throw new Error('no');
  });
  assert.is(await undone.catch(({ message }: Error) => message), 'no');
  assert.is((await get())[0], '{"size":1}');
});
test('links are part of what it was read from, also those that are not there yet', async () => {
  const { pipeline, get } = await createWorld(async ({ tx }) => ({
    links: (await tx.listLinks('near', { from: 'a' })).map(({ to }) => to),
  }));
  assert.equal(await get(), ['{"links":[]}', 1]);
  assert.equal(await get(), ['{"links":[]}', 1]);
  await pipeline.store.write((tx) => tx.link('near', 'a', 'b'));
  assert.equal(await get(), ['{"links":["b"]}', 2]);
});
test('what is not there yet is looked for each time', async () => {
  const { pipeline, get } = await createWorld(async ({ tx }) => ({ b: (await tx.get('things', 'b')) !== undefined }));
  assert.equal(
    [await get(), await get()],
    [
      ['{"b":false}', 1],
      ['{"b":false}', 2],
    ],
  );
  await pipeline.store.write((tx) => tx.insert({ id: 'b', kind: 'things', scope: '', key: 'b', name: 'b', body: {} }));
  assert.equal(await get(), ['{"b":true}', 3]);
});
test('a document with a list or a number of records is built each time', async () => {
  const listing = await createWorld(async ({ tx }) => ({ all: (await tx.list({ kind: 'things' })).total }));
  const counting = await createWorld(async ({ tx }) => ({ all: await tx.count({ kind: 'things' }) }));
  for (const { get } of [listing, counting])
    assert.equal(
      [await get(), await get()],
      [
        ['{"all":1}', 1],
        ['{"all":1}', 2],
      ],
    );
});
test('each caller, dialect, address and query has a response of its own', async () => {
  const { get } = await createWorld(async ({ tx, caller, query, origin }) => {
    const { body } = (await tx.get<object>('things', 'a'))!;
    return { ...body, for: caller.name, with: query.get('x'), at: origin };
  });
  const own = '{"size":1,"for":"olivia","with":null,"at":"http://127.0.0.1"}';
  const others: readonly { target?: string; headers?: Record<string, string>; body: string }[] = [
    { headers: { authorization: 'Bearer other-token' }, body: own.replace('olivia', 'oscar') },
    { target: '/api/things/a?x=1', body: own.replace('null', '"1"') },
    { headers: { host: 'example.com' }, body: own.replace('127.0.0.1', 'example.com') },
    { headers: { 'user-agent': 'hosted-client' }, body: `{"hosted":${own}}` },
  ];
  assert.equal(await get(), [own, 1]);
  for (const [at, { target, headers, body }] of others.entries()) assert.equal(await get(target, headers), [body, at + 2]);
  assert.equal(await get(), [own, 5]);
  for (const { target, headers, body } of others) assert.equal(await get(target, headers), [body, 5]);
});
test('a caller whose rights change gets another response', async () => {
  const { pipeline, get } = await createWorld(async ({ caller }) => ({ of: caller.memberships.map(({ organization }) => organization) }));
  assert.equal(await get(), ['{"of":[]}', 1]);
  const { id } = (await pipeline.callers.find('token'))!.caller;
  const making = { clock: pipeline.clock, newId, listeners: serviceListeners };
  await pipeline.store.write((tx) => createOrganization(tx, making, { name: 'acme', email: '', owners: [id] }));
  pipeline.callers.clear();
  assert.equal(await get(), ['{"of":["acme"]}', 2]);
});
test('settings that change make it another document', async () => {
  const settings = { current: (await createTestPipeline([])).settings() };
  const { get } = await createWorld(async ({ settings: { tier } }) => ({ tier }), { settings: () => settings.current });
  assert.equal(
    [await get(), await get()],
    [
      ['{"tier":"plus"}', 1],
      ['{"tier":"plus"}', 1],
    ],
  );
  settings.current = { ...settings.current, tier: 'free' };
  assert.equal(await get(), ['{"tier":"free"}', 2]);
});
test('`Cache-Control: no-cache` asks for a new one', async () => {
  const { get } = await createWorld();
  await get();
  assert.equal(await get('/api/things/a', { 'cache-control': 'no-cache' }), ['{"size":1}', 2]);
  assert.equal(await get(), ['{"size":1}', 2]);
});
test('what is not a success is built each time', async () => {
  const { get } = await createWorld();
  assert.equal(
    [await get('/api/things/b'), await get('/api/things/b')],
    [
      ['{}', 1],
      ['{}', 2],
    ],
  );
});
test('HEAD has the headers of the kept document', async () => {
  const { pipeline, get } = await createWorld();
  await get();
  const request = createRequest('HEAD /api/things/a', { headers: { authorization: 'Bearer token' } });
  const { headers, body } = await createApi(pipeline).handle(request);
  assert.equal(
    [headers['content-length'], headers['content-type'], headers['x-kind'], body],
    ['10', 'application/json', 'thing', undefined],
  );
});
test('a caller who is looked up again is the same one until something of the caller changes', async () => {
  const { pipeline } = await createWorld();
  const now = performance.now();
  try {
    const first = await pipeline.callers.find('token');
    performance.now = () => now + 5_000;
    const second = await pipeline.callers.find('token');
    assert.is(first, second);
    await pipeline.store.write(async (tx) => {
      const user = (await tx.get<{ readonly name: string }>('users', first!.caller.id))!;
      await tx.update(user, { body: { ...user.body, name: 'ophelia' } });
    });
    performance.now = () => now + 10_000;
    assert.is((await pipeline.callers.find('token'))!.caller.name, 'ophelia');
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
});
test('what was not used for longest gives way', async () => {
  const view = { listEvidence: () => ({ isCurrent: () => true }) } as never;
  const kept = createKeptResponses(5_000);
  const inputs = (key: string) => ({ key, caller: 'olivia', settings: 'all' }) as never;
  const response = (text: string) => ({ status: 200, text });
  for (const key of ['a', 'b', 'c', 'd']) kept.keep(inputs(key), response('x'.repeat(100)), view);
  kept.find(inputs('a'));
  kept.keep(inputs('e'), response('x'.repeat(100)), view);
  const found = ['a', 'b', 'c', 'd', 'e'].filter((key) => kept.find(inputs(key)) !== undefined);
  assert.equal(found, ['a', 'c', 'd', 'e']);
  kept.keep(inputs('f'), response('x'.repeat(5_000)), view);
  assert.is(kept.find(inputs('f')), undefined);
});

test.run();
