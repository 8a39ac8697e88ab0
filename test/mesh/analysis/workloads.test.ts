import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { found } from './found.ts';

const test = suite('mesh analysis workloads');

test('a namespace that says nothing of injection is told; one of the system is not', () => {
  assert.equal(found(`apiVersion: v1
kind: Namespace
metadata:
  name: a
  labels: {team: x}
---
apiVersion: v1
kind: Namespace
metadata:
  name: b
  labels: {istio-injection: enabled}
---
apiVersion: v1
kind: Namespace
metadata:
  name: c
  labels: {istio-injection: disabled}
---
apiVersion: v1
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
`, 'IST0102'), [
    'IST0102 Warn mesh.yaml:3 /metadata Namespace a: Namespace a does not say whether its pods get a proxy: write the label istio-injection with the value enabled or disabled',
  ]);
});
test('a pod without a proxy in a namespace that asks for one is told', () => {
  assert.equal(found(`apiVersion: v1
kind: Namespace
metadata:
  name: default
  labels: {istio-injection: enabled}
---
apiVersion: v1
kind: Namespace
metadata:
  name: back
  labels: {istio-injection: disabled}
---
apiVersion: v1
kind: Pod
metadata:
  name: bare
  labels: {app: web}
spec:
  containers:
  - {name: web, image: web}
---
apiVersion: v1
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
`, 'IST0103'), [
    'IST0103 Warn mesh.yaml:18 /spec Pod default/bare: Pod bare has no proxy, though namespace default asks for one: start it again, or write the annotation sidecar.istio.io/inject: "false"',
  ]);
});
test('a proxy of another image than is injected now is told', () => {
  assert.equal(found(`apiVersion: v1
kind: ConfigMap
metadata:
  name: istio-sidecar-injector
  namespace: istio-system
data:
  values: '{"global": {"hub": "docker.test/istio", "tag": "1.5.1", "proxy": {"image": "proxyv2"}}}'
---
apiVersion: v1
kind: Pod
metadata:
  name: old
  labels: {}
spec:
  containers:
  - name: istio-proxy
    image: docker.test/istio/proxyv2:1.5.0
---
apiVersion: v1
kind: Pod
metadata:
  name: new
  labels: {}
spec:
  containers:
  - {name: istio-proxy, image: "docker.test/istio/proxyv2:1.5.1"}
`, 'IST0105'), [
    'IST0105 Warn mesh.yaml:17 /spec/containers/0/image Pod default/old: The proxy runs docker.test/istio/proxyv2:1.5.0, and docker.test/istio/proxyv2:1.5.1 is injected now: start the pod again',
  ]);
});
test.run();
