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
test('a name without a star may be the beginning or the end of the full name of a service', () => {
  const count = (name: string) =>
    findDiagnostics(`${webService}${documentHead('ServiceRole', 'viewer')}  rules: [{services: [${name}]}]\n`, 'IST0101').length;
  assert.equal([count('we'), count('.default.svc.cluster.local'), count('eb'), count('web.back')], [0, 0, 1, 1]);
});
test('nothing is said of namespaces that resources name, nor of services that a policy targets', () => {
  assert.equal(
    findDiagnostics(
      `${webService}${namespaceDocument('default')}${documentHead('Sidecar', 's')}  egress: [{hosts: ["frnt/*"]}]
---
${documentHead('Policy', 'p')}  targets: [{name: mail}]
`,
      'IST0101',
    ),
    [],
  );
});
test.run();
