import { createCipheriv, hkdfSync } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toSchema5 } from './conformance/former-schema.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const readBytes = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');

const readVariable = (folder: string): string => {
  const file = new Database(join(folder, 'slipway.db'));
  try {
    return (file.prepare(`select body from records where id = 'v'`).get() as { body: string }).body;
  } finally {
    file.close();
  }
};

const former = suite('secrets of an older release');

/** As an older release sealed values of the CI service. */
const sealLegacy = (storeSecret: string, text: string): string => {
  const nonce = Buffer.alloc(12, 7);
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(storeSecret, 'base64'), '', 'values', 32));
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
};
const storeSecret = Buffer.alloc(32, 9).toString('base64');
/** Bodies of schema version 3, by kind. */
const formerBodies: readonly (readonly [kind: string, body: unknown, secret: (body: any) => unknown])[] = [
  ['ci-secret', storeSecret, (body) => body],
  ['vars', { value: 'canary-former', sensitive: true }, ({ value }) => value],
  ['ssh-keys', { value: 'canary-former' }, ({ value }) => value],
  ['state-contents', { text: 'canary-former' }, ({ text }) => text],
  ['ci-project-variables', { sealed: sealLegacy(storeSecret, 'canary-former'), mask: 'xxxx' }, ({ secret }) => secret],
  ['ci-webhooks', { sealed: sealLegacy(storeSecret, 'canary-former'), name: 'w' }, ({ secret }) => secret],
];
const formerRows = formerBodies.map(([kind, body], index) => {
  const id = kind === 'ci-secret' ? kind : `id-${kind}`;
  return {
    seq: index + 1,
    id,
    kind,
    scope: '',
    key: kind === 'ci-secret' ? 'store' : id,
    name: '',
    folded: '',
    version: 1,
    body: JSON.stringify(body),
  };
});
const checkFormer = async (store: Store): Promise<void> => {
  for (const [kind, body, read] of formerBodies) {
    const found = (await store.read((view) => view.list<any>({ kind }))).records[0]!.body;
    assert.is(read(found), kind === 'ci-secret' ? body : 'canary-former', kind);
  }
};

former('data of an older release is sealed at start, with its snapshots, and nothing of it stays in the file', async () => {
  const folder = join(temporaryFolder(), 'data');
  await (await openStore(folder)).close();
  const file = new Database(join(folder, 'slipway.db'));
  file.exec(
    `delete from meta where key in ('data-keys', 'is-sealed'); update meta set value = '3' where key = 'schema';
      drop table audit_events; ${toSchema5}`,
  );
  const columns = Object.keys(formerRows[0]!);
  const insert = file.prepare(
    `insert into records (${columns.map((name) => `"${name}"`).join()}) values (${columns.map(() => '?').join()})`,
  );
  for (const row of formerRows) insert.run(Object.values(row));
  file.exec(
    `insert into records (id, kind, scope, key, name, folded, version, body) values ('x', 'x', '', 'x', '', '', 1, '"canary-former"')`,
  );
  file.exec(`delete from records where id = 'x'`);
  const snapshot = file.prepare('insert into snapshots values (?, ?, ?)');
  snapshot.run('old', 0, JSON.stringify({ name: 'old', at: '2026-05-01T12:00:00.000Z', rows: formerRows.length, schema: 3 }));
  snapshot.run('old', 1, JSON.stringify({ table: 'records', rows: formerRows }));
  file.close();
  rmSync(join(folder, 'slipway.key'));
  assert.match(readBytes(folder), 'canary-former');
  let store = await openStore(folder);
  await checkFormer(store);
  assert.not.match(readBytes(folder), 'canary-former');
  assert.not.match(readBytes(folder), storeSecret);
  await store.close();
  assert.not.match(readBytes(folder), 'canary-former');
  store = await openStore(folder);
  await store.write((tx) => tx.archive.restoreSnapshot('old'));
  await checkFormer(store);
  await store.close();
});

former('what a release took for no secret is sealed at start, in the store and its snapshots', async () => {
  const folder = join(temporaryFolder(), 'data');
  const first = await openStore(folder);
  const webhook = { url: 'https://hooks.example/canary-address', secret: 'canary-signing', name: 'w' };
  await first.write(async (tx) => {
    await tx.insert({ id: 'w', kind: 'ci-webhooks', scope: '', key: 'w', name: '', body: webhook });
    await tx.insert({ id: 'v', kind: 'vars', scope: '', key: 'v', name: '', body: { value: 'canary-value', sensitive: true } });
  });
  await first.close();
  const file = new Database(join(folder, 'slipway.db'));
  const sealed = JSON.parse((file.prepare(`select body from records where id = 'w'`).get() as { body: string }).body);
  const listed = { 'ci-webhooks': [{ path: ['secret'] }], vars: [{ path: ['value'], when: 'sensitive' }] };
  file.prepare(`update records set body = ? where id = 'w'`).run(JSON.stringify({ ...sealed, url: webhook.url }));
  file.prepare(`update meta set value = ? where key = 'is-sealed'`).run(Buffer.from(JSON.stringify(listed)).toString('base64'));
  file.close();
  const before = readVariable(folder);
  assert.match(readBytes(folder), 'canary-address');
  const store = await openStore(folder);
  assert.equal({ ...(await store.read((view) => view.get<typeof webhook>('ci-webhooks', 'w')))!.body }, webhook);
  assert.equal((await store.read((view) => view.get<any>('vars', 'v')))!.body.value, 'canary-value');
  await store.close();
  assert.not.match(readBytes(folder), 'canary-address');
  // Kinds whose members are the same are not written again.
  assert.is(readVariable(folder), before);
});

former('rows of an older export are sealed as they are imported', async () => {
  const store = await openStore('memory');
  await store.write((tx) => tx.archive.replace([{ table: 'records', rows: formerRows }], { schema: 3 }));
  await checkFormer(store);
  await store.close();
});

former.run();
