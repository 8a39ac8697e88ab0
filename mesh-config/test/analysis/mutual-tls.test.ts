import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { barePod, documentHead, webService } from './documents.ts';
import { analyze } from '../../src/analysis/analyze.ts';
import { analyzers, createResourceSet, findDiagnostics, readResources } from './find-diagnostics.ts';

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
      'IST0113 Error mesh.yaml:15 /spec/peers Policy back/web: ' +
        'Mutual TLS alone is taken at web.back.svc.cluster.local, and DestinationRule default/web sends TLS of mode DISABLE: ' +
        'write mode PERMISSIVE here, or mode ISTIO_MUTUAL there',
    ],
  );
});
test('the most specific policy applies: port, service, namespace, then mesh', () => {
  const service = (name: string) =>
    `${documentHead('Service', name)}  selector: {app: ${name}}\n  ports: [{port: 80, name: http}, {port: 81, name: tcp}]\n---\n`;
  assert.equal(
    findDiagnostics(
      `${service('web')}${service('mail')}${documentHead('DestinationRule', 'all')}  host: "*.local"
  trafficPolicy: {tls: {mode: ISTIO_MUTUAL}}
---
apiVersion: authentication.istio.io/v1alpha1
kind: MeshPolicy
metadata: {name: default}
spec: {peers: [{mtls: {}}]}
---
apiVersion: authentication.istio.io/v1alpha1
kind: Policy
metadata: {name: port}
spec: {targets: [{name: web, ports: [{name: tcp}]}]}
---
apiVersion: authentication.istio.io/v1alpha1
kind: Policy
metadata: {name: service}
spec: {targets: [{name: web}], peers: [{mtls: {mode: PERMISSIVE}}]}
---
apiVersion: authentication.istio.io/v1alpha1
kind: Policy
metadata: {name: default}
spec: {peers: [{mtls: null}]}
`,
      'IST0113',
    ),
    [
      'IST0113 Error mesh.yaml:23 /spec/trafficPolicy/tls/mode DestinationRule default/all: ' +
        'TLS of mode ISTIO_MUTUAL is sent to web.default.svc.cluster.local:81, and Policy default/port takes none: ' +
        'write mode DISABLE here, or PERMISSIVE or STRICT there',
      'IST0113 Error mesh.yaml:28 /spec/peers MeshPolicy default: ' +
        'Mutual TLS alone is taken at *.svc.cluster.local, and no DestinationRule sends it: ' +
        'write mode PERMISSIVE here, or mode ISTIO_MUTUAL there',
      'IST0113 Error mesh.yaml:33 /spec/peers Policy default/port: ' +
        'No TLS is taken at web.default.svc.cluster.local:81, and DestinationRule default/all sends TLS of mode ISTIO_MUTUAL: ' +
        'write mtls here, or mode DISABLE there',
    ],
  );
});
test('a PeerAuthentication comes before policies, by selector, of the namespace, of the root namespace', () => {
  assert.equal(
    findDiagnostics(
      `${webService}${documentHead('DestinationRule', 'web')}  host: web
  trafficPolicy: {tls: {mode: DISABLE}}
---
${documentHead('Service', 'mail')}  {selector: {app: mail}, ports: [{port: 25, name: tcp}]}
---
${documentHead('DestinationRule', 'mail')}  host: mail
  trafficPolicy: {tls: {mode: DISABLE}}
---
apiVersion: security.istio.io/v1beta1
kind: PeerAuthentication
metadata: {name: web}
spec: {selector: {matchLabels: {app: web}}, mtls: {mode: PERMISSIVE}}
---
apiVersion: security.istio.io/v1beta1
kind: PeerAuthentication
metadata: {name: all}
spec: {mtls: {mode: STRICT}}
`,
      'IST0113',
    ),
    [
      'IST0113 Error mesh.yaml:31 /spec/trafficPolicy/tls/mode DestinationRule default/mail: ' +
        'TLS of mode DISABLE is sent to mail.default.svc.cluster.local:25, and PeerAuthentication default/all takes mutual TLS alone: ' +
        'write mode ISTIO_MUTUAL here, or PERMISSIVE there',
    ],
  );
});
test('settings of a port are a rule of their own, also where they say nothing of TLS', () => {
  assert.equal(
    findDiagnostics(
      `${webService}${documentHead('Policy', 'p')}  targets: [{name: web}]
  peers: [{mtls: {}}]
---
${documentHead('DestinationRule', 'web')}  host: web
  trafficPolicy:
    tls: {mode: ISTIO_MUTUAL}
    portLevelSettings:
    - port: {number: 80}
      loadBalancer: {simple: RANDOM}
`,
      'IST0113',
    ),
    [
      'IST0113 Error mesh.yaml:16 /spec/peers Policy default/p: ' +
        'Mutual TLS alone is taken at web.default.svc.cluster.local:80, and DestinationRule default/web sends none: ' +
        'write mode PERMISSIVE here, or mode ISTIO_MUTUAL there',
      'IST0113 Error mesh.yaml:27 /spec/trafficPolicy/portLevelSettings/0/tls/mode DestinationRule default/web: ' +
        'No TLS is sent to web.default.svc.cluster.local:80, and Policy default/p takes mutual TLS alone: ' +
        'write mode ISTIO_MUTUAL here, or PERMISSIVE there',
    ],
  );
});
test('the rule of the client comes first, then that of the service, then that of the root namespace; private ones are their own', () => {
  const rule = (name: string, mode: string, exportTo: string) =>
    `---\napiVersion: networking.istio.io/v1alpha3\nkind: DestinationRule\nmetadata: {name: rule, namespace: ${name}}\n` +
    `spec: {host: web.default.svc.cluster.local, exportTo: ["${exportTo}"], trafficPolicy: {tls: {mode: ${mode}}}}\n`;
  const policy = `${webService}${documentHead('Policy', 'p')}  targets: [{name: web}]\n  peers: [{mtls: {}}]\n`;
  const resources = (text: string) => findDiagnostics(policy + text, 'IST0113').map((line) => line.split(' ').slice(4, 6).join(' '));
  assert.equal(resources(rule('default', 'ISTIO_MUTUAL', '*')), []);
  assert.equal(resources(rule('default', 'ISTIO_MUTUAL', '*') + rule('client', 'DISABLE', '.')), [
    'Policy default/p:',
    'DestinationRule client/rule:',
  ]);
  assert.equal(resources(rule('istio-system', 'ISTIO_MUTUAL', '*')), []);
  assert.equal(resources(rule('istio-system', 'ISTIO_MUTUAL', '.')), ['Policy default/p:']);
});
test('a mesh whose proxies choose mutual TLS by themselves has no conflicts', () => {
  const resourceSet = createResourceSet(
    readResources(`${webService}${documentHead('Policy', 'p')}  targets: [{name: web, ports: [{name: none}]}]\n  peers: [{mtls: {}}]\n`),
  );
  const codes = (hasAutoMutualTls: boolean) => analyze(resourceSet, analyzers, { hasAutoMutualTls }).diagnostics.map(({ code }) => code);
  assert.equal([codes(false), codes(true)], [['IST0114'], []]);
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
        'TLS of mode ISTIO_MUTUAL is sent to web.default.svc.cluster.local:80, and not all of its pods have a proxy to take it: ' +
        'give them one, or write mode DISABLE',
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
