import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRateLimiter } from '../../client/rate-limiter.ts';
import { openServiceClient } from '../../client/open-service-client.ts';
import type { TransportClock } from '../../client/clock.ts';
import { fastClock, manualClock } from './support/clocks.ts';
import { type ScriptedResponse, startServer } from './support/server.ts';

const headers = (of: Record<string, string>) => ({ get: (name: string) => of[name.toLowerCase()] ?? null });

const Limits = suite('line limits');

type Style = 'x-ratelimit' | 'ratelimit' | 'retry-after' | 'silent';
/** A real server that takes `perWindow` requests in each second of the clock and refuses the rest, telling more or less about it. */
const limited = async (clock: TransportClock, perWindow: number, style: Style) => {
  let [windowEnd, used, refused, taken] = [0, 0, 0, 0];
  const server = await startServer((): ScriptedResponse => {
    const now = clock.now();
    if (now >= windowEnd) {
      windowEnd = now + 1000;
      used = 0;
    }
    used += 1;
    const left = Math.max(0, perWindow - used);
    const reset = ((windowEnd - now) / 1000).toFixed(3);
    const reported: Record<string, string> =
      style === 'x-ratelimit'
        ? { 'x-ratelimit-limit': String(perWindow), 'x-ratelimit-remaining': String(left), 'x-ratelimit-reset': reset }
        : style === 'ratelimit'
          ? { 'ratelimit-limit': String(perWindow), 'ratelimit-remaining': String(left), 'ratelimit-reset': reset }
          : {};
    if (used > perWindow) {
      refused += 1;
      return {
        status: 429,
        headers: { ...reported, ...(style === 'retry-after' && { 'retry-after': '1' }) },
        body: { errors: [{ status: '429', title: 'Too many requests' }] },
      };
    }
    taken += 1;
    return { headers: reported, body: { data: null } };
  });
  return { ...server, refused: () => refused, taken: () => taken };
};

for (const [style, most] of [
  ['x-ratelimit', 40],
  ['ratelimit', 40],
  ['retry-after', 150],
  ['silent', 150],
] as const)
  Limits(`1,000 requests against 30 a second, told by ${style}: nobody sees a 429`, async () => {
    const clock = fastClock(20);
    const server = await limited(clock, 30, style);
    const client = openServiceClient({
      service: 'workspaces',
      address: server.address,
      token: `limits-${style}`,
      clock,
      deadline: 600_000,
    });
    const begun = clock.now();
    const statuses: number[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        while (next++ < 1_000) statuses.push((await client.call({ method: 'GET', effect: 'read', path: '/x' })).status);
      }),
    );
    assert.is(statuses.filter((status) => status === 200).length, 1_000);
    if (process.env['SHOW']) console.log(style, 'refused', server.refused(), 'seconds', ((clock.now() - begun) / 1000).toFixed(1));
    assert.ok(server.refused() <= most, `${server.refused()} requests were refused on the way`);
    await server.close();
  });

Limits('two lines to one host with one token share their limit, others do not', async () => {
  const clock = fastClock(20);
  const server = await startServer((seen) =>
    seen.headers.authorization === 'Bearer shared-a' &&
    server.seen.filter(({ headers }) => headers.authorization === 'Bearer shared-a').length === 1
      ? { status: 429, headers: { 'retry-after': '4' } }
      : { body: { data: null } },
  );
  const open = (token: string) => openServiceClient({ service: 'workspaces', address: server.address, token, clock, random: () => 0 });
  const call = async (token: string) => {
    await open(token).call({ method: 'GET', effect: 'read', path: '/x' });
    return clock.now();
  };
  const begun = clock.now();
  const first = call('shared-a');
  while (server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  await new Promise((resolve) => setTimeout(resolve, 10));
  const [sameToken, otherToken] = await Promise.all([call('shared-a'), call('shared-b')]);
  assert.ok(sameToken - begun >= 4_000);
  assert.ok(otherToken - begun < 4_000);
  await first;
  await server.close();
});

Limits('no more requests are under way at once than allowed', async () => {
  let [now, most] = [0, 0];
  const server = await startServer(async () => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 10));
    now -= 1;
    return { body: null };
  });
  const client = openServiceClient({ service: 'workspaces', address: server.address, token: 'limits-concurrency', concurrency: 3 });
  await Promise.all(Array.from({ length: 20 }, () => client.call({ method: 'GET', effect: 'read', path: '/x' })));
  assert.is(most, 3);
  await server.close();
});

