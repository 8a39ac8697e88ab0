import { credentials } from '@grpc/grpc-js';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSinkCredentials } from '../../src/mcp/sink-credentials.ts';
import { createSinkConnection } from '../../src/mcp/sink-connection.ts';
import { parseSinkMetadata } from '../../src/mcp/sink-metadata.ts';
import { createTokenBucket } from '../../src/mcp/token-bucket.ts';
import { createCollectionSnapshot, createSnapshotStore } from '../../src/snapshots/snapshot-store.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { encodeTestResource, createRecordingScope, createResource, waitUntil } from './start-mcp-source.ts';
import { startSinkServer } from './sink-server.ts';
import { freePort } from '@slipway/test-support/free-port';

const test = suite('mesh-config dialing a sink');

/** A connection with a clock that stands. */
const dialing = (address: string, meta: readonly string[] = []) => {
  const [clock, metrics, log, snapshots] = [
    createManualClock(),
    createRecordingMetrics(),
    createRecordingScope(),
    createSnapshotStore(['test/gateways']),
  ];
  const made = createSinkConnection({
    snapshots,
    metrics,
    scope: log,
    component: 'mesh-config',
    version: '1.2.3',
    address,
    credentials: credentials.createInsecure(),
    meta: parseSinkMetadata(meta),
    clock,
    createRequestLimiter: () => createTokenBucket(100, 1000, clock),
  });
  const publish = (generation: number): void => {
    snapshots.publish([
      createCollectionSnapshot('test/gateways', generation, [createResource('default/front', `v${generation}`)], encodeTestResource),
    ]);
  };
  /** As often as it is waited for a second. */
  const again = async (holds: () => boolean): Promise<void> => {
    await waitUntil(() => {
      clock.move(1000);
      return holds();
    });
  };
  return { ...made, clock, metrics, log, publish, again };
};

