import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Resource, SourceEvent } from '../../src/resources/resource.ts';
import { createProcessor } from '../../src/processing/processor.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';
import { createManualClock } from '../support/manual-clock.ts';

const test = suite('mesh-config snapshots, laws');

const collections = ['a', 'b'] as const;
const resource = (collection: string, name: string, version: number): Resource => ({
  collection,
  name,
  version: `v${version}`,
  labels: {},
  annotations: {},
  spec: {},
  origin: { source: 'test' },
});
const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      collection: fc.constantFrom(...collections),
      name: fc.constantFrom('x', 'y', 'z'),
      version: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('deleted' as const),
      collection: fc.constantFrom(...collections),
      name: fc.constantFrom('x', 'y', 'z'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('full-sync' as const), collection: fc.constantFrom(...collections) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reset' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pause' as const), milliseconds: fc.integer({ min: 1, max: 1200 }) }) },
);

/** The model: events since a source began, and its last complete state. */
interface Model {
  current: Map<string, string>;
  coming: Map<string, string>;
  whole: boolean;
}

test('once a source is complete, its state is published, after any sequence of events', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const clock = createManualClock();
      const made = createProcessor([{ name: 'default', collections, pace: { quiesce: 500, max: 1000 } }], {
        clock,
        metrics: createRecordingMetrics(),
        encode: ({ name, version }) => ({ name, version, bytes: new Uint8Array() }),
      });
      const inlet = made.createInput(collections);
      const model = new Map<string, Model>(collections.map((name) => [name, { current: new Map(), coming: new Map(), whole: false }]));
      const seen = new Map<string, string>();
      for (const collection of collections)
        made.snapshots.watch(collection, ({ version, resources }) => {
          assert.not.equal(seen.get(collection), version);
          seen.set(collection, version);
          assert.equal(
            resources.map(({ name }) => name),
            resources.map(({ name }) => name).sort(),
          );
        });
      for (const one of events) {
        if (one.kind === 'pause') {
          clock.move(one.milliseconds);
          continue;
        }
        if (one.kind === 'reset') for (const there of model.values()) Object.assign(there, { coming: new Map(), whole: false });
        else {
          const there = model.get(one.collection)!;
          const into = there.whole ? there.current : there.coming;
          if (one.kind === 'put') into.set(one.name, `v${one.version}`);
          else if (one.kind === 'deleted') into.delete(one.name);
          else if (!there.whole) Object.assign(there, { current: there.coming, whole: true });
        }
        inlet(one.kind === 'put' ? { kind: 'added', resource: resource(one.collection, one.name, one.version) } : (one as SourceEvent));
      }
      for (const collection of collections) inlet({ kind: 'full-sync', collection });
      for (const there of model.values()) if (!there.whole) Object.assign(there, { current: there.coming, whole: true });
      clock.move(5000);
      for (const collection of collections) {
        const { resources, version } = made.snapshots.current(collection)!;
        assert.equal(
          Object.fromEntries(resources.map((one) => [one.name, one.version])),
          Object.fromEntries(model.get(collection)!.current),
        );
        assert.is(seen.get(collection), version);
      }
    }),
    { numRuns: runs(500) },
  );
});
test.run();
