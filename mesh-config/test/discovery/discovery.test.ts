import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Resource, SourceEvent } from '../../src/resources/resource.ts';
import { createServiceDiscovery } from '../../src/discovery/service-discovery.ts';
import { createProcessor } from '../../src/processing/processor.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';
import { createManualClock } from '../support/manual-clock.ts';

const test = suite('mesh-config service discovery as it goes');

const collections = ['services', 'endpoints', 'pods', 'nodes'].map((name) => `k8s/core/v1/${name}`);
const resource = (collection: string, name: string, spec: unknown, version = '1'): Resource => ({
  collection: `k8s/core/v1/${collection}`,
  name,
  version,
  labels: {},
  annotations: {},
  spec,
  origin: { source: 'test' },
});
const begun = () => {
  const log = createRecordingScope(),
    clock = createManualClock(),
    told: SourceEvent[] = [],
    around = { trust: 'one' };
  const made = createProcessor([], {
    clock,
    metrics: createRecordingMetrics(),
    encode: ({ name, version }) => ({ name, version, bytes: new Uint8Array() }),
  });
  const inlet = made.createInput(collections);
  const again = createServiceDiscovery({
    processor: made,
    clock,
    scope: log,
    domain: 'mesh.example',
    trustDomain: () => around.trust,
    emit: (event) => {
      told.push(event);
    },
  });
  const said = (): readonly string[] =>
    told
      .splice(0)
      .map((event) =>
        'resource' in event ? `${event.kind} ${event.resource.name}` : event.kind === 'deleted' ? `deleted ${event.name}` : event.kind,
      );
  const specs = (): readonly unknown[] => told.flatMap((event) => ('resource' in event ? [event.resource.spec] : []));
  return {
    clock,
    inlet,
    again,
    said,
    specs,
    around,
    whole: () => {
      for (const collection of collections) inlet({ kind: 'full-sync', collection });
    },
  };
};
const service = (name: string, clusterIP = '10.0.0.1', version = '1'): SourceEvent => ({
  kind: 'added',
  resource: resource('services', name, { clusterIP }, version),
});

test('nothing is reported before services, endpoints, pods and nodes are whole; then all, and that this is all', () => {
  const { clock, inlet, said, whole } = begun();
  inlet(service('shop/web'));
  for (const collection of collections.slice(0, 3)) inlet({ kind: 'full-sync', collection });
  clock.move(10_000);
  assert.equal(said(), []);
  whole();
  clock.move(20);
  assert.equal(said(), ['added shop/web', 'full-sync']);
});
test('changes of 20 ms are one, and only entries that differ are reported', () => {
  const { clock, inlet, said, whole } = begun();
  for (const name of ['shop/web', 'shop/db', 'shop/mail']) inlet(service(name));
  whole();
  clock.move(20);
  said();
  inlet(service('shop/web', '10.0.0.2', '2'));
  inlet(service('shop/web', '10.0.0.3', '3'));
  inlet({ kind: 'deleted', collection: 'k8s/core/v1/services', name: 'shop/mail' });
  inlet({ kind: 'added', resource: resource('nodes', 'n1', {}) });
  clock.move(19);
  assert.equal(said(), []);
  clock.move(1);
  assert.equal(said(), ['deleted shop/mail', 'updated shop/web']);
});
test('a change of the endpoints, of their pod, of its node, and of the trust domain makes the entry anew', () => {
  const { clock, inlet, again, said, specs, around, whole } = begun();
  inlet(service('shop/web'));
  inlet(service('shop/db'));
  whole();
  clock.move(20);
  said();
  const steps: readonly (() => void)[] = [
    () => {
      inlet({
        kind: 'added',
        resource: resource('endpoints', 'shop/web', {
          subsets: [{ addresses: [{ ip: '10.1.0.1', nodeName: 'n1', targetRef: { kind: 'Pod', name: 'p' } }] }],
        }),
      });
    },
    () => {
      inlet({ kind: 'added', resource: resource('pods', 'shop/p', { serviceAccountName: 'clerk' }) });
    },
    () => {
      inlet({ kind: 'added', resource: { ...resource('nodes', 'n1', {}), labels: { 'topology.kubernetes.io/zone': 'a' } } });
    },
    () => {
      around.trust = 'two';
      again();
    },
  ];
  const seen: unknown[] = [];
  for (const step of steps) {
    step();
    clock.move(20);
    const [spec] = specs() as [{ endpoints: unknown; subjectAltNames?: unknown }];
    seen.push([...said(), spec.endpoints, spec.subjectAltNames]);
  }
  const address = '10.1.0.1';
  assert.equal(seen, [
    ['updated shop/web', [{ address, ports: {} }], undefined],
    ['updated shop/web', [{ address, ports: {} }], ['spiffe://one/ns/shop/sa/clerk']],
    ['updated shop/web', [{ address, ports: {}, locality: '/a' }], ['spiffe://one/ns/shop/sa/clerk']],
    ['updated shop/web', [{ address, ports: {}, locality: '/a' }], ['spiffe://two/ns/shop/sa/clerk']],
  ]);
});
test('what a file holds as endpoints, pod, node or service may be anything, and ends no program', () => {
  const { clock, inlet, said, whole } = begun();
  const odd: readonly unknown[] = [
    null,
    5,
    'x',
    [],
    { subsets: 5 },
    { subsets: {} },
    { subsets: [null] },
    { subsets: [{ addresses: 5, ports: 5 }] },
    { subsets: [{ addresses: [null, { ip: 5 }], ports: [null] }] },
    {
      subsets: [{ addresses: [{ ip: '10.1.0.1', nodeName: 5, targetRef: 5 }], notReadyAddresses: [null], ports: [{ name: 5, port: 'x' }] }],
    },
    { ports: 5 },
    { ports: [null] },
    { ports: [{ name: 5, port: {}, protocol: [] }] },
    { type: 5, clusterIP: 5, externalName: [] },
    { nodeName: 5, serviceAccountName: {} },
  ];
  odd.forEach((spec, index) => {
    for (const kind of ['services', 'endpoints', 'pods', 'nodes'])
      inlet({ kind: 'added', resource: resource(kind, `shop/${index}`, spec) });
  });
  whole();
  clock.move(20);
  assert.equal(said(), [...odd.map((_, index) => `added shop/${index}`), 'full-sync']);
});
test.run();
