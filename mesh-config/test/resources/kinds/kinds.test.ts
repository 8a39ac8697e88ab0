import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultGroup, findKind, findKindByCollection, kinds, syntheticCollection } from '../../../src/resources/kinds/kinds.ts';

const test = suite('mesh kinds');

const rows = kinds.map(({ collection, group, version, kind, plural, namespaced, message }) => {
  const cells = [
    collection,
    `${group === '' ? version : `${group}/${version}`} ${kind}`,
    plural,
    namespaced ? 'namespace' : 'cluster',
    defaultGroup.includes(collection) ? (message ?? 'google.protobuf.Struct') : 'not served',
  ];
  return `| ${cells.join(' | ')} |`;
});

test('the collections of the default group', () => {
  assert.equal([...defaultGroup].sort(), [
    ...['meshpolicies', 'policies'].map((name) => `istio/authentication/v1alpha1/${name}`),
    ...['adapters', 'httpapispecbindings', 'httpapispecs', 'templates'].map((name) => `istio/config/v1alpha2/${name}`),
    'istio/mesh/v1alpha1/MeshConfig',
    ...['quotaspecbindings', 'quotaspecs'].map((name) => `istio/mixer/v1/config/client/${name}`),
    ...['destinationrules', 'envoyfilters', 'gateways', 'serviceentries', 'sidecars', 'virtualservices'].map(
      (name) => `istio/networking/v1alpha3/${name}`,
    ),
    ...['attributemanifests', 'handlers', 'instances', 'rules'].map((name) => `istio/policy/v1beta1/${name}`),
    ...['clusterrbacconfigs', 'rbacconfigs', 'servicerolebindings', 'serviceroles'].map((name) => `istio/rbac/v1alpha1/${name}`),
    ...['authorizationpolicies', 'peerauthentications', 'requestauthentications'].map((name) => `istio/security/v1beta1/${name}`),
    'k8s/core/v1/namespaces',
    'k8s/core/v1/services',
  ]);
  assert.is(syntheticCollection, 'istio/networking/v1alpha3/synthetic/serviceentries');
});
test('cluster-scoped kinds have no namespace; all others have one', () => {
  assert.equal(
    kinds.filter(({ namespaced }) => !namespaced).map(({ kind }) => kind),
    ['MeshPolicy', 'ClusterRbacConfig', 'Namespace', 'Node'],
  );
});
test('all versions of a group have the same collection', () => {
  for (const version of ['v1alpha3', 'v1beta1', 'v1'])
    assert.is(findKind(`networking.istio.io/${version}`, 'Gateway')?.collection, 'istio/networking/v1alpha3/gateways');
  for (const version of ['v1beta1', 'v1'])
    assert.is(findKind(`security.istio.io/${version}`, 'PeerAuthentication')?.collection, 'istio/security/v1beta1/peerauthentications');
  assert.is(findKind('config.istio.io/v1alpha2', 'rule')?.collection, 'istio/policy/v1beta1/rules');
  assert.is(findKind('v1', 'Service')?.collection, 'k8s/core/v1/services');
  for (const [apiVersion, name] of [
    ['networking.istio.io/v2', 'Gateway'],
    ['v1', 'Gateway'],
    ['config.istio.io/v1alpha2', 'Rule'],
    ['v1', 'constructor'],
  ] as const)
    assert.is(findKind(apiVersion, name), undefined);
});
test('each collection belongs to one kind', () => {
  assert.is(new Set(kinds.map(({ collection }) => collection)).size, kinds.length);
  for (const kind of kinds) assert.is(findKindByCollection(kind.collection), kind);
});
test('the table in the documentation has these rows', () => {
  const page = readFileSync('docs/mesh-config.md', 'utf8');
  const from = page.indexOf('## Kinds and collections');
  assert.equal(
    page
      .slice(from, page.indexOf('\n## ', from + 1))
      .split('\n')
      .filter((line) => /^\| (istio|k8s)\//.test(line) && !line.includes('MeshConfig') && !line.includes('synthetic')),
    rows,
  );
});
test.run();
