import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { barePod, documentHead, webService } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis gateways');

test('ports of the services of a gateway are valid; those of containers and of UDP are none', () => {
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
  - {port: 53, name: dns, protocol: UDP}
---
${documentHead('Gateway', 'front')}  selector: {app: gw}
  servers:
  - {port: {number: 80, name: a, protocol: HTTP}, hosts: [a.test]}
  - {port: {number: 8080, name: b, protocol: HTTP}, hosts: [a.test]}
  - {port: {number: 53, name: c, protocol: TCP}, hosts: [a.test]}
`,
      'IST0104',
      'IST0101',
    ),
    [
      'IST0104 Warn mesh.yaml:28 /spec/servers/1/port/number Gateway default/front: ' +
        'Port 8080 is not on the workload that the gateway selects (app=gw): its Services are default/gw (80)',
      'IST0104 Warn mesh.yaml:29 /spec/servers/2/port/number Gateway default/front: ' +
        'Port 53 is not on the workload that the gateway selects (app=gw): its Services are default/gw (80)',
    ],
  );
});
test('a port that no service has is a finding', () => {
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
        'Port 81 is not on the workload that the gateway selects (app=gw): its Services are default/gw (80)',
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
        'its Services are istio-ingressgateway (80, 443, 15443, 31400)',
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
metadata: {name: a}
spec: {selector: {tier: edge, app: gw}, ports: [{port: 8080}]}
---
apiVersion: v1
kind: Service
metadata: {name: b}
spec: {selector: {tier: inner}, ports: [{port: 8081}]}
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
      'IST0104 Warn mesh.yaml:31 /spec/servers/0/port/number Gateway default/front: ' +
        'Port 8081 is not on the workload that the gateway selects (app=gw,tier=edge): its Services are default/a (8080)',
    ],
  );
});
test('a service without a selector, and a gateway without one, mean all pods', () => {
  const lines = (selector: string) =>
    findDiagnostics(
      `${barePod('web')}${documentHead('Service', 'all')}  ports: [{port: 80, name: http}]
---
${documentHead('Gateway', 'front')}  selector: ${selector}
  servers:
  - {port: {number: 80, name: a, protocol: HTTP}, hosts: [a.test]}
  - {port: {number: 81, name: b, protocol: HTTP}, hosts: [a.test]}
`,
      'IST0104',
      'IST0101',
    );
  assert.equal(lines('{app: web}'), [
    'IST0104 Warn mesh.yaml:25 /spec/servers/1/port/number Gateway default/front: ' +
      'Port 81 is not on the workload that the gateway selects (app=web): its Services are default/all (80)',
  ]);
  assert.equal(lines('{}'), [
    'IST0104 Warn mesh.yaml:25 /spec/servers/1/port/number Gateway default/front: ' +
      'Port 81 is not on the workload that the gateway selects (all pods): ' +
      'its Services are default/all (80), istio-ingressgateway (80, 443, 15443, 31400)',
  ]);
});
test('a secret may be named with its namespace', () => {
  const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: cert, namespace: vault}\n---\n';
  const lines = (name: string) =>
    findDiagnostics(
      `${barePod('web')}${secret}${documentHead('Gateway', 'front')}  selector: {app: web}
  servers: [{tls: {credentialName: ${name}}}]
`,
      'IST0101',
    ).map((line) => line.slice(line.indexOf(': ') + 2));
  assert.equal([lines('vault/cert'), lines('vault/none')], [[], ['Secret "vault/none" is not found']]);
});
test.run();
