import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findNewerParts, isNewerKind } from '../../src/analysis/diagnostics.ts';

const test = suite('mesh analysis: what is newer than the supported release');
const pointersIn = (document: unknown): readonly string[] => [...findNewerParts(document)].map(({ pointer }) => pointer);

for (const [apiVersion, ...kinds] of [
  ['gateway.networking.k8s.io/v1', 'GatewayClass', 'Gateway', 'HTTPRoute', 'GRPCRoute'],
  ['gateway.networking.k8s.io/v1beta1', 'Gateway', 'HTTPRoute', 'ReferenceGrant'],
  ['gateway.networking.k8s.io/v1alpha2', 'TCPRoute', 'TLSRoute', 'UDPRoute'],
  ['telemetry.istio.io/v1alpha1', 'Telemetry'],
  ['telemetry.istio.io/v1', 'Telemetry'],
  ['extensions.istio.io/v1alpha1', 'WasmPlugin'],
  ['networking.istio.io/v1beta1', 'ProxyConfig', 'WorkloadEntry', 'WorkloadGroup'],
  ['networking.istio.io/v1', 'WorkloadEntry', 'WorkloadGroup'],
] as const)
  for (const kind of kinds)
    test(`${kind} of ${apiVersion} is newer`, () => {
      assert.is(isNewerKind(apiVersion, kind), true);
      assert.equal(
        [...findNewerParts({ apiVersion, kind, spec: { any: 1 } })],
        [
          {
            pointer: '/kind',
            message: `the kind ${kind} of ${apiVersion} is newer than release 1.5 of the mesh, which is supported: it is not checked`,
          },
        ],
      );
    });

test('kinds of the supported release, and those of others, are not newer', () => {
  for (const [apiVersion, kind] of [
    ['networking.istio.io/v1alpha3', 'Gateway'],
    ['networking.istio.io/v1', 'VirtualService'],
    ['security.istio.io/v1', 'AuthorizationPolicy'],
    ['example.com/v1', 'Telemetry'],
    ['v1', 'Service'],
  ] as const) {
    assert.is(isNewerKind(apiVersion, kind), false, kind);
    assert.equal(pointersIn({ apiVersion, kind, spec: { priority: 1, targetRefs: [] } }), [], kind);
  }
});

const filter = (spec: object): unknown => ({ apiVersion: 'networking.istio.io/v1alpha3', kind: 'EnvoyFilter', spec });
for (const [spec, pointer] of [
  [{ priority: 10 }, '/spec/priority'],
  [{ targetRefs: [] }, '/spec/targetRefs'],
  [{ target_refs: [] }, '/spec/target_refs'],
  [{ configPatches: [{ match: { waypoint: {} } }] }, '/spec/configPatches/0/match/waypoint'],
  [{ configPatches: [{ match: { listener: { listenerFilter: 'a' } } }] }, '/spec/configPatches/0/match/listener/listenerFilter'],
  [{ config_patches: [{ patch: { filter_class: 'AUTHZ' } }] }, '/spec/config_patches/0/patch/filter_class'],
  [{ configPatches: [{}, { patch: { filterClass: 'STATS' } }] }, '/spec/configPatches/1/patch/filterClass'],
  [{ configPatches: [{ applyTo: 'EXTENSION_CONFIG' }] }, '/spec/configPatches/0/applyTo'],
  [{ configPatches: [{ applyTo: 'BOOTSTRAP' }] }, '/spec/configPatches/0/applyTo'],
  [{ configPatches: [{ applyTo: 'LISTENER_FILTER' }] }, '/spec/configPatches/0/applyTo'],
  [{ configPatches: [{ patch: { operation: 'REPLACE' } }] }, '/spec/configPatches/0/patch/operation'],
] as const)
  test(`EnvoyFilter: ${pointer} of ${JSON.stringify(spec)} is newer`, () => assert.equal(pointersIn(filter(spec)), [pointer]));

test('EnvoyFilter: what the supported release has is not newer, nor what no release has', () => {
  for (const applyTo of ['LISTENER', 'FILTER_CHAIN', 'NETWORK_FILTER', 'HTTP_FILTER', 'VIRTUAL_HOST', 'HTTP_ROUTE', 'CLUSTER', 'NOPE', 1])
    for (const operation of ['MERGE', 'ADD', 'REMOVE', 'INSERT_BEFORE', 'INSERT_AFTER', 'INSERT_FIRST', 'NEVER', null])
      assert.equal(pointersIn(filter({ configPatches: [{ applyTo, patch: { operation } }] })), []);
  for (const document of [null, 1, [], {}, { apiVersion: 1, kind: 2 }]) assert.equal(pointersIn(document), []);
});

test.run();
