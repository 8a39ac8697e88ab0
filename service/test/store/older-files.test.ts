/** A marked folder opens only with at least what it had when it was last seen (docs/decisions/0148). */
// watchdog: 300 s
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { schedule, torture } from '@slipway/test-support/scale';
import { numbers, seed } from '@slipway/test-support/seed';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import {
  copyFolder,
  cutFile,
  flipBytes,
  folderFiles,
  type FolderImage,
  judgeCopy,
  listBodies,
  readFolderFiles,
  takeImages,
} from './folder-images.ts';

const test = suite<{ images: readonly FolderImage[] }>('a folder with files of another time, or with less');
/** No start depends on it. */
const isNote = (name: string): boolean => /closed|pid|lock|key/.test(name);

test.before(async (context) => {
  context.images = await takeImages();
});

test('with one file of an earlier time is refused in a sentence, or nothing is missing', async ({ images }) => {
  const refused = new Set<string>();
  for (const [at, { words, folder, acknowledged }] of images.entries())
    for (const earlier of images.slice(0, at))
      for (const name of folderFiles.filter((one) => existsSync(join(earlier.folder, one)))) {
        if (!torture && isNote(name)) continue;
        const copy = copyFolder(folder);
        cpSync(join(earlier.folder, name), join(copy, name), { preserveTimestamps: true });
        const what = `${words}: ${name} of ${earlier.words}`;
        if ((await judgeCopy(what, copy, acknowledged)) === 'refused') refused.add(what);
        rmSync(copy, { recursive: true });
      }
  for (const what of [
    'a kill with everything in the log: slipway.db-wal of a kill of the first process',
    'a clean end: slipway.db-wal of a kill with everything in the log',
    'a kill in the log after that: slipway.db of a clean end',
    'a kill in the log after that: slipway.db-wal of a kill right after the log was moved',
    'a kill right after the log was moved: slipway.db-wal of a kill with everything in the log',
    'a second clean end: slipway.db of a clean end',
  ])
    assert.ok(refused.has(what), what);
});

test('of which one file was copied to another place is refused, or has everything', async ({ images }) => {
  for (const { words, folder, acknowledged } of images) {
    const copy = join(temporaryFolder(), 'data');
    for (const name of ['slipway.db', 'slipway.key']) cpSync(join(folder, name), join(copy, name), { recursive: true });
    assert.is(
      await judgeCopy(`${words}: the data file alone`, copy, acknowledged),
      words.includes('clean end') ? 'opened' : 'refused',
      words,
    );
  }
});

test('that is an earlier copy as a whole opens with what it had', async ({ images }) => {
  const [, earlier] = images;
  assert.is(await judgeCopy('an earlier copy', copyFolder(earlier!.folder), earlier!.acknowledged), 'opened');
});

test('of which the loss is accepted opens with what is left, keeps copies, and opens as any other from then on', async ({ images }) => {
  const [, { folder }] = images as [FolderImage, FolderImage];
  for (const [words, change, left] of [
    ['missing', (copy: string) => rmSync(join(copy, 'slipway.db-wal')), 0],
    ['cut', (copy: string) => cutFile(0.5)(join(copy, 'slipway.db-wal')), 30],
    ['changed', (copy: string) => flipBytes(0.5)(join(copy, 'slipway.db-wal')), 30],
    ['of another time', (copy: string) => cpSync(join(images[6]!.folder, 'slipway.db-wal'), join(copy, 'slipway.db-wal')), 0],
  ] as const) {
    const copy = copyFolder(folder);
    change(copy);
    const before = readFolderFiles(copy);
    assert.throws(() => openSqlite({ directory: copy }), /; `slipway serve --accept-loss` opens what is left$/, words);
    const said: string[] = [];
    const report = (message: string): void => void said.push(message);
    if (left === 0) {
      // Nothing was in the data file yet.
      assert.throws(() => openSqlite({ directory: copy, acceptLoss: true, report }), /slipway\.db holds no store: move /, words);
      assert.is(said.length, 1, words);
      continue;
    }
    const store = openSqlite({ directory: copy, acceptLoss: true, report });
    const found = (await listBodies(store)).size;
    await store.close();
    assert.ok(found >= left && found < 150, `${words}: ${found}`);
    assert.match(
      said.join('\n'),
      /^opens what is left, because of --accept-loss: the log .*\. Copies of the files are in .*before-loss-[^/]*$/,
      words,
    );
    const copies = said[0]!.split(' ').at(-1)!;
    assert.equal(
      readFolderFiles(copies),
      before.filter((line) => /^slipway\.(db|db-wal|store) /.test(line)),
      words,
    );
    const again = openSqlite({ directory: copy });
    assert.is((await listBodies(again)).size, found, words);
    await again.close();
  }
});

const random = numbers();
test(`damaged at random (seed ${seed}) is refused in a sentence, or nothing is missing`, async ({ images }) => {
  for (let round = 0; round < schedule(8, 400); round++) {
    const { words, folder, acknowledged } = images[random(images.length)]!;
    const copy = copyFolder(folder);
    const names = readdirSync(copy);
    const file = join(copy, names[random(names.length)]!);
    const [part, length] = [random(10_000) / 10_000, 1 + random(5000)];
    const change = random(4) === 0 ? cutFile(part) : flipBytes(part, length);
    change(file);
    await judgeCopy(`seed ${seed}, round ${round}: ${words}: ${file}, at ${part}, ${length} bytes`, copy, acknowledged);
    rmSync(copy, { recursive: true });
  }
});

test.run();
