import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StoreUnavailable } from '../../src/store/failures.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { bundleScripts } from '@slipway/test-support/bundled-scripts';
import { skipWithReason } from '@slipway/test-support/skip';

const root = mkdtempSync(join(tmpdir(), 'slipway-data-'));
chmodSync(root, 0o755);
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
const [writerScript, storeScript] = bundleScripts(
  join(import.meta.dirname, 'writer.ts'),
  join(import.meta.dirname, '../../src/store/sqlite/open-sqlite.ts'),
);
const writer = (target: string) => [writerScript, target, 'w'];

const refused = (directory: string): string => {
  try {
    openSqlite({ directory });
  } catch (error) {
    assert.instance(error, StoreUnavailable);
    return (error as Error).message;
  }
  throw new Error('it should have been refused');
};

const test = suite('store in SQLite data directory');

test('is made with its parents, for its owner alone, and leaves only the data file when closed', async () => {
  const directory = join(root, 'a/b/c');
  const store = openSqlite({ directory });
  assert.is(statSync(directory).mode & 0o777, 0o700);
  assert.is(statSync(join(directory, 'slipway.db')).mode & 0o777, 0o600);
  assert.ok(existsSync(join(directory, 'slipway.pid')));
  await store.close();
  assert.not.ok(existsSync(join(directory, 'slipway.pid')));
  assert.not.ok(existsSync(join(directory, 'slipway.db-wal')));
});

test('locked by another process, it is refused with its path and the process; after kill -9 it is free', async () => {
  const directory = join(root, 'locked');
  const holder = spawn(process.execPath, writer(directory), { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  assert.is(refused(directory), `the data directory ${directory} is in use by process ${holder.pid}: stop it, or choose another directory`);
  holder.stdout.resume();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const store = openSqlite({ directory });
  assert.is(
    refused(directory),
    `the data directory ${directory} is in use by this process (${process.pid}): stop it, or choose another directory`,
  );
  await store.close();
  await openSqlite({ directory }).close();
});

test('a note left by a process that is gone names nobody', async () => {
  const directory = join(root, 'stale-note');
  const store = openSqlite({ directory });
  const gone = execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }).trim();
  writeFileSync(join(directory, 'slipway.pid'), `${gone}\n`);
  assert.is(refused(directory), `the data directory ${directory} is in use by another process: stop it, or choose another directory`);
  await store.close();
});

test('a data file of a newer schema is refused, naming both versions, and stays as it is', async () => {
  const directory = join(root, 'newer');
  await openSqlite({ directory }).close();
  const file = new Database(join(directory, 'slipway.db'));
  file.exec(`update meta set value = '99' where key in ('schema', 'oldest-schema')`);
  file.close();
  assert.is(
    refused(directory),
    `the data directory ${directory} was written by a newer release: its schema version is 99, this release knows 12. ` +
      'Use the newer release, or another place.',
  );
  const after = new Database(join(directory, 'slipway.db'));
  assert.is((after.prepare(`select value from meta where key = 'schema'`).get() as { value: string }).value, '99');
  after.close();
});

test('a path that is a file, or goes through one, is refused', () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  assert.is(refused(file), `cannot use the data directory ${file}: it is a file, not a directory`);
  assert.is(refused(join(file, 'data')), `cannot use the data directory ${join(file, 'data')}: a part of the path is a file`);
});

const onLinux = process.platform === 'linux' ? test : skipWithReason(test, 'only Linux has /proc');
onLinux('a place where no directory can be made is refused at once', () => {
  assert.is(refused('/proc/slipway/data'), 'cannot use the data directory /proc/slipway/data: no directory can be made there');
});

test('a data file that is something else is refused, and stays as it is', () => {
  const directory = join(root, 'foreign');
  mkdirSync(directory);
  writeFileSync(join(directory, 'slipway.db'), 'this is not a database, though it is long enough to look like a page\n'.repeat(100));
  assert.is(
    refused(directory),
    `${directory}: the data file is damaged or not a data file (SQLITE_NOTADB): ` +
      `restore a backup with \`slipway restore\` (docs/team-service.md)`,
  );
  assert.is(statSync(join(directory, 'slipway.db')).size, 6900);
});

const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const canSwitch =
  process.getuid?.() !== 0 ||
  (() => {
    try {
      execFileSync(process.execPath, ['-e', 'require("fs").accessSync(process.argv[1], 4)', join(import.meta.dirname, 'writer.ts')], {
        ...unprivileged,
        stdio: 'ignore',
      });
      return true;
    } catch {
      return false;
    }
  })();
const asSomebody = canSwitch ? test : skipWithReason(test, 'root may write anywhere, and another user cannot read this checkout');
asSomebody('without permission, it is refused', () => {
  const directory = join(root, 'forbidden');
  mkdirSync(directory);
  chmodSync(directory, 0o500);
  const script =
    `import('${storeScript}').then(({ openSqlite }) =>` +
    ` openSqlite({ directory: '${directory}' })).catch((error) => console.log(error.constructor.name + ': ' + error.message))`;
  const said = execFileSync(process.execPath, ['-e', script], {
    ...unprivileged,
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, HOME: '/nonexistent', TMPDIR: '/tmp' },
  });
  chmodSync(directory, 0o700);
  assert.is(said, `StoreUnavailable: cannot use the data directory ${directory}: permission denied\n`);
});

test.run();
