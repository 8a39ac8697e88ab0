// watchdog: 90 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startInformer } from '../../src/kubernetes-client/informer.ts';
import { kinds } from '../../src/resources/kinds/kinds.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createApiServer } from './api-server/api-server.ts';
import { crd } from './api-server/kinds.ts';
import { createTestSource, type TestSource, createClient, createGateway } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

const running: TestSource[] = [];
const test = suite('mesh-config source of a cluster that is not always there');
test.after.each(async () => {
  for (const one of running.splice(0)) await one.stop();
});
const gateways = crd('networking.istio.io', 'gateways', 'Gateway');
const begun = async (options = {}): Promise<TestSource> => {
  const one = await createTestSource((api) => {
    api.objects.put(gateways);
    api.objects.put(createGateway('front'));
    api.objects.put(createGateway('back'));
  }, options);
  running.push(one);
  await one.start();
  await waitUntil(() => one.events.filter(({ kind }) => kind === 'full-sync').length === kinds.length);
  await waitUntil(() => one.api.watches.count() === 2);
  one.events.length = 0;
  one.api.requests.length = 0;
  return one;
};
const urls = ({ api }: TestSource) => api.requests.map(({ url }) => url).filter((url) => url.includes('/gateways'));
const kindOf = ({ api }: TestSource) => api.objects.kinds().find(({ kind }) => kind === 'Gateway')!;
const watchFrom = (version: number): string =>
  `/apis/networking.istio.io/v1alpha3/gateways?watch=true&allowWatchBookmarks=true&resourceVersion=${version}&timeoutSeconds=300`;

