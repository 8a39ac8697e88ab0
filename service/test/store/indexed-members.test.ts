/** Lists of workspaces by members of their bodies: what the index of members answers is what the bodies say, whoever wrote them. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { RecordFilter, RecordOrder } from '../../src/store/record-filter.ts';
import type { Store, StoredRecord } from '../../src/store/store.ts';
import { queryDatabase } from '@slipway/test-support/query-database';
import { skipWithReason } from '@slipway/test-support/skip';
import { startPostgres } from '@slipway/test-support/postgres';
import { numbers } from '@slipway/test-support/seed';

interface Body {
  readonly latestChangeAt?: string;
  readonly currentRun?: { readonly status: string; readonly createdAt: string } | null;
}
type Workspace = StoredRecord<Body>;

const members = suite('lists by indexed members');
const server = await startPostgres();
members.after(async () => {
  if (typeof server !== 'string') await server.stop();
});

const organizations = ['acme'];
const planted = 2400;
const timeOf = (at: number): string => new Date(Date.UTC(2026, 0, 1) + ((at * 7919) % 9000) * 1000).toISOString();
/** Every fifth has no run, every seventh no time of change; 24 errored, 480 are planned. */
const bodyOf = (at: number): Body => ({
  ...(at % 7 === 0 ? {} : { latestChangeAt: timeOf(at) }),
  currentRun:
    at % 5 === 0 ? null : { status: at % 100 === 1 ? 'errored' : at % 5 === 2 ? 'planned' : 'applied', createdAt: timeOf(at + 3) },
});

const plant = (store: Store): Promise<unknown> =>
  store.write(async (tx) => {
    for (let at = 0; at < planted; at++) {
      const name = `w-${at % 3 === 0 ? 'billing' : 'mail'}-${at}`;
      await tx.insert<Body>({
        id: `ws-${at}`,
        kind: 'workspaces',
        scope: at % 50 === 49 ? 'other' : 'acme',
        key: name,
        name,
        body: bodyOf(at),
      });
      if (at % 2 === 0) await tx.link('workspace-tags', `ws-${at}`, 'tag-even');
      if (at % 60 === 0) await tx.link('workspace-tags', `ws-${at}`, 'tag-rare');
    }
  });

const linked = (tag: string): Pick<RecordFilter, 'linked'> => ({ linked: [{ kind: 'workspace-tags', self: 'from', other: [tag] }] });
const withStatus = (...is: readonly string[]): Pick<RecordFilter, 'body'> => ({ body: [{ path: 'currentRun.status', is }] });
const conditions: readonly Omit<RecordFilter, 'kind'>[] = [
  {},
  withStatus('applied'),
  withStatus('errored'),
  withStatus('errored', 'planned'),
  withStatus('none'),
  { ...withStatus('applied'), ...linked('tag-even') },
  { ...withStatus('planned', 'errored'), ...linked('tag-rare') },
  { ...withStatus('planned'), nameContains: 'billing' },
  { nameContains: 'billing' },
  linked('tag-even'),
  linked('tag-rare'),
];
const members_ = [{ body: 'latestChangeAt' }, { body: 'currentRun.createdAt', absentLast: true }] as const;
const orders: readonly RecordOrder[] = (['seq', 'name', ...members_] as const).flatMap((by) => [{ by }, { by, descending: true }]);

const isWanted = ({ body, linked: links, nameContains }: Omit<RecordFilter, 'kind'>, one: Workspace): boolean => {
  const at = Number(one.id.slice(3));
  const tags = [...(at % 2 === 0 ? ['tag-even'] : []), ...(at % 60 === 0 ? ['tag-rare'] : [])];
  return (
    one.name.includes(nameContains ?? '') &&
    (links ?? []).every(({ other }) => tags.includes(other![0]!)) &&
    (body ?? []).every(({ is }) => (is as readonly string[]).includes(one.body.currentRun?.status ?? '-'))
  );
};
/** Without a time: before all, or after all. */
const sortKey = ({ by }: RecordOrder, { name, body }: Workspace): string => {
  if (by === 'seq') return '';
  if (by === 'name') return name;
  return by.absentLast ? (body.currentRun?.createdAt ?? '~') : (body.latestChangeAt ?? '');
};
const sort = (all: readonly Workspace[], order: RecordOrder): readonly string[] => {
  const sorted = all.toSorted((one, two) => {
    const [first, second] = [sortKey(order, one), sortKey(order, two)];
    return first < second ? -1 : first > second ? 1 : one.seq - two.seq;
  });
  return (order.descending ? sorted.toReversed() : sorted).map(({ id }) => id);
};

/** Every list, from several places on, against the bodies of all records. */
const compareAll = async (store: Store): Promise<void> => {
  const all = (await store.read((view) => view.list<Body>({ kind: 'workspaces', scope: 'acme' }))).records;
  for (const condition of conditions)
    for (const order of orders) {
      const expected = sort(
        all.filter((one) => isWanted(condition, one)),
        order,
      );
      for (const offset of [0, 1010]) {
        const filter = { kind: 'workspaces', scope: 'acme', ...condition };
        const found = await store.read((view) => view.list(filter, { offset, limit: 20, order }), { organizations });
        const message = JSON.stringify({ condition, order, offset });
        assert.equal(
          found.records.map(({ id }) => id),
          expected.slice(offset, offset + 20),
          message,
        );
        assert.is(found.total, expected.length, message);
      }
    }
};

