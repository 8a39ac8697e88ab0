/** Lists from a replica that streams from the primary, and the moments in which it may not answer them. */
// watchdog: 90 s
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type PostgresReplica, startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { ownerHeaders, type ServedService, serveService } from './control/served.ts';

const server = await startPostgres();
const reason = typeof server === 'string' ? server : server.startReplica ? undefined : 'no replica of a server that was not started here';

interface World {
  readonly replica: PostgresReplica;
  /** The address of the database. */
  readonly url: string;
  /** Two processes' services over one database. */
  readonly one: ServedService;
  readonly other: ServedService;
  readonly printed: string[];
}
const whole = suite<World>('lists from a replica');
const test = reason === undefined ? whole : skipWithReason(whole, reason);

const workspaces = '/api/v2/organizations/acme/workspaces';
const create = async ({ request }: ServedService, name: string): Promise<void> => {
  const data = { type: 'workspaces', attributes: { name } };
  assert.is((await request(`POST ${workspaces}`, { body: { data }, headers: ownerHeaders })).status, 201);
};
const listNames = async ({ request }: ServedService): Promise<readonly string[]> => {
  const { status, body, text } = await request(`GET ${workspaces}?page%5Bsize%5D=100`, { headers: ownerHeaders });
  assert.is(status, 200, text);
  return body.data.map(({ attributes }: any) => attributes.name);
};
/** Lists that the replica answered, that it was behind for, and that it failed. */
const countReads = async ({ request }: ServedService): Promise<readonly number[]> => {
  const { text } = await request('GET /metrics');
  return ['current', 'behind', 'failed'].map((outcome) =>
    Number(new RegExp(`^slipway_store_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)![1]),
  );
};
/** Lists until the replica answered one; its names. */
const listFromReplica = async (service: ServedService): Promise<readonly string[]> => {
  const [before] = await countReads(service);
  for (let tries = 0; tries < 300; tries++) {
    const names = await listNames(service);
    if ((await countReads(service))[0]! > before!) return names;
    await sleep(20);
  }
  throw new Error(`the replica answered none: ${(await countReads(service)).join()}`);
};

if (typeof server !== 'string' && reason === undefined) {
  const log = console.error;
  whole.before(async (world) => {
    const printed: string[] = [];
    console.error = (line: string) => void printed.push(line);
    const { url } = await server.database('replicated');
    const replica = await server.startReplica!();
    const options = { store: url, replica: replica.urlOf(url), masterKey: { value: 'k'.repeat(43) } };
    Object.assign(world, { url, printed, replica, one: await serveService(options), other: await serveService(options) });
  });
  whole.after(async ({ one, other, replica }) => {
    await one.close();
    await other.close();
    await replica.stop();
    await server.stop();
    console.error = log;
  });
}

test('a replica that has all of it answers', async ({ one }) => {
  await create(one, 'a');
  assert.equal(await listFromReplica(one), ['a']);
});

test('what was written is seen at once, in whichever process, while the replica is behind', async ({ one, other, replica }) => {
  await listFromReplica(other);
  await replica.run('select pg_wal_replay_pause()');
  const before = await countReads(other);
  await create(one, 'b');
  assert.equal(await listNames(one), ['a', 'b']);
  assert.equal(await listNames(other), ['a', 'b']);
  assert.equal(await countReads(other), [before[0]!, before[1]! + 1, before[2]!]);
  await replica.run('select pg_wal_replay_resume()');
  assert.equal(await listFromReplica(other), ['a', 'b']);
});

test('a token that is revoked lists nothing while the replica is behind', async ({ one, other, replica }) => {
  const { body } = await one.request('POST /api/v2/organizations/acme/authentication-token', { headers: ownerHeaders });
  const headers = { ...ownerHeaders, authorization: `Bearer ${body.data.attributes.token}` };
  await listFromReplica(other);
  assert.is((await other.request(`GET ${workspaces}`, { headers })).status, 200);
  await replica.run('select pg_wal_replay_pause()');
  await one.request('DELETE /api/v2/organizations/acme/authentication-token', { headers: ownerHeaders });
  assert.is((await other.request(`GET ${workspaces}`, { headers })).status, 401);
  await replica.run('select pg_wal_replay_resume()');
});

test('writes beside lists: no list lacks what the same caller wrote before', async ({ one, other }) => {
  for (let count = 0; count < 20; count++) {
    const name = `w${String(count).padStart(2, '0')}`;
    await create(count % 2 ? one : other, name);
    assert.ok((await listNames(count % 3 ? one : other)).includes(name), name);
  }
});

test('a replica that never answers costs one list two seconds, and those after it nothing', async ({ url }) => {
  const silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as AddressInfo;
  const service = await serveService({
    store: url,
    replica: `postgres://reader@127.0.0.1:${port}/x`,
    masterKey: { value: 'k'.repeat(43) },
  });
  try {
    const times: number[] = [];
    for (let count = 0; count < 3; count++) {
      const began = performance.now();
      await listNames(service);
      times.push(performance.now() - began);
    }
    assert.ok(times[0]! > 1900 && times[0]! < 4000 && times[1]! < 1000 && times[2]! < 1000, times.join());
  } finally {
    await service.close();
    silent.close();
  }
});

test('a replica that is gone costs no answer, and it is said once', async ({ one, replica, printed }) => {
  await listFromReplica(one);
  printed.length = 0;
  await replica.stop();
  for (let count = 0; count < 3; count++) assert.is((await listNames(one)).length, 22);
  assert.is((await countReads(one))[2], 1);
  assert.is(printed.length, 1, printed.join('\n'));
  assert.match(printed[0]!, /^slipway: lists are read from the primary: PostgreSQL at 127\.0\.0\.1:\d+\/replicated cannot be reached/);
});

whole.run();
