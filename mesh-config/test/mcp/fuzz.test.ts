// watchdog: 180 s
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTokenBucket } from '../../src/mcp/token-bucket.ts';
import { createCollectionWatches } from '../../src/mcp/collection-watches.ts';
import { createCollectionSnapshot, createSnapshotStore } from '../../src/snapshots/snapshot-store.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { startMcpSource, encodeTestResource, createResource, waitUntil } from './start-mcp-source.ts';
import { connectSink } from './sink.ts';

const test = suite('mesh-config fuzz of MCP');
const collections = ['test/gateways', 'test/services'] as const;

const collection = fc.constantFrom(...collections);
const step = fc.oneof(
  fc.record({ do: fc.constant('publish' as const), collection }),
  fc.record({
    do: fc.constant('ask' as const),
    collection,
    nonce: fc.oneof(fc.constant(''), fc.constant('latest'), fc.nat(9).map(String), fc.string()),
    error: fc.boolean(),
    incremental: fc.boolean(),
    held: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('v1', 'v2')),
  }),
  fc.record({ do: fc.constant('take' as const) }),
);

test('after any requests, a sink that acknowledges every response ends with the newest state, and leaves no watch', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.subarray([...collections]), (steps, incremental) => {
      const snapshots = createSnapshotStore(collections);
      let watched = 0;
      const counted = {
        ...snapshots,
        watch: (...args: Parameters<typeof snapshots.watch>) => {
          const cancel = snapshots.watch(...args);
          let open = true;
          watched += 1;
          return () => {
            if (open) {
              open = false;
              watched -= 1;
            }
            cancel();
          };
        },
      };
      const state = createCollectionWatches(counted, () => {}, new Set(incremental));
      const [generations, latest, newest] = [new Map<string, number>(), new Map<string, string>(), new Map<string, string>()];
      const take = (): boolean => {
        const taken = state.takeNext();
        if (!taken) return false;
        latest.set(taken.snapshot.collection, taken.nonce);
        newest.set(taken.snapshot.collection, taken.snapshot.version);
        return true;
      };
      const ask = (name: string, nonce: string, error = false, wished = false, held = {}): void => {
        state.handleRequest({
          collection: name,
          responseNonce: nonce,
          initialResourceVersions: held,
          incremental: wished,
          ...(error ? { errorDetail: { code: 3, message: 'no' } } : {}),
        });
      };
      const publish = (name: string): void => {
        const generation = (generations.get(name) ?? 0) + 1;
        generations.set(name, generation);
        snapshots.publish([createCollectionSnapshot(name, generation, [createResource('a', `v${generation}`)], encodeTestResource)]);
      };
      for (const one of steps) {
        if (one.do === 'publish') publish(one.collection);
        else if (one.do === 'take') take();
        else
          ask(
            one.collection,
            one.nonce === 'latest' ? (latest.get(one.collection) ?? '') : one.nonce,
            one.error,
            one.incremental,
            one.held,
          );
        assert.ok(watched <= collections.length);
      }
      for (const name of collections) {
        ask(name, latest.get(name) ?? '');
        publish(name);
      }
      for (const name of collections) ask(name, '');
      while (take()) for (const name of collections) ask(name, latest.get(name) ?? '');
      for (const name of collections) {
        assert.is(newest.get(name), `${name}/${generations.get(name)}`);
        assert.is(state.isSynced(name), true);
      }
      state.close();
      assert.is(watched, 0);
    }),
    { numRuns: runs(500) },
  );
});

test('with any bytes and requests of streams the source continues, and no stream is left', async () => {
  const wide = (): ReturnType<typeof createTokenBucket> => createTokenBucket(100_000, 0, createManualClock());
  const there = await startMcpSource({ streamLimiter: wide(), createRequestLimiter: wide });
  const good = connectSink(there.address);
  good.sendRequest({ collection: 'test/gateways' });
  await good.header;
  let generation = 0;
  const action = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ bytes: Buffer.from(bytes) })),
    fc
      .record({
        collection: fc.oneof(collection, fc.string()),
        response_nonce: fc.oneof(fc.constant(''), fc.nat(5).map(String)),
        incremental: fc.boolean(),
      })
      .map((request) => ({ request })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 12 }), fc.constantFrom('end', 'cancel', 'close'), async (actions, ending) => {
      const one = connectSink(there.address);
      for (const each of actions) {
        if ('bytes' in each) one.call.write(each.bytes);
        else one.sendRequest(each.request);
      }
      if (ending === 'end') one.call.end();
      if (ending === 'cancel') one.call.cancel();
      there.publish((generation += 1), 'default/front');
      const { system_version_info: version, nonce } = await good.next();
      assert.is(version, `test/gateways/${generation}`);
      good.sendRequest({ collection: 'test/gateways', response_nonce: nonce });
      await waitUntil(() => [...there.source.syncedByPeer('test/gateways').values()].includes(true));
      one.close();
    }),
    { numRuns: runs(150) },
  );
  await waitUntil(() => there.metrics.lines('clients_total')[0]!.endsWith(' 1'));
  assert.equal(
    there.log.lines.filter((line) => line.includes('bug in Slipway')),
    [],
  );
  good.close();
  await there.stop();
});
test.run();