const settle = async (): Promise<void> => {
  await sleep(20);
  for (let turn = 0; turn < 100; turn++) await nextTurn();
};

/** Creates, changes, moves and deletes. */
const change = (store: Store, round: number, draw: (below: number) => number): Promise<unknown> =>
  store.write(async (tx) => {
    for (let at = 0; at < 40; at++) {
      const number = draw(planted);
      const record = await tx.get<Body>('workspaces', `ws-${number}`);
      if (!record) continue;
      if (at % 4 === 0) await tx.delete('workspaces', record.id);
      else if (at % 4 === 1) await tx.update(record, { body: record.body, scope: record.scope === 'acme' ? 'other' : 'acme' });
      else await tx.update(record, { body: bodyOf(number + 1 + at) });
    }
    const name = `w-billing-new-${round}`;
    await tx.insert<Body>({ id: `ws-${planted + round * 2 + 1}`, kind: 'workspaces', scope: 'acme', key: name, name, body: bodyOf(round) });
  }, organizations);

const compareAfterWrites = async (store: Store, gatherStatistics = async (): Promise<void> => {}): Promise<void> => {
  const draw = numbers();
  await plant(store);
  await gatherStatistics();
  for (let round = 0; round < 2; round++) {
    await compareAll(store);
    await settle();
    await change(store, round, draw);
  }
  await compareAll(store);
};

members('have what the bodies have, on SQLite', async () => {
  const store = openSqlite({ memory: true });
  await compareAfterWrites(store);
  await store.close();
});

/** What a list of 20 asks SQLite for beside the counts. */
const listStatements = async (filter: Omit<RecordFilter, 'kind' | 'scope'>, order: RecordOrder): Promise<readonly string[]> => {
  const statements: string[] = [];
  const store = openSqlite({ memory: true, observeStatement: (sql) => statements.push(sql.replaceAll(/\s+/g, ' ')) });
  await plant(store);
  statements.length = 0;
  await store.read((view) => view.list({ kind: 'workspaces', scope: 'acme', ...filter }, { offset: 0, limit: 20, order }));
  await store.close();
  return statements.filter((sql) => sql.startsWith('select') && sql.includes('"body"')).map((sql) => sql.replace(/^select .*? from /, ''));
};

members('no body is read to find the place of a workspace, on SQLite', async () => {
  assert.equal(await listStatements({}, { by: members_[0], descending: true }), [
    "(select m.seq, m.value from record_members as m where m.kind = ? and m.scope = ? and m.member = 'latestChangeAt' " +
      'order by m.value desc, m.seq desc limit ? offset ?) as n cross join records as r on r.seq = n.seq order by n.value desc, n.seq desc',
  ]);
  assert.equal(await listStatements(withStatus('applied'), { by: 'seq' }), [
    '"records" as "r" where "r"."seq" in (select seq from (select seq from record_members where kind = ? and scope = ? and ' +
      'member = \'currentRun.status\' and value = ? order by 1 asc limit ? offset ?)) order by "r"."seq" asc',
  ]);
});

const onPostgres = (name: string, run: (store: Store, url: string) => Promise<void>): void => {
  if (typeof server === 'string') return void skipWithReason(members, server)(name, () => {});
  members(name, async () => {
    const { url } = await server.database('members');
    const store = await openPostgres({ url });
    try {
      await run(store, url);
    } finally {
      await store.close();
    }
  });
};

/** What autovacuum does in a running server; without it the planner takes every table for a small one, and lists take ten times as long. */
onPostgres('have what the bodies have, on PostgreSQL', (store, url) =>
  compareAfterWrites(store, async () => void (await queryDatabase(url, 'analyze'))),
);

onPostgres('what the release before writes is indexed, and what is restored', async (store, url) => {
  const rows = async (): Promise<readonly unknown[]> =>
    (await queryDatabase(url, 'select scope, member, value from slipway.record_members order by 2, 3')).map(({ scope, member, value }) =>
      [scope, member, value].join(' '),
    );
  await queryDatabase(
    url,
    `insert into slipway.records (id, kind, scope, key, name, folded, version, body) values
      ('ws-1', 'workspaces', 'acme', 'one', 'one', 'one', 1, '{"latestChangeAt":"2026-01-02","currentRun":null}'),
      ('x-1', 'others', 'acme', 'one', 'one', 'one', 1, '{"latestChangeAt":"2026"}')`,
  );
  assert.equal(await rows(), ['acme currentRun.createdAt ~', 'acme latestChangeAt 2026-01-02']);
  await queryDatabase(
    url,
    `update slipway.records set body = '{"currentRun":{"id":"run-1","status":"planned","createdAt":"2026-01-03"}}' where id = 'ws-1'`,
  );
  const after = ['acme currentRun.createdAt 2026-01-03', 'acme currentRun.status planned', 'acme latestChangeAt '];
  assert.equal(await rows(), after);
  await store.write((tx) => tx.archive.saveSnapshot('one', '2026-05-01T12:00:00.000Z'));
  await queryDatabase(url, `delete from slipway.records where kind = 'workspaces'`);
  assert.equal(await rows(), []);
  await store.write((tx) => tx.archive.restoreSnapshot('one'));
  assert.equal(await rows(), after);
});

members.run();
