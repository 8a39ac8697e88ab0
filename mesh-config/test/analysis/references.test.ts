import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { documentHead, webService } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis references');

test('a virtual service may name a gateway by its short name or with its namespace', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('Gateway', 'front')}  servers: []
---
${documentHead('VirtualService', 'a')}  hosts: [a.example.com]
  gateways: [front, default/front, mesh]
`,
      'IST0101',
    ),
    [],
  );
});
test('a gateway of a virtual service that does not exist is a finding; gateways of matches are not looked up', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('Gateway', 'front')}  servers: []
---
${documentHead('VirtualService', 'a')}  hosts: [a.example.com]
  gateways: [frnt]
  http:
  - match:
    - gateways:
      - other/front
`,
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:14 /spec/gateways/0 VirtualService default/a: ' +
        'Gateway "frnt" is not found: expected a Gateway default/frnt; ' +
        'write the name of one that is there, with its namespace and a slash where it is another',
    ],
  );
});
test('a host may be a service of the same or of another namespace', () => {
  assert.equal(
    findDiagnostics(
      `${webService}${documentHead('VirtualService', 'a')}  hosts: [web]
  http:
  - route:
    - destination: {host: web}
    - destination: {host: web.default.svc.cluster.local}
`,
      'IST0101',
      'IST0112',
    ),
    [],
  );
});
test('a host that is neither a service nor a service entry is a finding', () => {
  assert.equal(
    findDiagnostics(
      `${webService}${documentHead('VirtualService', 'a')}  hosts: [web]
  http:
  - route:
    - destination: {host: wbe}
`,
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:18 /spec/http/0/route/0/destination/host VirtualService default/a: ' +
        'Host "wbe" is not found: there is neither a Service nor a ServiceEntry of wbe.default.svc.cluster.local that default sees',
    ],
  );
});
test('a host may be a host of a service entry or match its wildcard', () => {
  assert.equal(
    findDiagnostics(
      `${webService}${documentHead('ServiceEntry', 'outside')}  hosts: ["*.example.com", other.test]
  ports: [{number: 443, name: https, protocol: HTTPS}]
---
${documentHead('VirtualService', 'a')}  hosts: [web]
  http:
  - route:
    - destination: {host: api.example.com}
    - destination: {host: other.test}
`,
      'IST0101',
    ),
    [],
  );
});
test('a service exported only to its own namespace is not found from another', () => {
  assert.equal(
    findDiagnostics(
      `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: back
  annotations: {networking.istio.io/exportTo: .}
spec:
  selector: {app: web}
  ports:
  - {port: 80, name: http}
---
${documentHead('VirtualService', 'a')}  hosts: [web]
  http:
  - route:
    - destination: {host: web.back.svc.cluster.local}
`,
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:20 /spec/http/0/route/0/destination/host VirtualService default/a: ' +
        'Host "web.back.svc.cluster.local" is not found: ' +
        'there is neither a Service nor a ServiceEntry of web.back.svc.cluster.local that default sees',
    ],
  );
});
test('without any service there are no findings about hosts, as the files do not describe the cluster', () => {
  assert.equal(
    findDiagnostics(`${documentHead('VirtualService', 'a')}  hosts: [web]
  http:
  - route:
    - destination: {host: web}
`),
    [],
  );
});
test('a subset that no destination rule declares is a finding', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('DestinationRule', 'web')}  host: web.default.svc.cluster.local
  subsets: [{name: v1}]
---
${documentHead('VirtualService', 'a')}  hosts: [web]
  http:
  - route:
    - destination: {host: web, subset: v1}
      weight: 50
    - destination: {host: web, subset: v2}
      weight: 50
`,
      'IST0101',
    ),
    [
      'IST0101 Error mesh.yaml:19 /spec/http/0/route/1/destination/subset VirtualService default/a: ' +
        'Subset "v2" of host "web" is not found: write it under subsets of a DestinationRule for web.default.svc.cluster.local',
    ],
  );
});
test.run();
