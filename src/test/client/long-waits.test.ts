import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openServiceClient } from '../../client/open-service-client.ts';
import { createRateLimiter } from '../../client/rate-limiter.ts';
import { rejectionOf } from './support/client.ts';
import { manualClock } from './support/clocks.ts';
import { startServer } from './support/server.ts';

const Limits = suite('long waits for a rate limit');
const headers = (of: Record<string, string>) => ({ get: (name: string) => of[name.toLowerCase()] ?? null });
const settled = () => new Promise((resolve) => setImmediate(resolve));

Limits('a wait of 2 seconds or more is reported once, a shorter one is not', async () => {
  const clock = manualClock();
  const one = createRateLimiter(clock, () => 0);
  const reported: unknown[] = [];
  one.configure({ onLongWait: (wait) => reported.push(wait) });
  await one.enter({ until: Infinity });
  one.leave({ status: 429, headers: headers({ 'retry-after': '1' }) }, clock.now());
  const first = one.enter({ until: Infinity });
  assert.equal(reported, []);
  clock.move(1_000);
  await first;
  one.leave({ status: 429, headers: headers({ 'retry-after': '43' }) }, clock.now());
  const until = clock.now() + 43_000;
  const waiting = [one.enter({ until: Infinity }), one.enter({ until: Infinity })];
  assert.equal(reported, [{ requests: 1, until, seconds: 43 }]);
  clock.move(43_000);
  await settled();
  one.leave({ status: 429, headers: headers({ 'retry-after': '60' }) }, clock.now());
  void one.enter({ until: Infinity });
  assert.is(reported.length, 1);
  await waiting[0];
});

Limits('a client says which service limits it, and how long the next request waits', async () => {
  const clock = manualClock();
  const server = await startServer(() => ({ status: 429, headers: { 'retry-after': '43' }, body: { errors: [{ title: 'slow down' }] } }));
  const [texts, host] = [[] as string[], new URL(server.address).host];
  const log = (text: string) => texts.push(text);
  const client = openServiceClient({ service: 'ci', address: server.address, token: 'waits', clock, random: () => 0, logWait: log });
  const cancelled = new AbortController();
  const call = rejectionOf(client.call({ method: 'GET', effect: 'read', path: '/x', signal: cancelled.signal }));
  while (texts.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    clock.move(0);
  }
  assert.equal(texts, [
    `The rate limit of the CI service at ${host} is reached: 1 request waits, the next one is sent in 43 s. ` +
      'The operation continues by itself.',
  ]);
  cancelled.abort();
  await call;
  await server.close();
});

Limits.run();
