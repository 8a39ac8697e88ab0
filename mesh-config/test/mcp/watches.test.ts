import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createResourceEncoder } from '../../src/mcp/resource-encoder.ts';
import { encodeResponse } from '../../src/mcp/response.ts';
import { createCollectionWatches } from '../../src/mcp/collection-watches.ts';
import type { RequestResources } from '../../src/mcp/messages.ts';
import { createCollectionSnapshot, createSnapshotStore } from '../../src/snapshots/snapshot-store.ts';
import { encodeTestResource, createResource } from './start-mcp-source.ts';

const test = suite('mesh-config watches of a stream');
const [gateways, services] = ['test/gateways', 'test/services'];
const begin = () => {
  const snapshots = createSnapshotStore([gateways!, services!]);
  let ready = 0;
  const state = createCollectionWatches(snapshots, () => {
    ready += 1;
  });
  return {
    state,
    ready: () => ready,
    publish: (collection: string, generation: number) => {
      snapshots.publish([createCollectionSnapshot(collection, generation, [createResource('a', `v${generation}`)], encodeTestResource)]);
    },
    hear: (collection: string, responseNonce = '', more: Partial<RequestResources> = {}) =>
      state.handleRequest({ collection, responseNonce, initialResourceVersions: {}, incremental: false, ...more }),
    /** Version and nonce. */
    take: () => {
      const taken = state.takeNext();
      return taken && [taken.snapshot.version, taken.nonce];
    },
  };
};

test('nonces count over all collections of the stream, and an answer is to the collection that it names', () => {
  const { publish, hear, take } = begin();
  publish(gateways!, 1);
  publish(services!, 5);
  assert.equal([hear(gateways!), hear(services!)], [{ kind: 'watch' }, { kind: 'watch' }]);
  assert.equal([take(), take(), take()], [['test/gateways/1', '1'], ['test/services/5', '2'], undefined]);
  assert.equal(
    [hear(gateways!, '2'), hear(services!, '1')],
    [
      { kind: 'stale', nonce: '2' },
      { kind: 'stale', nonce: '1' },
    ],
  );
  assert.equal([hear(gateways!, '1'), hear(services!, '2')], [{ kind: 'ack' }, { kind: 'ack' }]);
  publish(services!, 6);
  assert.equal(
    [take(), hear(services!, '2'), hear(services!, '3')],
    [['test/services/6', '3'], { kind: 'stale', nonce: '2' }, { kind: 'ack' }],
  );
});
test('an answer is taken once; the same again is stale', () => {
  const { publish, hear, take } = begin();
  publish(gateways!, 1);
  hear(gateways!);
  take();
  assert.equal(
    [hear(gateways!, '1'), hear(gateways!, '1'), hear(gateways!, '1', { errorDetail: { code: 5, message: 'no' } })],
    [{ kind: 'ack' }, { kind: 'stale', nonce: '1' }, { kind: 'stale', nonce: '1', code: 5 }],
  );
  assert.is(take(), undefined);
});
test('what waits to be sent is replaced by what is newer, and sent once', () => {
  const { publish, hear, take, ready } = begin();
  hear(gateways!);
  for (let generation = 1; generation <= 1000; generation++) publish(gateways!, generation);
  assert.equal([ready(), take(), take()], [1, ['test/gateways/1000', '1'], undefined]);
});
test('after the end neither requests nor publications start anything', () => {
  const { publish, hear, take, ready, state } = begin();
  hear(services!);
  state.close();
  publish(gateways!, 1);
  publish(services!, 1);
  assert.equal([hear(gateways!), take(), ready()], [{ kind: 'watch' }, undefined, 0]);
});
test('a resource is encoded once, however many snapshots have it and however many sinks ask', () => {
  let made = 0;
  const once = createResourceEncoder(() => {
    made += 1;
    return { typeUrl: 'x', value: new Uint8Array() };
  });
  const same = createResource('a');
  const all = [1, 2].map((generation) => createCollectionSnapshot(gateways!, generation, [same, createResource(`b${generation}`)], once));
  for (const snapshot of [...all, ...all]) encodeResponse(snapshot, '1');
  assert.is(made, 3);
});
test.run();
