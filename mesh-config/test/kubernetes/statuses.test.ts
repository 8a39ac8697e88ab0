// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Diagnostic } from '../../src/analysis/diagnostic.ts';
import { kinds } from '../../src/resources/kinds/kinds.ts';
import { systemClock } from '../../src/lifecycle/clock.ts';
import { type StatusWriter, createStatusWriter } from '../../src/kubernetes/status-writer.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { crd } from './api-server/kinds.ts';
import { createTestSource, type TestSource, createGateway } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

const running: (TestSource & { writer: StatusWriter })[] = [];
const test = suite('mesh-config statuses');
test.after.each(async () => {
  for (const one of running.splice(0)) {
    await one.writer.stop();
    await one.stop();
  }
});

const collection = 'istio/networking/v1alpha3/gateways';
const finding = (name: string, code: string, more: Partial<Diagnostic> = {}): Diagnostic => ({
  code,
  level: 'Error',
  kind: 'Gateway',
  resource: { collection, name, origin: { source: 'kubernetes' } },
  pointer: '/spec/selector',
  message: `${code} it is`,
  documentation: `https://example.org/${code}`,
  ...more,
});
const message = (code: string) => ({
  code,
  level: 'Error',
  pointer: '/spec/selector',
  message: `${code} it is`,
  documentation_url: `https://example.org/${code}`,
});
const begun = async (
  versions: object[] = [{ name: 'v1alpha3', served: true, storage: true, subresources: { status: {} } }],
  clock = systemClock,
) => {
  const source = await createTestSource((api) => {
    api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway', { versions }));
    for (const name of ['one', 'two']) api.objects.put({ ...createGateway(name), status: { replicas: 1 } });
    api.objects.put({ ...createGateway('stale'), status: { validationMessages: [message('IST0109')] } });
  });
  const made = { ...source, writer: createStatusWriter({ client: source.client, source: source.source, clock, scope: source.log }) };
  running.push(made);
  await source.start();
  await waitUntil(() => source.events.filter(({ kind }) => kind === 'full-sync').length === kinds.length);
  return made;
};
const patches = ({ api }: TestSource): string[] =>
  api.requests.filter(({ method }) => method === 'PATCH').map(({ url, type, body }) => `${url} ${type} ${body}`);
const statusOf = ({ api }: TestSource, name: string): unknown =>
  api.objects.get(
    api.objects.kinds().find(({ kind }) => kind === 'Gateway')!,
    `edge/${name}`,
  )!['status'];

