import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { documentHead, webService } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis authentication');

test('a port that a policy means by name must exist on its service', () => {
  assert.equal(
    findDiagnostics(
      `${webService}${documentHead('Policy', 'p')}  targets:
  - {name: web, ports: [{number: 80}, {name: http}]}
  - name: web
    ports:
    - name: grpc
    - number: 81
`,
      'IST0114',
    ),
    [
      'IST0114 Warn mesh.yaml:19 /spec/targets/1/ports/0/name Policy default/p: ' +
        'Port "grpc" is not on Service default/web, so the policy holds for nothing there: it has 80 (http)',
    ],
  );
});
test('tokens required at a port that is not HTTP are a finding', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('Service', 'web')}  selector: {app: web}
  ports:
  - {port: 80, name: http-web}
  - {port: 90, name: data}
  - {port: 91}
  - {port: 92, name: http-udp, protocol: UDP}
---
${documentHead('Policy', 'p')}  targets: [{name: web}]
  origins: [{jwt: {issuer: a}}]
---
${documentHead('RequestAuthentication', 'r')}  selector: {matchLabels: {app: web}}
  jwtRules: [{issuer: a}]
`,
      'IST0119',
    ),
    [
      'IST0119 Warn mesh.yaml:18 /spec/targets/0/name Policy default/p: ' +
        'Tokens are required at port 90 of Service default/web, whose name is "data": nothing there is known to be HTTP; ' +
        'name it http, http2 or https, with a hyphen and more where you like',
      'IST0119 Warn mesh.yaml:18 /spec/targets/0/name Policy default/p: ' +
        'Tokens are required at port 91 of Service default/web, which has no name: nothing there is known to be HTTP; ' +
        'name it http, http2 or https, with a hyphen and more where you like',
      'IST0119 Warn mesh.yaml:18 /spec/targets/0/name Policy default/p: ' +
        'Tokens are required at port 92 of Service default/web, which is UDP: nothing there is known to be HTTP; ' +
        'name it http, http2 or https, with a hyphen and more where you like',
      'IST0119 Warn mesh.yaml:26 /spec/selector/matchLabels RequestAuthentication default/r: ' +
        'Tokens are required at port 90 of Service default/web, whose name is "data": nothing there is known to be HTTP; ' +
        'name it http, http2 or https, with a hyphen and more where you like',
      'IST0119 Warn mesh.yaml:26 /spec/selector/matchLabels RequestAuthentication default/r: ' +
        'Tokens are required at port 91 of Service default/web, which has no name: nothing there is known to be HTTP; ' +
        'name it http, http2 or https, with a hyphen and more where you like',
      'IST0119 Warn mesh.yaml:26 /spec/selector/matchLabels RequestAuthentication default/r: ' +
        'Tokens are required at port 92 of Service default/web, which is UDP: nothing there is known to be HTTP; ' +
        'name it http, http2 or https, with a hyphen and more where you like',
    ],
  );
});
test('a policy without tokens requires nothing of a port', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('Service', 'web')}  selector: {app: web}
  ports:
  - {port: 90, name: data}
---
${documentHead('Policy', 'p')}  targets: [{name: web}]
  peers: [{mtls: {}}]
`,
      'IST0119',
    ),
    [],
  );
});
test('where a policy names ports, tokens are required at these alone; the names of HTTP are in small letters', () => {
  const lines = (ports: string) =>
    findDiagnostics(
      `${documentHead('Service', 'web')}  ports:
  - {port: 80, name: http}
  - {port: 81, name: HTTP}
  - {port: 82, name: grpc}
  - {port: 83, name: http2-a}
---
${documentHead('Policy', 'p')}  targets: [{name: web${ports}}]
  origins: [{jwt: {issuer: a}}]
`,
      'IST0119',
    ).map((line) => line.match(/at port (\d+)/)?.[1]);
  assert.equal([lines(''), lines(', ports: [{number: 80}, {name: grpc}]'), lines(', ports: [{number: 99}]')], [['81', '82'], ['82'], []]);
});
test('replaced authentication kinds are a finding where the cluster has the kinds that replace them', () => {
  assert.equal(
    findDiagnostics('apiVersion: authentication.istio.io/v1alpha1\nkind: Policy\nmetadata: {name: p}\nspec: {}\n', 'IST0120'),
    [],
  );
  assert.equal(
    findDiagnostics(
      `apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: peerauthentications.security.istio.io}
spec: {}
---
apiVersion: authentication.istio.io/v1alpha1
kind: Policy
metadata:
  name: p
spec: {}
---
apiVersion: authentication.istio.io/v1alpha1
kind: MeshPolicy
metadata:
  name: default
spec: {}
---
apiVersion: security.istio.io/v1beta1
kind: PeerAuthentication
metadata:
  name: all
spec: {mtls: {mode: STRICT}}
`,
      'IST0120',
      'IST0121',
    ),
    [
      'IST0120 Info mesh.yaml:6  Policy default/p: ' +
        'Policy is replaced: write its peers as a PeerAuthentication and its origins as a RequestAuthentication ' +
        '(security.istio.io/v1beta1)',
      'IST0121 Info mesh.yaml:12  MeshPolicy default: ' +
        'MeshPolicy is replaced: write a PeerAuthentication (security.istio.io/v1beta1) without a selector in istio-system',
    ],
  );
});
test.run();
