import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { barePod, documentHead } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis conflicts');

test('two virtual services of the mesh with the same host are a finding at each', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('VirtualService', 'a')}  hosts: [web, mail]
---
${documentHead('VirtualService', 'b')}  hosts:
  - web.default.svc.cluster.local
  gateways: [mesh]
`,
      'IST0109',
    ),
    [
      'IST0109 Error mesh.yaml:6 /spec/hosts/0 VirtualService default/a: ' +
        'Host web.default.svc.cluster.local of the mesh is in another VirtualService as well (default/b): ' +
        'which of them holds is not defined; write its routes in one',
      'IST0109 Error mesh.yaml:14 /spec/hosts/0 VirtualService default/b: ' +
        'Host web.default.svc.cluster.local of the mesh is in another VirtualService as well (default/a): ' +
        'which of them holds is not defined; write its routes in one',
    ],
  );
});
test('virtual services of gateways, with other hosts or invisible to each other do not conflict', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('VirtualService', 'a')}  hosts: [web.test]
  exportTo: [.]
---
${documentHead('VirtualService', 'b')}  hosts: [web.test]
  gateways: [front]
---
${documentHead('VirtualService', 'c')}  hosts: [mail.test]
---
apiVersion: networking.istio.io/v1alpha3
kind: VirtualService
metadata:
  name: d
  namespace: back
spec:
  hosts: [web.test]
  exportTo: [.]
`,
      'IST0109',
    ),
    [],
  );
});
test('two sidecars that select the same pod are a finding at each', () => {
  assert.equal(
    findDiagnostics(
      `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {app: web, version: v1}
spec:
  containers:
  - {name: web, image: web}
---
${documentHead('Sidecar', 'a')}  workloadSelector: {labels: {app: web}}
---
${documentHead('Sidecar', 'b')}  workloadSelector:
    labels: {version: v1}
`,
      'IST0110',
    ),
    [
      'IST0110 Error mesh.yaml:15 /spec/workloadSelector/labels Sidecar default/a: ' +
        'Sidecar default/b selects the pod default/web as well: which of the two holds is not defined; ' +
        'write labels that no pod of the other has',
      'IST0110 Error mesh.yaml:23 /spec/workloadSelector/labels Sidecar default/b: ' +
        'Sidecar default/a selects the pod default/web as well: which of the two holds is not defined; ' +
        'write labels that no pod of the other has',
    ],
  );
});
test('sidecars that select different pods do not conflict; one that selects no pod is a finding', () => {
  assert.equal(
    findDiagnostics(
      `${barePod('web')}${barePod('mail')}${documentHead('Sidecar', 'a')}  workloadSelector: {labels: {app: web}}
---
${documentHead('Sidecar', 'b')}  workloadSelector: {labels: {app: mail}}
---
${documentHead('Sidecar', 'c')}  workloadSelector: {labels: {app: news}}
`,
      'IST0110',
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:38 /spec/workloadSelector/labels Sidecar default/c: ' +
        'No pod of default has the labels app=news that the sidecar selects',
    ],
  );
});
test('two sidecars without a selector in a namespace are a finding at each', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('Sidecar', 'a')}  egress: [{hosts: ["./*"]}]
---
${documentHead('Sidecar', 'b')}  egress: [{hosts: ["./*"]}]
---
apiVersion: networking.istio.io/v1alpha3
kind: Sidecar
metadata:
  name: c
  namespace: back
spec:
  egress: [{hosts: ["./*"]}]
---
${documentHead('Sidecar', 'd')}  workloadSelector: {labels: {app: web}}
`,
      'IST0111',
    ),
    [
      'IST0111 Error mesh.yaml:5 /spec/workloadSelector Sidecar default/a: ' +
        'Namespace default has more than one Sidecar without a workloadSelector (default/b as well): ' +
        'which of them holds is not defined; keep one',
      'IST0111 Error mesh.yaml:12 /spec/workloadSelector Sidecar default/b: ' +
        'Namespace default has more than one Sidecar without a workloadSelector (default/a as well): ' +
        'which of them holds is not defined; keep one',
    ],
  );
});
test('a destination whose service has several ports must name one', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('Service', 'web')}  selector: {app: web}
  ports:
  - {port: 80, name: http}
  - {port: 443, name: https}
---
${documentHead('VirtualService', 'a')}  hosts: [web]
  http:
  - route:
    - destination: {host: web, port: {number: 80}}
  - route:
    - destination:
        host: web
`,
      'IST0112',
    ),
    [
      'IST0112 Error mesh.yaml:21 /spec/http/1/route/0/destination VirtualService default/a: ' +
        'Host "web" has several ports (80, 443): write port.number to choose one',
    ],
  );
});
test('a selector matches only pods with all its labels; both protobuf spellings are read', () => {
  const sidecar = (selector: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web, version: v1}}
---
apiVersion: networking.istio.io/v1alpha3
kind: Sidecar
metadata: {name: a}
spec:
  egress: [{hosts: ["./*"]}]
  ${selector}
`;
  assert.equal(findDiagnostics(sidecar('workloadSelector: {labels: {app: web, version: v1}}'), 'IST0101'), []);
  assert.equal(findDiagnostics(sidecar('workload_selector: {labels: {app: web, version: v2}}'), 'IST0101'), [
    'IST0101 Error mesh.yaml:10 /spec/workload_selector/labels Sidecar default/a: ' +
      'No pod of default has the labels app=web,version=v2 that the sidecar selects',
  ]);
  assert.equal(findDiagnostics(sidecar('workload_selector: {labels: {version: v1, app: mail}}'), 'IST0101').length, 1);
});
test.run();
