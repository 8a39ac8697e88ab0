import { credentials } from '@grpc/grpc-js';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keepaliveOptions } from '../../src/mcp/mcp-server.ts';
import { createSinkConnection } from '../../src/mcp/sink-connection.ts';
import { createTokenBucket } from '../../src/mcp/token-bucket.ts';
import { createSnapshotStore } from '../../src/snapshots/snapshot-store.ts';
import { bundleScripts } from '@slipway/test-support/bundled-scripts';
import { schedule } from '@slipway/test-support/scale';
import { createRecordingMetrics } from '../support/recording-metrics.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { startMcpSource, type TestMcpSource, createRecordingScope, waitUntil } from './start-mcp-source.ts';
import { createTestNetwork } from './test-network.ts';
import { connectSink } from './sink.ts';
import { startSinkServer } from './sink-server.ts';

const test = suite('mesh-config sinks that are gone');

/** The gauge of open streams, once it has this value. */
const open = (there: TestMcpSource, count: number): Promise<void> =>
  waitUntil(() => there.metrics.lines('clients_total').includes(`mesh_mcp_clients_total component=mesh-config ${count}`));
/** Another process with so many streams, each of which has asked. */
const elsewhere = (address: string, streams: number) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
  const { connectClient, connectSink } = await import(${JSON.stringify(bundleScripts(join(import.meta.dirname, 'sink.ts'))[0])});
  const client = connectClient(${JSON.stringify(address)});
  for (let at = 0; at < ${streams}; at++) connectSink(client).sendRequest({ collection: 'test/gateways' });
`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );

test('a process that is killed leaves no stream, and no watch', async () => {
  const there = await startMcpSource();
  const killed = elsewhere(there.address, 3);
  await open(there, 3);
  killed.kill('SIGKILL');
  await open(there, 0);
  assert.equal([...there.source.syncedByPeer('test/gateways')], []);
  there.publish(1, 'default/front');
  assert.equal(there.metrics.lines('send_failures'), []);
  await there.stop();
});
test('a process that is killed while its streams wait for their turn takes no turn', async () => {
  const clock = createManualClock();
  const there = await startMcpSource({ streamLimiter: createTokenBucket(1, 1000, clock) });
  const first = connectSink(there.address);
  await first.header;
  const killed = elsewhere(there.address, 3);
  await waitUntil(() => there.source.waitingCount() === 3);
  const last = connectSink(there.address);
  await waitUntil(() => there.source.waitingCount() === 4);
  killed.kill('SIGKILL');
  await waitUntil(() => there.source.waitingCount() === 1);
  clock.move(1000);
  await last.header;
  await open(there, 2);
  for (const one of [first, last]) one.close();
  await there.stop();
});
test('a stream whose network failed silently ends after 40 seconds, and other streams do not', async () => {
  assert.equal(keepaliveOptions, { 'grpc.keepalive_time_ms': 30_000, 'grpc.keepalive_timeout_ms': 10_000 });
  // The transport keeps its own time, so that of the suite is shorter; a good network answers in far less.
  const alive = schedule({ 'grpc.keepalive_time_ms': 1500, 'grpc.keepalive_timeout_ms': 1000 }, keepaliveOptions);
  const there = await startMcpSource({ alive });
  const network = await createTestNetwork(there.address);
  const [lost, good] = [connectSink(network.address), connectSink(there.address)];
  for (const one of [lost, good]) one.sendRequest({ collection: 'test/gateways' });
  await open(there, 2);
  // The same for a sink that is dialed.
  const server = await startSinkServer();
  const other = await createTestNetwork(server.address);
  const [clock, log] = [createManualClock(), createRecordingScope()];
  const dialed = createSinkConnection({
    snapshots: createSnapshotStore(['test/gateways']),
    metrics: createRecordingMetrics(),
    scope: log,
    component: 'mesh-config',
    version: '1.2.3',
    address: other.address,
    credentials: credentials.createInsecure(),
    meta: [],
    clock,
    alive,
    createRequestLimiter: () => createTokenBucket(100, 1000, clock),
  });
  await dialed.start();
  await waitUntil(() => server.streams[0]?.responses.length === 1);
  const silent = performance.now();
  network.silence();
  other.silence();
  await open(there, 1);
  assert.ok(performance.now() - silent > 0.9 * alive['grpc.keepalive_timeout_ms'], 'an answer is waited for');
  there.publish(1, 'default/front');
  assert.is((await good.next()).nonce, '1');
  await waitUntil(() => log.lines.some((line) => line.includes('stream to the sink ended')));
  other.heal();
  await waitUntil(() => {
    clock.move(1000);
    return server.streams.length > 1;
  });
  await dialed.stop();
  for (const one of [lost, good]) one.close();
  for (const one of [network, other]) one.stop();
  server.stop();
  await there.stop();
});
test.run();
