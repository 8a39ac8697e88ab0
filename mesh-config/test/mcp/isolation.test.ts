// watchdog: 120 s
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTokenBucket } from '../../src/mcp/token-bucket.ts';
import { createCollectionSnapshot } from '../../src/snapshots/snapshot-store.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { startMcpSource, type TestMcpSource, encodeTestResource, createResource, waitUntil } from './start-mcp-source.ts';
import { measureBuffers, megabytes } from './memory.ts';
import { connectClient, connectSink, type Sink } from './sink.ts';

const test = suite<{ there: TestMcpSource; good: Sink }>('mesh-config sinks that misbehave');
const wide = (): ReturnType<typeof createTokenBucket> => createTokenBucket(100_000, 0, createManualClock());
test.before.each(async (context) => {
  context.there = await startMcpSource({ streamLimiter: wide(), createRequestLimiter: wide });
  context.good = connectSink(context.there.address);
  context.good.sendRequest({ collection: 'test/gateways' });
  await context.good.header;
});
test.after.each(async ({ there, good }) => {
  good.close();
  await there.stop();
});

/** Publishes so many times; the good sink takes each. */
const goesOn = async ({ there, good }: { readonly there: TestMcpSource; readonly good: Sink }, from: number, times = 5): Promise<void> => {
  for (let generation = from; generation < from + times; generation++) {
    there.publish(generation, 'default/front');
    const { system_version_info: version, nonce } = await good.next();
    assert.is(version, `test/gateways/${generation}`);
    good.sendRequest({ collection: 'test/gateways', response_nonce: nonce });
    await waitUntil(() => [...there.source.syncedByPeer('test/gateways').values()].includes(true));
  }
};
/** Until so many streams are open. */
const streams = ({ there }: { readonly there: TestMcpSource }, count: number): Promise<void> =>
  waitUntil(() => there.metrics.lines('clients_total')[0]?.endsWith(` ${count}`) === true);

test('one that never answers is sent one response and no more', async (world) => {
  const silent = connectSink(world.there.address);
  silent.sendRequest({ collection: 'test/gateways' });
  await silent.header;
  await goesOn(world, 1, 20);
  assert.is((await silent.next()).system_version_info, 'test/gateways/1');
  assert.is(silent.waiting(), 0);
  silent.sendRequest({ collection: 'test/gateways', response_nonce: '1' });
  assert.is((await silent.next()).system_version_info, 'test/gateways/20');
  silent.close();
});
test('one that refuses everything gets each change once', async (world) => {
  const refusing = connectSink(world.there.address);
  refusing.sendRequest({ collection: 'test/gateways' });
  await refusing.header;
  for (let generation = 1; generation <= 5; generation++) {
    await goesOn(world, generation, 1);
    refusing.sendRequest({
      collection: 'test/gateways',
      response_nonce: (await refusing.next()).nonce,
      error_detail: { code: 3, message: 'no' },
    });
    await waitUntil(() => world.there.metrics.lines('nacks')[0]?.endsWith(` ${generation}`) === true);
  }
  assert.is(refusing.waiting(), 0);
  refusing.close();
});
test('sinks that send garbage, at any depth of the protocol, end only their own stream', async (world) => {
  const [host, port] = world.there.address.split(':') as [string, string];
  for (const bytes of [
    Buffer.alloc(100_000, 0xff),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), Buffer.alloc(5000, 7)]),
  ]) {
    const socket = connect(Number(port), host);
    socket.on('error', () => {});
    socket.write(bytes);
    await new Promise((done) => {
      socket.on('close', done);
      socket.resume();
    });
  }
  const one = connectSink(world.there.address);
  one.call.write(Buffer.from('0affffffffff', 'hex'));
  assert.is((await one.ended).code, 13);
  one.close();
  await goesOn(world, 1);
  await streams(world, 1);
});
test('a sink that never reads holds one response, and delays no other', async (world) => {
  const session = connectHttp2(`http://${world.there.address}`, { settings: { initialWindowSize: 0 } });
  session.on('error', () => {});
  const stream = session.request({
    ':method': 'POST',
    ':path': '/istio.mcp.v1alpha1.ResourceSource/EstablishResourceStream',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  stream.on('error', () => {});
  const name = Buffer.from('test/gateways');
  stream.write(Buffer.concat([Buffer.from([0, 0, 0, 0, name.length + 2, 0x12, name.length]), name]));
  await streams(world, 2);
  await goesOn(world, 1, 20);
  session.destroy();
  await streams(world, 1);
});
test('one that has said all it had is let go', async (world) => {
  const half = connectSink(world.there.address);
  half.sendRequest({ collection: 'test/gateways' });
  half.call.end();
  assert.equal(await half.ended, { code: 0, details: 'OK' });
  await streams(world, 1);
  await goesOn(world, 1);
  half.close();
});
test('one that opens and drops a thousand streams leaves nothing', async (world) => {
  const client = connectClient(world.there.address);
  for (let round = 0; round < 10; round++) {
    const all = Array.from({ length: 100 }, () => connectSink(client));
    for (const one of all) one.sendRequest({ collection: 'test/gateways' });
    await all.at(-1)!.header;
    for (const one of all) one.call.cancel();
  }
  client.close();
  await streams(world, 1);
  assert.is(world.there.source.waitingCount(), 0);
  await goesOn(world, 1);
});
test('200 that never answer keep no old snapshots alive', async (world) => {
  const big = 'x'.repeat(100_000);
  const publish = (generation: number): void => {
    world.there.snapshots.publish([
      createCollectionSnapshot(
        'test/gateways',
        generation,
        [{ ...createResource('default/front', `v${generation}`), labels: { big: `${big}${generation}` } }],
        encodeTestResource,
      ),
    ]);
  };
  const silent: Sink[] = [];
  publish(1);
  // Each stops at another version, so that keeping them would be 200 times as much.
  for (let generation = 2; generation <= 201; generation++) {
    const one = connectSink(world.there.address);
    one.sendRequest({ collection: 'test/gateways' });
    await one.next();
    silent.push(one);
    publish(generation);
  }
  const kept = await measureBuffers(megabytes(20));
  assert.ok(kept < megabytes(20), `${kept} bytes of buffers are kept`);
  for (const one of silent) one.close();
});
test.run();
