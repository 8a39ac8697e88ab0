import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.ts';
import { bundleScripts } from '@slipway/test-support/bundled-scripts';
import { schedule } from '@slipway/test-support/scale';

const directory = mkdtempSync(join(tmpdir(), 'slipway-durable-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const [writer] = bundleScripts(join(import.meta.dirname, 'writer.ts'));

/** Runs the writer, kills it while it writes, once it has acknowledged so many writes, and gives those and what came until it ended. */
const killed = async (target: string, prefix: string, after: number): Promise<string[]> => {
  const child = spawn(process.execPath, [writer, target, prefix], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.split('\n').length - 2 >= after) child.kill('SIGKILL');
  });
  await once(child, 'close');
  // A last line without its end was not said.
  return said.split('\n').slice(1, -1);
};

const test = suite('store in SQLite durability');

/** The later a round, the more a process has written when it is killed: up to 114 records. */
const rounds = schedule(10, 20);

test(`killed ${rounds} times with SIGKILL while writing, it keeps every acknowledged write, whole, and opens again at once`, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++)
    acknowledged.push(...(await killed(directory, `r${round}`, Math.round((round * 114) / (rounds - 1)))));
  assert.ok(acknowledged.length > 500, `only ${acknowledged.length} writes were acknowledged`);
  const store = await openStore(directory);
  const found = await store.read(async (view) => ({
    records: new Set((await view.list({ kind: 'workspaces' })).records.map(({ id }) => id)),
    links: new Set((await view.listLinks('tags', { to: 'tag-1' })).map(({ from }) => from)),
  }));
  await store.close();
  assert.equal(
    acknowledged.filter((id) => !found.records.has(id)),
    [],
  );
  assert.equal(
    [...found.records].filter((id) => !found.links.has(id)),
    [],
    'a unit is there whole or not at all',
  );
  assert.is(found.records.size, found.links.size);
});

test('closing waits for what is being written, and a closed store says so', async () => {
  const store = await openStore(directory);
  const writes = Array.from({ length: 200 }, (_, at) =>
    store.write((tx) => tx.insert({ id: `last-${at}`, kind: 'projects', scope: '', key: `last-${at}`, name: '', body: null })),
  );
  await Promise.all([...writes, store.close(), store.close()]);
  for (const use of [() => store.read(async () => 1), () => store.write(async () => 1), () => store.clear()]) {
    try {
      await use();
      assert.unreachable();
    } catch (error) {
      assert.is((error as Error).message, 'the store is closed');
    }
  }
  const again = await openStore(directory);
  assert.is(await again.read((view) => view.count({ kind: 'projects' })), 200);
  await again.close();
});

test.run();
