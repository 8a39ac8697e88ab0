import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Resource } from '../../src/resources/resource.ts';
import { protocolOf } from '../../src/discovery/protocol.ts';
import { createServiceEntry, omittedPortsOf } from '../../src/discovery/service-entry.ts';

const test = suite('mesh-config ports of services');

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
const around = {
  domain: 'cluster.local',
  trustDomain: 'example.org',
  pod: () => undefined,
  podsAt: () => [],
  node: () => undefined,
};

test('ports without a valid name and those of SCTP are left out, and namespaces that it is exported to are sorted', () => {
  const service = resource(
    'services',
    'shop/web',
    {
      clusterIP: '10.0.0.7',
      ports: [{ port: 1 }, { name: 'Bad_Name', port: 2 }, { name: 'x', port: 3, protocol: 'SCTP' }, { name: 'HTTP-up', port: 4 }],
    },
    { annotations: { 'networking.istio.io/exportTo': 'shop, ., *' } },
  );
  const { ports, exportTo } = createServiceEntry(service, undefined, around).spec as Record<string, unknown>;
  assert.equal([ports, exportTo], [[{ number: 4, name: 'HTTP-up', protocol: 'HTTP' }], ['*', '.', 'shop']]);
  assert.equal(omittedPortsOf(service), ['1 (no name)', '2 (Bad_Name)', '3 (x, SCTP)']);
});
test('what a port is called, or its number, says what is spoken there', () => {
  const names = [
    'http',
    'http-web',
    'HTTP2-x',
    'https',
    'grpc',
    'grpc-web',
    'grpc-web-x',
    'mongo-1',
    'redis',
    'mysql',
    'tls-a',
    'tcp',
    'http-proxy',
  ];
  assert.equal(
    [...names, 'http_proxy', 'httpx', 'thrift-x', ''].map((name) => protocolOf(name, 80)),
    [
      'HTTP',
      'HTTP',
      'HTTP2',
      'HTTPS',
      'GRPC',
      'GRPC-Web',
      'GRPC-Web',
      'Mongo',
      'Redis',
      'MySQL',
      'TLS',
      'TCP',
      'HTTP',
      'HTTP_PROXY',
      'UnsupportedProtocol',
      'UnsupportedProtocol',
      'UnsupportedProtocol',
    ],
  );
  assert.equal(
    [25, 53, 3306, 27017, 6379].map((number) => protocolOf('a', number)),
    ['TCP', 'TCP', 'TCP', 'TCP', 'UnsupportedProtocol'],
  );
  assert.is(protocolOf('http', 80, 'UDP'), 'UDP');
});
test.run();
