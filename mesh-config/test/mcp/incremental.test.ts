import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCollectionSnapshot } from '../../src/snapshots/snapshot-store.ts';
import { startMcpSource, type TestMcpSource, encodeTestResource, createResource } from './start-mcp-source.ts';
import { type Response, connectSink, type Sink } from './sink.ts';

const test = suite<{ there: TestMcpSource; one: Sink }>('mesh-config changes alone');
test.before.each(async (context) => {
  context.there = await startMcpSource({ incremental: new Set(['test/gateways']) });
  context.one = connectSink(context.there.address);
});
test.after.each(async ({ there, one }) => {
  one.close();
  await there.stop();
});

/** `name version` of each. */
const publish = ({ snapshots }: TestMcpSource, generation: number, ...all: readonly string[]): void => {
  snapshots.publish([
    createCollectionSnapshot(
      'test/gateways',
      generation,
      all.map((text) => createResource(...(text.split(' ') as [string, string]))),
      encodeTestResource,
    ),
  ]);
};
const shown = ({ system_version_info: version, resources, removed_resources: removed, incremental }: Response): unknown => [
  version,
  incremental,
  resources.map(({ metadata }) => `${metadata.name} ${metadata.version}`),
  removed,
];
const ask = (one: Sink, nonce: string, more: object = {}): void => {
  one.sendRequest({ collection: 'test/gateways', response_nonce: nonce, incremental: true, ...more });
};

test('a sink that has acknowledged the rest receives only changed and deleted resources', async ({ there, one }) => {
  publish(there, 1, 'a v1', 'b v2', 'c v3');
  ask(one, '');
  assert.equal(shown(await one.next()), ['test/gateways/1', true, ['a v1', 'b v2', 'c v3'], []]);
  ask(one, '1');
  publish(there, 2, 'a v1', 'b v4', 'd v5');
  assert.equal(shown(await one.next()), ['test/gateways/2', true, ['b v4', 'd v5'], ['c']]);
  ask(one, '2');
  publish(there, 3, 'a v1', 'b v4', 'd v5', 'e v6');
  assert.equal(shown(await one.next()), ['test/gateways/3', true, ['e v6'], []]);
});
test('what was refused is not held, and comes again with the next change', async ({ there, one }) => {
  publish(there, 1, 'a v1');
  ask(one, '');
  await one.next();
  ask(one, '1');
  publish(there, 2, 'a v2');
  await one.next();
  ask(one, '2', { error_detail: { code: 3, message: 'no' } });
  publish(there, 3, 'a v2', 'b v3');
  assert.equal(shown(await one.next()), ['test/gateways/3', true, ['a v2', 'b v3'], []]);
});
test('who comes again says what it has', async ({ there, one }) => {
  publish(there, 7, 'a v1', 'b v9');
  ask(one, '', { initial_resource_versions: { a: 'v1', b: 'v2', gone: 'v3' } });
  assert.equal(shown(await one.next()), ['test/gateways/7', true, ['b v9'], ['gone']]);
});
test('a sink that does not request increments gets the full state, and may request increments later', async ({ there, one }) => {
  publish(there, 1, 'a v1', 'b v2');
  one.sendRequest({ collection: 'test/gateways' });
  assert.equal(shown(await one.next()), ['test/gateways/1', false, ['a v1', 'b v2'], []]);
  ask(one, '1');
  publish(there, 2, 'a v1', 'b v3');
  assert.equal(shown(await one.next()), ['test/gateways/2', true, ['b v3'], []]);
});
test('other collections are still sent completely', async ({ there, one }) => {
  there.snapshots.publish([createCollectionSnapshot('test/services', 1, [createResource('s', 'v1')], encodeTestResource)]);
  one.sendRequest({ collection: 'test/services', incremental: true, initial_resource_versions: { s: 'v1' } });
  assert.equal(shown(await one.next()), ['test/services/1', false, ['s v1'], []]);
});
test.run();
