/** A marked folder opens only with at least what it had when it was last seen (docs/decisions/0148). */
// watchdog: 300 s
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkDirectory } from '../../src/service/store/sqlite/check-directory.ts';
import { StoreUnavailable } from '../../src/service/store/failures.ts';
import { openSqlite } from '../../src/service/store/sqlite/open-sqlite.ts';
import type { Store } from '../../src/service/store/store.ts';
import { schedule, torture } from '../support/scale.ts';
import { numbers, seed } from '../support/seed.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const files = [
  'slipway.db',
  'slipway.db-wal',
  'slipway.store',
  'slipway.sums',
  'slipway.key',
  'slipway.closed',
  'slipway.pid',
  'slipway.lock',
];

/** A folder as a process leaves it that ends now, with what was acknowledged until then. */
interface Image {
  readonly words: string;
  readonly folder: string;
  readonly acknowledged: ReadonlyMap<string, string>;
}

const listBodies = (store: Store): Promise<ReadonlyMap<string, string>> =>
  store.read(async (view) => {
    const found = new Map<string, string>();
    for (const kind of ['workspaces', 'ssh-keys'])
      for (const { id, body } of (await view.list({ kind })).records) found.set(id, JSON.stringify(body));
    return found;
  });

/** Writes one record after the other, and copies the folder in between: what `kill -9` leaves. */
const takeImages = async (): Promise<readonly Image[]> => {
  const directory = join(temporaryFolder(), 'data');
  const images: Image[] = [];
  const acknowledged = new Map<string, string>();
  let store: Store;
  const add = async (count: number, size = 600): Promise<void> => {
    for (let at = 0; at < count; at++) {
      const id = `r-${acknowledged.size}`;
      const kind = acknowledged.size % 5 === 0 ? 'ssh-keys' : 'workspaces';
      const body = { value: `${id} `.padEnd(size, 'abcdefgh') };
      await store.write((tx) => tx.insert({ id, kind, scope: '', key: id, name: id, body }));
      acknowledged.set(id, JSON.stringify(body));
    }
  };
  const take = (words: string): void => {
    const folder = join(temporaryFolder(), 'image');
    cpSync(directory, folder, { recursive: true, preserveTimestamps: true });
    images.push({ words, folder, acknowledged: new Map(acknowledged) });
  };
  store = openSqlite({ directory });
  await add(30);
  take('a kill of the first process');
  await add(120);
  take('a kill with everything in the log');
  await store.close();
  take('a clean end');
  store = openSqlite({ directory });
  take('a kill right after a start');
  await add(40);
  take('a kill after a second start');
  await add(9, 1_000_000);
  // The log is moved in a turn of its own.
  await store.write(async () => {});
  take('a kill right after the log was moved');
  await add(20);
  take('a kill in the log after that');
  await store.close();
  take('a second clean end');
  return images;
};

type Change = (file: string) => void;
const flip =
  (part: number, length = 400): Change =>
  (file) => {
    const bytes = readFileSync(file);
    const from = Math.min(Math.floor(bytes.length * part), Math.max(0, bytes.length - length));
    for (let at = from; at < Math.min(bytes.length, from + length); at++) bytes[at]! ^= 0xff;
    writeFileSync(file, bytes);
  };
const cut =
  (part: number): Change =>
  (file) =>
    truncateSync(file, Math.floor(statSync(file).size * part));

const damages: readonly (readonly [string, Change])[] = [
  ['missing', (file) => rmSync(file)],
  ['empty', (file) => truncateSync(file, 0)],
  ['cut to a quarter', cut(0.25)],
  ['cut to half', cut(0.5)],
  ['cut to three quarters', cut(0.75)],
  ['cut by a byte', (file) => truncateSync(file, Math.max(0, statSync(file).size - 1))],
  ['cut by a page', (file) => truncateSync(file, Math.max(0, statSync(file).size - 4096))],
  ['flipped at the beginning', flip(0)],
  ['flipped at a quarter', flip(0.25)],
  ['flipped at half', flip(0.5)],
  ['flipped at three quarters', flip(0.75)],
  ['flipped at the end', flip(1)],
  ['one byte of the first quarter', flip(0.25, 1)],
  ['one byte of the last quarter', flip(0.75, 1)],
];

const isSentence = /^[^\n]{20,900}$/;
/** What to do is said in each of them. */
const saysWhatToDo = /`slipway restore`|pass the key|put .* back|openssl rand/;

const readFiles = (folder: string): readonly string[] =>
  files
    .filter((name) => name !== 'slipway.lock' && existsSync(join(folder, name)))
    .map((name) => `${name} ${readFileSync(join(folder, name), 'base64')}`);

/** Opens a copy. Nothing acknowledged is missing, or it is refused in a sentence, by a check too, and stays as it is. */
const judge = async (words: string, folder: string, acknowledged: ReadonlyMap<string, string>): Promise<'opened' | 'refused'> => {
  const before = readFiles(folder);
  let refusal: Error | undefined;
  let check: string | undefined;
  try {
    checkDirectory(folder);
  } catch (error) {
    check = (error as Error).message;
  }
  assert.equal(readFiles(folder), before, `${words}: a check changes nothing`);
  try {
    const store = openSqlite({ directory: folder });
    const found = await listBodies(store);
    const lost = [...acknowledged].filter(([id, body]) => found.get(id) !== body).map(([id]) => id);
    await store.close();
    assert.equal(lost.slice(0, 3), [], `${words}: ${lost.length} of ${acknowledged.size} acknowledged records are missing or changed`);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw new Error(`${words}: ${(error as Error).message}`, { cause: error });
    refusal = error;
  }
  assert.is(check, refusal?.message, `${words}: a check says the same`);
  if (!refusal) return 'opened';
  assert.match(refusal.message, isSentence, words);
  assert.match(refusal.message, saysWhatToDo, words);
  assert.equal(readFiles(folder), before, `${words}: what is refused stays as it is`);
  return 'refused';
};

