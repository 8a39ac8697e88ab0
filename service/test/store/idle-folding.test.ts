import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { createIdleFolding } from '../../src/store/sqlite/fold-when-idle.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const folding = suite('a log that is not due yet');
const hour = 3_600_000;

const insert = (store: Store, name: string): Promise<unknown> =>
  store.write((tx) => tx.insert({ id: name, kind: 'things', scope: '', key: name, name: '', body: { text: `text-of-${name}` } }));
/** Whether the data file itself has a text: what only the log has does not count. */
const isInDataFile = (directory: string, text: string): boolean => {
  const [file] = readdirSync(directory).filter((name) => /\.(?:db|sqlite)$/.test(name));
  assert.ok(file, readdirSync(directory).join(' '));
  return readFileSync(join(directory, file), 'latin1').includes(text);
};

folding('is moved into the data file when nobody writes, and the folder opens as it is then', async () => {
  const directory = temporaryFolder();
  const store = openSqlite({ directory, foldTimes: { idle: 1, longest: hour } });
  await insert(store, 'first');
  while (!isInDataFile(directory, 'text-of-first')) await delay(5);
  await insert(store, 'second');
  while (!isInDataFile(directory, 'text-of-second')) await delay(5);
  await store.close();
  const again = openSqlite({ directory });
  assert.equal((await again.read((view) => view.get('things', 'second')))!.body, { text: 'text-of-second' });
  await again.close();
});
folding('is moved after the longest time, although others are written', async () => {
  const directory = temporaryFolder();
  const store = openSqlite({ directory, foldTimes: { idle: hour, longest: 0 } });
  await insert(store, 'first');
  while (!isInDataFile(directory, 'text-of-first')) await delay(5);
  await store.close();
});
folding('waits for its time: until then the data file is as it was', async () => {
  const directory = temporaryFolder();
  const store = openSqlite({ directory, foldTimes: { idle: hour, longest: hour } });
  await insert(store, 'first');
  assert.is(isInDataFile(directory, 'text-of-first'), false);
  await store.close();
  assert.is(isInDataFile(directory, 'text-of-first'), true);
});
folding('what was moved meanwhile is not moved once more, and nothing is after the stop', () => {
  let [pending, folded] = [true, 0];
  const one = createIdleFolding({ isPending: () => pending }, () => void folded++, { idle: hour, longest: 0 });
  one.wake();
  assert.is(folded, 1);
  pending = false;
  one.wake();
  assert.is(folded, 1);
  pending = true;
  one.stop();
  one.wake();
  assert.is(folded, 1);
});

folding.run();
