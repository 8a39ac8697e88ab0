import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { analyze, diagnoser } from '../../../src/mesh/analysis/analyze.ts';
import type { Analyzer, Look } from '../../../src/mesh/analysis/analyzer.ts';
import { look, lookWith } from '../../../src/mesh/analysis/look.ts';
import { among, analyzed, analyzers, found, resourcesIn, spelled } from './found.ts';

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
const both = [
  'IST0106 Error mesh.yaml:6 /spec/servers Gateway default/front: gateway must have at least one server',
  'IST0106 Error mesh.yaml:11 /spec/servers Gateway default/back: gateway must have at least one server',
];

test('an annotation silences the codes it names, on its own resource alone', () => {
  assert.equal(found(gateway('{mesh-config/analyze-suppress: "IST0101, IST0106"}')), [both[1]]);
  assert.equal(found(gateway('{mesh.istio.io/analyze-suppress: "*"}')), [both[1]]);
  assert.equal(found(gateway('{mesh-config/analyze-suppress: "IST0101"}')), both);
  assert.equal(found(gateway('{example.com/analyze-suppress: "*"}')), both);
});
test('an analyzer whose collections are not known is skipped, and says which', () => {
  const { skipped } = analyzed('apiVersion: networking.istio.io/v1alpha3\nkind: VirtualService\nmetadata: {name: a}\nspec: {}\n');
  assert.equal(skipped.find(({ analyzer }) => analyzer === 'destination-host'), { analyzer: 'destination-host', missing: ['k8s/core/v1/services'] });
  assert.equal(skipped.find(({ analyzer }) => analyzer === 'gateway-secret'), { analyzer: 'gateway-secret', missing: ['k8s/core/v1/pods', 'k8s/core/v1/secrets'] });
  assert.is(skipped.find(({ analyzer }) => analyzer === 'gateway-of-virtual-service'), undefined);
});
test('an analyzer that fails is told at the resource at which it does, and stops no other', () => {
  const failing: Analyzer = { name: 'failing', codes: [], about: ['istio/networking/v1alpha3/gateways'], needs: [], check: ({ name }) => { if (name === 'default/front') throw new Error('oh'); return []; } };
  assert.equal(analyze(among(resourcesIn(gateway('{}'))), [failing, ...analyzers]).diagnostics.map(spelled), [
    'IST0001 Error mesh.yaml:1  Gateway default/front: The analyzer failing failed at this resource (oh): this is our fault, please report it', ...both,
  ]);
});
test('a resource is told as it would be among the others, in place of the one of its name', () => {
  const others = resourcesIn(`apiVersion: networking.istio.io/v1alpha3
kind: VirtualService
metadata: {name: a}
spec: {hosts: [web]}
---
apiVersion: networking.istio.io/v1alpha3
kind: VirtualService
metadata: {name: b}
spec: {hosts: [mail]}
`);
  const say = diagnoser(among(others), analyzers);
  const [changed] = resourcesIn('apiVersion: networking.istio.io/v1alpha3\nkind: VirtualService\nmetadata: {name: b}\nspec: {hosts: [web], gateways: [mesh, front], http: [{route: [{destination: {host: web}}]}]}\n', 'review');
  const expected = [
    'IST0101 Error review:4 /spec/gateways/1 VirtualService default/b: Gateway "front" is not found: expected a Gateway default/front; write the name of one that is there, with its namespace and a slash where it is another',
    'IST0109 Error review:4 /spec/hosts/0 VirtualService default/b: Host web.default.svc.cluster.local of the mesh is in another VirtualService as well (default/a): which of them holds is not defined; write its routes in one',
  ];
  assert.equal(say(changed!).map(spelled), expected);
  // What was asked of one is remembered for none.
  assert.equal(say(resourcesIn('apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: front}\nspec: {}\n')[0]!).map(spelled), ['IST0106 Error mesh.yaml:4 /spec/servers Gateway default/front: gateway must have at least one server']);
  assert.equal(say(changed!).map(spelled), expected);
});
test('what is made of the collection of a changed resource is made anew for it, and what is made of others is not', () => {
  const given = among(resourcesIn(gateway('{}')));
  const made: string[] = [];
  const names = (collection: string) => (of: Look): string => { made.push(collection); return of.all(collection).map(({ name, version }) => `${name} ${version}`).join(', '); };
  const [gateways, sidecars] = [names('istio/networking/v1alpha3/gateways'), names('istio/networking/v1alpha3/sidecars')];
  const base = look(given);
  const changed = { ...resourcesIn(gateway('{}'))[0]!, version: 'v2' };
  for (let round = 0; round < 2; round += 1) {
    const around = lookWith(changed, base, given);
    assert.equal([around.once(gateways), around.once(sidecars)], ['default/back v1, default/front v2', '']);
    assert.is(around.named('istio/networking/v1alpha3/gateways', 'default/front'), changed);
  }
  assert.equal(made.filter((one) => one.endsWith('sidecars')).length, 1);
});
test('domain and root namespace are those that are given', () => {
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
  assert.equal(analyze(among(resourcesIn(text)), analyzers).diagnostics, []);
  assert.equal(analyze(among(resourcesIn(text)), analyzers, { domain: 'mesh.test', rootNamespace: 'root' }).diagnostics.map(spelled), [
    'IST0113 Error mesh.yaml:4 /spec/trafficPolicy/tls/mode DestinationRule default/web: TLS of mode DISABLE is sent to web.default.svc.mesh.test, and PeerAuthentication root/all takes mutual TLS alone: write mode ISTIO_MUTUAL here, or PERMISSIVE there',
  ]);
});
test.run();
