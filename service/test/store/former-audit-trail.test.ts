/** Up to schema version 4, the entries of audit trails were records. */
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toSchema5, toSchema5Postgres } from './conformance/former-schema.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const server = await startPostgres();
const former = suite('audit trails of an older release');

const body = JSON.stringify({
  organization: 'acme',
  caller: { kind: 'team', id: 'team-1', name: "o'ps" },
  requestId: 'req-1',
  resource: { id: 'ws-1', type: 'workspace', action: 'create' },
});
const at = '2026-05-01T12:00:00.000Z';
const row = { id: 'ae-1', kind: 'audit-events', scope: 'acme', key: 'ae-1', name: at, folded: at.toLowerCase(), version: 1, body };
const columns = Object.keys(row).join();

const check = async (store: Store): Promise<void> => {
  const [trail, records] = await store.read((view) =>
    Promise.all([view.auditTrail.list({ organization: 'acme', from: '' }, { offset: 0, limit: 10 }), view.count({ kind: 'audit-events' })]),
  );
  const caller = { kind: 'team', id: 'team-1', name: "o'ps" };
  const resource = { type: 'workspace', id: 'ws-1', action: 'create' };
  assert.equal(trail, { events: [{ id: 'ae-1', organization: 'acme', at, caller, request: 'req-1', resource }], total: 1 });
  assert.is(records, 0);
};

former('move into their own table when a data folder is opened', async () => {
  const folder = join(temporaryFolder(), 'data');
  await (await openStore(folder)).close();
  const file = new Database(join(folder, 'slipway.db'));
  file.exec(`update meta set value = '4' where key = 'schema'; drop table audit_events; ${toSchema5}`);
  file.prepare(`insert into records (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?)`).run(Object.values(row));
  file.close();
  const store = await openStore(folder);
  await check(store);
  await store.close();
});

former('move as rows of an older export or snapshot are put back', async () => {
  const store = await openStore('memory');
  await store.write((tx) => tx.archive.replace([{ table: 'records', rows: [{ seq: 7, ...row }] }]));
  await check(store);
  await store.close();
});

const inPostgres = 'move into their own table when a database is opened';
if (typeof server === 'string') skipWithReason(former, server)(inPostgres, () => {});
else
  former(inPostgres, async () => {
    const { url } = await server.database('former_audit');
    await (await openStore(url)).close();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`update slipway.meta set value = '4' where key = 'schema'; drop table slipway.audit_events; ${toSchema5Postgres}`);
    await client.query(`insert into slipway.records (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8)`, Object.values(row));
    await client.end();
    const store = await openStore(url);
    await check(store);
    await store.close();
  });

former.run();
