// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTokenBucket } from '../../src/mcp/token-bucket.ts';
import { createCollectionSnapshot } from '../../src/snapshots/snapshot-store.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { startMcpSource, type TestMcpSource, encodeTestResource, createResource, waitUntil } from './start-mcp-source.ts';
import { createTestNetwork } from './test-network.ts';
import { measureBuffers, megabytes } from './memory.ts';
import { connectSink, type Sink } from './sink.ts';

const test = suite('mesh-config sinks that are slow');
const wide = (): ReturnType<typeof createTokenBucket> => createTokenBucket(100_000, 0, createManualClock());
const big = 'x'.repeat(megabytes(0.25));
/** No window of a stream holds a whole response. */
const publish = ({ snapshots }: TestMcpSource, generation: number): void => {
  snapshots.publish([
    createCollectionSnapshot(
      'test/gateways',
      generation,
      [{ ...createResource('default/front', `v${generation}`), labels: { big } }],
      encodeTestResource,
    ),
  ]);
};
const take = async (one: Sink): Promise<string> => {
  const { system_version_info: version, nonce } = await one.next();
  one.sendRequest({ collection: 'test/gateways', response_nonce: nonce });
  return version;
};
/** A sink whose socket is read no more while so many changes reach another; what it is sent when it is read again, until the newest. */
const after = async (changes: number, meanwhile: (slow: Sink, generation: number) => void): Promise<readonly string[]> => {
  const there = await startMcpSource({ streamLimiter: wide(), createRequestLimiter: wide });
  const network = await createTestNetwork(there.address);
  const [slow, good] = [connectSink(network.address), connectSink(there.address)];
  for (const one of [slow, good]) {
    one.sendRequest({ collection: 'test/gateways' });
    await one.header;
  }
  network.holdBack();
  for (let generation = 1; generation <= changes; generation++) {
    publish(there, generation);
    assert.is(await take(good), `test/gateways/${generation}`);
    meanwhile(slow, generation);
  }
  const kept = await measureBuffers(megabytes(15));
  assert.ok(kept < megabytes(15), `${kept} bytes are kept`);
  network.letThrough();
  const versions: string[] = [];
  while (versions.at(-1) !== `test/gateways/${changes}`) versions.push(await take(slow));
  await waitUntil(() => [...there.source.syncedByPeer('test/gateways').values()].every((known) => known));
  assert.is(slow.waiting(), 0);
  for (const one of [slow, good]) one.close();
  network.stop();
  await there.stop();
  return versions;
};

test(
  'one that stops reading its socket for a thousand changes has one response pending, and then gets the newest; ' + 'nobody waits for it',
  async () => {
    assert.equal(await after(1000, () => {}), ['test/gateways/1', 'test/gateways/1000']);
  },
);
test('one that answers what it has not read is sent one response after the other, and no more are made than it takes', async () => {
  // It acknowledges whatever it may have been sent.
  const versions = await after(300, (slow, generation) => {
    slow.sendRequest({ collection: 'test/gateways', response_nonce: String(Math.min(generation, 2)) });
  });
  assert.ok(versions.length <= 3, versions.join(' '));
});
test.run();
