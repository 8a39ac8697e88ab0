// watchdog: 180 s
import { credentials } from '@grpc/grpc-js';
import { spawn } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keepalive } from '../../../src/mesh-config/mcp/server.ts';
import { sinkConnection } from '../../../src/mesh-config/mcp/sink-connection.ts';
import { tokenBucket } from '../../../src/mesh-config/mcp/token-bucket.ts';
import { published } from '../../../src/mesh-config/snapshots/published.ts';
import { counted } from '../processing/counted.ts';
import { movedClock } from '../processing/moved-clock.ts';
import { begun, type Begun, heard, until } from './begun.ts';
import { between } from './between.ts';
import { sink } from './sink.ts';
import { sinkServer } from './sink-server.ts';

const test = suite('mesh-config sinks that are gone');

/** The gauge of open streams, once it has this value. */
const open = (there: Begun, count: number): Promise<void> => until(() => there.metrics.lines('clients_total').includes(`mesh_mcp_clients_total component=mesh-config ${count}`));
/** Another process with so many streams, each of which has asked. */
const elsewhere = (address: string, streams: number) => spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', `
  const { connection, sink } = await import(${JSON.stringify(new URL('./sink.ts', import.meta.url).href)});
  const client = connection(${JSON.stringify(address)});
  for (let at = 0; at < ${streams}; at++) sink(client).ask({ collection: 'test/gateways' });
`], { stdio: ['ignore', 'inherit', 'inherit'] });

test('a process that is killed leaves no stream, and no watch', async () => {
  const there = await begun();
  const killed = elsewhere(there.address, 3);
  await open(there, 3);
  killed.kill('SIGKILL');
  await open(there, 0);
  assert.equal([...there.source.synced('test/gateways')], []);
  there.publish(1, 'default/front');
  assert.equal(there.metrics.lines('send_failures'), []);
  await there.stop();
});
test('a process that is killed while its streams wait for their turn takes no turn', async () => {
  const clock = movedClock();
  const there = await begun({ streams: tokenBucket(1, 1000, clock) });
  const first = sink(there.address);
  await first.header;
  const killed = elsewhere(there.address, 3);
  await until(() => there.source.waiting() === 3);
  const last = sink(there.address);
  await until(() => there.source.waiting() === 4);
  killed.kill('SIGKILL');
  await until(() => there.source.waiting() === 1);
  clock.move(1000);
  await last.header;
  await open(there, 2);
  for (const one of [first, last]) one.close();
  await there.stop();
});
test('of one whose network is gone without a word, the stream ends after 40 seconds, and other streams do not', async () => {
  assert.equal(keepalive, { 'grpc.keepalive_time_ms': 30_000, 'grpc.keepalive_timeout_ms': 10_000 });
  const there = await begun();
  const network = await between(there.address);
  const [lost, good] = [sink(network.address), sink(there.address)];
  for (const one of [lost, good]) one.ask({ collection: 'test/gateways' });
  await open(there, 2);
  // The same for a sink that is dialed.
  const server = await sinkServer();
  const other = await between(server.address);
  const [clock, log] = [movedClock(), heard()];
  const dialed = sinkConnection({
    snapshots: published(['test/gateways']), metrics: counted(), scope: log, component: 'mesh-config', version: '1.2.3', address: other.address, credentials: credentials.createInsecure(), meta: [], clock, requests: () => tokenBucket(100, 1000, clock),
  });
  await dialed.start();
  await until(() => server.streams[0]?.got.length === 1);
  network.silence();
  other.silence();
  await open(there, 1);
  there.publish(1, 'default/front');
  assert.is((await good.next()).nonce, '1');
  await until(() => log.lines.some((line) => line.includes('stream to the sink ended')));
  other.heal();
  await until(() => { clock.move(1000); return server.streams.length > 1; });
  await dialed.stop();
  for (const one of [lost, good]) one.close();
  for (const one of [network, other]) one.stop();
  server.stop();
  await there.stop();
});
test.run();