test('a stream begins with the version, each piece of metadata once, and what starts the other side', async () => {
  const server = await startSinkServer();
  const dialed = dialing(server.address, ['cluster=east', 'cluster=west', 'team=a=b']);
  await dialed.start();
  await waitUntil(() => server.streams[0]?.responses.length === 1);
  const { metadata, responses: got } = server.streams[0]!;
  assert.equal(
    ['config.source.version', 'cluster', 'team'].map((key) => metadata.get(key)),
    [['1.2.3'], ['east, west'], ['a=b']],
  );
  assert.equal(got[0], {
    system_version_info: '',
    collection: '$triggerCollection',
    resources: [],
    removed_resources: [],
    nonce: '',
    incremental: false,
  });
  await dialed.stop();
  server.stop();
});
test('then the sink is served as if it had dialed, and its refusal of the start means nothing', async () => {
  const server = await startSinkServer();
  const dialed = dialing(server.address);
  dialed.publish(1);
  await dialed.start();
  await waitUntil(() => server.streams[0]?.responses.length === 1);
  const [{ responses: got, sendRequest: ask }] = server.streams as [(typeof server.streams)[0]];
  ask({ collection: 'test/gateways' });
  await waitUntil(() => got.length === 2);
  assert.equal([got[1]!.system_version_info, got[1]!.nonce], ['test/gateways/1', '1']);
  ask({ collection: 'test/gateways', response_nonce: '1' });
  await waitUntil(() => dialed.synced('test/gateways').get(server.address) === true);
  dialed.publish(2);
  await waitUntil(() => got.length === 3);
  assert.equal(dialed.metrics.lines('nacks'), []);
  assert.equal(dialed.metrics.lines('reconnections'), ['mesh_mcp_reconnections component=mesh-config 1']);
  await dialed.stop();
  server.stop();
});
test('when the sink ends the stream, the next is opened after a second, and the old one is given up', async () => {
  const server = await startSinkServer();
  const dialed = dialing(server.address);
  await dialed.start();
  await waitUntil(() => server.streams[0]?.responses.length === 1);
  server.streams[0]!.call.end();
  await waitUntil(() => dialed.log.lines.some((line) => line.endsWith('the sink ended the stream; the next is opened in 1 s')));
  dialed.clock.move(999);
  assert.is(server.streams.length, 1);
  dialed.clock.move(1);
  await waitUntil(() => server.streams.length === 2);
  await waitUntil(() => server.streams[0]!.call.destroyed);
  await waitUntil(() => dialed.metrics.lines('reconnections').includes('mesh_mcp_reconnections component=mesh-config 2'));
  await dialed.stop();
  server.stop();
});
test('a missing sink is dialed until it is', async () => {
  const port = await freePort();
  const dialed = dialing(`127.0.0.1:${port}`);
  await dialed.start();
  await waitUntil(() => dialed.log.lines.length > 0);
  assert.match(dialed.log.lines[0]!, /^warn 127\.0\.0\.1:\d+: stream to the sink could not be opened: 14 .*ECONNREFUSED/);
  // Nothing was opened, so nothing counts.
  assert.equal(
    [dialed.metrics.lines('reconnections'), dialed.metrics.lines('recv_failures'), dialed.metrics.lines('clients')],
    [[], [], []],
  );
  const server = await startSinkServer({ port });
  await dialed.again(() => server.streams.length > 0);
  await dialed.stop();
  server.stop();
});
test('a sink that asks for what is not served has its stream given up, and is dialed again', async () => {
  let cancelled = 0;
  const server = await startSinkServer({
    begun: ({ call, sendRequest: ask }) => {
      call.on('cancelled', () => {
        cancelled += 1;
      });
      ask({ collection: 'test/nothing' });
    },
  });
  const dialed = dialing(server.address);
  await dialed.start();
  await waitUntil(() => cancelled === 1);
  assert.equal(dialed.metrics.lines('recv_failures'), [
    'mesh_mcp_recv_failures_total component=mesh-config code=3 error=unsupported collection "test/nothing" 1',
  ]);
  await dialed.again(() => server.streams.length === 2);
  await dialed.stop();
  server.stop();
});
test('an open stream counts at once, among the clients and the reconnections, whether or not the sink says anything', async () => {
  const server = await startSinkServer({ isSilent: true });
  const dialed = dialing(server.address);
  await dialed.start();
  await waitUntil(() => dialed.metrics.lines('reconnections').length === 1);
  await waitUntil(() => server.streams.length === 1);
  assert.equal(
    [dialed.metrics.lines('reconnections'), dialed.metrics.lines('clients')],
    [['mesh_mcp_reconnections component=mesh-config 1'], ['mesh_mcp_clients_total component=mesh-config 1']],
  );
  await dialed.stop();
  assert.equal(dialed.metrics.lines('clients'), ['mesh_mcp_clients_total component=mesh-config 0']);
  server.stop();
});
test('an answer to the trigger that does not refuse it asks for a collection that does not exist', async () => {
  const server = await startSinkServer({
    isSilent: true,
    begun: ({ sendRequest: ask }) => {
      ask({ collection: '$triggerCollection', error_detail: { code: 13, message: 'no' } });
    },
  });
  const dialed = dialing(server.address);
  await dialed.start();
  await waitUntil(() => dialed.metrics.lines('recv_failures').length === 1);
  assert.equal(dialed.metrics.lines('recv_failures'), [
    'mesh_mcp_recv_failures_total component=mesh-config code=3 error=unsupported collection "$triggerCollection" 1',
  ]);
  await dialed.stop();
  server.stop();
});
test('between two streams no peer is in step, and a stop waits for no timer', async () => {
  const server = await startSinkServer();
  const dialed = dialing(server.address);
  await dialed.start();
  await waitUntil(() => server.streams[0]?.responses.length === 1);
  assert.equal([...dialed.synced('test/gateways')], [[server.address, false]]);
  server.streams[0]!.call.end();
  await waitUntil(() => dialed.log.lines.some((line) => line.endsWith('the next is opened in 1 s')));
  assert.equal([...dialed.synced('test/gateways')], []);
  await dialed.stop();
  dialed.clock.move(5000);
  assert.is(server.streams.length, 1);
  server.stop();
});
test('a sink that sends no requests is left, and dialed again', async () => {
  const server = await startSinkServer({
    begun: ({ call }) => {
      call.write(Buffer.from('ffffffff', 'hex'));
    },
  });
  const dialed = dialing(server.address);
  await dialed.start();
  await dialed.again(() => server.streams.length === 3);
  assert.match(dialed.metrics.lines('recv_failures')[0]!, /code=13 error=Response message parsing error/);
  await dialed.stop();
  server.stop();
});
test('a sink that says nothing at all does not keep the server from stopping', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((done) => {
    silent.listen(0, '127.0.0.1', done);
  });
  const dialed = dialing(`127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await dialed.start();
  await dialed.stop();
  silent.close();
  assert.equal(dialed.metrics.lines('reconnections'), []);
});
test('metadata that is none, and plugins that are none, are said in a sentence', async () => {
  const words = (text: string): string => {
    try {
      parseSinkMetadata([text]);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.equal(['foo', '=x', 'a=', 'a b=c'].map(words), [
    'sinkMeta not in key=value format: foo',
    'sinkMeta not in key=value format: =x',
    '',
    'sinkMeta a b: Metadata key "a b" contains illegal characters',
  ]);
  const refusal = (mode: string): Promise<string> =>
    createSinkCredentials(mode).then(
      () => '',
      (error: Error) => error.message,
    );
  assert.equal(await Promise.all(['X', '', 'none', 'NONE', 'toString'].map(refusal)), [
    'callout could not be initialized: auth plugin X not found',
    'callout could not be initialized: auth plugin  not found',
    'callout could not be initialized: auth plugin none not found',
    '',
    'callout could not be initialized: auth plugin toString not found',
  ]);
});
test.run();
