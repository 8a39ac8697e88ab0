import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { kinds } from '../../src/resources/kinds/kinds.ts';
import { registerCollectionGauges } from '../../src/monitoring/collection-gauges.ts';
import { createMetricsRegistry } from '../../src/monitoring/metrics-registry.ts';
import { createCollectionSnapshot, createSnapshotStore } from '../../src/snapshots/snapshot-store.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { createResource } from '../mcp/start-mcp-source.ts';

const test = suite('mesh-config gauges of resources');
const gateways = 'istio/networking/v1alpha3/gateways',
  services = 'k8s/core/v1/services';
const registerGauges = async (...names: readonly (readonly [string, string?])[]) => {
  const registry = createMetricsRegistry({}),
    snapshots = createSnapshotStore([gateways, services]);
  let generation = 0;
  const publish = (...now: readonly (readonly [string, string?])[]): void => {
    snapshots.publish([
      createCollectionSnapshot(
        gateways,
        (generation += 1),
        now.map(([name, version]) => createResource(name, version)),
        () => {
          throw new Error('nobody asked');
        },
      ),
    ]);
  };
  registerCollectionGauges(registry, snapshots);
  if (names.length > 0) publish(...names);
  const lines = async (): Promise<readonly string[]> =>
    (await registry.text()).split('\n').filter((line) => line.startsWith('cfgmgr_istio_networking_gateways'));
  return { registry, publish, lines };
};

test('a collection without a snapshot has a gauge without series', async () => {
  const { registry } = await registerGauges();
  assert.ok(
    (await registry.text()).endsWith(`
# HELP cfgmgr_istio_networking_gateways Resources of istio/networking/v1alpha3/gateways
# TYPE cfgmgr_istio_networking_gateways gauge

# HELP cfgmgr_k8s_core_services Resources of k8s/core/v1/services
# TYPE cfgmgr_k8s_core_services gauge
`),
  );
});
test('each resource has a series with name, namespace and version until it is deleted', async () => {
  const { lines, publish } = await registerGauges(['edge/front', 'v7'], ['default']);
  const before = [
    'cfgmgr_istio_networking_gateways{name="default",namespace="",version="v1alpha3"} 1',
    'cfgmgr_istio_networking_gateways{name="front",namespace="edge",version="v1alpha3"} 1',
  ];
  assert.equal(await lines(), before);
  assert.equal(await lines(), before);
  publish(['edge/front', 'v8']);
  assert.equal(await lines(), ['cfgmgr_istio_networking_gateways{name="front",namespace="edge",version="v1alpha3"} 1']);
  publish();
  assert.equal(await lines(), []);
});
test('a change of a resource begins no series: the version is that of the collection', async () => {
  const { lines, publish } = await registerGauges(['edge/front', 'v1']);
  const first = await lines();
  for (const version of ['v2', 'v3', '40961']) {
    publish(['edge/front', version]);
    assert.equal(await lines(), first);
  }
});
test('the label version of each kind is a version of its API', () => {
  const registry = createMetricsRegistry({}),
    collections = kinds.map(({ collection }) => collection);
  const snapshots = createSnapshotStore(collections);
  snapshots.publish(
    collections.map((collection) =>
      createCollectionSnapshot(collection, 1, [{ ...createResource('edge/front', 'v7'), collection }], () => {
        throw new Error('nobody asked');
      }),
    ),
  );
  registerCollectionGauges(registry, snapshots);
  return registry.values().then((families) => {
    const versions = families.flatMap(({ values }) => values.map(({ labels }) => labels['version'])).filter((one) => one !== undefined);
    assert.is(versions.length, 31);
    assert.equal([...new Set(versions)].sort(), ['v1', 'v1alpha1', 'v1alpha2', 'v1alpha3', 'v1beta1']);
  });
});
test('the first 1,000 resources by name have series', async () => {
  const { lines, registry } = await registerGauges(
    ...Array.from({ length: 1002 }, (_, index) => [`edge/${String(1001 - index).padStart(4, '0')}`] as const),
  );
  const all = await lines();
  assert.equal(
    [all.length, all[0], all[999]],
    [
      1000,
      'cfgmgr_istio_networking_gateways{name="0000",namespace="edge",version="v1alpha3"} 1',
      'cfgmgr_istio_networking_gateways{name="0999",namespace="edge",version="v1alpha3"} 1',
    ],
  );
  assert.is((await registry.values()).find(({ name }) => name === 'cfgmgr_istio_networking_gateways')?.values.length, 1000);
});
test('long names are truncated, and names with the same beginning share a series', async () => {
  const { lines } = await registerGauges([`edge/${'x'.repeat(201)}a`], [`edge/${'x'.repeat(201)}b`], [`edge/${'y'.repeat(200)}`]);
  assert.equal(await lines(), [
    `cfgmgr_istio_networking_gateways{name="${'x'.repeat(200)}…",namespace="edge",version="v1alpha3"} 1`,
    `cfgmgr_istio_networking_gateways{name="${'y'.repeat(200)}",namespace="edge",version="v1alpha3"} 1`,
  ]);
});
test('special characters in labels are escaped', async () => {
  const { lines } = await registerGauges(['edge/"a\\b\nc"']);
  assert.equal(await lines(), ['cfgmgr_istio_networking_gateways{name="\\"a\\\\b\\nc\\"",namespace="edge",version="v1alpha3"} 1']);
});
test('values() returns the series for introspection', async () => {
  const { registry } = await registerGauges(['edge/front', 'v7']);
  assert.equal((await registry.values()).slice(-2), [
    {
      name: 'cfgmgr_istio_networking_gateways',
      help: 'Resources of istio/networking/v1alpha3/gateways',
      type: 'gauge',
      values: [{ labels: { name: 'front', namespace: 'edge', version: 'v1alpha3' }, value: 1 }],
    },
    { name: 'cfgmgr_k8s_core_services', help: 'Resources of k8s/core/v1/services', type: 'gauge', values: [] },
  ]);
});
test('names of gauges and metrics must differ', () => {
  registerCollectionGauges(createMetricsRegistry({}), createSnapshotStore(kinds.map(({ collection }) => collection)));
  assert.throws(() => {
    registerCollectionGauges(createMetricsRegistry({}), createSnapshotStore(['a/v1/x', 'a/v1beta1/x']));
  }, /^two metrics have the name cfgmgr_a_x/);
  assert.throws(() => {
    registerCollectionGauges(createMetricsRegistry({}), createSnapshotStore(['validation/passed']));
  }, /^two metrics have the name cfgmgr_validation_passed/);
});
const hasPromtool = (): boolean => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
(hasPromtool() ? test : skipWithReason(test, 'promtool is not on the PATH'))(
  'promtool reads the gauges with any resource name',
  async () => {
    const { registry } = await registerGauges(['edge/"a\\b\nc"'], [`edge/${'ä'.repeat(300)}`], ['edge/front']);
    const own = (await registry.text())
      .split('\n\n')
      .filter((family) => family.includes('cfgmgr_istio_') || family.includes('cfgmgr_k8s_'));
    execFileSync('promtool', ['check', 'metrics'], {
      input: `${own.map((one) => one.trimEnd()).join('\n\n')}\n`,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  },
);
test.run();
