import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTokenBucket } from '../../src/mcp/token-bucket.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { startMcpSource, type TestMcpSource, waitUntil } from './start-mcp-source.ts';
import { connectSink, type Sink } from './sink.ts';

const test = suite<{ there: TestMcpSource; sink: Sink }>('mesh-config source of MCP');
test.before.each(async (context) => {
  context.there = await startMcpSource();
  context.sink = connectSink(context.there.address);
});
test.after.each(async ({ there, sink: one }) => {
  one.close();
  await there.stop();
});

test('a stream begins with the version of the source, before anything was asked', async ({ sink: one }) => {
  assert.equal((await one.header).get('config.source.version'), ['1.2.3']);
});
test('metadata of --sinkMeta goes with the version, each pair once', async () => {
  const there = await startMcpSource({
    meta: [
      ['cluster', 'east'],
      ['cluster', 'west'],
      ['team', 'a=b'],
    ],
  });
  const one = connectSink(there.address);
  const header = await one.header;
  assert.equal(
    ['config.source.version', 'cluster', 'team'].map((key) => header.get(key)),
    [['1.2.3'], ['east, west'], ['a=b']],
  );
  one.close();
  await there.stop();
});
test('a watch is answered with all that a collection has', async ({ there, sink: one }) => {
  there.publish(1, 'default/front', 'default/back');
  one.sendRequest({ collection: 'test/gateways' });
  const { resources, ...rest } = await one.next();
  assert.equal(rest, {
    system_version_info: 'test/gateways/1',
    collection: 'test/gateways',
    removed_resources: [],
    nonce: '1',
    incremental: false,
  });
  assert.equal(JSON.parse(JSON.stringify(resources)), [
    {
      metadata: {
        name: 'default/back',
        create_time: { seconds: '-62135596800', nanos: 0 },
        version: 'v1',
        labels: { app: 'x' },
        annotations: {},
      },
      body: { type_url: 'type.googleapis.com/google.protobuf.Struct', value: { type: 'Buffer', data: [10, 0] } },
    },
    {
      metadata: {
        name: 'default/front',
        create_time: { seconds: '-62135596800', nanos: 0 },
        version: 'v1',
        labels: { app: 'x' },
        annotations: {},
      },
      body: { type_url: 'type.googleapis.com/google.protobuf.Struct', value: { type: 'Buffer', data: [10, 0] } },
    },
  ]);
});
test('an empty collection is answered too, as generation 0', async ({ there, sink: one }) => {
  there.publish(0);
  one.sendRequest({ collection: 'test/gateways' });
  const { system_version_info: version, resources } = await one.next();
  assert.equal([version, resources], ['test/gateways/0', []]);
});
test('a watch of what has no snapshot yet is answered when there is one', async ({ there, sink: one }) => {
  one.sendRequest({ collection: 'test/gateways' });
  await one.header;
  there.publish(3, 'default/front');
  assert.is((await one.next()).system_version_info, 'test/gateways/3');
});
test('after an ACK the next change is sent, and only then', async ({ there, sink: one }) => {
  there.publish(1, 'default/front');
  one.sendRequest({ collection: 'test/gateways' });
  const first = await one.next();
  there.publish(2, 'default/front', 'default/back');
  one.sendRequest({ collection: 'test/gateways', response_nonce: first.nonce });
  const second = await one.next();
  assert.equal([second.system_version_info, second.nonce], ['test/gateways/2', '2']);
  one.sendRequest({ collection: 'test/gateways', response_nonce: '2' });
  await waitUntil(() =>
    there.metrics.lines('acks').includes('mesh_mcp_request_acks_total component=mesh-config collection=test/gateways 2'),
  );
  assert.is(one.waiting(), 0);
  assert.equal([...there.source.syncedByPeer('test/gateways').values()], [true]);
});
test('what was NACKed is not sent again until it changes', async ({ there, sink: one }) => {
  there.publish(1, 'default/front');
  one.sendRequest({ collection: 'test/gateways' });
  await one.next();
  one.sendRequest({ collection: 'test/gateways', response_nonce: '1', error_detail: { code: 3, message: 'no such host' } });
  await waitUntil(() => there.metrics.lines('nacks').length > 0);
  assert.equal(there.metrics.lines('nacks'), [
    'mesh_mcp_request_nacks_total component=mesh-config collection=test/gateways code=InvalidArgument 1',
  ]);
  assert.is(one.waiting(), 0);
  there.publish(2, 'default/front');
  assert.is((await one.next()).system_version_info, 'test/gateways/2');
  assert.ok(there.log.lines.some((line) => /^warn .*: NACK of test\/gateways: InvalidArgument: no such host$/.test(line)));
});
test('an answer to a nonce that is not the latest is counted and does nothing', async ({ there, sink: one }) => {
  there.publish(1, 'default/front');
  one.sendRequest({ collection: 'test/gateways' });
  await one.next();
  one.sendRequest({ collection: 'test/gateways', response_nonce: '77' });
  await waitUntil(() => there.metrics.lines('acks').length > 0);
  there.publish(2, 'default/back');
  one.sendRequest({ collection: 'test/gateways', response_nonce: '1' });
  assert.equal([(await one.next()).nonce, one.waiting()], ['2', 0]);
  assert.ok(there.log.lines.some((line) => /^info .*: STALE ACK of test\/gateways, nonce "77"$/.test(line)));
});
test('a refusal of a response that is not the latest is counted by its code, and does nothing', async ({ there, sink: one }) => {
  there.publish(1, 'default/front');
  one.sendRequest({ collection: 'test/gateways' });
  await one.next();
  one.sendRequest({ collection: 'test/gateways', response_nonce: '77', error_detail: { code: 12, message: 'no' } });
  await waitUntil(() => there.metrics.lines('request_').length > 0);
  assert.equal(there.metrics.lines('request_'), [
    'mesh_mcp_request_nacks_total component=mesh-config collection=test/gateways code=Unimplemented 1',
  ]);
  assert.ok(there.log.lines.some((line) => /^info .*: STALE NACK of test\/gateways, nonce "77"$/.test(line)));
  assert.equal([...there.source.syncedByPeer('test/gateways').values()], [false]);
});
test('a request with no nonce takes what was sent as known', async ({ there, sink: one }) => {
  there.publish(1, 'default/front');
  one.sendRequest({ collection: 'test/gateways' });
  await one.next();
  one.sendRequest({ collection: 'test/gateways' });
  await waitUntil(() => there.metrics.lines('acks').length > 0);
  assert.is(one.waiting(), 0);
});
test('a request with no nonce and nothing to answer to begins anew', async ({ there, sink: one }) => {
  there.publish(1, 'default/front');
  one.sendRequest({ collection: 'test/gateways' });
  one.sendRequest({ collection: 'test/gateways', response_nonce: (await one.next()).nonce });
  one.sendRequest({ collection: 'test/gateways' });
  const { system_version_info: version, nonce } = await one.next();
  assert.equal([version, nonce], ['test/gateways/1', '2']);
});
test('streams of one connection are one peer, in step when all of them are', async ({ there, sink: one }) => {
  there.publish(1, 'default/front');
  await one.header;
  const [peer] = there.log.lines.map((line) => /^info (.*): stream opened/.exec(line)?.[1]).filter(Boolean);
  const other = connectSink(one.client);
  for (const each of [one, other]) each.sendRequest({ collection: 'test/gateways' });
  one.sendRequest({ collection: 'test/gateways', response_nonce: (await one.next()).nonce });
  await other.next();
  await waitUntil(() => there.metrics.lines('acks').length > 0);
  assert.equal([...there.source.syncedByPeer('test/gateways')], [[peer, false]]);
  other.sendRequest({ collection: 'test/gateways', response_nonce: '1' });
  await waitUntil(() => there.source.syncedByPeer('test/gateways').get(peer!) === true);
  // Now the first one is behind.
  there.publish(2, 'default/back');
  other.sendRequest({ collection: 'test/gateways', response_nonce: (await other.next()).nonce });
  await waitUntil(() => there.metrics.lines('acks')[0]!.endsWith(' 3'));
  assert.equal([...there.source.syncedByPeer('test/gateways')], [[peer, false]]);
});
test('collections are watched apart from each other', async ({ there, sink: one }) => {
  one.sendRequest({ collection: 'test/services' });
  one.sendRequest({ collection: 'test/gateways' });
  await one.header;
  there.publish(1, 'default/front');
  assert.equal([(await one.next()).collection, one.waiting()], ['test/gateways', 0]);
});
test('full state is sent to anyone who asks for changes only', async ({ there, sink: one }) => {
  there.publish(1, 'default/front');
  one.sendRequest({ collection: 'test/gateways', incremental: true });
  assert.equal((await one.next()).incremental, false);
});
test('a collection that is not served ends the stream, which is no failure of receiving', async ({ there, sink: one }) => {
  one.sendRequest({ collection: 'test/nothing' });
  assert.equal(await one.ended, { code: 3, details: 'unsupported collection "test/nothing"' });
  assert.equal(there.metrics.lines('recv_failures'), []);
});
test('a sink that has said all it had is answered with the end', async ({ there, sink: one }) => {
  await one.header;
  one.call.end();
  assert.equal(await one.ended, { code: 0, details: 'OK' });
  await waitUntil(() => there.log.lines.some((line) => line.endsWith('stream closed, 0 open')));
  assert.equal(there.metrics.lines('clients_total'), ['mesh_mcp_clients_total component=mesh-config 0']);
});
test('what is no request ends that stream and no other', async ({ there, sink: one }) => {
  const other = connectSink(there.address);
  other.sendRequest({ collection: 'test/gateways' });
  one.call.write(Buffer.from('ffffffff', 'hex'));
  assert.is((await one.ended).code, 13);
  there.publish(1, 'default/front');
  assert.is((await other.next()).nonce, '1');
  other.close();
});
test('what is asked of a server that stops begins nothing', async () => {
  const clock = createManualClock();
  const there = await startMcpSource({ createRequestLimiter: () => createTokenBucket(1, 1000, clock) });
  const one = connectSink(there.address);
  there.publish(1, 'default/front');
  for (const collection of ['test/services', 'test/gateways']) one.sendRequest({ collection });
  await waitUntil(() => there.metrics.lines('sizes').length === 1);
  there.source.drain();
  clock.move(1000);
  await waitUntil(() => there.metrics.lines('sizes').length === 2);
  assert.equal([await one.ended, one.waiting()], [{ code: 0, details: 'OK' }, 0]);
  assert.equal(there.metrics.lines('send_failures'), []);
  one.close();
  await there.stop();
});
test('a stream that comes while the source stops is reported', async ({ there }) => {
  there.source.drain();
  const late = connectSink(there.address);
  assert.equal(await late.ended, { code: 14, details: 'the source is stopping' });
  late.close();
});
test('a sink that cancels is let go, and is no failure', async ({ there, sink: one }) => {
  one.sendRequest({ collection: 'test/gateways' });
  await waitUntil(() => there.metrics.lines('sizes').length > 0);
  one.call.cancel();
  await waitUntil(() => there.log.lines.some((line) => line.endsWith('stream closed, 0 open')));
  assert.equal(
    [there.metrics.lines('failures'), there.metrics.lines('clients_total')],
    [[], ['mesh_mcp_clients_total component=mesh-config 0']],
  );
});
test('a server that stops ends its streams in order', async ({ there, sink: one }) => {
  await one.header;
  await there.stop();
  assert.equal(await one.ended, { code: 0, details: 'OK' });
});
test.run();
