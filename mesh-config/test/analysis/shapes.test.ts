import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { documentHead } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis shapes');

test('a gateway without servers is a finding at the nearest member that exists', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('Gateway', 'front')}  selector: {app: gw}
`,
      'IST0106',
    ),
    ['IST0106 Error mesh.yaml:5 /spec/servers Gateway default/front: gateway must have at least one server'],
  );
});
test('wrong types, values beyond a limit and unknown names of an enumeration are findings', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('DestinationRule', 'a')}  host: web
  trafficPolicy:
    loadBalancer: {simple: ROUND_ROBBIN}
    connectionPool:
      tcp: {connectTimeout: soon, maxConnections: many}
    tls: {mode: MTLS}
`,
      'IST0106',
    ),
    [
      'IST0106 Error mesh.yaml:8 /spec/trafficPolicy/loadBalancer/simple DestinationRule default/a: ' +
        'expected one of "ROUND_ROBIN", or "LEAST_CONN", or "RANDOM", or "PASSTHROUGH", or "LEAST_REQUEST", or "UNSPECIFIED"',
      'IST0106 Error mesh.yaml:10 /spec/trafficPolicy/connectionPool/tcp/connectTimeout DestinationRule default/a: ' +
        'expected a time, such as 1.5s or 100ms',
      'IST0106 Error mesh.yaml:10 /spec/trafficPolicy/connectionPool/tcp/maxConnections DestinationRule default/a: ' +
        'expected a whole number; found a string',
      'IST0106 Error mesh.yaml:11 /spec/trafficPolicy/tls/mode DestinationRule default/a: ' +
        'expected one of "DISABLE", or "SIMPLE", or "MUTUAL", or "ISTIO_MUTUAL"',
    ],
  );
});
test('weights, routes and hosts of a virtual service', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('VirtualService', 'a')}  hosts: ["web_*"]
  http:
  - route:
    - destination: {host: a}
      weight: 50
    - destination: {host: b}
      weight: 49
  - match: [{uri: {prefix: /, exact: /}}]
  - redirect: {uri: /}
    route: [{destination: {host: a}}]
  tls:
  - route: [{destination: {host: a}}]
`,
      'IST0106',
    ),
    [
      'IST0106 Error mesh.yaml:6 /spec/hosts/0 VirtualService default/a: ' +
        '"web_*" is not a host: expected a DNS name, such as reviews or reviews.prod.svc.cluster.local, ' +
        'one that begins with *, or an IP address',
      'IST0106 Error mesh.yaml:8 /spec/http/0/route VirtualService default/a: total destination weight 99 != 100',
      'IST0106 Error mesh.yaml:13 /spec/http/1 VirtualService default/a: ' +
        'HTTP route has neither route nor redirect: write where requests go',
      'IST0106 Error mesh.yaml:13 /spec/http/1/match/0/uri VirtualService default/a: ' +
        'exact and prefix exclude each other: write one of them',
      'IST0106 Error mesh.yaml:14 /spec/http/2/redirect VirtualService default/a: ' +
        'HTTP route has both a route and a redirect: write one of them',
      'IST0106 Error mesh.yaml:17 /spec/tls/0 VirtualService default/a: TLS route has no match: write the sniHosts that it is for',
    ],
  );
});
test('ports and endpoints of a service entry', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('ServiceEntry', 'a')}  hosts: ["*"]
  ports: [{number: 80, name: http}, {number: 80, name: http}, {number: 70000, name: x}]
  resolution: STATIC
`,
      'IST0106',
    ),
    [
      'IST0106 Error mesh.yaml:6 /spec/hosts/0 ServiceEntry default/a: ' +
        'host of a service entry cannot be *: write the domain, such as *.example.com',
      'IST0106 Error mesh.yaml:7 /spec/ports/1/name ServiceEntry default/a: ' +
        'port name "http" is already used: names and numbers of ports must be unique within a service entry',
      'IST0106 Error mesh.yaml:7 /spec/ports/1/number ServiceEntry default/a: ' +
        'port number 80 is already used: names and numbers of ports must be unique within a service entry',
      'IST0106 Error mesh.yaml:7 /spec/ports/2/number ServiceEntry default/a: port number 70000 must be in the range 1..65535',
    ],
  );
});
test('hosts of a sidecar must have a namespace', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('Sidecar', 'a')}  egress: [{hosts: [web, "./*", "a/b c"]}]
  ingress: [{port: {number: 80}}]
`,
      'IST0106',
    ),
    [
      'IST0106 Error mesh.yaml:6 /spec/egress/0/hosts/0 Sidecar default/a: ' +
        '"web" is no host of an egress: expected namespace/host, such as ./*, */reviews.prod.svc.cluster.local or istio-system/*',
      'IST0106 Error mesh.yaml:6 /spec/egress/0/hosts/2 Sidecar default/a: ' +
        '"a/b c" is no host of an egress: expected namespace/host, such as ./*, */reviews.prod.svc.cluster.local or istio-system/*',
      'IST0106 Error mesh.yaml:7 /spec/ingress/0 Sidecar default/a: ' +
        'ingress has no defaultEndpoint: write 127.0.0.1:PORT, or unix:// and a path',
    ],
  );
});
test('selectors, conditions and issuers of policies', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('PeerAuthentication', 'a')}  portLevelMtls: {80: {mode: STRICT}}
---
${documentHead('AuthorizationPolicy', 'b')}  rules:
  - when: [{key: source.ip}]
    to: [{}]
---
${documentHead('RequestAuthentication', 'c')}  jwtRules: [{jwksUri: x}]
`,
      'IST0106',
    ),
    [
      'IST0106 Error mesh.yaml:6 /spec/portLevelMtls PeerAuthentication default/a: ' +
        'portLevelMtls holds for workloads that a selector names: write selector.matchLabels',
      'IST0106 Error mesh.yaml:14 /spec/rules/0/when/0 AuthorizationPolicy default/b: ' +
        'condition has neither values nor notValues: write at least one',
      'IST0106 Error mesh.yaml:15 /spec/rules/0/to/0 AuthorizationPolicy default/b: operation is missing',
      'IST0106 Error mesh.yaml:22 /spec/jwtRules/0/issuer RequestAuthentication default/c: issuer must be set',
      'IST0106 Error mesh.yaml:22 /spec/jwtRules/0/jwksUri RequestAuthentication default/c: URI scheme "" is not supported',
    ],
  );
});
test('complete resources have no findings, in either spelling of their members', () => {
  assert.equal(
    findDiagnostics(
      `${documentHead('Gateway', 'front')}  selector: {app: gw}
  servers:
  - port: {number: 80, name: http, protocol: HTTP}
    hosts: ["*"]
---
${documentHead('VirtualService', 'a')}  hosts: [web]
  http:
  - match: [{uri: {prefix: /}, ignore_uri_case: true}]
    route: [{destination: {host: web}}]
    timeout: 1.5s
    retries: null
`,
      'IST0106',
      'IST0002',
    ),
    [],
  );
});
test.run();
