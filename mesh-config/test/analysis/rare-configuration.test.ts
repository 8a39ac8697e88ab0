import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { barePod, documentHead, namespaceDocument, webService } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis of rare configuration');

test('hosts of mirrors and of TCP routes are looked up as well', () => {
  assert.equal(
    findDiagnostics(
      `${webService}${documentHead('VirtualService', 'a')}  hosts: [web]
  http:
  - route: [{destination: {host: web}}]
    mirror: {host: copy}
  tcp:
  - route: [{destination: {host: line}}]
`,
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:18 /spec/http/0/mirror/host VirtualService default/a: ' +
        'Host "copy" is not found: there is neither a Service nor a ServiceEntry of copy.default.svc.cluster.local that default sees',
      'IST0101 Error mesh.yaml:20 /spec/tcp/0/route/0/destination/host VirtualService default/a: ' +
        'Host "line" is not found: there is neither a Service nor a ServiceEntry of line.default.svc.cluster.local that default sees',
    ],
  );
});
test('a pod on the network of its node needs no proxy', () => {
  assert.equal(
    findDiagnostics(`${namespaceDocument('default')}${barePod('a').replace('spec:', 'spec:\n  hostNetwork: true')}`, 'IST0103'),
    [],
  );
});
test('a secret may be in the namespace of any pod of a gateway', () => {
  const pod = (name: string): string => barePod(name, 'gw').replace('metadata:', `metadata:\n  namespace: ${name}`);
  assert.equal(
    findDiagnostics(
      `${pod('edge')}${pod('back')}apiVersion: v1
kind: Secret
metadata: {name: good, namespace: back}
---
${documentHead('Gateway', 'front')}  selector: {app: gw}
  servers: [{tls: {mode: SIMPLE, credentialName: good}}]
`,
      'IST0101',
    ),
    [],
  );
});
test('a policy for single ports holds for these alone; one with optional peers accepts plain text', () => {
  const rule = `${webService}${documentHead('DestinationRule', 'web')}  host: web
  trafficPolicy: {tls: {mode: DISABLE}}
---
${documentHead('Policy', 'p')}`;
  const count = (spec: string) => findDiagnostics(rule + spec, 'IST0113').length;
  assert.is(count('  targets: [{name: web, ports: [{number: 81}]}]\n  peers: [{mtls: {}}]\n'), 0);
  assert.is(count('  targets: [{name: web, ports: [{number: 80}]}]\n  peers: [{mtls: {}}]\n'), 2);
  assert.is(count('  targets: [{name: web}]\n  peers: [{mtls: {}}]\n  peerIsOptional: true\n'), 0);
  assert.is(count('  targets: [{name: web}]\n  peers: [{mtls: {}}]\n'), 2);
});
test.run();
