import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { UnreadableSecret } from '../../src/store/sealing/sealer.ts';
import { canHoldSecret, secretMembers } from '../../src/store/sealing/secret-members.ts';
import type { Store } from '../../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const newFolder = (): string => join(temporaryFolder(), 'data');
/** Keys of 32 bytes, each another one. */
let keys = 0;
const newKey = (): string => Buffer.alloc(32, ++keys).toString('base64');
const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it did not fail',
    (error: Error) => error.message,
  );
const insertKey = (store: Store, value: string, id = 'sshkey-1') =>
  store.write((tx) => tx.insert({ id, kind: 'ssh-keys', scope: 'acme', key: id, name: 'n', body: { name: 'n', value } }));
const readKey = (store: Store, id = 'sshkey-1'): Promise<string | undefined> =>
  store.read(async (view) => (await view.get<{ value: string }>('ssh-keys', id))?.body.value);
const readBytes = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');

const sealing = suite('sealed secrets');

/** A body with a secret at each path that a kind has. */
const bodyOf = (kind: string, value: string): unknown => {
  const place = (body: any, path: readonly string[], when: string | undefined): unknown => {
    const [name, ...rest] = path;
    if (name === undefined) return value;
    if (name === '*') return [place({}, rest, when)];
    return { ...body, ...(rest.length === 0 && when ? { [when]: true } : {}), [name]: place(body[name] ?? {}, rest, when) };
  };
  return secretMembers[kind]!.reduce((body: unknown, { path, when }) => place(body, path, when), {});
};

sealing('the text of a body can hold a secret where it has the name of one, as it is or with escapes', () => {
  for (const kind of Object.keys(secretMembers)) assert.ok(canHoldSecret(kind, JSON.stringify(bodyOf(kind, 'x'))), kind);
  assert.ok(canHoldSecret('ssh-keys', '{"\\u0076alue":"x"}'));
  assert.ok(canHoldSecret('ci-secret', '"x"'));
  assert.not.ok(canHoldSecret('workspaces', '{"name":"web","attributes":{"description":"a webhook"},"outputs":[]}'));
  assert.not.ok(canHoldSecret('projects', '{"value":"x"}'));
});

sealing('every secret member of every kind is sealed on disk, and reads as it was written', async () => {
  const folder = newFolder();
  const store = await openStore(folder);
  for (const kind of Object.keys(secretMembers)) {
    const body = bodyOf(kind, 'canary-value');
    const id = kind === 'ci-secret' ? 'ci-secret' : `id-${kind}`;
    const inserted = await store.write((tx) => tx.insert({ id, kind, scope: '', key: id, name: '', body }));
    assert.equal(inserted.body, body);
    const found = await store.read((view) => view.get(kind, id));
    assert.equal(JSON.parse(JSON.stringify(found!.body)), body, kind);
    await store.write(async (tx) => tx.update((await tx.get<object>(kind, id))!, { body, name: 'changed' }));
    assert.equal(JSON.parse(JSON.stringify((await store.read((view) => view.list({ kind }))).records[0]!.body)), body, kind);
  }
  await store.write((tx) => tx.archive.saveSnapshot('one', '2026-05-01T12:00:00.000Z'));
  assert.not.match(readBytes(folder), 'canary-value');
  await store.close();
  assert.not.match(readBytes(folder), 'canary-value');
});

sealing('a value that is not sensitive stays readable, and looks like nothing else', async () => {
  const folder = newFolder();
  const store = await openStore(folder);
  const body = { sensitive: false, value: { sealed: 'x.y' } };
  await store.write((tx) => tx.insert({ id: 'var-1', kind: 'vars', scope: '', key: 'a', name: '', body }));
  assert.equal((await store.read((view) => view.get('vars', 'var-1')))!.body, body);
  await store.close();
});

sealing('a sealed value fits its record and its member alone', async () => {
  const folder = newFolder();
  let store = await openStore(folder);
  await insertKey(store, 'one');
  await insertKey(store, 'two', 'sshkey-2');
  await store.close();
  const file = new Database(join(folder, 'slipway.db'));
  file.exec(`update records set body = (select body from records where id = 'sshkey-1') where id = 'sshkey-2'`);
  file.close();
  store = await openStore(folder);
  assert.is(await readKey(store), 'one');
  const error = await readKey(store, 'sshkey-2').catch((caught: unknown) => caught);
  assert.instance(error, UnreadableSecret);
  assert.is((error as Error).message, 'a secret of ssh-keys sshkey-2 does not open: it was changed, or sealed with another key');
  await store.close();
});

