import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { barePod, documentHead, webService } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis mutual TLS');

test('a rule with mutual TLS for a service whose policy disables it is a finding', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('DestinationRule', 'web')}  host: web
  trafficPolicy:
    tls:
      mode: ISTIO_MUTUAL
---
apiVersion: security.istio.io/v1beta1
kind: PeerAuthentication
metadata:
  name: all
spec: {mtls: {mode: DISABLE}}
`,
      'IST0113',
    ),
    [
      'IST0113 Error mesh.yaml:9 /spec/trafficPolicy/tls/mode DestinationRule default/web: ' +
        'TLS of mode ISTIO_MUTUAL is sent to web.default.svc.cluster.local, and PeerAuthentication default/all takes none: ' +
        'write mode DISABLE here, or PERMISSIVE or STRICT there',
    ],
  );
});
test('a rule without TLS for a service whose policy requires mutual TLS is a finding', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('DestinationRule', 'web')}  host: web.back.svc.cluster.local
  trafficPolicy:
    tls: {mode: DISABLE}
---
apiVersion: authentication.istio.io/v1alpha1
kind: Policy
metadata:
  name: web
  namespace: back
spec: {targets: [{name: web}], peers: [{mtls: {}}]}
`,
      'IST0113',
    ),
    [
      'IST0113 Error mesh.yaml:8 /spec/trafficPolicy/tls/mode DestinationRule default/web: ' +
        'TLS of mode DISABLE is sent to web.back.svc.cluster.local, and Policy back/web takes mutual TLS alone: ' +
        'write mode ISTIO_MUTUAL here, or PERMISSIVE there',
    ],
  );
});
test('the most specific policy applies: service, then namespace, then mesh', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('DestinationRule', 'web')}  host: web
  trafficPolicy: {tls: {mode: DISABLE}}
---
${documentHead('DestinationRule', 'mail')}  host: mail
  trafficPolicy: {tls: {mode: DISABLE}}
---
${documentHead('DestinationRule', 'all')}  host: "*.local"
  trafficPolicy: {tls: {mode: DISABLE}}
---
${webService}apiVersion: security.istio.io/v1beta1
kind: PeerAuthentication
metadata:
  name: web
spec: {selector: {matchLabels: {app: web}}, mtls: {mode: PERMISSIVE}}
---
apiVersion: security.istio.io/v1beta1
kind: PeerAuthentication
metadata:
  name: all
spec: {mtls: {mode: STRICT}}
---
apiVersion: authentication.istio.io/v1alpha1
kind: MeshPolicy
metadata:
  name: default
spec: {peers: [{mtls: {mode: PERMISSIVE}}]}
`,
      'IST0113',
    ),
    [
      'IST0113 Error mesh.yaml:15 /spec/trafficPolicy/tls/mode DestinationRule default/mail: ' +
        'TLS of mode DISABLE is sent to mail.default.svc.cluster.local, and PeerAuthentication default/all takes mutual TLS alone: ' +
        'write mode ISTIO_MUTUAL here, or PERMISSIVE there',
    ],
  );
});
test('a rule that agrees with the policy, and a rule for an external host, are no findings', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('DestinationRule', 'web')}  host: web
  trafficPolicy: {tls: {mode: ISTIO_MUTUAL}}
---
${documentHead('DestinationRule', 'out')}  host: api.example.com
  trafficPolicy: {tls: {mode: SIMPLE}}
---
apiVersion: security.istio.io/v1beta1
kind: PeerAuthentication
metadata:
  name: all
spec: {mtls: {mode: STRICT}}
`,
      'IST0113',
    ),
    [],
  );
});
test('mutual TLS to pods without a proxy is a finding', () => {
  assert.equal(
    findDiagnostics(
      `${webService}${barePod('web-1', 'web')}apiVersion: v1
kind: Pod
metadata:
  name: web-2
  labels: {app: web}
spec:
  containers:
  - {name: istio-proxy, image: p}
---
${documentHead('DestinationRule', 'web')}  host: web
  trafficPolicy: {tls: {mode: ISTIO_MUTUAL}}
`,
      'IST0115',
    ),
    [
      'IST0115 Error mesh.yaml:34 /spec/trafficPolicy/tls/mode DestinationRule default/web: ' +
        'TLS of mode ISTIO_MUTUAL is sent to web.default.svc.cluster.local, and its pod default/web-1 has no proxy to take it: ' +
        'give it one, or write mode DISABLE',
    ],
  );
});
test('mutual TLS to pods with proxies is no finding', () => {
  assert.equal(
    findDiagnostics(
      `${webService}apiVersion: v1
kind: Pod
metadata:
  name: web-2
  labels: {app: web}
spec:
  containers:
  - {name: istio-proxy, image: p}
---
${documentHead('DestinationRule', 'web')}  host: web
  trafficPolicy: {tls: {mode: ISTIO_MUTUAL}}
`,
      'IST0115',
    ),
    [],
  );
});
test.run();
