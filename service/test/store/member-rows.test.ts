/** Rows of `record_members`: the migration makes of the records that it finds what triggers keep of those that are written. */
import { join } from 'node:path';
import Database from 'libsql';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.ts';
import type { Transaction } from '../../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { queryDatabase } from '@slipway/test-support/query-database';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { toSchema5, toSchema5Postgres } from './conformance/former-schema.ts';

/** A data folder, or a database, which no process has open between two units of work. */
interface Place {
  readonly url: string;
  readonly prefix: string;
  readonly toSchema5: string;
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
}

const write = async ({ url }: Place, work: (tx: Transaction) => Promise<unknown>): Promise<void> => {
  const store = await openStore(url);
  await store.write(work, ['acme', 'other']);
  await store.close();
};

const readRows = async ({ prefix, query }: Place): Promise<readonly unknown[]> =>
  (
    await query(`select r.id, m.scope, m.member, m.value from ${prefix}record_members m
      left join ${prefix}records r on r.seq = m.seq and r.kind = m.kind`)
  )
    .map(({ id, scope, member, value }) => [id ?? 'no record', scope, member, value].join(' '))
    .toSorted();

const insert = (tx: Transaction, kind: string, scope: string, id: string, body: object): Promise<unknown> =>
  tx.insert({ id, kind, scope, key: id, name: id, body });

const change = async (tx: Transaction, kind: string, id: string, body: object): Promise<void> => {
  await tx.update((await tx.get(kind, id))!, { body });
};

const full = {
  organization: 'acme',
  operation: 'plan_only',
  month: '2026-01',
  source: 'tfe-api',
  commit: 'c1',
  createdBy: { name: 'olivia' },
  status: 'planned',
};
const run1 = [
  'run-1 acme commit c1',
  'run-1 acme createdBy.name olivia',
  'run-1 acme month 2026-01',
  'run-1 acme operation plan_only',
  'run-1 acme organization acme',
  'run-1 acme source tfe-api',
  'run-1 acme status planned',
];
const ofWorkspaces = ['ws-1', 'ws-2', 'ws-3'].flatMap((id) => [`${id} acme currentRun.createdAt ~`, `${id} acme latestChangeAt `]);
const inOrder = (rows: readonly string[]): readonly string[] => rows.toSorted();

const fill = async (tx: Transaction): Promise<void> => {
  await insert(tx, 'workspaces', 'acme', 'ws-1', { attributes: { 'agent-pool-id': 'apool-1' } });
  await insert(tx, 'workspaces', 'acme', 'ws-2', { attributes: { 'agent-pool-id': null } });
  await insert(tx, 'workspaces', 'acme', 'ws-3', {});
  await insert(tx, 'runs', 'ws-1', 'run-1', full);
  await insert(tx, 'runs', 'ws-1', 'run-2', { organization: 'other', status: 'é'.repeat(301), source: null, createdBy: null });
  await insert(tx, 'runs', 'ws-2', 'run-3', { status: 'applied' });
  for (const [id, kind, scope, body] of ownedRecords) await insert(tx, kind, scope, id, body);
};
const usual = { global: false, parent: { type: 'organizations', id: 'acme' } };
const ofProject = { global: false, parent: { type: 'projects', id: 'prj-1' } };
const ownedRecords: readonly (readonly [id: string, kind: string, scope: string, body: object])[] = [
  ['varset-1', 'varsets', 'acme', usual],
  ['varset-2', 'varsets', 'acme', { ...usual, global: true }],
  ['varset-3', 'varsets', 'acme', ofProject],
  ['varset-4', 'varsets', 'acme', {}],
  ['at-1', 'tokens', '', { owner: { kind: 'user', id: 'user-1' } }],
  ['at-2', 'tokens', '', { owner: { kind: 'organization', id: 'acme' } }],
  ['at-3', 'tokens', '', { owner: null }],
  ['wstask-1', 'workspace-tasks', 'ws-1', { task: 'task-1' }],
  ['other-1', 'others', 'acme', { task: 'task-1', global: true, owner: { id: 'user-1' } }],
];
const ofOwners = [
  'at-1  owner.id user-1',
  'at-2  owner.id acme',
  'varset-2 acme global true',
  'varset-3 acme parent.id prj-1',
  'wstask-1  task task-1',
];
const ofRuns = [...run1, 'run-2 other organization other', 'ws-1 acme attributes.agent-pool-id apool-1'];
const filled = inOrder([...ofRuns, ...ofWorkspaces, ...ofOwners]);

