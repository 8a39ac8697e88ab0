import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkDirectory } from '../../src/store/sqlite/check-directory.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const all = suite('permissions of a data folder');
const test = process.platform === 'win32' ? skipWithReason(all, 'Windows has no bits of permissions') : all;

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** A store that was closed, in a folder of this mode. */
const createFolder = async (mode: number): Promise<string> => {
  const directory = join(temporaryFolder(), 'data');
  mkdirSync(directory);
  chmodSync(directory, mode);
  await openSqlite({ directory }).close();
  return directory;
};
/** What is said when it is opened. */
const open = async (directory: string, keyFile?: string): Promise<readonly string[]> => {
  const said: string[] = [];
  try {
    const report = (message: string): void => void said.push(message);
    await openSqlite({ directory, report, ...(keyFile === undefined ? {} : { masterKey: { file: keyFile } }) }).close();
  } catch (error) {
    said.push(`refused: ${(error as Error).message}`);
  }
  return said;
};

test('what the service creates is for its user alone', async () => {
  const directory = join(temporaryFolder(), 'above', 'data');
  const store = openSqlite({ directory });
  const modes = ['.', 'slipway.db', 'slipway.db-wal', 'slipway.store', 'slipway.key'].map((name) => modeOf(join(directory, name)));
  await store.close();
  assert.equal(modes, ['700', '600', '600', '600', '600']);
  assert.is(modeOf(join(directory, '..')), '700');
});

test('a folder that others only enter is opened without a word: its files are closed to them', async () => {
  assert.equal(await open(await createFolder(0o755)), []);
});

test('a folder that every user can change is refused, by a check too; one that its group can change is said', async () => {
  const directory = await createFolder(0o755);
  chmodSync(directory, 0o777);
  const refusal = `the data directory ${directory} can be changed by every user (mode 777): run \`chmod 700 ${directory}\``;
  assert.equal(await open(directory), [`refused: ${refusal}`]);
  assert.throws(() => checkDirectory(directory), refusal);
  chmodSync(directory, 0o770);
  assert.equal(await open(directory), [
    `warning: the data directory ${directory} can be changed by its group (mode 770): run \`chmod 700 ${directory}\``,
  ]);
});

test('a data file that others can read is said, one that they can change is refused', async () => {
  const directory = await createFolder(0o755);
  const file = join(directory, 'slipway.db');
  chmodSync(file, 0o644);
  assert.equal(await open(directory), [`warning: ${file} can be read by others (mode 644): run \`chmod 600 ${file}\``]);
  chmodSync(file, 0o660);
  assert.equal(await open(directory), [`refused: ${file} can be changed by others (mode 660): run \`chmod 600 ${file}\``]);
  chmodSync(directory, 0o700);
  assert.equal(await open(directory), [], 'nobody else reaches it');
});

test('the key of a folder that others can read is refused; a key that was chosen is said where every user can read it', async () => {
  const directory = await createFolder(0o755);
  const key = join(directory, 'slipway.key');
  chmodSync(key, 0o640);
  assert.equal(await open(directory), [
    `refused: the master key ${key} can be read or changed by others (mode 640): run \`chmod 600 ${key}\`, ` +
      'and `slipway key rotate` if somebody else may have read it',
  ]);
  assert.equal(await open(directory, key), [], 'a platform mounts it for a group');
  chmodSync(key, 0o644);
  assert.equal(await open(directory, key), [
    `warning: the master key ${key} can be read by every user of this machine (mode 644): run \`chmod 600 ${key}\``,
  ]);
});

all.run();
