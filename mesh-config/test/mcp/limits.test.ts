import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDenialLog } from '../../src/mcp/denial-log.ts';
import { createTokenBucket } from '../../src/mcp/token-bucket.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { startMcpSource, createRecordingScope, waitUntil } from './start-mcp-source.ts';
import { connectClient, connectSink } from './sink.ts';

const test = suite('mesh-config limits of MCP');
const never = new AbortController().signal;
/** Lets pending callbacks run. */
const settled = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });

test('a bucket gives its burst at once, and one more each time, first come first served', async () => {
  const clock = createManualClock();
  const bucket = createTokenBucket(2, 1000, clock);
  const came: string[] = [];
  for (const name of ['a', 'b', 'c', 'd'])
    void bucket.take(never).then((mine) => {
      came.push(`${name} ${mine}`);
    });
  await settled();
  assert.equal(came, ['a true', 'b true']);
  clock.move(999);
  await settled();
  assert.equal(came, ['a true', 'b true']);
  clock.move(1);
  await settled();
  assert.equal(came, ['a true', 'b true', 'c true']);
  clock.move(1000);
  await settled();
  assert.equal(came, ['a true', 'b true', 'c true', 'd true']);
});
test('a bucket gathers no more than its burst', async () => {
  const clock = createManualClock();
  const bucket = createTokenBucket(2, 1000, clock);
  clock.move(60_000);
  assert.equal([bucket.tryTake(), bucket.tryTake(), bucket.tryTake()], [true, true, false]);
});
test('who left while waiting takes no token', async () => {
  const clock = createManualClock();
  const bucket = createTokenBucket(1, 1000, clock);
  const [gone, came] = [new AbortController(), [] as string[]];
  bucket.tryTake();
  void bucket.take(gone.signal).then((mine) => {
    came.push(`gone ${mine}`);
  });
  void bucket.take(never).then((mine) => {
    came.push(`next ${mine}`);
  });
  await settled();
  gone.abort();
  await settled();
  clock.move(1000);
  await settled();
  assert.equal(came, ['gone false', 'next true']);
});
test('a sink that disconnects while it waits is removed at once, even from the middle of the queue', async () => {
  const bucket = createTokenBucket(1, 1000, createManualClock());
  const [gone, came] = [new AbortController(), [] as string[]];
  bucket.tryTake();
  void bucket.take(never).then((mine) => {
    came.push(`first ${mine}`);
  });
  void bucket.take(gone.signal).then((mine) => {
    came.push(`gone ${mine}`);
  });
  gone.abort();
  await settled();
  assert.equal(came, ['gone false']);
});
test('a time that is longer than timers take is waited for nevertheless', async () => {
  const clock = createManualClock(),
    waits: number[] = [],
    came: string[] = [];
  const bucket = createTokenBucket(1, 3_600_000_000, {
    ...clock,
    schedule: (milliseconds, call) => {
      waits.push(milliseconds);
      return clock.schedule(milliseconds, call);
    },
  });
  bucket.tryTake();
  void bucket.take(never).then((mine) => {
    came.push(`${mine}`);
  });
  clock.move(3_599_999_999);
  await settled();
  assert.equal([waits, came], [[2_147_483_647, 1_452_516_353], []]);
  clock.move(1);
  await settled();
  assert.equal(came, ['true']);
});
test('with no time between tokens there is always one', () => {
  const bucket = createTokenBucket(1, 0, createManualClock());
  assert.equal([bucket.tryTake(), bucket.tryTake(), bucket.tryTake()], [true, true, true]);
});
test('denials beyond the rate are counted in the next line', () => {
  const [clock, log] = [createManualClock(), createRecordingScope()];
  const denied = createDenialLog(log, createTokenBucket(1, 60_000, clock));
  for (let count = 0; count < 4; count++) denied('id is blacklisted: spiffe://a/b');
  clock.move(60_000);
  denied('id is blacklisted: spiffe://a/c');
  clock.move(60_000);
  denied('id is blacklisted: spiffe://a/d');
  assert.equal(log.lines, [
    'warn NewConnection: auth check failed: id is blacklisted: spiffe://a/b',
    'warn NewConnection: auth check failed: id is blacklisted: spiffe://a/c (repeated 3 times).',
    'warn NewConnection: auth check failed: id is blacklisted: spiffe://a/d',
  ]);
});
test('a message above the limit ends the stream, one at the limit does not', async () => {
  const there = await startMcpSource({ maxMessage: 2000 });
  const [one, other] = [connectSink(there.address), connectSink(there.address)];
  one.call.write(Buffer.alloc(3044));
  assert.equal(await one.ended, { code: 8, details: 'Received message larger than max (3044 vs 2000)' });
  // A field that no request has, of 1,997 bytes: two of the tag, two of the length.
  other.call.write(Buffer.concat([Buffer.from([0xfa, 0x01, 0xcc, 0x0f]), Buffer.alloc(1996)]));
  assert.equal(await other.ended, { code: 3, details: 'unsupported collection ""' });
  one.close();
  other.close();
  await there.stop();
});
test('a collection, a nonce and a refusal of a million characters are reported in part', async () => {
  const there = await startMcpSource();
  const one = connectSink(there.address),
    long = 'x'.repeat(500_000),
    shown = `${'x'.repeat(200)}…`;
  there.publish(1, 'default/front');
  one.sendRequest({ collection: 'test/gateways' });
  await one.next();
  one.sendRequest({ collection: 'test/gateways', response_nonce: long });
  one.sendRequest({ collection: 'test/gateways', response_nonce: '1', error_detail: { code: 3, message: long } });
  one.sendRequest({ collection: long });
  assert.equal(await one.ended, { code: 3, details: `unsupported collection "${shown}"` });
  for (const end of [`STALE ACK of test/gateways, nonce "${shown}"`, `NACK of test/gateways: InvalidArgument: ${shown}`])
    assert.ok(
      there.log.lines.some((line) => line.endsWith(end)),
      end,
    );
  one.close();
  await there.stop();
});
test('a connection carries so many streams at once, and the next when one ends', async () => {
  const there = await startMcpSource({ maxStreams: 2 });
  const client = connectClient(there.address);
  const [first, second] = [connectSink(client), connectSink(client)];
  await Promise.all([first.header, second.header]);
  const third = connectSink(client);
  let begins = false;
  void third.header.then(() => {
    begins = true;
  });
  const elsewhere = connectSink(there.address);
  await elsewhere.header;
  assert.is(begins, false);
  first.call.cancel();
  await third.header;
  elsewhere.close();
  client.close();
  await there.stop();
});
test('streams above the burst wait their turn and are not refused', async () => {
  const clock = createManualClock();
  const there = await startMcpSource({ streamLimiter: createTokenBucket(2, 1000, clock) });
  const all = [connectSink(there.address), connectSink(there.address), connectSink(there.address)];
  const begins = new Set<number>();
  all.forEach((one, at) => {
    void one.header.then(() => {
      begins.add(at);
    });
  });
  await waitUntil(() => begins.size === 2);
  clock.move(1000);
  await waitUntil(() => begins.size === 3);
  for (const one of all) one.close();
  await there.stop();
});
test('a denied sink takes a token too: tokens are counted before identities are checked', async () => {
  const clock = createManualClock();
  const there = await startMcpSource({
    streamLimiter: createTokenBucket(1, 1000, clock),
    accessList: () => ({ ids: new Set<string>(), isDenyList: false }),
  });
  const denied = { code: 16, details: "Authentication failure: no allowed identity found in peer's authentication info" };
  const [first, second] = [connectSink(there.address), connectSink(there.address)];
  assert.equal(await Promise.race([first.ended, second.ended]), denied);
  await waitUntil(() => there.source.waitingCount() === 1);
  clock.move(1000);
  assert.equal([await first.ended, await second.ended], [denied, denied]);
  for (const one of [first, second]) one.close();
  await there.stop();
});
test('requests above the burst wait in their own stream and hold no other', async () => {
  const clock = createManualClock();
  const there = await startMcpSource({ createRequestLimiter: () => createTokenBucket(2, 1000, clock) });
  there.publish(1, 'default/front');
  const [one, other] = [connectSink(there.address), connectSink(there.address)];
  for (let count = 0; count < 3; count++) one.sendRequest({ collection: 'test/gateways', ...(count > 0 ? { response_nonce: 'old' } : {}) });
  await waitUntil(() => there.metrics.lines('acks').length > 0);
  other.sendRequest({ collection: 'test/gateways' });
  await other.next();
  assert.equal(there.metrics.lines('acks'), ['mesh_mcp_request_acks_total component=mesh-config collection=test/gateways 1']);
  clock.move(1000);
  await waitUntil(() =>
    there.metrics.lines('acks').includes('mesh_mcp_request_acks_total component=mesh-config collection=test/gateways 2'),
  );
  one.close();
  other.close();
  await there.stop();
});
test('streams that wait when the server stops are reported', async () => {
  const there = await startMcpSource({ streamLimiter: createTokenBucket(1, 60_000, createManualClock()) });
  const first = connectSink(there.address);
  await first.header;
  const second = connectSink(there.address);
  // The stream waits, which has no other visible effect.
  await waitUntil(() => there.source.waitingCount() === 1);
  await there.stop();
  assert.equal(await second.ended, { code: 14, details: 'the source is stopping' });
  first.close();
  second.close();
});
test('requests are measured by their collection', async () => {
  const there = await startMcpSource();
  const one = connectSink(there.address);
  one.sendRequest({ collection: 'test/gateways' });
  await waitUntil(() => there.metrics.lines('sizes').length > 0);
  assert.equal(there.metrics.lines('sizes'), ['mesh_mcp_message_sizes_bytes component=mesh-config collection=test/gateways: 15']);
  one.close();
  await there.stop();
});
test.run();