test('findings are written into the statuses of what they are of, and what an earlier process left is taken away', async () => {
  const one = await begun();
  one.writer.write([
    finding('edge/one', 'IST0109'),
    finding('edge/one', 'IST0101'),
    finding('edge/two', 'IST0002', { pointer: '', level: 'Warn' }),
  ]);
  await waitUntil(() => patches(one).length === 3);
  assert.equal(patches(one).sort(), [
    '/apis/networking.istio.io/v1alpha3/namespaces/edge/gateways/one/status application/merge-patch+json ' +
      '{"status":{"validationMessages":[{"code":"IST0101","level":"Error","pointer":"/spec/selector",' +
      '"message":"IST0101 it is","documentation_url":"https://example.org/IST0101"},{"code":"IST0109",' +
      '"level":"Error","pointer":"/spec/selector","message":"IST0109 it ' +
      'is","documentation_url":"https://example.org/IST0109"}]}}',
    '/apis/networking.istio.io/v1alpha3/namespaces/edge/gateways/stale/status application/merge-patch+json ' +
      '{"status":{"validationMessages":null}}',
    '/apis/networking.istio.io/v1alpha3/namespaces/edge/gateways/two/status application/merge-patch+json ' +
      '{"status":{"validationMessages":[{"code":"IST0002","level":"Warn","message":"IST0002 it ' +
      'is","documentation_url":"https://example.org/IST0002"}]}}',
  ]);
  assert.equal(
    [statusOf(one, 'one'), statusOf(one, 'stale')],
    [{ replicas: 1, validationMessages: [message('IST0101'), message('IST0109')] }, {}],
  );
});
test('only what has changed is written, and what is written is not reported as a change', async () => {
  const one = await begun();
  one.writer.write([finding('edge/one', 'IST0101'), finding('edge/stale', 'IST0109')]);
  await waitUntil(() => one.source.messages().get(collection)!.has('edge/one'));
  one.events.length = 0;
  one.writer.write([finding('edge/stale', 'IST0109'), finding('edge/one', 'IST0101')]);
  one.writer.write([finding('edge/stale', 'IST0109'), finding('edge/one', 'IST0101'), finding('edge/two', 'IST0101')]);
  await waitUntil(() => one.source.messages().get(collection)!.has('edge/two'));
  assert.equal([patches(one).map((line) => line.split(' ')[0]!.split('/').at(-2)), one.events], [['one', 'two'], []]);
});
test('a kind without a status of its own is patched itself', async () => {
  const one = await begun([{ name: 'v1alpha3', served: true, storage: true }]);
  one.writer.write([finding('edge/one', 'IST0101'), finding('edge/stale', 'IST0109')]);
  await waitUntil(() => patches(one).length === 1);
  assert.ok(patches(one)[0]!.startsWith('/apis/networking.istio.io/v1alpha3/namespaces/edge/gateways/one application/merge-patch+json '));
  assert.equal(statusOf(one, 'one'), { replicas: 1, validationMessages: [message('IST0101')] });
});
test("files, kinds that the cluster does not have, and Kubernetes' own kinds get no status", async () => {
  const one = await begun();
  one.writer.write([
    finding('edge/one', 'IST0101', { resource: { collection, name: 'edge/one', origin: { source: 'mesh.yaml', line: 1 } } }),
    finding('edge/one', 'IST0101', {
      resource: { collection: 'istio/networking/v1alpha3/sidecars', name: 'edge/one', origin: { source: 'kubernetes' } },
    }),
    finding('edge', 'IST0102', { resource: { collection: 'k8s/core/v1/namespaces', name: 'edge', origin: { source: 'kubernetes' } } }),
    finding('edge/stale', 'IST0109'),
    finding('edge/two', 'IST0101'),
  ]);
  await waitUntil(() => patches(one).length === 1);
  assert.ok(patches(one)[0]!.includes('/gateways/two/status'));
});
test(
  'each write waits a while after the one before; a conflict and what is gone are nothing; a refusal of one ' + 'holds no other up',
  async () => {
    const clock = createManualClock();
    const one = await begun(undefined, clock);
    const answers = new Map([
      ['one', { code: 409, reason: 'Conflict', message: 'modified' }],
      ['gone', { code: 404, reason: 'NotFound', message: 'gone' }],
      ['stale', { code: 422, reason: 'Invalid', message: 'too long' }],
    ]);
    one.api.failRequest = ({ method, url }) => (method === 'PATCH' ? answers.get(url.split('/').at(-2)!) : undefined);
    one.writer.write(['gone', 'one', 'stale', 'two'].map((name) => finding(`edge/${name}`, 'IST0101')));
    for (let count = 1; count <= 4; count += 1) {
      await waitUntil(() => patches(one).length === count);
      await new Promise((done) => {
        setTimeout(done, 20);
      });
      assert.is(patches(one).length, count);
      clock.move(50);
    }
    assert.equal(
      one.log.lines.filter((line) => line.startsWith('error')),
      [
        'error the status of edge/stale could not be written: PATCH ' +
          `${one.api.url()}/apis/networking.istio.io/v1alpha3/namespaces/edge/gateways/stale/status: 422 Invalid: too ` +
          'long',
      ],
    );
    one.api.failRequest = () => undefined;
    await waitUntil(() => {
      clock.move(30_000);
      return JSON.stringify(statusOf(one, 'stale')).includes('IST0101');
    });
  },
);
test('while nothing may be written one attempt is made, and all is written later', async () => {
  const clock = createManualClock();
  const one = await begun(undefined, clock);
  one.api.failRequest = ({ method }) =>
    method === 'PATCH' ? { code: 403, reason: 'Forbidden', message: 'cannot patch gateways/status' } : undefined;
  one.writer.write(['one', 'two'].map((name) => finding(`edge/${name}`, 'IST0101')));
  await waitUntil(() => one.log.lines.some((line) => line.includes('cannot patch')));
  clock.move(1000);
  await new Promise((done) => {
    setTimeout(done, 20);
  });
  assert.is(patches(one).length, 1);
  one.api.failRequest = () => undefined;
  await waitUntil(() => {
    clock.move(30_000);
    return one.source.messages().get(collection)!.has('edge/one') && one.source.messages().get(collection)!.has('edge/two');
  });
});
test('what may not be written of one kind holds no other kind up; one attempt of it is made', async () => {
  const clock = createManualClock(),
    sidecars = 'istio/networking/v1alpha3/sidecars';
  const one = await begun(undefined, clock);
  one.api.objects.put(crd('networking.istio.io', 'sidecars', 'Sidecar'));
  one.api.objects.put({
    apiVersion: 'networking.istio.io/v1alpha3',
    kind: 'Sidecar',
    metadata: { name: 'all', namespace: 'edge' },
    spec: {},
  });
  await waitUntil(() => one.told().includes('added sidecars edge/all 106') && one.source.messages().get(collection)!.has('edge/stale'));
  one.api.failRequest = ({ method, url }) =>
    method === 'PATCH' && url.includes('/gateways/')
      ? { code: 403, reason: 'Forbidden', message: 'cannot patch gateways/status' }
      : undefined;
  one.writer.write([
    finding('edge/one', 'IST0101'),
    finding('edge/two', 'IST0101'),
    finding('edge/all', 'IST0101', {
      kind: 'Sidecar',
      resource: { collection: sidecars, name: 'edge/all', origin: { source: 'kubernetes' } },
    }),
  ]);
  await waitUntil(() => {
    clock.move(50);
    return one.source.messages().get(sidecars)!.has('edge/all');
  });
  assert.equal(
    patches(one).map((line) => line.split(' ')[0]!.split('/').at(-3)),
    ['gateways', 'sidecars'],
  );
});
test('messages about a resource are written again after it was written in between', async () => {
  const clock = createManualClock();
  const one = await begun(undefined, clock);
  const errors = (): number => one.log.lines.filter((line) => line.startsWith('error')).length;
  const long: TestSource['api']['failRequest'] = ({ method }) =>
    method === 'PATCH' ? { code: 422, reason: 'Invalid', message: 'too long' } : undefined;
  const refused = async (code: string, count: number): Promise<void> => {
    one.api.failRequest = long;
    one.writer.write([finding('edge/stale', 'IST0109'), finding('edge/one', code)]);
    await waitUntil(() => {
      clock.move(50);
      return errors() === count;
    });
  };
  await refused('IST0101', 1);
  one.api.failRequest = () => undefined;
  await waitUntil(() => {
    clock.move(30_000);
    return one.source.messages().get(collection)!.has('edge/one');
  });
  await refused('IST0102', 2);
});
test('at its end nothing more is written', async () => {
  const one = await begun();
  one.writer.write(['one', 'two'].map((name) => finding(`edge/${name}`, 'IST0101')));
  await waitUntil(() => patches(one).length === 1);
  await one.writer.stop();
  await new Promise((done) => {
    setTimeout(done, 150);
  });
  assert.is(patches(one).length, 1);
});
test.run();