const register = (rows: ReturnType<typeof suite>, place: (name: string) => Promise<Place>, on: string): void => {
  rows(`of records that a migration finds are those of records that are written, on ${on}`, async () => {
    const former = await place('found');
    await write(former, fill);
    assert.equal(await readRows(former), filled);
    await former.query(`update ${former.prefix}meta set value = '5' where key = 'schema'; ${former.toSchema5}`);
    await write(former, async () => {});
    assert.equal(await readRows(former), filled);
  });

  rows(`follow each change of a run, and go with it, on ${on}`, async () => {
    const runs = await place('runs');
    await write(runs, (tx) => insert(tx, 'runs', 'ws-1', 'run-1', full));
    assert.equal(await readRows(runs), run1);
    await write(runs, (tx) => change(tx, 'runs', 'run-1', { ...full, status: 'applied' }));
    assert.equal(await readRows(runs), [...run1.slice(0, -1), 'run-1 acme status applied']);
    await write(runs, (tx) => change(tx, 'runs', 'run-1', { organization: 'other', status: 'errored' }));
    assert.equal(await readRows(runs), ['run-1 other organization other', 'run-1 other status errored']);
    await write(runs, (tx) => tx.delete('runs', 'run-1'));
    assert.equal(await readRows(runs), []);
  });

  rows(`of the pool of a workspace follow it, and go with it, on ${on}`, async () => {
    const pools = await place('pools');
    const ofPools = async (): Promise<readonly unknown[]> => (await readRows(pools)).filter((row) => String(row).includes('agent-pool-id'));
    await write(pools, fill);
    assert.equal(await ofPools(), ['ws-1 acme attributes.agent-pool-id apool-1']);
    await write(pools, (tx) => change(tx, 'workspaces', 'ws-1', { attributes: { 'agent-pool-id': 'apool-2' } }));
    await write(pools, (tx) => change(tx, 'workspaces', 'ws-2', { attributes: { 'agent-pool-id': 'apool-1' } }));
    assert.equal(await ofPools(), ['ws-1 acme attributes.agent-pool-id apool-2', 'ws-2 acme attributes.agent-pool-id apool-1']);
    await write(pools, async (tx) =>
      tx.update((await tx.get('workspaces', 'ws-1'))!, { scope: 'other', body: { attributes: { 'agent-pool-id': 'apool-2' } } }),
    );
    await write(pools, (tx) => change(tx, 'workspaces', 'ws-2', { attributes: { 'agent-pool-id': null } }));
    assert.equal(await ofPools(), ['ws-1 other attributes.agent-pool-id apool-2']);
    await write(pools, (tx) => tx.delete('workspaces', 'ws-1'));
    assert.equal(await ofPools(), []);
  });
};

const registerOwners = (rows: ReturnType<typeof suite>, place: (name: string) => Promise<Place>, on: string): void => {
  rows(`of an owner follow each change, and go with their record, on ${on}`, async () => {
    const owners = await place('owners');
    await write(owners, async (tx) => {
      for (const [id, kind, scope, body] of ownedRecords) await insert(tx, kind, scope, id, body);
    });
    assert.equal(await readRows(owners), ofOwners);
    await write(owners, async (tx) => {
      await change(tx, 'varsets', 'varset-1', { ...usual, global: true });
      await change(tx, 'varsets', 'varset-2', usual);
      await change(tx, 'varsets', 'varset-3', { ...ofProject, parent: { type: 'projects', id: 'prj-2' } });
      await change(tx, 'varsets', 'varset-4', ofProject);
      await change(tx, 'tokens', 'at-1', { owner: { kind: 'user', id: 'user-2' } });
      await change(tx, 'tokens', 'at-2', { owner: { kind: 'user', id: 'é'.repeat(301) } });
    });
    const changed = [
      'at-1  owner.id user-2',
      'varset-1 acme global true',
      'varset-3 acme parent.id prj-2',
      'varset-4 acme parent.id prj-1',
    ];
    assert.equal(await readRows(owners), [...changed, 'wstask-1  task task-1']);
    await write(owners, async (tx) => {
      // The organization has another name: the set is its own as before.
      await tx.update((await tx.get('varsets', 'varset-2'))!, { scope: 'other', body: { ...usual, parent: { id: 'other' } } });
      await tx.update((await tx.get('varsets', 'varset-3'))!, { scope: 'other', body: ofProject });
      for (const id of ['varset-1', 'varset-4']) await tx.delete('varsets', id);
      await tx.delete('tokens', 'at-1');
      await tx.delete('workspace-tasks', 'wstask-1');
    });
    assert.equal(await readRows(owners), ['varset-3 other parent.id prj-1']);
  });
};

const members = suite('rows of members');
const server = await startPostgres();
members.after(async () => {
  if (typeof server !== 'string') await server.stop();
});

const openFolder = async (name: string): Promise<Place> => {
  const url = join(temporaryFolder(), name);
  const query = async (sql: string): Promise<readonly Record<string, unknown>[]> => {
    const file = new Database(join(url, 'slipway.db'));
    try {
      if (sql.startsWith('select')) return file.prepare(sql).all() as Record<string, unknown>[];
      file.exec(sql);
      return [];
    } finally {
      file.close();
    }
  };
  return { url, prefix: '', toSchema5, query };
};
register(members, openFolder, 'SQLite');
registerOwners(members, openFolder, 'SQLite');

if (typeof server === 'string') skipWithReason(members, server)('on PostgreSQL', () => {});
else {
  const openDatabase = async (name: string): Promise<Place> => {
    const { url } = await server.database(`member_rows_${name}`);
    return { url, prefix: 'slipway.', toSchema5: toSchema5Postgres, query: (sql) => queryDatabase(url, sql) };
  };
  register(members, openDatabase, 'PostgreSQL');
  registerOwners(members, openDatabase, 'PostgreSQL');
}

members.run();
