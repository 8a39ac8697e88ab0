import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { analyze } from '../../src/analysis/analyze.ts';
import { barePod, namespaceDocument } from './documents.ts';
import { createResourceSet, analyzers, findDiagnostics, readResources } from './find-diagnostics.ts';

const test = suite('mesh analysis workloads');

test('a namespace without an injection label is a finding; a system namespace is not', () => {
  assert.equal(
    findDiagnostics(
      `apiVersion: v1
kind: Namespace
metadata:
  name: a
  labels: {team: x}
---
${namespaceDocument('b')}${namespaceDocument('c', 'disabled')}apiVersion: v1
kind: Namespace
metadata:
  name: d
  labels: {istio.io/rev: canary}
---
apiVersion: v1
kind: Namespace
metadata:
  name: kube-system
  labels: {}
`,
      'IST0102',
    ),
    [
      'IST0102 Warn mesh.yaml:3 /metadata Namespace a: ' +
        'Namespace a does not define whether a proxy is injected into its pods: ' +
        'write the label istio-injection with the value enabled or disabled',
    ],
  );
});
test('a pod without a proxy in a namespace with injection is a finding', () => {
  assert.equal(
    findDiagnostics(
      `${namespaceDocument('default')}${namespaceDocument('back', 'disabled')}${barePod('bare', 'web')}apiVersion: v1
kind: Pod
metadata:
  name: proxied
  labels: {app: web}
spec:
  containers:
  - {name: istio-proxy, image: p}
---
apiVersion: v1
kind: Pod
metadata:
  name: unwilling
  labels: {app: web}
  annotations: {sidecar.istio.io/inject: "false"}
spec:
  containers:
  - {name: web, image: w}
---
apiVersion: v1
kind: Pod
metadata:
  name: elsewhere
  labels: {}
  namespace: back
spec:
  containers:
  - {name: web, image: w}
`,
      'IST0103',
    ),
    [
      'IST0103 Warn mesh.yaml:18 /spec Pod default/bare: ' +
        'Pod bare has no proxy although injection is enabled for namespace default: ' +
        'start it again, or write the annotation sidecar.istio.io/inject: "false"',
    ],
  );
});
/** The injector's configuration, in eight lines. */
const injector = (values: string, namespace = 'istio-system'): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: istio-sidecar-injector
  namespace: ${namespace}
data:
  values: '${values}'
---
`;
const values = '{"global": {"hub": "docker.test/istio", "tag": "1.5.1", "proxy": {"image": "proxyv2"}}}';
/**
 * Pods whose second container is the proxy. After the injector's eight lines, the image of the first proxy is on line 16, and that of
 * each further one nine lines below.
 */
const proxies = (...pods: readonly (readonly [name: string, image: string])[]): string =>
  pods
    .map(
      ([name, image]) => `apiVersion: v1
kind: Pod
metadata: {name: ${name.split('/')[1]}, namespace: ${name.split('/')[0]}}
spec:
  containers:
  - {name: web, image: "docker.test/istio/proxyv2:1.5.0"}
  - name: istio-proxy
    image: ${image}
`,
    )
    .join('---\n');

test('a proxy with another image than the injected one is a finding', () => {
  assert.equal(
    findDiagnostics(
      injector(values) +
        proxies(
          ['default/old', 'docker.test/istio/proxyv2:1.5.0'],
          ['default/new', 'docker.test/istio/proxyv2:1.5.1'],
          ['back/other', 'elsewhere/proxyv2:1.5.1'],
          ['kube-system/own', 'docker.test/istio/proxyv2:1.5.0'],
        ),
      'IST0105',
    ),
    [
      'IST0105 Warn mesh.yaml:16 /spec/containers/1/image Pod default/old: ' +
        'The proxy runs docker.test/istio/proxyv2:1.5.0, and docker.test/istio/proxyv2:1.5.1 is injected now: start the pod again',
      'IST0105 Warn mesh.yaml:34 /spec/containers/1/image Pod back/other: ' +
        'The proxy runs elsewhere/proxyv2:1.5.1, and docker.test/istio/proxyv2:1.5.1 is injected now: start the pod again',
    ],
  );
});
test('a full image name of the injector is used unchanged; a tag may be a number', () => {
  const expectedFindings = (image: string): readonly string[] => [
    'IST0105 Warn mesh.yaml:16 /spec/containers/1/image Pod default/old: ' +
      `The proxy runs docker.test/istio/proxyv2:1.5.0, and ${image} is injected now: start the pod again`,
  ];
  const old = proxies(['default/old', 'docker.test/istio/proxyv2:1.5.0']);
  assert.equal(
    findDiagnostics(injector('{"global": {"hub": "x", "tag": "y", "proxy": {"image": "docker.test/own:2"}}}') + old, 'IST0105'),
    expectedFindings('docker.test/own:2'),
  );
  assert.equal(
    findDiagnostics(injector('{"global": {"hub": "docker.test/istio", "tag": 1.6, "proxy": {"image": "proxyv2"}}}') + old, 'IST0105'),
    expectedFindings('docker.test/istio/proxyv2:1.6'),
  );
});
test('without a readable injector configuration there are no findings about images', () => {
  const old = proxies(['default/old', 'docker.test/istio/proxyv2:1.5.0']);
  for (const before of [
    '',
    injector(values, 'back'),
    injector('{'),
    injector('[]'),
    injector('{"global": 1}'),
    injector('{"global": {"hub": "docker.test/istio", "tag": "1.5.1"}}'),
    injector(values).replace('istio-sidecar-injector', 'other'),
  ])
    assert.equal(findDiagnostics(before + old, 'IST0105'), [], before);
});
test('the injector is looked up in the root namespace', () => {
  const resourceSet = createResourceSet(
    readResources(
      injector(values, 'mesh') +
        proxies(
          ['istio-system/front', 'docker.test/istio/proxyv2:1.5.0'],
          ['mesh/own', 'docker.test/istio/proxyv2:1.5.0'],
          ['default/old', 'docker.test/istio/proxyv2:1.5.0'],
        ),
    ),
  );
  assert.equal(
    analyze(resourceSet, analyzers, { rootNamespace: 'mesh' })
      .diagnostics.filter(({ code }) => code === 'IST0105')
      .map(({ resource: { name } }) => name),
    ['default/old'],
  );
});
test.run();
