// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { crd } from './api-server/kinds.ts';
import { createGateway, gatewayDefinition, isSynced, openTestSource, stopTestSources, type TestSource } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

const test = suite('mesh-config kinds of a source of a cluster');
test.after.each(stopTestSources);

test('excluded kinds are neither listed nor watched; those that discovery needs are read when it is enabled', async () => {
  const excluding = await openTestSource(
    (api) => {
      api.objects.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'edge' } });
    },
    { excludedResourceKinds: ['Ingress', 'Pod', 'Gateway'] },
  );
  excluding.api.objects.put(gatewayDefinition);
  await excluding.start();
  await waitUntil(isSynced(excluding));
  await waitUntil(() => excluding.api.watches.count() === 5);
  const lists = ({ api }: TestSource) =>
    api.requests
      .map(({ url }) => url)
      .filter((url) => url.endsWith('limit=500'))
      .sort();
  assert.equal(lists(excluding), [
    '/api/v1/endpoints?limit=500',
    '/api/v1/namespaces?limit=500',
    '/api/v1/nodes?limit=500',
    '/api/v1/services?limit=500',
  ]);
  assert.equal(
    excluding.told().filter((line) => line.startsWith('added')),
    ['added namespaces edge 101'],
  );

  const discovering = await openTestSource(() => {}, { enableServiceDiscovery: true });
  await discovering.start();
  await waitUntil(isSynced(discovering));
  assert.equal(lists(discovering), [
    '/api/v1/endpoints?limit=500',
    '/api/v1/nodes?limit=500',
    '/api/v1/pods?limit=500',
    '/api/v1/services?limit=500',
  ]);
});
test('a definition that comes has all begin again, and one that goes', async () => {
  const one = await openTestSource((api) => {
    api.objects.put(gatewayDefinition);
    api.objects.put(createGateway('front'));
  });
  await one.start();
  await waitUntil(isSynced(one));
  one.events.length = 0;
  one.api.objects.put(crd('networking.istio.io', 'sidecars', 'Sidecar'));
  one.api.objects.put({
    apiVersion: 'networking.istio.io/v1alpha3',
    kind: 'Sidecar',
    metadata: { name: 'all', namespace: 'edge' },
    spec: {},
  });
  await waitUntil(isSynced(one));
  assert.is(one.told()[0], 'reset');
  assert.equal(
    one
      .told()
      .filter((line) => /^(added|deleted)/.test(line))
      .sort(),
    ['added gateways edge/front 102', 'added sidecars edge/all 104'],
  );
  one.events.length = 0;
  one.api.objects.remove(
    one.api.objects.kinds().find(({ kind }) => kind === 'CustomResourceDefinition')!,
    'gateways.networking.istio.io',
  );
  await waitUntil(isSynced(one));
  assert.equal(
    one.told().filter((line) => !line.startsWith('full-sync')),
    ['reset', 'added sidecars edge/all 104'],
  );
});
test('a definition of a kind that nobody here reads restarts nothing', async () => {
  const one = await openTestSource((api) => {
    api.objects.put(gatewayDefinition);
  });
  await one.start();
  await waitUntil(isSynced(one));
  one.events.length = 0;
  one.api.objects.put(crd('example.org', 'toys', 'Toy'));
  one.api.objects.put(createGateway('front'));
  await waitUntil(() => one.events.length > 0);
  await new Promise((done) => {
    setTimeout(done, 200);
  });
  assert.equal(one.told(), ['added gateways edge/front 103']);
});
test("a kind is read by the version that we name, else by another of the same shape; the path is the definition's", async () => {
  const one = await openTestSource((api) => {
    api.objects.put(
      crd('networking.istio.io', 'gateways', 'Gateway', {
        versions: [
          { name: 'v1', served: true, storage: true },
          { name: 'v1beta1', served: true, storage: false, deprecated: true },
        ],
      }),
    );
    api.objects.put({ ...createGateway('front'), apiVersion: 'networking.istio.io/v1beta1' });
  });
  await one.start();
  await waitUntil(isSynced(one));
  assert.equal(
    one.api.requests.map(({ url }) => url).filter((url) => url.endsWith('limit=500')),
    ['/apis/networking.istio.io/v1/gateways?limit=500'],
  );
  assert.equal(
    one.told().filter((line) => line.startsWith('added')),
    ['added gateways edge/front 102'],
  );
  assert.equal(one.source.served('istio/networking/v1alpha3/gateways'), {
    group: 'networking.istio.io',
    version: 'v1',
    plural: 'gateways',
    apiVersion: 'networking.istio.io/v1',
    hasStatus: false,
  });
});
test('which kinds the cluster lacks is warned of, and is not when no readiness is checked', async () => {
  const [one, other] = [await openTestSource(() => {}), await openTestSource(() => {}, { disableResourceReadyCheck: true })];
  for (const made of [one, other]) {
    await made.start();
    await waitUntil(isSynced(made));
  }
  assert.match(
    one.log.lines.join('\n'),
    /^warn the cluster does not serve MeshPolicy\.authentication\.istio\.io, .*: their collections are empty until it does$/m,
  );
  assert.equal(
    other.log.lines.filter((line) => line.startsWith('warn')),
    [],
  );
});
test('Ingress is read by the newest version that the cluster has; without any it is whole and empty', async () => {
  const read = async (served: string): Promise<readonly string[]> => {
    const one = await openTestSource(() => {}, { excludedResourceKinds: ['Endpoints', 'Namespace', 'Node', 'Pod', 'Service'] });
    const has = (url: string): boolean => url.startsWith(`/apis/${served}/`);
    one.api.failRequest = ({ url }) =>
      url.includes('/ingresses') && !has(url) ? { code: 404, reason: 'NotFound', message: 'the server could not find it' } : undefined;
    await one.start();
    await waitUntil(() => isSynced(one)() || one.log.lines.some((line) => line.startsWith('error')));
    const lists = one.api.requests.map(({ url }) => url).filter((url) => url.endsWith('/ingresses?limit=500'));
    return [...lists.map((url) => url.split('/').slice(2, 4).join('/')), ...one.log.lines.filter((line) => line.includes('Ingress'))];
  };
  assert.equal(await read('networking.k8s.io/v1'), ['networking.k8s.io/v1']);
  assert.equal(await read('nothing'), [
    'networking.k8s.io/v1',
    'networking.k8s.io/v1beta1',
    'extensions/v1beta1',
    'warn the cluster does not serve Ingress.networking.k8s.io: their collections are empty until it does',
  ]);
});
test.run();
