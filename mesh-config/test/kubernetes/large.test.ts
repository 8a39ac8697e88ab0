// watchdog: 90 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { kinds } from '../../src/resources/kinds/kinds.ts';
import { crd } from './api-server/kinds.ts';
import { createTestSource, type TestSource, createGateway } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

const running: TestSource[] = [];
const test = suite('mesh-config source of a large cluster');
test.after.each(async () => {
  for (const one of running.splice(0)) await one.stop();
});
const begun = async (prepare: (one: TestSource['api']) => void): Promise<TestSource> => {
  const one = await createTestSource((api) => {
    api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway'));
    prepare(api);
  });
  running.push(one);
  await one.start();
  await waitUntil(() => one.events.filter(({ kind }) => kind === 'full-sync').length === kinds.length);
  return one;
};

test('ten thousand objects come in twenty pages, each once, and are whole after the last', async () => {
  const one = await begun((api) => {
    for (let index = 0; index < 10_000; index += 1) api.objects.put(createGateway(`g${String(index).padStart(5, '0')}`));
  });
  const lists = one.api.requests
    .map(({ url }) => new URL(url, 'http://a'))
    .filter(({ pathname, searchParams }) => pathname.endsWith('/gateways') && !searchParams.has('watch'));
  assert.equal(
    [
      lists.length,
      lists.filter(({ searchParams }) => searchParams.get('limit') === '500').length,
      lists.filter(({ searchParams }) => searchParams.has('continue')).length,
    ],
    [20, 20, 19],
  );
  const names = one.events.flatMap((event) => ('resource' in event ? [event.resource.name] : []));
  assert.equal([names.length, new Set(names).size, names[0], names.at(-1)], [10_000, 10_000, 'edge/g00000', 'edge/g09999']);
  const told = one.told();
  assert.ok(told.indexOf('full-sync v1alpha3/gateways') > told.lastIndexOf('added gateways edge/g09999 10101'));
  assert.is(told.filter((line) => line === 'full-sync v1alpha3/gateways').length, 1);
});
test('an object of a megabyte is listed, and reported by a watch', async () => {
  const note = 'é'.repeat(512 * 1024);
  const one = await begun((api) => {
    api.objects.put(createGateway('listed', 80, { annotations: { note } }));
  });
  await waitUntil(() => one.api.watches.count() === 2);
  one.api.objects.put(createGateway('watched', 80, { annotations: { note: `${note}!` } }));
  await waitUntil(() => one.told().includes('added gateways edge/watched 103'));
  const notes = one.events.flatMap((event) =>
    'resource' in event ? [[event.resource.name, Buffer.byteLength(event.resource.annotations['note']!)]] : [],
  );
  assert.equal(notes, [
    ['edge/listed', 1_048_576],
    ['edge/watched', 1_048_577],
  ]);
});
test.run();
