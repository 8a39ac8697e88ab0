/** Lists of runs by their organization: what the index of members answers is what the bodies say, whoever wrote them. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { BodyCondition, RecordFilter } from '../../src/store/record-filter.ts';
import type { Store, StoredRecord } from '../../src/store/store.ts';
import { queryDatabase } from '@slipway/test-support/query-database';
import { numbers } from '@slipway/test-support/seed';
import { skipWithReason } from '@slipway/test-support/skip';
import { startPostgres } from '@slipway/test-support/postgres';

interface Body {
  readonly organization: string;
  readonly status: string;
  readonly operation?: string;
  readonly month?: string;
  readonly source?: string;
  readonly commit?: string;
  readonly createdBy?: { readonly name: string };
  readonly at?: number;
}
type Run = StoredRecord<Body>;
type Filter = Omit<RecordFilter, 'kind' | 'group'>;

const groups = suite('lists by organization');
const server = await startPostgres();
groups.after(async () => {
  if (typeof server !== 'string') await server.stop();
});

const organizations = ['acme'];
const planted = 2400;
const workspaces = 30;
const long = 'é'.repeat(301);
const months = ['2026-01', '2026-02', '2026-03'];
/** Of each 40: one errored, two wait; every ninth has no month, as runs of an older release. */
const bodyOf = (at: number, round = 0): Body => ({
  organization: at % 50 === 49 ? 'other' : 'acme',
  status: at % 40 === 1 ? 'errored' : at % 20 === 2 ? 'planned' : 'applied',
  operation: at % 4 === 0 ? 'plan_only' : 'plan_and_apply',
  ...(at % 9 === 0 ? {} : { month: months[Math.floor((at / planted) * 3) % 3]! }),
  source: at % 3 === 0 ? 'tfe-ui' : 'tfe-api',
  ...(at % 2 === 0 ? { commit: `c${at % 700}` } : {}),
  createdBy: { name: at % 100 === 7 ? long : at % 100 === 8 ? long.slice(1) : `user-${at % 11}` },
  at: round,
});
const scopeOf = (at: number): string => `ws-${at % workspaces}`;

const insert = (tx: Parameters<Parameters<Store['write']>[0]>[0], at: number, body: Body): Promise<unknown> =>
  tx.insert<Body>({ id: `run-${at}`, kind: 'runs', scope: scopeOf(at), key: `run-${at}`, name: `run-${at}\nchange ${at % 13}`, body });
const plant = (store: Store): Promise<unknown> =>
  store.write(async (tx) => {
    for (let at = 0; at < planted; at++) await insert(tx, at, bodyOf(at));
  });

const by = (path: string, ...is: readonly string[]): BodyCondition => ({ path, is });
const year = by('month', '2025-12', ...months.slice(1));
const conditions: readonly Filter[] = [
  {},
  { body: [year] },
  { body: [by('status', 'errored')] },
  { body: [by('status', 'errored', 'planned'), year] },
  { body: [by('status', 'applied'), by('operation', 'plan_only'), by('source', 'tfe-ui'), year] },
  { body: [by('status', 'none')] },
  { body: [by('status')] },
  { body: [by('commit', 'c4')] },
  { body: [by('createdBy.name', long)] },
  { body: [by('createdBy.name', long.slice(1)), year] },
  { body: [year], nameContains: 'CHANGE 12' },
  { scope: 'ws-7', body: [by('status', 'applied')] },
  { scope: ['ws-1', 'ws-2'], body: [by('source', 'tfe-api'), year] },
  { scope: Array.from({ length: 20 }, (_, at) => `ws-${at}`), body: [by('status', 'applied'), year] },
  { scope: 'none', body: [year] },
];

const valueOf = (path: string, { status, operation, month, source, commit, createdBy }: Body): string | undefined =>
  ({ status, operation, month, source, commit, 'createdBy.name': createdBy?.name })[path];
const isWanted = ({ scope, body = [], nameContains = '' }: Filter, one: Run): boolean =>
  one.body.organization === 'acme' &&
  (scope === undefined || [scope].flat().includes(one.scope)) &&
  one.name.includes(nameContains.toLowerCase()) &&
  body.every(({ path, is }) => (is as readonly string[]).includes(valueOf(path, one.body) ?? '-'));

/** Every list, forwards and backwards, from several places on, against the bodies of all records. */
const compareAll = async (store: Store): Promise<void> => {
  const all = (await store.read((view) => view.list<Body>({ kind: 'runs' }))).records;
  for (const condition of conditions) {
    const expected = all.filter((one) => isWanted(condition, one)).map(({ id }) => id);
    const filter: RecordFilter = { kind: 'runs', group: 'acme', ...condition };
    const message = JSON.stringify(condition).slice(0, 200);
    assert.is(await store.read((view) => view.count(filter), { organizations }), expected.length, message);
    for (const descending of [true, false])
      for (const offset of [0, 1010]) {
        const order = { by: 'seq', descending } as const;
        const found = await store.read((view) => view.list(filter, { offset, limit: 20, order }), { organizations });
        const wanted = descending ? expected.toReversed() : expected;
        assert.equal(
          found.records.map(({ id }) => id),
          wanted.slice(offset, offset + 20),
          message,
        );
        assert.is(found.total, expected.length, message);
      }
    const whole = await store.read((view) => view.list(filter), { organizations });
    assert.equal(
      whole.records.map(({ id }) => id),
      expected,
      message,
    );
  }
};

