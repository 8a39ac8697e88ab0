import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { barePod, namespaceDocument } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

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
---
apiVersion: v1
kind: Namespace
metadata: {name: istio-system, labels: {istio-injection: ""}}
`,
      'IST0102',
    ),
    [
      'IST0102 Warn mesh.yaml:3 /metadata Namespace a: ' +
        'Namespace a does not define whether a proxy is injected into its pods: ' +
        'write the label istio-injection with the value enabled or disabled',
      'IST0102 Warn mesh.yaml:21 /metadata Namespace d: ' +
        'Namespace d does not define whether a proxy is injected into its pods: ' +
        'write the label istio-injection with the value enabled or disabled',
      'IST0102 Warn mesh.yaml:33 /metadata Namespace istio-system: ' +
        'Namespace istio-system does not define whether a proxy is injected into its pods: ' +
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
  annotations: {sidecar.istio.io/inject: "False"}
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
 * Pods whose second container is the proxy. After the injector's eight lines and eighteen of namespaces, the image of the first proxy
 * is on line 34, and that of each further one nine lines below.
 */
const proxies = (...pods: readonly (readonly [name: string, image: string])[]): string =>
  [namespaceDocument('default'), namespaceDocument('back', 'disabled'), namespaceDocument('edge')].join('') +
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

test('a proxy with another image than the injected one is a finding, in a namespace with injection and where the pod names none', () => {
  assert.equal(
    findDiagnostics(
      injector(values) +
        proxies(
          ['default/old', 'docker.test/istio/proxyv2:1.5.0'],
          ['default/new', 'docker.test/istio/proxyv2:1.5.1'],
          ['back/other', 'elsewhere/proxyv2:1.5.1'],
          ['edge/own', 'docker.test/istio/proxyv2:1.5.0'],
        ) +
        `---
apiVersion: v1
kind: Pod
metadata: {name: said, annotations: {sidecar.istio.io/proxyImage: own:1}}
spec: {containers: [{name: istio-proxy, image: "own:1"}]}
`,
      'IST0105',
    ),
    [
      'IST0105 Warn mesh.yaml:34 /spec/containers/1/image Pod default/old: ' +
        'The proxy runs docker.test/istio/proxyv2:1.5.0, and docker.test/istio/proxyv2:1.5.1 is injected now: start the pod again',
      'IST0105 Warn mesh.yaml:61 /spec/containers/1/image Pod edge/own: ' +
        'The proxy runs docker.test/istio/proxyv2:1.5.0, and docker.test/istio/proxyv2:1.5.1 is injected now: start the pod again',
    ],
  );
});
test('hub and tag stand around the image of the injector, whatever it is; a tag may be a number', () => {
  const expectedFindings = (image: string): readonly string[] => [
    'IST0105 Warn mesh.yaml:34 /spec/containers/1/image Pod default/old: ' +
      `The proxy runs docker.test/istio/proxyv2:1.5.0, and ${image} is injected now: start the pod again`,
  ];
  const old = proxies(['default/old', 'docker.test/istio/proxyv2:1.5.0']);
  assert.equal(
    findDiagnostics(injector('{"global": {"hub": "x", "tag": "y", "proxy": {"image": "docker.test/own:2"}}}') + old, 'IST0105'),
    expectedFindings('x/docker.test/own:2:y'),
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
    injector('{'),
    injector('[]'),
    injector('{"global": 1}'),
    injector('{"global": {"hub": "docker.test/istio", "tag": "1.5.1"}}'),
    injector(values).replace('istio-sidecar-injector', 'other'),
  ])
    assert.equal(findDiagnostics(before + old, 'IST0105'), [], before);
});
test('the configuration of the injector may be in any namespace', () => {
  assert.equal(
    findDiagnostics(injector(values, 'mesh') + proxies(['default/old', 'docker.test/istio/proxyv2:1.5.0']), 'IST0105').map((line) =>
      line.slice(0, 70),
    ),
    ['IST0105 Warn mesh.yaml:34 /spec/containers/1/image Pod default/old: Th'],
  );
});
test.run();
