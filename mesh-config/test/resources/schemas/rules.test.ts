import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { kinds } from '../../../src/resources/kinds/kinds.ts';
import { compileBuiltinSchemas } from '../../../src/resources/schemas/compile-builtin-schemas.ts';
import { validateDocument } from '../../../src/resources/validate-document.ts';

const test = suite('mesh schemas');
const compiled = await compileBuiltinSchemas();
const findMessages = (plural: string, spec: string): readonly string[] => {
  const { collection } = kinds.find((one) => one.plural === plural)!;
  return validateDocument(collection, { spec: parse(spec) as unknown }, [compiled.get(collection)!]).map(
    ({ pointer, message }) => `${pointer}: ${message}`,
  );
};

test('every kind except those of Kubernetes has a schema', () => {
  assert.equal(
    kinds.filter(({ collection, builtin }) => !builtin && !compiled.has(collection)),
    [],
  );
  assert.is(compiled.size, 25);
});
test('servers of a gateway', () => {
  assert.equal(findMessages('gateways', '{servers: [{}]}'), [
    '/spec/servers/0: server has no port: write its number, protocol and name',
    '/spec/servers/0/hosts: server has no hosts: write at least one, or * for all',
  ]);
  assert.equal(findMessages('gateways', '{servers: [{port: {}, hosts: ["*"]}]}'), ['/spec/servers/0/port: port has no number']);
  assert.equal(
    findMessages(
      'gateways',
      `servers:
- {port: {number: 80, name: a, protocol: SMTP}, hosts: ["*"]}
- {port: {number: 81, name: a, protocol: http}, hosts: ["ns/a.test", "a b"]}
`,
    ),
    [
      '/spec/servers/0/port/protocol: "SMTP" is not a protocol: ' +
        'expected one of HTTP, HTTPS, GRPC, GRPC-WEB, HTTP2, MONGO, TCP, TLS, UDP, MYSQL, REDIS, THRIFT, HTTP_PROXY, HBONE',
      '/spec/servers/1/port/name: port name "a" is used by another server: names of ports must be unique within a gateway',
      '/spec/servers/1/hosts/1: "a b" is not a host: ' +
        'expected a DNS name, one that begins with *., or *, optionally after a namespace and a slash',
    ],
  );
  assert.equal(
    findMessages(
      'gateways',
      `servers:
- port: {number: 443, name: a, protocol: HTTPS}
  hosts: ["*"]
  tls: {mode: SIMPLE}
- port: {number: 444, name: b, protocol: HTTPS}
  hosts: ["*"]
  tls: {mode: MUTUAL, serverCertificate: c, privateKey: k}
- port: {number: 445, name: c, protocol: HTTPS}
  hosts: ["*"]
  tls: {mode: MUTUAL, credentialName: c}
`,
    ),
    [
      '/spec/servers/0/tls: TLS of mode SIMPLE needs a certificate: write credentialName, or serverCertificate and privateKey',
      '/spec/servers/1/tls: TLS of mode MUTUAL needs caCertificates, by which clients are verified',
    ],
  );
});
test('routes of a virtual service', () => {
  assert.equal(findMessages('virtualservices', '{}'), [
    '/spec/hosts: virtual service must have at least one host',
    '/spec: virtual service has no routes: write http, tcp or tls',
  ]);
  assert.equal(
    findMessages(
      'virtualservices',
      `hosts: [a]
http:
- {redirect: {uri: /}, fault: {}, rewrite: {uri: /}}
- {route: [{}]}
tcp: [{}]
tls: [{match: [{port: 1}], route: [{destination: {host: a}}]}]
gateways: [""]
`,
    ),
    [
      '/spec/http/0/fault: HTTP route with a redirect cannot have a fault',
      '/spec/http/0/rewrite: HTTP route with a redirect cannot have a rewrite',
      '/spec/http/1/route/0: route has no destination: write its host',
      '/spec/tls/0/match/0: match of a TLS route has no sniHosts: write at least one',
      '/spec/tcp/0: TCP route has no route: write where connections go',
      '/spec/gateways/0: name of a gateway is empty: write its name, namespace/name, or mesh',
    ],
  );
});
test('policies and subsets of a destination rule', () => {
  assert.equal(findMessages('destinationrules', '{}'), ['/spec/host: destination rule has no host']);
  assert.equal(
    findMessages(
      'destinationrules',
      `host: a
trafficPolicy:
  tls: {mode: MUTUAL}
  portLevelSettings: [{tls: {mode: ISTIO_MUTUAL, privateKey: k}}]
subsets: [{name: v1}, {name: v1}]
`,
    ),
    [
      '/spec/trafficPolicy/tls: TLS of mode MUTUAL needs clientCertificate and privateKey; ISTIO_MUTUAL takes those of the mesh',
      '/spec/trafficPolicy/portLevelSettings/0: settings of a port do not say which: write port.number',
      '/spec/trafficPolicy/portLevelSettings/0/tls: TLS of mode ISTIO_MUTUAL takes the certificates of the mesh: ' +
        'leave clientCertificate, privateKey and caCertificates out',
      '/spec/subsets/1/name: subset "v1" already exists: names of subsets must be unique within a destination rule',
    ],
  );
});
test('service entries', () => {
  assert.equal(findMessages('serviceentries', '{}'), [
    '/spec/hosts: service entry must have at least one host',
    '/spec/ports: service entry must have at least one port',
  ]);
  assert.equal(findMessages('serviceentries', '{hosts: ["*.a.test"], ports: [{}], endpoints: [{}]}'), [
    '/spec/ports/0: port has no name',
    '/spec/endpoints: service entry of resolution NONE has endpoints: leave them out, or write resolution STATIC or DNS',
    '/spec/endpoints/0: endpoint has no address',
  ]);
  assert.equal(findMessages('serviceentries', '{hosts: ["*.a.test"], ports: [{number: 1, name: a}], resolution: DNS}'), [
    '/spec/hosts/0: "*.a.test" cannot be resolved by DNS: write endpoints, or a host without *',
  ]);
});
test('sidecars, roles and bindings', () => {
  assert.equal(findMessages('sidecars', '{}'), ['/spec/egress: sidecar says nothing: write egress, ingress or outboundTrafficPolicy']);
  assert.equal(findMessages('sidecars', '{egress: [{}], ingress: [{defaultEndpoint: "127.0.0.1:1"}]}'), [
    '/spec/ingress/0: ingress has no port',
    '/spec/egress/0/hosts: egress has no hosts: write namespace/host, such as ./* or istio-system/*',
  ]);
  assert.equal(findMessages('serviceroles', '{}'), ['/spec/rules: service role must have at least one rule']);
  assert.equal(findMessages('serviceroles', '{rules: [{}]}'), ['/spec/rules/0: rule has no services: write at least one, * for all']);
  assert.equal(findMessages('servicerolebindings', '{}'), [
    '/spec/subjects: service role binding must have at least one subject',
    '/spec/roleRef: service role binding has no roleRef: write its kind, ServiceRole, and name',
  ]);
  assert.equal(findMessages('servicerolebindings', '{subjects: [{user: a}], roleRef: {kind: ServiceRole}}'), [
    '/spec/roleRef: roleRef has no name',
  ]);
});
test('a wrong type is reported once, without messages of further rules; null counts as absent', () => {
  assert.equal(findMessages('gateways', '{servers: 5}'), ['/spec/servers: expected a list; found a number']);
  assert.equal(findMessages('gateways', '{servers: [5]}'), ['/spec/servers/0: expected an object; found a number']);
  assert.equal(
    findMessages('virtualservices', '{hosts: [a], http: [{route: [{destination: {host: a}}], retries: null, timeout: null}]}'),
    [],
  );
});
test.run();
