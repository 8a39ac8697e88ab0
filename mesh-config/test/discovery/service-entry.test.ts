import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Resource } from '../../src/resources/resource.ts';
import { protocolOf } from '../../src/discovery/protocol.ts';
import { createServiceEntry } from '../../src/discovery/service-entry.ts';

const test = suite('mesh-config service discovery');

const resource = (collection: string, name: string, spec: unknown, rest: Partial<Resource> = {}): Resource => ({
  collection: `k8s/core/v1/${collection}`,
  name,
  version: '7',
  labels: {},
  annotations: {},
  spec,
  origin: { source: 'kubernetes' },
  ...rest,
});
const pods = new Map([
  ['shop/web-1', resource('pods', 'shop/web-1', { nodeName: 'n1', serviceAccountName: 'web' }, { labels: { app: 'web', version: 'v1' } })],
  ['shop/web-2', resource('pods', 'shop/web-2', { nodeName: 'n2', serviceAccountName: 'web' }, { labels: { app: 'web', version: 'v2' } })],
]);
const nodes = new Map([
  ['n1', resource('nodes', 'n1', {}, { labels: { 'topology.kubernetes.io/region': 'eu', 'topology.kubernetes.io/zone': 'eu-a' } })],
  [
    'n2',
    resource(
      'nodes',
      'n2',
      {},
      { labels: { 'failure-domain.beta.kubernetes.io/region': 'eu', 'failure-domain.beta.kubernetes.io/zone': 'eu-b' } },
    ),
  ],
]);
const around = {
  domain: 'cluster.local',
  trustDomain: 'example.org',
  pod: (name: string) => pods.get(name),
  node: (name: string) => nodes.get(name),
};
const address = (pod: string, ip: string) => ({ ip, targetRef: { kind: 'Pod', name: pod, namespace: 'shop' } });

test('a service with pods is inside the mesh, with where each of them runs and who vouches for it', () => {
  const service = resource(
    'services',
    'shop/web',
    {
      clusterIP: '10.0.0.7',
      ports: [
        { name: 'http-api', port: 80 },
        { name: 'metrics', port: 9090 },
      ],
    },
    { labels: { team: 'shop' }, annotations: { 'networking.istio.io/exportTo': '., shop' } },
  );
  const endpoints = resource(
    'endpoints',
    'shop/web',
    {
      subsets: [
        {
          addresses: [address('web-1', '10.1.0.1'), address('web-2', '10.1.0.2')],
          notReadyAddresses: [{ ip: '10.1.0.3' }],
          ports: [
            { name: 'http-api', port: 8080 },
            { name: 'metrics', port: 9090 },
          ],
        },
      ],
    },
    { version: '12' },
  );
  assert.equal(createServiceEntry(service, endpoints, around), {
    labels: { team: 'shop' },
    annotations: {
      'networking.istio.io/exportTo': '., shop',
      'networking.alpha.istio.io/serviceVersion': '7',
      'networking.alpha.istio.io/endpointsVersion': '12',
      'networking.alpha.istio.io/notReadyEndpoints': '10.1.0.3:8080,10.1.0.3:9090',
    },
    spec: {
      hosts: ['web.shop.svc.cluster.local'],
      addresses: ['10.0.0.7'],
      ports: [
        { number: 80, name: 'http-api', protocol: 'HTTP' },
        { number: 9090, name: 'metrics', protocol: 'TCP' },
      ],
      location: 'MESH_INTERNAL',
      resolution: 'STATIC',
      endpoints: [
        { address: '10.1.0.1', ports: { 'http-api': 8080, metrics: 9090 }, labels: { app: 'web', version: 'v1' }, locality: 'eu/eu-a' },
        { address: '10.1.0.2', ports: { 'http-api': 8080, metrics: 9090 }, labels: { app: 'web', version: 'v2' }, locality: 'eu/eu-b' },
      ],
      subjectAltNames: ['spiffe://example.org/ns/shop/sa/web'],
      exportTo: ['.', 'shop'],
    },
  });
});
test('a headless service resolves to nothing, one with another name to that name outside', () => {
  assert.equal(
    createServiceEntry(resource('services', 'shop/db', { clusterIP: 'None', ports: [{ name: 'mysql', port: 3306 }] }), undefined, around)
      .spec,
    {
      hosts: ['db.shop.svc.cluster.local'],
      addresses: ['0.0.0.0'],
      ports: [{ number: 3306, name: 'mysql', protocol: 'MYSQL' }],
      location: 'MESH_INTERNAL',
      resolution: 'NONE',
    },
  );
  assert.equal(
    createServiceEntry(
      resource('services', 'shop/mail', { type: 'ExternalName', externalName: 'mail.example.com', ports: [{ name: 'tls', port: 465 }] }),
      undefined,
      around,
    ).spec,
    {
      hosts: ['mail.shop.svc.cluster.local'],
      addresses: ['0.0.0.0'],
      ports: [{ number: 465, name: 'tls', protocol: 'TLS' }],
      location: 'MESH_EXTERNAL',
      resolution: 'DNS',
      endpoints: [{ address: 'mail.example.com', ports: {} }],
    },
  );
});
test('endpoints of a service outside count for nothing', () => {
  const endpoints = resource('endpoints', 'shop/mail', {
    subsets: [{ addresses: [address('web-1', '10.1.0.1')], notReadyAddresses: [{ ip: '10.1.0.3' }], ports: [{ port: 465 }] }],
  });
  const made = createServiceEntry(
    resource('services', 'shop/mail', { type: 'ExternalName', externalName: 'mail.example.com' }),
    endpoints,
    around,
  );
  assert.equal(made.spec, {
    hosts: ['mail.shop.svc.cluster.local'],
    addresses: ['0.0.0.0'],
    ports: [],
    location: 'MESH_EXTERNAL',
    resolution: 'DNS',
    endpoints: [{ address: 'mail.example.com', ports: {} }],
  });
  assert.is(made.annotations['networking.alpha.istio.io/notReadyEndpoints'], undefined);
});
test('a pod is looked for in the namespace that the endpoint names, else in that of the service', () => {
  const entry = (targetRef: object): unknown =>
    (
      createServiceEntry(
        resource('services', 'front/web', { clusterIP: '10.0.0.7' }),
        resource('endpoints', 'front/web', { subsets: [{ addresses: [{ ip: '10.1.0.1', targetRef }] }] }),
        around,
      ).spec as { subjectAltNames?: unknown }
    ).subjectAltNames;
  assert.equal(
    [
      entry({ kind: 'Pod', name: 'web-1', namespace: 'shop' }),
      entry({ kind: 'Pod', name: 'web-1' }),
      entry({ kind: 'Node', name: 'web-1', namespace: 'shop' }),
    ],
    [['spiffe://example.org/ns/shop/sa/web'], undefined, undefined],
  );
});
test('what a port is called says what is spoken there', () => {
  assert.equal(
    ['http', 'http-web', 'HTTP2-x', 'https', 'grpc', 'grpc-web', 'grpc-web-x', 'mongo-1', 'redis', 'tls-a', 'tcp', 'httpx', 'web', ''].map(
      (name) => protocolOf(name),
    ),
    ['HTTP', 'HTTP', 'HTTP2', 'HTTPS', 'GRPC', 'GRPC-Web', 'GRPC-Web', 'MONGO', 'REDIS', 'TLS', 'TCP', 'TCP', 'TCP', 'TCP'],
  );
  assert.is(protocolOf('http', 'UDP'), 'UDP');
});
test.run();
