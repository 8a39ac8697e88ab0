import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Resource } from '../../src/resources/resource.ts';
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
  podsAt: (address: string) => [...pods.values()].filter(({ status }) => status?.podIP === address),
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
        { number: 9090, name: 'metrics', protocol: 'UnsupportedProtocol' },
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
test('a headless service without endpoints resolves to nothing, one with another name to that name outside', () => {
  assert.equal(
    createServiceEntry(resource('services', 'shop/db', { clusterIP: 'None', ports: [{ name: 'mysql', port: 3306 }] }), undefined, around)
      .spec,
    {
      hosts: ['db.shop.svc.cluster.local'],
      addresses: ['0.0.0.0'],
      ports: [{ number: 3306, name: 'mysql', protocol: 'MySQL' }],
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
      endpoints: [{ address: 'mail.example.com', ports: { tls: 465 } }],
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
/** Of a service whose only endpoint is this one. */
const endpointOf = (
  address: object,
  more: Readonly<Record<string, Resource>> = {},
  nodesToo: ReadonlyMap<string, Resource> = nodes,
): unknown => {
  const all = new Map([...pods, ...Object.entries(more)]);
  const context = {
    ...around,
    pod: (name: string) => all.get(name),
    podsAt: (ip: string) => [...all.values()].filter(({ status }) => status?.podIP === ip),
    node: (name: string) => nodesToo.get(name),
  };
  const { spec } = createServiceEntry(
    resource('services', 'shop/web', { clusterIP: 'None' }),
    resource('endpoints', 'shop/web', { subsets: [{ addresses: [address] }] }),
    context,
  );
  const { endpoints, subjectAltNames, resolution } = spec as Record<string, unknown>;
  return { resolution, endpoints, names: subjectAltNames };
};
const podAt = (name: string, podIP: string, spec: object): Resource =>
  resource('pods', name, spec, { labels: { app: name }, status: { podIP, phase: 'Running' } });

test('the pod of an address is found by the address, whether or not the endpoint names it', () => {
  const more = { 'shop/by-ip': podAt('shop/by-ip', '10.9.0.1', { nodeName: 'n1', serviceAccountName: 'clerk' }) };
  const expected = {
    resolution: 'STATIC',
    endpoints: [{ address: '10.9.0.1', ports: {}, labels: { app: 'shop/by-ip' }, locality: 'eu/eu-a' }],
    names: ['spiffe://example.org/ns/shop/sa/clerk'],
  };
  assert.equal(endpointOf({ ip: '10.9.0.1' }, more), expected);
  assert.equal(endpointOf({ ip: '10.9.0.1', targetRef: { kind: 'Pod', name: 'gone' } }, more), expected);
});
test('of pods that share the address of their node, the one that the endpoint names', () => {
  const more = {
    'shop/a': podAt('shop/a', '10.9.0.1', { serviceAccountName: 'a' }),
    'shop/b': podAt('shop/b', '10.9.0.1', { serviceAccountName: 'b' }),
  };
  assert.equal(endpointOf({ ip: '10.9.0.1', targetRef: { kind: 'Pod', name: 'b' } }, more), {
    resolution: 'STATIC',
    endpoints: [{ address: '10.9.0.1', ports: {}, labels: { app: 'shop/b' } }],
    names: ['spiffe://example.org/ns/shop/sa/b'],
  });
});
test('a node may have only a region, and a pod without an account has the default one', () => {
  const more = { 'shop/a': podAt('shop/a', '10.9.0.1', { nodeName: 'n9' }) };
  const region = new Map([['n9', resource('nodes', 'n9', {}, { labels: { 'failure-domain.beta.kubernetes.io/region': 'east' } })]]);
  assert.equal(endpointOf({ ip: '10.9.0.1' }, more, region), {
    resolution: 'STATIC',
    endpoints: [{ address: '10.9.0.1', ports: {}, labels: { app: 'shop/a' }, locality: 'east/' }],
    names: ['spiffe://example.org/ns/shop/sa/default'],
  });
});
test('a service whose endpoints are not ready resolves to nothing', () => {
  const { spec } = createServiceEntry(
    resource('services', 'shop/web', { clusterIP: '10.0.0.7' }),
    resource('endpoints', 'shop/web', { subsets: [{ notReadyAddresses: [{ ip: '10.1.0.3' }] }] }),
    around,
  );
  assert.is((spec as { resolution: string }).resolution, 'NONE');
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
test.run();
