import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBackup } from '../../cli/src/backup/create-backup.ts';
import { restoreStore } from '../../cli/src/backup/restore-store.ts';
import { checkDirectory } from '../../service/src/store/sqlite/check-directory.ts';
import { bundleScripts } from '../support/bundled-scripts.ts';
import { openSqlite } from '../../service/src/store/sqlite/open-sqlite.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('the data file is read as a whole after any end but a clean one');

const fill = async (): Promise<string> => {
  const directory = join(temporaryFolder(), 'data');
  const store = openSqlite({ directory });
  await store.write(async (tx) => {
    for (let at = 0; at < 100; at++)
      await tx.insert({ id: `p-${at}`, kind: 'projects', scope: '', key: `${at}`, name: '', body: { value: 'x'.repeat(2000) } });
  });
  await store.close();
  return directory;
};
const file = (directory: string): string => join(directory, 'slipway.db');

/** A byte in the header of a page of the middle, which a start does not read by itself. */
const damage = (directory: string): void => {
  const bytes = readFileSync(file(directory));
  bytes[Math.floor(bytes.length / 4096 / 2) * 4096]! ^= 0x40;
  writeFileSync(file(directory), bytes);
};
/** As if the file had always been so. */
const forgeNote = (directory: string): void => {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file(directory), { bigint: true });
  writeFileSync(join(directory, 'slipway.closed'), `${ino} ${size} ${mtimeNs} ${ctimeNs}\n`);
};
const open = async (directory: string): Promise<string> => {
  try {
    await openSqlite({ directory }).close();
    return 'opened';
  } catch (error) {
    return (error as Error).message;
  }
};
const refusal = /^the data file .*slipway\.db is damaged \(.*\): move .* away and restore a backup with `slipway restore`/;

/** A folder whose process was killed while it wrote. */
const leaveUnclean = async (directory: string): Promise<void> => {
  const [writer] = bundleScripts(join(import.meta.dirname, '../../service/test/store/writer.ts'));
  const child = spawn(process.execPath, [writer, directory, 'w'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (text.split('\n').length > 20) child.kill('SIGKILL');
  });
  await once(child, 'close');
};

test('a clean end notes which file it left, and the next start does not read all of it; a check does', async () => {
  const directory = await fill();
  const { ino, size, mtimeNs, ctimeNs } = statSync(file(directory), { bigint: true });
  assert.is(readFileSync(join(directory, 'slipway.closed'), 'utf8'), `${ino} ${size} ${mtimeNs} ${ctimeNs}\n`);
  damage(directory);
  forgeNote(directory);
  assert.is(await open(directory), 'opened');
  assert.throws(() => checkDirectory(directory), refusal);
});

test('a file that was changed since, copied, or has no note is read as a whole', async () => {
  const directory = await fill();
  damage(directory);
  assert.match(await open(directory), refusal);
  forgeNote(directory);
  const [copied, unnoted] = [await fill(), await fill()];
  for (const one of [copied, unnoted]) writeFileSync(file(one), readFileSync(file(directory)));
  writeFileSync(join(copied, 'slipway.closed'), readFileSync(join(directory, 'slipway.closed')));
  rmSync(join(unnoted, 'slipway.closed'));
  assert.match(await open(copied), refusal);
  assert.match(await open(unnoted), refusal);
});

test('after a kill, the next start reads the whole file, whatever the note says, and the one after its clean end does not', async () => {
  const directory = await fill();
  await leaveUnclean(directory);
  assert.ok(existsSync(`${file(directory)}-wal`));
  const whole = join(temporaryFolder(), 'data');
  cpSync(directory, whole, { recursive: true });
  damage(directory);
  forgeNote(directory);
  assert.match(await open(directory), refusal);
  assert.is(await open(whole), 'opened');
  damage(whole);
  forgeNote(whole);
  assert.is(await open(whole), 'opened');
});

test('a restored folder has no note, and one of another folder says nothing of it: its first start reads the whole file', async () => {
  const source = await fill();
  const backup = join(temporaryFolder(), 'backup');
  await createBackup(backup, { data: source });
  const folder = join(temporaryFolder(), 'restored');
  await restoreStore(backup, { data: folder, masterKeyFile: join(source, 'slipway.key') });
  assert.equal(readdirSync(folder), ['slipway.db']);
  damage(folder);
  cpSync(join(source, 'slipway.key'), join(folder, 'slipway.key'));
  cpSync(join(source, 'slipway.closed'), join(folder, 'slipway.closed'));
  assert.match(await open(folder), refusal);
});

test('a start that refuses leaves no note that the file is whole', async () => {
  const directory = await fill();
  damage(directory);
  const before = readFileSync(join(directory, 'slipway.closed'), 'utf8');
  assert.match(await open(directory), refusal);
  assert.is(readFileSync(join(directory, 'slipway.closed'), 'utf8'), before);
  assert.match(await open(directory), refusal);
});

test.run();