const settle = async (): Promise<void> => {
  await sleep(20);
  for (let turn = 0; turn < 100; turn++) await nextTurn();
};

/** Changes of one member and of all, moves to another organization, deletes and creates. */
const change = (store: Store, round: number, draw: (below: number) => number): Promise<unknown> =>
  store.write(
    async (tx) => {
      for (let at = 0; at < 40; at++) {
        const record = await tx.get<Body>('runs', `run-${draw(planted)}`);
        if (!record) continue;
        const { body } = record;
        if (at % 4 === 0) await tx.delete('runs', record.id);
        else if (at % 4 === 1) await tx.update(record, { body: { ...body, status: body.status === 'applied' ? 'planned' : 'applied' } });
        else if (at % 4 === 2)
          await tx.update(record, { body: { ...body, organization: body.organization === 'acme' ? 'other' : 'acme' } });
        else await tx.update(record, { body: bodyOf(draw(planted), round) });
      }
      await insert(tx, planted + round, bodyOf(round * 2, round));
    },
    ['acme', 'other'],
  );

const compareAfterWrites = async (store: Store): Promise<void> => {
  const draw = numbers();
  await plant(store);
  for (let round = 0; round < 2; round++) {
    await compareAll(store);
    await settle();
    await change(store, round, draw);
  }
  await compareAll(store);
};

groups('have what the bodies have, on SQLite', async () => {
  const store = openSqlite({ memory: true });
  await compareAfterWrites(store);
  await store.close();
});

groups('a body is read of the records of the page alone, on SQLite', async () => {
  const statements: string[] = [];
  const store = openSqlite({ memory: true, observeStatement: (sql) => statements.push(sql.replaceAll(/\s+/g, ' ')) });
  await plant(store);
  statements.length = 0;
  const filter: RecordFilter = { kind: 'runs', group: 'acme', body: [by('status', 'applied'), year] };
  await store.read((view) => view.list(filter, { offset: 0, limit: 20, order: { by: 'seq', descending: true } }));
  await store.close();
  const ofMember = (member: string): string =>
    `select m.seq from record_members as m where m.kind = ? and m.scope = ? and m.member = '${member}' and `;
  const oneOf = '"m"."value" in (select value from json_each(?))';
  assert.equal(
    statements.filter((sql) => sql.startsWith('select') && sql.includes('body')).map((sql) => sql.replace(/^select .*? from /, '')),
    [
      `(select n.seq from (${ofMember('status')}m.value = ? intersect ${ofMember('month')}${oneOf}) as n where n.seq > 0 order by 1 desc ` +
        'limit ? offset ?) as n cross join records as r on r.seq = n.seq order by "n"."seq" desc ',
    ],
  );
});

const onPostgres = (name: string, run: (store: Store, url: string) => Promise<void>): void => {
  if (typeof server === 'string') return void skipWithReason(groups, server)(name, () => {});
  groups(name, async () => {
    const { url } = await server.database('groups');
    const store = await openPostgres({ url });
    try {
      await run(store, url);
    } finally {
      await store.close();
    }
  });
};

onPostgres('have what the bodies have, on PostgreSQL', (store) => compareAfterWrites(store));

onPostgres('what the release before writes is indexed, and what is restored', async (store, url) => {
  const rows = async (): Promise<readonly unknown[]> =>
    (await queryDatabase(url, 'select scope, member, value from slipway.record_members order by 2, 3')).map(({ scope, member, value }) =>
      [scope, member, value].join(' '),
    );
  await queryDatabase(
    url,
    `insert into slipway.records (id, kind, scope, key, name, folded, version, body) values
      ('run-1', 'runs', 'ws-1', 'one', 'one', 'one', 1,
      '{"organization":"acme","status":"planned","source":null,"createdBy":{"name":"olivia"},"month":"2026-01"}')`,
  );
  assert.equal(await rows(), ['acme createdBy.name olivia', 'acme month 2026-01', 'acme organization acme', 'acme status planned']);
  await queryDatabase(url, `update slipway.records set body = '{"organization":"acme","status":"applied"}' where id = 'run-1'`);
  const after = ['acme organization acme', 'acme status applied'];
  assert.equal(await rows(), after);
  await store.write((tx) => tx.archive.saveSnapshot('one', '2026-05-01T12:00:00.000Z'));
  await queryDatabase(url, `delete from slipway.records where kind = 'runs'`);
  assert.equal(await rows(), []);
  await store.write((tx) => tx.archive.restoreSnapshot('one'));
  assert.equal(await rows(), after);
});

onPostgres('what is found is kept: the same list is not looked for again, on PostgreSQL', async (planted, url) => {
  await plant(planted);
  const statements: string[] = [];
  const store = await openPostgres({ url, observeStatement: (sql) => statements.push(sql) });
  const filter: RecordFilter = { kind: 'runs', group: 'acme', body: [by('status', 'applied'), year] };
  const page = { offset: 20, limit: 20, order: { by: 'seq', descending: true } } as const;
  const lookFor = async (): Promise<number> => {
    statements.length = 0;
    const { records } = await store.read((view) => view.list(filter, page), { organizations });
    assert.is(records.length, 20);
    return statements.filter((sql) => sql.includes(' intersect ')).length;
  };
  assert.is.not(await lookFor(), 0);
  // The first lists make the marks by which it is kept: those of the organization, and of all that is written.
  for (let again = 0; again < 10; again++) {
    await sleep(50);
    await lookFor();
  }
  assert.is(await lookFor(), 0);
  await store.close();
});

groups.run();
