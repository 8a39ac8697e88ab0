/** Tables by organization: what each table of PostgreSQL is keyed by, and every route of both services on tables that are divided. */
// watchdog: 300 s
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.ts';
import { companionsOfKind } from '../../src/store/companions.ts';
import type { Store, Transaction } from '../../src/store/store.ts';
import { startPipelineTest } from '../ci/pipelines/support.ts';
import { setStoreOpener } from '../stores.ts';
import { createDatabaseTest } from '@slipway/test-support/database-test';
import { startPostgres } from '@slipway/test-support/postgres';
import { queryDatabase } from '@slipway/test-support/query-database';
import { plantCi } from './foreign-ids/plant-ci.ts';
import { plantWorkspaces } from './foreign-ids/plant-workspaces.ts';
import { findUnboundReads, findUnknownJoins } from './partitions/joins.ts';
import { fillSlots, slottedRequests } from './foreign-ids/request-slots.ts';

const server = await startPostgres();
const law = suite('tables by organization');
const test = createDatabaseTest(law, server);

/** Tables without a column of the organization, and why. */
const undivided: Readonly<Record<string, string>> = {
  changes: 'keyed by the mark of an organization; each row says which of its records a transaction changed',
  meta: 'the version of the schema, keys, and marks of writes: of the whole installation',
  record_members: 'what workspaces and runs are listed by; found by the name of their organization',
  snapshots: 'each has the whole content of the store',
};
/** Kinds of records that belong to no organization, and why. */
const spanning: Readonly<Record<string, string>> = {
  users: 'a user may belong to several organizations',
  tokens: 'the owner may be a user; a request is known by its token before anything else is',
  identity: 'the mark by which each process learns that rights have changed',
  'ci-slugs': 'the names of organizations at code hosts are unique over all of them',
  'ci-secret': 'the secret of the installation',
};

const divide = (url: string): Promise<unknown> =>
  queryDatabase(url, 'set slipway.partitions = 3', readFileSync(new URL('../../../docs/operating/partition.sql', import.meta.url), 'utf8'));

/** The tables of the schema that are no partitions, with what divides them and the columns of their unique keys. */
const readTables = (url: string): Promise<readonly any[]> =>
  queryDatabase(
    url,
    `select c.relname as name, c.relkind as kind,
      exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization') as has_column,
      (select count(*)::int from pg_inherits i where i.inhparent = c.oid) as partitions,
      array(select pg_get_indexdef(i.indexrelid) from pg_index i where i.indrelid = c.oid and i.indisunique order by 1) as keys
      from pg_class c where c.relnamespace = 'slipway'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );

/** A store that undoes each unit of work from when it is said, after its work is done: the next request finds the same world. */
const createUndoing = (store: Store) => {
  const undone = new Error('undone');
  let undoes = false;
  const write: Store['write'] = async <T>(work: (tx: Transaction) => Promise<T>, organizations?: readonly string[]): Promise<T> => {
    if (!undoes) return store.write(work, organizations);
    let value: T;
    const end = store.write(async (tx) => {
      value = await work(tx);
      throw undone;
    }, organizations);
    await end.catch((error: unknown) => {
      if (error !== undone) throw error;
    });
    return value!;
  };
  return { store: { ...store, write }, undo: () => void (undoes = true) };
};

/** The status of each request of the sample world, in a store. */
const converse = async (target: string, observeStatement?: (sql: string) => void): Promise<readonly string[]> => {
  const { store, undo } = createUndoing(await openStore(target, { observeStatement }));
  const former = setStoreOpener(async () => store);
  const bench = await startPipelineTest({ settings: { tier: 'plus' } });
  setStoreOpener(former);
  const values = { ...(await plantWorkspaces(bench, 'acme', 'owner-token')), ...(await plantCi(bench, 'acme', 'owner-token')) };
  const statuses: string[] = [];
  undo();
  for (const request of slottedRequests) {
    const { line, body } = fillSlots(request, values);
    const { status } = await (request.service === 'ci' ? bench.ci : bench.request)(line, body, { token: 'owner-token' });
    statuses.push(`${request.service} ${request.row}: ${status}`);
  }
  await bench.close();
  return statuses;
};

/** Records of a kind, with a member of their bodies that is the ID of a record of another organization. */
const selectAcross = (kind: string, member: string): string =>
  `select r.kind from slipway.records r join slipway.records p on p.id = r.body ->> '${member}'
    where r.kind = '${kind}' and r.organization <> '' and p.organization <> '' and p.organization <> r.organization`;

/**
 * Links whose ends, and records whose scope or named records, are of two organizations; what belongs to none may be at an end. So a
 * statement that follows a link, a scope or such a member stays in one organization.
 */
const findRowsAcross = (url: string): Promise<readonly any[]> =>
  queryDatabase(
    url,
    `select distinct l.kind from slipway.links l left join slipway.records f on f.id = l."from" left join slipway.records t on t.id = l."to"
      where coalesce(nullif(f.organization, ''), l.organization) <> l.organization
        or coalesce(nullif(t.organization, ''), l.organization) <> l.organization
    union all
    select r.kind from slipway.records r join slipway.records p on p.id = r.scope where r.organization <> p.organization
    union all
    ${Object.entries(companionsOfKind)
      .flatMap(([kind, members]) => members.filter((member) => member !== 'scope').map((member) => selectAcross(kind, member)))
      .join(' union all ')}`,
  );

test('every table has a column of the organization, but those that are named here', async (url) => {
  await (await openStore(url)).close();
  const tables = await readTables(url);
  assert.equal(
    tables.filter(({ has_column: has }) => !has).map(({ name }) => name),
    Object.keys(undivided),
  );
});

test('divided, every route of both services answers as on tables that are not', async (url) => {
  await (await openStore(url)).close();
  await divide(url);
  const tables = await readTables(url);
  const divided = tables.filter(({ name }) => !(name in undivided));
  assert.equal(
    divided.map(({ name, kind, partitions }) => `${name} ${kind} ${partitions}`),
    ['audit_events p 3', 'job_runs p 3', 'links p 3', 'records p 3', 'test_results p 3', 'workflow_runs p 3'],
  );
  assert.equal(
    divided.flatMap(({ keys }) => keys as readonly string[]).filter((key) => !/\borganization\)$/.test(key)),
    [],
  );
  const sent = new Set<string>();
  const [plain, parts] = [await converse('memory'), await converse(url, (sql) => sent.add(sql))];
  assert.equal(parts, plain);
  const answered = plain.filter((line) => / 20\d$/.test(line)).length;
  assert.ok(answered > plain.length / 3, `${answered} of ${plain.length} are answered`);
  const kinds = await queryDatabase(url, `select distinct kind from slipway.records where organization = '' order by 1`);
  assert.equal(
    kinds.map(({ kind }) => kind),
    Object.keys(spanning).toSorted(),
  );
  // Rows of each organization stand in one partition of each table.
  const [spread] = await queryDatabase(
    url,
    `select max(parts)::int as parts from (select count(distinct tableoid) as parts from slipway.records group by organization) as found`,
  );
  assert.equal(spread, { parts: 1 });
  assert.equal(await findRowsAcross(url), []);
  assert.equal(findUnknownJoins(sent), { unknown: [], unused: [] });
  assert.equal(findUnboundReads(sent), { unknown: [], unused: [] });
});

law.run();
