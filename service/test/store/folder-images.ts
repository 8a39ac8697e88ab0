/** Folders as a process leaves them, and what may be done to their files: they are refused, or nothing is missing (docs/decisions/0148). */
import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkDirectory } from '../../src/store/sqlite/check-directory.ts';
import { StoreUnavailable } from '../../src/store/failures.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

export const folderFiles = [
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
export interface FolderImage {
  readonly words: string;
  readonly folder: string;
  readonly acknowledged: ReadonlyMap<string, string>;
}

export const listBodies = (store: Store): Promise<ReadonlyMap<string, string>> =>
  store.read(async (view) => {
    const found = new Map<string, string>();
    for (const kind of ['workspaces', 'ssh-keys'])
      for (const { id, body } of (await view.list({ kind })).records) found.set(id, JSON.stringify(body));
    return found;
  });

/** Writes one record after the other, and copies the folder in between: what `kill -9` leaves. */
export const takeImages = async (): Promise<readonly FolderImage[]> => {
  const directory = join(temporaryFolder(), 'data');
  const images: FolderImage[] = [];
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

export type FileChange = (file: string) => void;
export const flipBytes =
  (part: number, length = 400): FileChange =>
  (file) => {
    const bytes = readFileSync(file);
    const from = Math.min(Math.floor(bytes.length * part), Math.max(0, bytes.length - length));
    for (let at = from; at < Math.min(bytes.length, from + length); at++) bytes[at]! ^= 0xff;
    writeFileSync(file, bytes);
  };
export const cutFile =
  (part: number): FileChange =>
  (file) =>
    truncateSync(file, Math.floor(statSync(file).size * part));

export const fileDamages: readonly (readonly [string, FileChange])[] = [
  ['missing', (file) => rmSync(file)],
  ['empty', (file) => truncateSync(file, 0)],
  ['cut to a quarter', cutFile(0.25)],
  ['cut to half', cutFile(0.5)],
  ['cut to three quarters', cutFile(0.75)],
  ['cut by a byte', (file) => truncateSync(file, Math.max(0, statSync(file).size - 1))],
  ['cut by a page', (file) => truncateSync(file, Math.max(0, statSync(file).size - 4096))],
  ['flipped at the beginning', flipBytes(0)],
  ['flipped at a quarter', flipBytes(0.25)],
  ['flipped at half', flipBytes(0.5)],
  ['flipped at three quarters', flipBytes(0.75)],
  ['flipped at the end', flipBytes(1)],
  ['one byte of the first quarter', flipBytes(0.25, 1)],
  ['one byte of the last quarter', flipBytes(0.75, 1)],
];

const isSentence = /^[^\n]{20,900}$/;
/** What to do is said in each of them. */
const saysWhatToDo = /`slipway restore`|pass the key|put .* back|openssl rand/;

export const readFolderFiles = (folder: string): readonly string[] =>
  folderFiles
    .filter((name) => name !== 'slipway.lock' && existsSync(join(folder, name)))
    .map((name) => `${name} ${readFileSync(join(folder, name), 'base64')}`);

/** Opens a copy. Nothing acknowledged is missing, or it is refused in a sentence, by a check too, and stays as it is. */
export const judgeCopy = async (
  words: string,
  folder: string,
  acknowledged: ReadonlyMap<string, string>,
): Promise<'opened' | 'refused'> => {
  const before = readFolderFiles(folder);
  let refusal: Error | undefined;
  let check: string | undefined;
  try {
    checkDirectory(folder);
  } catch (error) {
    check = (error as Error).message;
  }
  assert.equal(readFolderFiles(folder), before, `${words}: a check changes nothing`);
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
  assert.equal(readFolderFiles(folder), before, `${words}: what is refused stays as it is`);
  return 'refused';
};

export const copyFolder = (folder: string): string => {
  const copy = join(temporaryFolder(), 'data');
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  return copy;
};
