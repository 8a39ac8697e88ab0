// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGateway, gatewayDefinition, isSynced, openTestSource, stopTestSources } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

const test = suite('mesh-config source of a cluster');
test.after.each(stopTestSources);

test('definitions are listed first; a kind that the cluster has is listed and watched, every other is whole with nothing', async () => {
  const one = await openTestSource((api) => {
    api.objects.put(gatewayDefinition);
    api.objects.put(createGateway('front'));
  });
  await one.start();
  await waitUntil(isSynced(one));
  await waitUntil(() => one.api.watches.count() === 2);
  assert.equal(one.api.requests.map(({ method, url }) => `${method} ${url}`).sort(), [
    'GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions?limit=50',
    'GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions?watch=true&allowWatchBookmarks=true&' +
      'resourceVersion=102&timeoutSeconds=300',
    'GET /apis/networking.istio.io/v1alpha3/gateways?limit=500',
    'GET /apis/networking.istio.io/v1alpha3/gateways?watch=true&allowWatchBookmarks=true&resourceVersion=102&timeoutSeconds=300',
  ]);
  assert.is(one.api.requests[0]!.url, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?limit=50');
  assert.equal(
    one.told().filter((line) => /gateway/.test(line)),
    ['added gateways edge/front 102', 'full-sync v1alpha3/gateways'],
  );
});
test('what a resource is made of', async () => {
  const one = await openTestSource((api) => {
    api.objects.put(gatewayDefinition);
    api.objects.put({
      ...createGateway('front', 80, { labels: { app: 'x' }, annotations: { note: 'y' }, managedFields: [{ manager: 'kubectl' }] }),
      status: { a: 1 },
    });
  });
  await one.start();
  await waitUntil(isSynced(one));
  assert.equal(
    one.events.filter((event) => 'resource' in event),
    [
      {
        kind: 'added',
        resource: {
          collection: 'istio/networking/v1alpha3/gateways',
          name: 'edge/front',
          version: '102',
          createdAt: '2026-01-02T03:04:05Z',
          labels: { app: 'x' },
          annotations: { note: 'y' },
          spec: { servers: [{ port: { number: 80, name: 'http', protocol: 'HTTP' } }] },
          origin: { source: 'kubernetes' },
        },
      },
    ],
  );
});
test('changes are reported as they come', async () => {
  const one = await openTestSource((api) => {
    api.objects.put(gatewayDefinition);
    api.objects.put(createGateway('front'));
  });
  await one.start();
  await waitUntil(isSynced(one));
  one.events.length = 0;
  one.api.objects.put(createGateway('front', 8080));
  one.api.objects.put(createGateway('back'));
  const { kind } = { kind: one.api.objects.kinds().find((known) => known.kind === 'Gateway')! };
  one.api.objects.remove(kind, 'edge/front');
  await waitUntil(() => one.events.length === 3);
  assert.equal(one.told(), ['updated gateways edge/front 103', 'added gateways edge/back 104', 'deleted gateways edge/front']);
});
test('a write of a status changes nothing that is served, and is not reported', async () => {
  const one = await openTestSource((api) => {
    api.objects.put(gatewayDefinition);
    api.objects.put(createGateway('front'));
  });
  await one.start();
  await waitUntil(isSynced(one));
  one.events.length = 0;
  one.api.objects.put({ ...createGateway('front'), status: { validationMessages: [{ code: 'IST0101' }] } });
  one.api.objects.put(createGateway('back'));
  await waitUntil(() => one.events.length === 1);
  assert.equal(one.told(), ['added gateways edge/back 104']);
  assert.equal([...one.source.messages().get('istio/networking/v1alpha3/gateways')!], [['edge/front', [{ code: 'IST0101' }]]]);
});
test('long lists come in pages, and one whose next page has expired is read at once', async () => {
  const one = await openTestSource((api) => {
    api.objects.put(gatewayDefinition);
    for (let index = 0; index < 1200; index += 1) api.objects.put(createGateway(`g${String(index).padStart(4, '0')}`));
  });
  let pages = 0;
  one.api.failRequest = ({ url }) => {
    if (url.includes('gateways?limit') && (pages += 1) === 3) {
      one.api.objects.put(createGateway('late'));
      one.api.objects.compact();
    }
    return undefined;
  };
  await one.start();
  await waitUntil(isSynced(one));
  const lists = one.api.requests.map(({ url }) => url).filter((url) => url.includes('/gateways') && !url.includes('watch'));
  assert.equal(
    lists.map((url) => url.replace(/continue=[\w%-]+/, 'continue=…')),
    [
      '/apis/networking.istio.io/v1alpha3/gateways?limit=500',
      '/apis/networking.istio.io/v1alpha3/gateways?limit=500&continue=…',
      '/apis/networking.istio.io/v1alpha3/gateways?limit=500&continue=…',
      '/apis/networking.istio.io/v1alpha3/gateways',
    ],
  );
  const names = new Set(one.events.flatMap((event) => ('resource' in event ? [event.resource.name] : [])));
  assert.equal([names.size, names.has('edge/late'), one.log.lines.filter((line) => line.startsWith('error'))], [1201, true, []]);
});
test('conversions and events are counted, and what cannot be converted stays as it was', async () => {
  const one = await openTestSource((api) => {
    api.objects.put(gatewayDefinition);
    api.objects.put(createGateway('front'));
  });
  await one.start();
  await waitUntil(isSynced(one));
  one.events.length = 0;
  one.api.objects.put({ ...createGateway('front', 81), metadata: { name: 'front', namespace: 'edge', labels: 'none' as never } });
  one.api.objects.put(createGateway('back'));
  await waitUntil(() => one.events.length === 1);
  assert.equal(one.told(), ['added gateways edge/back 104']);
  assert.equal(one.metrics.lines('source_kube'), [
    'cfgmgr_source_kube_dynamic_converter_failure_total apiVersion=v1alpha3 group=networking.istio.io kind=Gateway 1',
    'cfgmgr_source_kube_dynamic_converter_success_total apiVersion=v1alpha3 group=networking.istio.io kind=Gateway 2',
    'cfgmgr_source_kube_event_error_total error=NotConverted 1',
    'cfgmgr_source_kube_event_success_total 2',
  ]);
  assert.ok(
    one.log.lines.includes(
      'error Gateway edge/front cannot be read, and its previous version stays in use: expected names and texts as metadata.labels',
    ),
  );
});
test.run();