sealing('the master key is a file beside the data, for its owner alone; without it the store does not open', async () => {
  const folder = newFolder();
  const file = join(folder, 'slipway.key');
  const store = await openStore(folder);
  await insertKey(store, 'one');
  await store.close();
  assert.is(statSync(file).mode & 0o777, 0o600);
  const key = readFileSync(file, 'utf8');
  assert.match(key, /^[\w+/]{43}=\n$/);
  rmSync(file);
  const where = `the data directory ${folder}`;
  assert.is(
    await failure(openStore(folder)),
    `the master key of ${where} is missing: put ${file} back from its copy, or pass the key ` +
      '(--master-key-file, --master-key-command or SLIPWAY_MASTER_KEY)',
  );
  assert.not(existsSync(file));
  assert.is(
    await failure(openStore(folder, { masterKey: { value: newKey() } })),
    `${where} is sealed with another master key: pass the key with which it was created, or to which it was rotated ` +
      '(--master-key-file, --master-key-command or SLIPWAY_MASTER_KEY)',
  );
  const again = await openStore(folder, { masterKey: { value: key } });
  assert.is(await readKey(again), 'one');
  await again.close();
});

sealing('the master key comes from a file, a value or a command, in base64 or hexadecimal', async () => {
  const folder = newFolder();
  const bytes = Buffer.alloc(32, 0xa1);
  const other = temporaryFolder({ 'master.key': `${bytes.toString('hex')}\n`, 'odd.key': 'hunter2\n' });
  for (const [masterKey, text] of [
    [{ file: join(other, 'master.key') }, 'one'],
    [{ value: bytes.toString('base64') }, 'two'],
    [{ command: `cat '${join(other, 'master.key')}'` }, 'three'],
  ] as const) {
    const store = await openStore(folder, { masterKey });
    await insertKey(store, text, `sshkey-${text}`);
    assert.is(await readKey(store, 'sshkey-one'), 'one');
    await store.close();
  }
  assert.not(existsSync(join(folder, 'slipway.key')));
  const howTo = 'expected 32 bytes in base64 or hexadecimal, such as `openssl rand -base64 32` prints';
  for (const [masterKey, words] of [
    [{ file: join(other, 'none.key') }, `cannot read the master key ${join(other, 'none.key')}: ENOENT`],
    [{ file: join(other, 'odd.key') }, `${join(other, 'odd.key')} is not a master key: ${howTo}`],
    [{ value: 'hunter2' }, `SLIPWAY_MASTER_KEY is not a master key: ${howTo}`],
    [{ command: 'echo hunter2' }, `the output of the command for the master key is not a master key: ${howTo}`],
    [{ command: 'echo hunter2; exit 3' }, 'the command for the master key failed (exit code 3)'],
  ] as const)
    assert.is(await failure(openStore(folder, { masterKey })), words);
});

sealing('rotation seals everything anew, snapshots too, and leaves nothing that the former keys open', async () => {
  const folder = newFolder();
  let store = await openStore(folder);
  await insertKey(store, 'one');
  await store.write((tx) => tx.archive.saveSnapshot('before', '2026-05-01T12:00:00.000Z'));
  const former = await store.read(async (view) => view.archive.currentKey());
  const next = newKey();
  await store.rotateKeys(Buffer.from(next, 'base64'));
  assert.is(await readKey(store), 'one');
  await store.close();
  assert.not.match(readBytes(folder), former);
  assert.match(await failure(openStore(folder)), / is sealed with another master key: /);
  store = await openStore(folder, { masterKey: { value: next } });
  await store.write((tx) => tx.delete('ssh-keys', 'sshkey-1'));
  await store.write((tx) => tx.archive.restoreSnapshot('before'));
  assert.is(await readKey(store), 'one');
  await store.close();
});

sealing('deleted content is overwritten', async () => {
  const folder = newFolder();
  const store = await openStore(folder);
  await store.write((tx) => tx.insert({ id: 'p', kind: 'projects', scope: '', key: 'p', name: '', body: { description: 'deleted-text' } }));
  await store.write((tx) => tx.delete('projects', 'p'));
  await store.close();
  assert.not.match(readBytes(folder), 'deleted-text');
});

const server = await startPostgres();
if (typeof server !== 'string') {
  sealing('processes on one database see that another one rotated the keys', async () => {
    const { url } = await server.database('rotation');
    const folder = temporaryFolder({ 'master.key': newKey() });
    const masterKey = { file: join(folder, 'master.key') };
    const [one, two] = [await openPostgres({ url, masterKey }), await openPostgres({ url, masterKey })];
    await insertKey(one, 'one');
    assert.is(await readKey(two), 'one');
    await one.rotateKeys();
    assert.is(await readKey(two), 'one');
    await one.rotateKeys();
    await insertKey(two, 'two', 'sshkey-2');
    assert.equal([await readKey(one, 'sshkey-2'), await readKey(two, 'sshkey-2')], ['two', 'two']);
    assert.match(
      await failure(openPostgres({ url, masterKey: { value: newKey() } })),
      /^PostgreSQL at .* is sealed with another master key/,
    );
    writeFileSync(join(folder, 'next.key'), newKey());
    const next = { file: join(folder, 'next.key') };
    await one.rotateKeys(Buffer.from(readFileSync(next.file, 'utf8'), 'base64'));
    assert.match(await failure(readKey(two)), / is sealed with another master key: /);
    for (const store of [one, two]) await store.close();
    const three = await openPostgres({ url, masterKey: next });
    assert.is(await readKey(three), 'one');
    await three.close();
  });
  sealing.after(async () => void (await server.stop()));
}
sealing.run();