const copyOf = (folder: string): string => {
  const copy = join(temporaryFolder(), 'data');
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  return copy;
};

const test = suite<{ images: readonly Image[] }>('a damaged folder');
test.before(async (context) => {
  context.images = await takeImages();
});

test('that is whole opens with everything, however its process ended', async ({ images }) => {
  for (const { words, folder, acknowledged } of images) assert.is(await judge(words, copyOf(folder), acknowledged), 'opened', words);
});

/** Files that no start depends on. */
const notes = new Set(['slipway.closed', 'slipway.pid', 'slipway.lock']);
const matrixImages = new Set(['a kill with everything in the log', 'a clean end', 'a kill in the log after that']);
const largeDamages = new Set([
  'missing',
  'cut to half',
  'cut by a page',
  'flipped at half',
  'flipped at three quarters',
  'one byte of the last quarter',
]);

/** The other images have the same files in other states, and large ones take long to copy. */
const isLeftToTorture = (words: string, name: string, damage: string): boolean =>
  !matrixImages.has(words) ||
  (notes.has(name) && damage !== 'missing' && damage !== 'empty') ||
  (words.endsWith('after that') && !largeDamages.has(damage));

test('with one file missing, empty, cut or changed is refused in a sentence, or nothing is missing', async ({ images }) => {
  const refused = new Set<string>();
  for (const { words, folder, acknowledged } of images)
    for (const name of readdirSync(folder))
      for (const [damage, change] of damages) {
        if (!torture && isLeftToTorture(words, name, damage)) continue;
        const copy = copyOf(folder);
        change(join(copy, name));
        const what = `${words}: ${name} ${damage}`;
        if ((await judge(what, copy, acknowledged)) === 'refused') refused.add(what);
        rmSync(copy, { recursive: true });
      }
  for (const what of [
    'a kill with everything in the log: slipway.db-wal missing',
    'a kill with everything in the log: slipway.db-wal empty',
    'a kill with everything in the log: slipway.db-wal cut by a page',
    'a kill with everything in the log: slipway.db-wal flipped at half',
    'a kill with everything in the log: slipway.db-wal flipped at the end',
    'a kill with everything in the log: slipway.db missing',
    'a kill with everything in the log: slipway.key empty',
    'a kill in the log after that: slipway.db-wal missing',
    'a clean end: slipway.db missing',
    'a clean end: slipway.db cut to half',
    'a clean end: slipway.db flipped at half',
    'a clean end: slipway.db one byte of the last quarter',
    'a kill in the log after that: slipway.db flipped at half',
    'a clean end: slipway.key missing',
  ])
    assert.ok(refused.has(what), what);
});

test('with one file of an earlier time is refused in a sentence, or nothing is missing', async ({ images }) => {
  const refused = new Set<string>();
  for (const [at, { words, folder, acknowledged }] of images.entries())
    for (const earlier of images.slice(0, at))
      for (const name of files.filter((one) => existsSync(join(earlier.folder, one)))) {
        if (!torture && notes.has(name)) continue;
        const copy = copyOf(folder);
        cpSync(join(earlier.folder, name), join(copy, name), { preserveTimestamps: true });
        const what = `${words}: ${name} of ${earlier.words}`;
        if ((await judge(what, copy, acknowledged)) === 'refused') refused.add(what);
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
    assert.is(await judge(`${words}: the data file alone`, copy, acknowledged), words.includes('clean end') ? 'opened' : 'refused', words);
  }
});

test('that is an earlier copy as a whole opens with what it had', async ({ images }) => {
  const [, earlier] = images;
  assert.is(await judge('an earlier copy', copyOf(earlier!.folder), earlier!.acknowledged), 'opened');
});

test('of which the loss is accepted opens with what is left, keeps copies, and opens as any other from then on', async ({ images }) => {
  const [, { folder }] = images as [Image, Image];
  for (const [words, change, left] of [
    ['missing', (copy: string) => rmSync(join(copy, 'slipway.db-wal')), 0],
    ['cut', (copy: string) => cut(0.5)(join(copy, 'slipway.db-wal')), 30],
    ['changed', (copy: string) => flip(0.5)(join(copy, 'slipway.db-wal')), 30],
    ['of another time', (copy: string) => cpSync(join(images[6]!.folder, 'slipway.db-wal'), join(copy, 'slipway.db-wal')), 0],
  ] as const) {
    const copy = copyOf(folder);
    change(copy);
    const before = readFiles(copy);
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
      readFiles(copies),
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
    const copy = copyOf(folder);
    const names = readdirSync(copy);
    const file = join(copy, names[random(names.length)]!);
    const [part, length] = [random(10_000) / 10_000, 1 + random(5000)];
    const change = random(4) === 0 ? cut(part) : flip(part, length);
    change(file);
    await judge(`seed ${seed}, round ${round}: ${words}: ${file}, at ${part}, ${length} bytes`, copy, acknowledged);
    rmSync(copy, { recursive: true });
  }
});

test.run();
