/** A cluster that goes away, compacts, repeats and stalls: the source has what the cluster has within 3 s of its return. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Clock, systemClock } from '../../src/lifecycle/clock.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createGateway, gatewayDefinition, isSynced, openTestSource, stopTestSources, type TestSource } from './test-source.ts';

const test = suite('mesh-config source of a cluster after an outage');
test.after.each(stopTestSources);

/** Seconds pass four times as fast. */
const factor = 4;
const clock: Clock = {
  now: () => performance.now() * factor,
  schedule: (milliseconds, call) => systemClock.schedule(milliseconds / factor, call),
};
const pass = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, (seconds * 1000) / factor));

const begin = async (): Promise<TestSource> => {
  const source = await openTestSource(
    (api) => {
      api.objects.put(gatewayDefinition);
      api.objects.put(createGateway('first'));
    },
    {},
    clock,
  );
  await source.start();
  await waitUntil(isSynced(source));
  await waitUntil(() => source.api.watches.count() === 2);
  source.events.length = 0;
  return source;
};
const kindOf = ({ api }: TestSource) => api.objects.kinds().find(({ kind }) => kind === 'Gateway')!;
/** Seconds until these events have come. */
const measure = async (source: TestSource, expected: readonly string[]): Promise<number> => {
  const startedAt = clock.now();
  await waitUntil(() => source.events.length >= expected.length);
  const duration = (clock.now() - startedAt) / 1000;
  assert.equal([...source.told()].sort(), [...expected].sort());
  return duration;
};
/** Five seconds without the server, in which the objects change. */
const loseServer = async (source: TestSource, change: () => void): Promise<void> => {
  await source.api.kill();
  await pass(2.5);
  change();
  await pass(2.5);
  await source.api.start();
};

test('what changed while the server was away is there within 3 s of its return', async () => {
  const source = await begin();
  await loseServer(source, () => {
    source.api.objects.put(createGateway('second'));
    source.api.objects.remove(kindOf(source), 'edge/first');
  });
  const seconds = await measure(source, ['added gateways edge/second 103', 'deleted gateways edge/first']);
  assert.ok(seconds < 3, `${seconds} s`);
});
test('also where the server has forgotten what happened in between', async () => {
  const source = await begin();
  await loseServer(source, () => {
    source.api.objects.put(createGateway('second'));
    source.api.objects.remove(kindOf(source), 'edge/first');
    source.api.objects.compact();
  });
  const seconds = await measure(source, ['added gateways edge/second 103', 'deleted gateways edge/first']);
  assert.ok(seconds < 3, `${seconds} s`);
});
test('what a server repeats after its return is not emitted again', async () => {
  const source = await begin();
  const { api } = source;
  await loseServer(source, () => {});
  await waitUntil(() => api.watches.count() === 2);
  const repeated = api.objects.get(kindOf(source), 'edge/first');
  api.watches.say(`${JSON.stringify({ type: 'ADDED', object: repeated })}\n${JSON.stringify({ type: 'MODIFIED', object: repeated })}\n`);
  api.objects.put(createGateway('second'));
  assert.ok((await measure(source, ['added gateways edge/second 103'])) < 3);
});
test.run();