Limits('a given rate is kept', async () => {
  const clock = fastClock(20);
  const moments: number[] = [];
  const server = await startServer(() => {
    moments.push(clock.now());
    return { body: null };
  });
  const client = openServiceClient({ service: 'workspaces', address: server.address, token: 'limits-rate', requestsPerSecond: 10, clock });
  await Promise.all(Array.from({ length: 31 }, () => client.call({ method: 'GET', effect: 'read', path: '/x' })));
  // 30 gaps of 100 ms; timers that ring late are made up for.
  assert.ok(moments[30]! - moments[0]! >= 2_800, `${moments[30]! - moments[0]!} ms`);
  await server.close();
});

/** What the limiter lets through when asked `count` times at once. */
const asks = (one: ReturnType<typeof createRateLimiter>, count: number, until = Infinity) => {
  const turns: string[] = [];
  for (let n = 0; n < count; n++) void one.enter({ until }).then((turn) => turns.push(turn));
  return turns;
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

Limits('it begins open', async () => {
  const turns = asks(
    createRateLimiter(manualClock(), () => 0),
    32,
  );
  await settled();
  assert.is(turns.length, 32);
});

Limits("what is left of the window is not overdrawn, and the window's end is waited for", async () => {
  const clock = manualClock();
  const one = createRateLimiter(clock, () => 0);
  await one.enter({ until: Infinity });
  one.leave(
    { status: 200, headers: headers({ 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '0.5' }) },
    clock.now(),
  );
  const turns = asks(one, 10);
  await settled();
  assert.is(turns.length, 3);
  clock.move(499);
  await settled();
  assert.is(turns.length, 3);
  clock.move(1);
  await settled();
  assert.is(turns.length, 10);
});

Limits('a 429 holds everybody until the moment the service names, then a slower pace', async () => {
  const clock = manualClock();
  const one = createRateLimiter(clock, () => 0);
  await one.enter({ until: Infinity });
  one.leave({ status: 429, headers: headers({ 'retry-after': '2' }) }, clock.now());
  const turns = asks(one, 20);
  clock.move(1_999);
  await settled();
  assert.is(turns.length, 0);
  clock.move(1);
  await settled();
  assert.is(turns.length, 1);
  clock.move(1_000);
  await settled();
  // 4.25 a second: 0.85 of the five that are assumed where nothing was taken yet.
  assert.is(turns.length, 5);
});

Limits('the pace rises again while nothing is refused', async () => {
  const clock = manualClock();
  const one = createRateLimiter(clock, () => 0);
  await one.enter({ until: Infinity });
  one.leave({ status: 429, headers: headers({ 'retry-after': '0' }) }, clock.now());
  const perSecond: number[] = [];
  for (let second = 0; second < 12; second++) {
    const turns: string[] = [];
    for (let n = 0; n < 30; n++)
      void one.enter({ until: clock.now() + 999 }).then((turn) => {
        if (turn === 'go') {
          turns.push(turn);
          one.leave({ status: 200, headers: headers({}) }, clock.now());
        }
      });
    for (let tick = 0; tick < 100; tick++) {
      clock.move(10);
      await settled();
    }
    perSecond.push(turns.length);
  }
  assert.ok(perSecond[0]! <= 5, String(perSecond));
  assert.ok(perSecond[11]! >= 12, String(perSecond));
});

Limits('told to wait beyond what a call may take, it is late at once, and leaves no timer', async () => {
  const clock = manualClock();
  const one = createRateLimiter(clock, () => 0);
  await one.enter({ until: Infinity });
  one.leave({ status: 429, headers: headers({ 'retry-after': '100' }) }, clock.now());
  assert.is(await one.enter({ until: clock.now() + 60_000 }), 'late');
  assert.is(clock.pending(), 0);
});

Limits('a request that is sent again goes before those that wait for their first turn', async () => {
  const clock = manualClock();
  const one = createRateLimiter(clock, () => 0);
  one.configure({ concurrency: 1 });
  await one.enter({ until: Infinity });
  const order: string[] = [];
  void one.enter({ until: Infinity }).then(() => {
    order.push('new');
    one.leave(null, 0);
  });
  void one.enter({ until: Infinity, first: true }).then(() => {
    order.push('again');
    one.leave(null, 0);
  });
  one.leave(null, 0);
  await settled();
  assert.equal(order, ['again', 'new']);
});

Limits.run();
