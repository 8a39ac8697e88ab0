import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { documentHead, namespaceDocument } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis deployments');

test('a deployment of the mesh must belong to a service', () => {
  assert.equal(
    findDiagnostics(
      `${namespaceDocument('default')}${documentHead('Service', 'mail')}  selector: {app: mail}
  ports:
  - {port: 80, name: http}
---
${documentHead('Deployment', 'web')}  template:
    metadata: {labels: {app: web}}
---
${documentHead('Deployment', 'mail')}  template:
    metadata: {labels: {app: mail}}
---
${documentHead('Deployment', 'out')}  template:
    metadata: {annotations: {sidecar.istio.io/inject: "false"}}
`,
      'IST0116',
      'IST0117',
    ),
    [
      'IST0117 Warn mesh.yaml:21 /spec/template Deployment default/web: ' +
        'No Service of default selects the pods of this deployment: a workload in the mesh belongs to at least one; ' +
        'write a Service with a selector of its labels',
    ],
  );
});
test('services of a deployment must use the same protocol at a port', () => {
  assert.equal(
    findDiagnostics(
      `${namespaceDocument('default')}${documentHead('Service', 'a')}  selector: {app: web}
  ports:
  - {port: 80, name: http}
  - {port: 81, name: tcp}
---
${documentHead('Service', 'b')}  selector: {app: web}
  ports:
  - {port: 80, name: udp, protocol: UDP}
  - {port: 81, name: tcp}
---
${documentHead('Deployment', 'web')}  template:
    metadata: {labels: {app: web}}
`,
      'IST0116',
      'IST0117',
    ),
    [
      'IST0116 Warn mesh.yaml:32 /spec/template Deployment default/web: ' +
        'Services of this deployment speak different protocols at port 80: TCP by default/a; UDP by default/b; ' +
        'write one protocol, or other ports',
    ],
  );
});
test('the name of a port must state its protocol', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('Service', 'web')}  selector: {app: web}
  ports:
  - {port: 80, name: http}
  - {port: 81, name: grpc-web-x}
  - {port: 82, name: foo}
  - port: 83
  - {port: 84, name: dns, protocol: UDP}
---
apiVersion: v1
kind: Service
metadata:
  name: dns
  namespace: kube-system
spec:
  selector: {}
  ports:
  - {port: 53, name: dns}
`,
      'IST0118',
    ),
    [
      'IST0118 Info mesh.yaml:10 /spec/ports/2/name Service default/web: ' +
        'Port 82 is named "foo", which does not name its protocol: ' +
        'write http, grpc, tcp, … or one of them, a hyphen and more, such as http-web',
      'IST0118 Info mesh.yaml:11 /spec/ports/3 Service default/web: ' +
        'Port 83 has no name, which does not name its protocol: ' +
        'write http, grpc, tcp, … or one of them, a hyphen and more, such as http-web',
    ],
  );
});
test('annotations of the mesh must be known and apply to their kind', () => {
  assert.equal(
    findDiagnostics(
      `apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    networking.istio.io/exportTo: .
    sidecar.istio.io/inject: "true"
    sidecar.istio.io/injct: "true"
    example.com/anything: x
    install.operator.istio.io/owning-resource: x
    install.operator.istio.io/version: x
    myistio.io/x: x
    kubernetes.io/ingress.class: x
    networking.alpha.istio.io/serviceVersion: x
spec:
  selector: {}
  ports:
  - {port: 80, name: http}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    sidecar.istio.io/inject: "true"
spec:
  template:
    metadata:
      annotations:
        sidecar.istio.io/inject: "true"
        sidecar.istio.io/logLvl: debug
`,
      'IST0107',
      'IST0108',
    ),
    [
      'IST0107 Warn mesh.yaml:7 /metadata/annotations/sidecar.istio.io~1inject Service default/web: ' +
        'Annotation "sidecar.istio.io/inject" has no effect on a Service: write it on a Pod',
      'IST0108 Warn mesh.yaml:8 /metadata/annotations/sidecar.istio.io~1injct Service default/web: ' +
        'Annotation "sidecar.istio.io/injct" is not known: nothing in the mesh reads it; look for a slip in its name',
      'IST0108 Warn mesh.yaml:10 /metadata/annotations/install.operator.istio.io~1owning-resource Service default/web: ' +
        'Annotation "install.operator.istio.io/owning-resource" is not known: nothing in the mesh reads it; look for a slip in its name',
      'IST0108 Warn mesh.yaml:12 /metadata/annotations/myistio.io~1x Service default/web: ' +
        'Annotation "myistio.io/x" is not known: nothing in the mesh reads it; look for a slip in its name',
      'IST0107 Warn mesh.yaml:13 /metadata/annotations/kubernetes.io~1ingress.class Service default/web: ' +
        'Annotation "kubernetes.io/ingress.class" has no effect on a Service: write it on an Ingress',
      'IST0107 Warn mesh.yaml:14 /metadata/annotations/networking.alpha.istio.io~1serviceVersion Service default/web: ' +
        'Annotation "networking.alpha.istio.io/serviceVersion" has no effect on a Service: write it on a ServiceEntry',
      'IST0107 Warn mesh.yaml:25 /metadata/annotations/sidecar.istio.io~1inject Deployment default/web: ' +
        'Annotation "sidecar.istio.io/inject" has no effect on a Deployment: write it on a Pod, under spec.template.metadata',
      'IST0108 Warn mesh.yaml:31 /spec/template/metadata/annotations/sidecar.istio.io~1logLvl Deployment default/web: ' +
        'Annotation "sidecar.istio.io/logLvl" is not known: nothing in the mesh reads it; look for a slip in its name',
    ],
  );
});
test.run();
