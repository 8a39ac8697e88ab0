import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { analyze, createDiagnoser } from '../../src/analysis/analyze.ts';
import type { Analyzer, AnalysisContext } from '../../src/analysis/analyzer.ts';
import { createAnalysisContext, createContextWithResource } from '../../src/analysis/analysis-context.ts';
import { createResourceSet, analyzeText, analyzers, findDiagnostics, readResources, formatDiagnosticLine } from './find-diagnostics.ts';

const test = suite('mesh analysis running');
const gateway = (annotations: string): string => `apiVersion: networking.istio.io/v1alpha3
kind: Gateway
metadata:
  name: front
  annotations: ${annotations}
spec: {}
---
apiVersion: networking.istio.io/v1alpha3
kind: Gateway
metadata: {name: back}
spec: {}
`;
const missingServers = [
  'IST0106 Error mesh.yaml:6 /spec/servers Gateway default/front: gateway must have at least one server',
  'IST0106 Error mesh.yaml:11 /spec/servers Gateway default/back: gateway must have at least one server',
];

test('an annotation suppresses the codes it names, on its own resource only', () => {
  assert.equal(findDiagnostics(gateway('{mesh-config/analyze-suppress: "IST0101, IST0106"}')), [missingServers[1]]);
  assert.equal(findDiagnostics(gateway('{mesh.istio.io/analyze-suppress: "*"}')), [missingServers[1]]);
  assert.equal(findDiagnostics(gateway('{mesh-config/analyze-suppress: "IST0101"}')), missingServers);
  assert.equal(findDiagnostics(gateway('{example.com/analyze-suppress: "*"}')), missingServers);
});
test('an analyzer with missing collections is skipped, and the result names them', () => {
  const { skipped } = analyzeText('apiVersion: networking.istio.io/v1alpha3\nkind: VirtualService\nmetadata: {name: a}\nspec: {}\n');
  assert.equal(
    skipped.find(({ analyzer }) => analyzer === 'port-of-policy'),
    { analyzer: 'port-of-policy', missing: ['k8s/core/v1/services'] },
  );
  assert.equal(
    skipped.find(({ analyzer }) => analyzer === 'gateway-secret'),
    { analyzer: 'gateway-secret', missing: ['k8s/core/v1/pods', 'k8s/core/v1/secrets'] },
  );
  assert.is(
    skipped.find(({ analyzer }) => analyzer === 'gateway-of-virtual-service'),
    undefined,
  );
});
test('an analyzer that throws is a finding at that resource, and the others continue', () => {
  const failing: Analyzer = {
    name: 'failing',
    codes: [],
    collections: ['istio/networking/v1alpha3/gateways'],
    requires: [],
    check: ({ name }) => {
      if (name === 'default/front') throw new Error('oh');
      return [];
    },
  };
  assert.equal(analyze(createResourceSet(readResources(gateway('{}'))), [failing, ...analyzers]).diagnostics.map(formatDiagnosticLine), [
    'IST0001 Error mesh.yaml:1  Gateway default/front: ' +
      'The analyzer failing failed at this resource (oh). This is a bug in Slipway; please report it.',
    ...missingServers,
  ]);
});
test('a resource is diagnosed among the others, in place of the one with its name', () => {
  const others = readResources(`apiVersion: networking.istio.io/v1alpha3
kind: VirtualService
metadata: {name: a}
spec: {hosts: [web]}
---
apiVersion: networking.istio.io/v1alpha3
kind: VirtualService
metadata: {name: b}
spec: {hosts: [mail]}
`);
  const diagnose = createDiagnoser(createResourceSet(others), analyzers);
  const [changed] = readResources(
    'apiVersion: networking.istio.io/v1alpha3\nkind: VirtualService\nmetadata: {name: b}\n' +
      'spec: {hosts: [web], gateways: [mesh, front], http: [{route: [{destination: {host: web}}]}]}\n',
    'review',
  );
  const expected = [
    'IST0101 Error review:4 /spec/gateways/1 VirtualService default/b: ' +
      'Gateway "front" is not found: expected a Gateway default/front; ' +
      'write the name of one that is there, with its namespace and a slash where it is another',
    'IST0109 Error review:4 /spec/hosts/0 VirtualService default/b: ' +
      'Host web.default.svc.cluster.local of the mesh is in another VirtualService as well (default/a): ' +
      'which of them holds is not defined; write its routes in one',
  ];
  assert.equal(diagnose(changed!).map(formatDiagnosticLine), expected);
  // Nothing of one diagnosis remains for the next.
  assert.equal(
    diagnose(readResources('apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: front}\nspec: {}\n')[0]!).map(
      formatDiagnosticLine,
    ),
    ['IST0106 Error mesh.yaml:4 /spec/servers Gateway default/front: gateway must have at least one server'],
  );
  assert.equal(diagnose(changed!).map(formatDiagnosticLine), expected);
});
test('a changed resource recomputes what is memoized for its collection, and nothing else', () => {
  const resourceSet = createResourceSet(readResources(gateway('{}')));
  const listedCollections: string[] = [];
  const names =
    (collection: string) =>
    (of: AnalysisContext): string => {
      listedCollections.push(collection);
      return of
        .list(collection)
        .map(({ name, version }) => `${name} ${version}`)
        .join(', ');
    };
  const [gateways, sidecars] = [names('istio/networking/v1alpha3/gateways'), names('istio/networking/v1alpha3/sidecars')];
  const baseContext = createAnalysisContext(resourceSet);
  const changed = { ...readResources(gateway('{}'))[0]!, version: 'v2' };
  for (let round = 0; round < 2; round += 1) {
    const context = createContextWithResource(changed, baseContext, resourceSet);
    assert.equal([context.memoize(gateways), context.memoize(sidecars)], ['default/back v1, default/front v2', '']);
    assert.is(context.find('istio/networking/v1alpha3/gateways', 'default/front'), changed);
  }
  assert.equal(listedCollections.filter((one) => one.endsWith('sidecars')).length, 1);
});
test('domain and root namespace are options', () => {
  const text = `apiVersion: networking.istio.io/v1alpha3
kind: DestinationRule
metadata: {name: web}
spec: {host: web, trafficPolicy: {tls: {mode: DISABLE}}}
---
apiVersion: security.istio.io/v1beta1
kind: PeerAuthentication
metadata: {name: all, namespace: root}
spec: {mtls: {mode: STRICT}}
`;
  assert.equal(analyze(createResourceSet(readResources(text)), analyzers).diagnostics, []);
  assert.equal(
    analyze(createResourceSet(readResources(text)), analyzers, { domain: 'mesh.test', rootNamespace: 'root' }).diagnostics.map(
      formatDiagnosticLine,
    ),
    [
      'IST0113 Error mesh.yaml:4 /spec/trafficPolicy/tls/mode DestinationRule default/web: ' +
        'TLS of mode DISABLE is sent to web.default.svc.mesh.test, and PeerAuthentication root/all takes mutual TLS alone: ' +
        'write mode ISTIO_MUTUAL here, or PERMISSIVE there',
    ],
  );
});
test.run();
