import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Resource } from '../../src/resources/resource.ts';
import { createProcessor } from '../../src/processing/processor.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';
import { createManualClock } from '../support/manual-clock.ts';

const test = suite('mesh-config snapshots');

const resource = (collection: string, name: string, version = 'v1'): Resource => ({
  collection,
  name,
  version,
  labels: {},
  annotations: {},
  spec: {},
  origin: { source: 'test' },
});

const begun = (pace: 'immediate' | { quiesce: number; max: number } = { quiesce: 500, max: 1000 }) => {
  const clock = createManualClock(),
    metrics = createRecordingMetrics();
  const made = createProcessor([{ name: 'default', collections: ['gateways', 'services'], pace }], {
    clock,
    metrics,
    encode: ({ name, version }) => ({ name, version, bytes: new Uint8Array() }),
  });
  const told: string[] = [];
  for (const collection of ['gateways', 'services'])
    made.snapshots.watch(collection, ({ version, resources }) => {
      told.push(`${version}: ${resources.map(({ name }) => name).join(' ')}`);
    });
  return { clock, metrics, made, told, inlet: made.createInput(['gateways', 'services']) };
};

test('nothing is published before every collection of the group is complete', () => {
  const { clock, inlet, told, made } = begun();
  inlet({ kind: 'added', resource: resource('gateways', 'default/b') });
  inlet({ kind: 'added', resource: resource('gateways', 'default/a') });
  inlet({ kind: 'full-sync', collection: 'gateways' });
  clock.move(10_000);
  assert.equal(told, []);
  assert.is(made.snapshots.current('gateways'), undefined);
  inlet({ kind: 'full-sync', collection: 'services' });
  clock.move(499);
  assert.equal(told, []);
  clock.move(1);
  assert.equal(told, ['gateways/1: default/a default/b', 'services/0: ']);
});
test('a change waits 500 ms for others, each of which begins the wait again, and no longer than 1 s in all', () => {
  const { clock, inlet, told, metrics } = begun();
  for (const collection of ['gateways', 'services']) inlet({ kind: 'full-sync', collection });
  clock.move(500);
  told.length = 0;
  for (const name of ['a', 'b', 'c', 'd']) {
    inlet({ kind: 'added', resource: resource('services', `default/${name}`) });
    clock.move(300);
  }
  assert.equal(told, ['services/4: default/a default/b default/c default/d']);
  clock.move(5000);
  assert.equal(told.length, 1);
  assert.equal(metrics.lines('strategy'), [
    'cfgmgr_runtime_strategy_on_change_total 5',
    'cfgmgr_runtime_strategy_timer_max_time_reached_total 1',
    'cfgmgr_runtime_strategy_timer_quiesce_reached_total 1',
    'cfgmgr_runtime_strategy_timer_resets_total 3',
  ]);
});
test('only collections that changed are reported again', () => {
  const { clock, inlet, told } = begun();
  for (const collection of ['gateways', 'services']) inlet({ kind: 'full-sync', collection });
  clock.move(1000);
  inlet({ kind: 'added', resource: resource('services', 'default/a') });
  clock.move(1000);
  inlet({ kind: 'updated', resource: resource('services', 'default/a', 'v2') });
  clock.move(1000);
  inlet({ kind: 'deleted', collection: 'services', name: 'default/a' });
  clock.move(1000);
  assert.equal(told, ['gateways/0: ', 'services/0: ', 'services/1: default/a', 'services/2: default/a', 'services/3: ']);
});
test('a collection that did not change keeps its snapshot, and what was encoded of it', () => {
  const { clock, inlet, made } = begun();
  inlet({ kind: 'added', resource: resource('gateways', 'default/a') });
  for (const collection of ['gateways', 'services']) inlet({ kind: 'full-sync', collection });
  clock.move(1000);
  const before = made.snapshots.current('gateways')!,
    encoded = before.encoded();
  inlet({ kind: 'added', resource: resource('services', 'default/a') });
  clock.move(1000);
  assert.is(made.snapshots.current('services')?.version, 'services/1');
  assert.ok(made.snapshots.current('gateways') === before && before.encoded() === encoded);
});
test('a collection that is emitted again unchanged publishes nothing', () => {
  const { clock, inlet, told, metrics } = begun();
  inlet({ kind: 'added', resource: resource('services', 'default/a') });
  for (const collection of ['gateways', 'services']) inlet({ kind: 'full-sync', collection });
  clock.move(1000);
  inlet({ kind: 'updated', resource: resource('services', 'default/a') });
  inlet({ kind: 'deleted', collection: 'services', name: 'default/unknown' });
  clock.move(1000);
  assert.equal(told, ['gateways/0: ', 'services/1: default/a']);
  assert.equal(metrics.lines('snapshots_published_total'), ['cfgmgr_runtime_processor_snapshots_published_total 1']);
});
test('a source that starts again removes nothing until it is complete, and then only what no longer exists', () => {
  const { clock, inlet, told, made } = begun();
  inlet({ kind: 'added', resource: resource('services', 'default/a') });
  inlet({ kind: 'added', resource: resource('services', 'default/b') });
  for (const collection of ['gateways', 'services']) inlet({ kind: 'full-sync', collection });
  clock.move(1000);
  inlet({ kind: 'reset' });
  inlet({ kind: 'added', resource: resource('services', 'default/b') });
  clock.move(1000);
  assert.equal(
    made.snapshots.current('services')!.resources.map(({ name }) => name),
    ['default/a', 'default/b'],
  );
  for (const collection of ['gateways', 'services']) inlet({ kind: 'full-sync', collection });
  clock.move(1000);
  assert.equal(told, ['gateways/0: ', 'services/1: default/a default/b', 'services/2: default/b']);
});
test('a change that becomes due while its source starts again is published with the new state', () => {
  const { clock, inlet, told } = begun();
  for (const collection of ['gateways', 'services']) inlet({ kind: 'full-sync', collection });
  clock.move(1000);
  inlet({ kind: 'added', resource: resource('gateways', 'default/a') });
  inlet({ kind: 'reset' });
  clock.move(1000);
  inlet({ kind: 'full-sync', collection: 'services' });
  inlet({ kind: 'added', resource: resource('gateways', 'default/a') });
  inlet({ kind: 'full-sync', collection: 'gateways' });
  clock.move(1000);
  assert.equal(told, ['gateways/0: ', 'services/0: ', 'gateways/1: default/a']);
});
test('an immediate group waits for nothing', () => {
  const { inlet, told } = begun('immediate');
  for (const collection of ['gateways', 'services']) inlet({ kind: 'full-sync', collection });
  inlet({ kind: 'added', resource: resource('gateways', 'default/a') });
  assert.equal(told, ['gateways/0: ', 'services/0: ', 'gateways/1: default/a']);
});
test('events, snapshots and what they hold are counted', () => {
  const { clock, inlet, metrics } = begun();
  inlet({ kind: 'added', resource: resource('services', 'default/a') });
  clock.move(40);
  for (const collection of ['gateways', 'services']) inlet({ kind: 'full-sync', collection });
  clock.move(1000);
  inlet({ kind: 'added', resource: resource('services', 'default/b') });
  clock.move(1000);
  assert.equal(metrics.lines('runtime_processor'), [
    'cfgmgr_runtime_processor_event_span_duration_milliseconds: 40, 0, 1000',
    'cfgmgr_runtime_processor_events_processed_total 4',
    'cfgmgr_runtime_processor_snapshot_events_total: 3, 1',
    'cfgmgr_runtime_processor_snapshot_lifetime_duration_milliseconds: 1000',
    'cfgmgr_runtime_processor_snapshots_published_total 2',
  ]);
  assert.equal(metrics.lines('type_instances'), [
    'cfgmgr_runtime_state_type_instances_total collection=gateways 0',
    'cfgmgr_runtime_state_type_instances_total collection=services 2',
  ]);
});
test.run();