test('a watch that ends is taken up where it was: a bookmark says how far that is', async () => {
  const one = await begun();
  one.api.objects.put(crd('example.org', 'toys', 'Toy'));
  one.api.watches.bookmark();
  one.api.watches.end();
  await waitUntil(() => urls(one).length === 1);
  one.api.objects.put(createGateway('third'));
  await waitUntil(() => one.events.length === 1);
  assert.equal([one.told(), urls(one)], [['added gateways edge/third 105'], [watchFrom(104)]]);
});
test('a resourceVersion that is too old causes a new list, and only differences are reported', async () => {
  const one = await begun();
  await one.api.kill();
  one.api.objects.put(createGateway('front', 8080));
  one.api.objects.remove(kindOf(one), 'edge/back');
  one.api.objects.put(createGateway('third'));
  one.api.objects.compact();
  await one.api.start();
  await waitUntil(() => one.events.length === 3);
  assert.equal(one.told().sort(), ['added gateways edge/third 106', 'deleted gateways edge/back', 'updated gateways edge/front 104']);
  assert.equal(
    urls(one),
    [watchFrom(103), '/apis/networking.istio.io/v1alpha3/gateways?limit=500', watchFrom(106)].slice(0, urls(one).length),
  );
});
test('while the cluster is unreachable nothing is removed; that is logged once, and so is its return', async () => {
  const one = await begun();
  await one.api.kill();
  await waitUntil(() => one.log.lines.filter((line) => line.startsWith('debug')).length >= 3);
  assert.equal(one.events, []);
  await one.api.start();
  one.api.objects.put(createGateway('third'));
  await waitUntil(() => one.events.length === 1);
  const lines = one.log.lines.filter((line) => /reached/.test(line));
  assert.is(lines.length, 2);
  assert.match(lines[0]!, /^error the cluster cannot be reached; its previous resources stay in use: GET \S+: /);
  assert.is(lines[1], 'info the cluster can be reached again');
  assert.ok(one.metrics.lines('event_error').length > 0);
});
test('a definition may change while the cluster is unreachable: the complete state is kept until a new list is complete', async () => {
  const one = await begun();
  one.api.failRequest = ({ url }) =>
    url.includes('/gateways?limit') ? { code: 503, reason: 'ServiceUnavailable', message: 'the storage is away' } : undefined;
  one.api.objects.put(crd('networking.istio.io', 'sidecars', 'Sidecar'));
  await waitUntil(() => one.log.lines.some((line) => line.includes('the storage is away')));
  assert.equal(
    one.told().filter((line) => /reset|gateways/.test(line)),
    ['reset'],
  );
  one.api.failRequest = () => undefined;
  await waitUntil(() => one.told().includes('full-sync v1alpha3/gateways'));
  assert.equal(
    one.told().filter((line) => /gateways/.test(line)),
    ['added gateways edge/back 103', 'added gateways edge/front 102', 'full-sync v1alpha3/gateways'],
  );
});
test('what is not allowed is said once, with what to do', async () => {
  const one = await createTestSource((api) => {
    api.objects.put(gateways);
  });
  running.push(one);
  one.api.failRequest = ({ url }) =>
    url.includes('/gateways')
      ? {
          code: 403,
          reason: 'Forbidden',
          message: 'gateways.networking.istio.io is forbidden: User "system:anonymous" cannot list resource "gateways"',
        }
      : undefined;
  await one.start();
  await waitUntil(() => urls(one).length >= 3);
  assert.equal(
    one.log.lines.filter((line) => line.startsWith('error')),
    [
      `error GET ${one.api.url()}/apis/networking.istio.io/v1alpha3/gateways: 403 Forbidden: ` +
        'gateways.networking.istio.io is forbidden: User "system:anonymous" cannot list resource "gateways" (allow the ' +
        'account of this pod to list and watch it)',
    ],
  );
  assert.not.ok(one.told().includes('full-sync v1alpha3/gateways'));
});
test('a watch that sends garbage is closed, and reopened at the last valid version', async () => {
  const one = await begun();
  for (const garbage of ['{"type":"ADDED"\n', '[]\n', '{"type":"CHANGED","object":{}}\n', '\n \n']) {
    one.api.watches.say(garbage);
    const before = urls(one).length;
    if (garbage.trim() !== '') await waitUntil(() => urls(one).length > before && one.api.watches.count() === 2);
  }
  one.api.objects.put(createGateway('third'));
  await waitUntil(() => one.events.length === 1);
  assert.equal(one.told(), ['added gateways edge/third 104']);
});
test('a server that ends each watch as it begins is asked once a second, however long it lasts', async () => {
  const api = createApiServer();
  running.push({ stop: api.kill } as TestSource);
  await api.start();
  const moved = createManualClock(),
    pauses: number[] = [];
  const clock = {
    ...moved,
    schedule: (milliseconds: number, call: () => void) => {
      if (milliseconds < 100_000) pauses.push(milliseconds);
      return moved.schedule(milliseconds, call);
    },
  };
  const end = startInformer(
    {
      client: await createClient(api),
      clock,
      path: '/api/v1/pods',
      failures: { logFailure: () => {}, logRecovery: () => {}, reset: () => {} },
    },
    { onListStart: () => {}, onObject: () => {}, onListEnd: () => {}, onDelete: () => {} },
  );
  for (let round = 1; round <= 8; round += 1) {
    await waitUntil(() => api.watches.count() === 1);
    api.watches.end();
    await waitUntil(() => pauses.length === round && api.watches.count() === 0);
    moved.move(40_000);
  }
  end();
  assert.is(pauses.length, 8);
  assert.ok(
    pauses.every((pause) => pause >= 750 && pause <= 1250),
    pauses.join(' '),
  );
});
test('a periodic list finds what no watch has reported', async () => {
  const one = await begun({ resyncPeriod: 1000 });
  one.api.watches.mute();
  one.api.objects.put(createGateway('third'));
  one.api.objects.remove(kindOf(one), 'edge/back');
  await waitUntil(() => one.events.length === 2);
  assert.equal(one.told(), ['added gateways edge/third 104', 'deleted gateways edge/back']);
});
test.run();
