import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { documentHead, namespaceDocument, webService } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis references of policies');

test('a binding must name a role of its own namespace', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('ServiceRole', 'viewer')}  rules: [{services: ["*"]}]
---
${documentHead('ServiceRoleBinding', 'ok')}  subjects: [{user: a}]
  roleRef: {kind: ServiceRole, name: viewer}
---
apiVersion: rbac.istio.io/v1alpha1
kind: ServiceRoleBinding
metadata:
  name: other
  namespace: back
spec:
  subjects: [{user: a}]
  roleRef:
    kind: ServiceRole
    name: viewer
`,
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:25 /spec/roleRef/name ServiceRoleBinding back/other: ' +
        'ServiceRole "viewer" is not found: expected a ServiceRole back/viewer, in the namespace of the binding',
    ],
  );
});
test('services of a role must be in its namespace, by name or pattern', () => {
  assert.equal(
    findDiagnostics(
      `${webService}${documentHead('ServiceRole', 'viewer')}  rules:
  - services: ["*", web.default.svc.cluster.local, "we*", "*.default.svc.cluster.local", mail.default.svc.cluster.local]
`,
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:16 /spec/rules/0/services/4 ServiceRole default/viewer: ' +
        'Service "mail.default.svc.cluster.local" is not found in default: ' +
        'expected a name such as NAME.default.svc.cluster.local, or a pattern with * at its beginning or end',
    ],
  );
});
test('a policy must target a service that exists', () => {
  assert.equal(
    findDiagnostics(
      `${webService}${documentHead('Policy', 'p')}  targets: [{name: web}, {name: mail}]
`,
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:15 /spec/targets/1/name Policy default/p: ' +
        'Service "mail" is not found in default: a policy targets services of its own namespace by their short names',
    ],
  );
});
test('namespaces that resources name must exist', () => {
  assert.equal(
    findDiagnostics(
      `${namespaceDocument('default')}${namespaceDocument('back')}${documentHead('ServiceEntry', 'e')}  hosts: [a.test]
  exportTo: [., "*", back, bck]
  ports: [{number: 80, name: http, protocol: HTTP}]
---
${documentHead('Sidecar', 's')}  egress:
  - hosts: ["./*", "back/*", "*/*", "frnt/*"]
---
${documentHead('AuthorizationPolicy', 'p')}  rules:
  - from:
    - source: {namespaces: [back, "ba*", bakc]}
`,
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:19 /spec/exportTo/3 ServiceEntry default/e: Namespace "bck" is not found',
      'IST0101 Error mesh.yaml:28 /spec/egress/0/hosts/3 Sidecar default/s: Namespace "frnt" is not found',
      'IST0101 Error mesh.yaml:37 /spec/rules/0/from/0/source/namespaces/2 AuthorizationPolicy default/p: Namespace "bakc" is not found',
    ],
  );
});
test.run();
