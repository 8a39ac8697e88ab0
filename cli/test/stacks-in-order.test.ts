import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findPredecessors, runInOrder } from '../src/app/run-in-order.ts';

const test = suite('stacks in order');
const stack = (name: string, ...dependsOn: string[]) => ({ name, folder: `/${name}`, dependsOn });
const network = stack('network');
const data = stack('data', 'network');
const web = stack('web', 'data');
const docs = stack('docs');
const all = [network, data, web, docs];
const plain = (found: ReadonlyMap<string, ReadonlySet<string>>) => Object.fromEntries([...found].map(([name, set]) => [name, [...set]]));

test('a stack waits for those that it depends on, also over stacks that were not chosen', () => {
  assert.equal(plain(findPredecessors(all, all)), { network: [], data: ['network'], web: ['network', 'data'], docs: [] });
  assert.equal(plain(findPredecessors([network, web], all)), { network: [], web: ['network'] });
});
test('a destruction waits for those that depend on it', () => {
  assert.equal(plain(findPredecessors([web, data, network, docs], all, true)), {
    web: [],
    data: ['web'],
    network: ['web', 'data'],
    docs: [],
  });
});

/** Work that ends on request; `log` has what began and ended. */
const controlled = () => {
  const log: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => {
    log.push(`+${name}`);
    return new Promise<void>((resolve, reject) => {
      ends.set(name, (error) => {
        log.push(`-${name}`);
        if (error) reject(error);
        else resolve();
      });
    });
  };
  const end = async (name: string, error?: Error) => {
    ends.get(name)!(error);
    await new Promise(setImmediate);
  };
  return { log, work, end };
};

test('stacks without a dependency run at once, the others one after the other', async () => {
  const { log, work, end } = controlled();
  const run = runInOrder(findPredecessors(all, all), 4, work);
  await end('network');
  await end('data');
  await end('docs');
  await end('web');
  assert.equal(await run, { failures: [], skipped: [] });
  assert.equal(log, ['+network', '+docs', '-network', '+data', '-data', '+web', '-docs', '-web']);
});
test('no more than asked for run at once', async () => {
  const { log, work, end } = controlled();
  const run = runInOrder(findPredecessors(all, all), 1, work);
  for (const name of ['network', 'data', 'web', 'docs']) await end(name);
  await run;
  assert.equal(log, ['+network', '-network', '+data', '-data', '+web', '-web', '+docs', '-docs']);
});
test('after a failure those under way end, and none is begun', async () => {
  const { log, work, end } = controlled();
  const run = runInOrder(findPredecessors(all, all), 4, work);
  const broken = new Error('broken');
  await end('network', broken);
  await end('docs');
  assert.equal(await run, { failures: [{ name: 'network', error: broken }], skipped: ['data', 'web'] });
  assert.equal(log, ['+network', '+docs', '-network', '-docs']);
});
test.run();
