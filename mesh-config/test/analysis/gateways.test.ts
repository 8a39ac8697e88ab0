import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { barePod, documentHead, webService } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis gateways');

test('ports of the containers and services of a gateway are valid', () => {
  assert.equal(
    findDiagnostics(
      `apiVersion: v1
kind: Pod
metadata:
  name: gw
  labels: {app: gw}
spec:
  containers:
  - {name: istio-proxy, image: p, ports: [{containerPort: 8080}]}
---
${documentHead('Service', 'gw')}  selector: {app: gw}
  ports:
  - {port: 80, name: http}
---
${documentHead('Gateway', 'front')}  selector: {app: gw}
  servers:
  - {port: {number: 80, name: a, protocol: HTTP}, hosts: [a.test]}
  - {port: {number: 8080, name: b, protocol: HTTP}, hosts: [a.test]}
`,
      'IST0104',
      'IST0101',
    ),
    [],
  );
});
test('a port that neither containers nor services have is a finding', () => {
  assert.equal(
    findDiagnostics(
      `apiVersion: v1
kind: Pod
metadata:
  name: gw
  labels: {app: gw}
spec:
  containers:
  - {name: istio-proxy, image: p, ports: [{containerPort: 8080}]}
---
${documentHead('Service', 'gw')}  selector: {app: gw}
  ports:
  - {port: 80, name: http}
---
${documentHead('Gateway', 'front')}  selector: {app: gw}
  servers:
  - hosts: [a.test]
    port:
      number: 81
      name: a
      protocol: HTTP
`,
      'IST0104',
    ),
    [
      'IST0104 Warn mesh.yaml:28 /spec/servers/0/port/number Gateway default/front: ' +
        'Port 81 is not on the workload that the gateway selects (app=gw): it has 80, 8080',
    ],
  );
});
test('a gateway that selects no pod is a finding', () => {
  assert.equal(
    findDiagnostics(
      `${barePod('web')}${webService}${documentHead('Gateway', 'front')}  selector:
    app: gw
  servers: []
`,
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:24 /spec/selector Gateway default/front: ' +
        'No pod has the labels app=gw that the gateway selects: write those of the proxies that shall serve it',
    ],
  );
});
test('the ports of the default ingress gateway are known without its pods', () => {
  assert.equal(
    findDiagnostics(
      `${barePod('web')}${webService}${documentHead('Gateway', 'front')}  selector: {istio: ingressgateway}
  servers:
  - {port: {number: 443, name: a, protocol: HTTP}, hosts: [a.test]}
  - {port: {number: 8443, name: b, protocol: HTTP}, hosts: [a.test]}
`,
      'IST0104',
      'IST0101',
    ),
    [
      'IST0104 Warn mesh.yaml:27 /spec/servers/1/port/number Gateway default/front: ' +
        'Port 8443 is not on the workload that the gateway selects (istio=ingressgateway): ' +
        'it has 80, 443, 15021, 15029, 15030, 15031, 15032, 15443, 31400',
    ],
  );
});
test("a secret is looked up in the namespace of the gateway's pods", () => {
  assert.equal(
    findDiagnostics(
      `apiVersion: v1
kind: Pod
metadata:
  name: gw
  labels: {app: gw}
  namespace: edge
spec:
  containers:
  - {name: istio-proxy, image: p}
---
apiVersion: v1
kind: Secret
metadata:
  name: good
  namespace: edge
type: kubernetes.io/tls
---
apiVersion: v1
kind: Secret
metadata:
  name: elsewhere
type: kubernetes.io/tls
---
${documentHead('Gateway', 'front')}  selector: {app: gw}
  servers:
  - tls: {mode: SIMPLE, credentialName: good}
  - tls: {mode: SIMPLE, credentialName: elsewhere}
`,
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:32 /spec/servers/1/tls/credentialName Gateway default/front: ' +
        'Secret "elsewhere" is not found in edge, where the pods of the gateway (app=gw) are',
    ],
  );
});
test('a gateway selects only pods that have all the labels of its selector', () => {
  const pod = (name: string, app: string, tier: string, port: number): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, labels: {app: ${app}, tier: ${tier}}}\n` +
    `spec: {containers: [{name: istio-proxy, image: p, ports: [{containerPort: ${port}}]}]}\n---\n`;
  assert.equal(
    findDiagnostics(
      `${pod('a', 'gw', 'edge', 8080)}${pod('b', 'gw', 'inner', 8081)}${pod('c', 'web', 'edge', 8081)}apiVersion: v1
kind: Service
metadata: {name: s}
spec: {}
---
apiVersion: networking.istio.io/v1alpha3
kind: Gateway
metadata: {name: front}
spec:
  selector: {app: gw, tier: edge}
  servers: [{port: {number: 8081, name: a, protocol: HTTP}, hosts: [a.test]}]
`,
      'IST0104',
    ),
    [
      'IST0104 Warn mesh.yaml:26 /spec/servers/0/port/number Gateway default/front: ' +
        'Port 8081 is not on the workload that the gateway selects (app=gw,tier=edge): it has 8080',
    ],
  );
});
test.run();
