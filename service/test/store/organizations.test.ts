/** The organization of each row in PostgreSQL: written by this release, by triggers for the one before, and filled for what was there. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.ts';
import type { ArchivePortion } from '../../src/store/archive/archive.ts';
import type { ReadTransaction, Store } from '../../src/store/store.ts';
import { createDatabaseTest } from '@slipway/test-support/database-test';
import { startPostgres } from '@slipway/test-support/postgres';
import { queryDatabase } from '@slipway/test-support/query-database';

const server = await startPostgres();
const organizations = suite('the organization of rows');
const test = createDatabaseTest(organizations, server);

const readRecords = async (url: string): Promise<object> =>
  Object.fromEntries(
    (await queryDatabase(url, 'select id, organization from slipway.records order by seq')).map((row) => [row.id, row.organization]),
  );
const readLinks = async (url: string): Promise<readonly string[]> =>
  (await queryDatabase(url, 'select * from slipway.links order by seq')).map((row) => `${row.from} -> ${row.to}: ${row.organization}`);

/** kind, id, scope, key */
type Row = readonly [kind: string, id: string, scope: string, key: string];
const rows: readonly Row[] = [
  ['users', 'user-1', '', 'olivia'],
  // As earlier releases create it: before its organization.
  ['projects', 'prj-1', 'acme', 'Default Project'],
  ['organizations', 'org-1', '', 'acme'],
  // The name of a code host.
  ['organizations', 'org-2', '', 'github'],
  ['ci-organizations', 'ci-1', '', 'acme'],
  ['ci-organizations', 'ci-3', '', 'only-ci'],
  ['ci-slugs', 'slug-1', 'github', 'acme'],
  ['ci-projects', 'project-1', 'ci-1', 'web'],
  ['ci-projects', 'project-3', 'ci-3', 'web'],
  ['ci-pipelines', 'pipeline-1', 'project-1', 'pipeline-1'],
  ['workspaces', 'ws-1', 'acme', 'web'],
  ['workspaces', 'ws-2', 'github', 'web'],
  ['vars', 'var-1', 'ws-1', 'env:REGION'],
  ['gpg-keys', 'key-1', 'acme', 'key-1'],
  ['tokens', 'token-1', '', 'token-1'],
  ['run-logs', 'log-1', 'gone', 'log-1'],
];
const links: readonly (readonly [kind: string, from: string, to: string])[] = [
  ['organization-members', 'org-1', 'user-1'],
  ['workspace-project', 'ws-2', 'prj-2'],
  ['active-runs', 'all', 'ws-1'],
  ['organization-runs', 'github', 'run-unknown'],
  ['sessions', 'user-1', 'token-1'],
];
const expected = {
  'user-1': '',
  'prj-1': 'org-1',
  'org-1': 'org-1',
  'org-2': 'org-2',
  'ci-1': 'org-1',
  'ci-3': 'ci-3',
  'slug-1': '',
  'project-1': 'org-1',
  'project-3': 'ci-3',
  'pipeline-1': 'org-1',
  'ws-1': 'org-1',
  'ws-2': 'org-2',
  'var-1': 'org-1',
  'key-1': 'org-1',
  'token-1': '',
  'log-1': '',
};
const expectedLinks = [
  'org-1 -> user-1: org-1',
  'ws-2 -> prj-2: org-2',
  'all -> ws-1: org-1',
  'github -> run-unknown: org-2',
  'user-1 -> token-1: ',
];

const plant = (store: Store): Promise<void> =>
  store.write(async (tx) => {
    for (const [kind, id, scope, key] of rows) await tx.insert({ id, kind, scope, key, name: key, body: {} });
    for (const [kind, from, to] of links) await tx.link(kind, from, to);
  });

test('is written with each row', async (url) => {
  const store = await openStore(url);
  await plant(store);
  assert.equal(await readRecords(url), expected);
  assert.equal(await readLinks(url), expectedLinks);
  await store.close();
});

test('stays when an organization is renamed, and follows a record to another one', async (url) => {
  const store = await openStore(url);
  await plant(store);
  await store.write(async (tx) => {
    const workspace = (await tx.get('workspaces', 'ws-1'))!;
    await tx.update(workspace, { body: {}, scope: 'apex' });
    const organization = (await tx.get('organizations', 'org-1'))!;
    await tx.update(organization, { body: {}, key: 'apex', name: 'apex' });
    await tx.insert({ id: 'ws-3', kind: 'workspaces', scope: 'apex', key: 'three', name: 'three', body: {} });
    const key = (await tx.get('gpg-keys', 'key-1'))!;
    await tx.update(key, { body: {}, scope: 'github' });
  });
  assert.equal(await readRecords(url), { ...expected, 'key-1': 'org-2', 'ws-3': 'org-1' });
  await store.close();
});

/** As the release before writes them, which does not know the column. */
const insertAsBefore = async (url: string, all: readonly Row[]): Promise<void> => {
  const values = all.map((row) => `(${[...row, '', ''].map((text) => `'${text}'`).join(', ')}, 1, '{}')`);
  await queryDatabase(url, `insert into slipway.records (kind, id, scope, key, name, folded, version, body) values ${values.join(', ')}`);
};

test('is filled by the database where the release before writes', async (url) => {
  const store = await openStore(url);
  for (const row of rows) await insertAsBefore(url, [row]);
  for (const [kind, from, to] of links)
    await queryDatabase(url, `insert into slipway.links (kind, "from", "to", note) values ('${kind}', '${from}', '${to}', 'null')`);
  assert.equal(await readRecords(url), expected);
  assert.equal(await readLinks(url), expectedLinks);
  await queryDatabase(url, `update slipway.records set scope = 'apex', version = version + 1 where id = 'ws-1'`);
  await queryDatabase(url, `update slipway.records set scope = 'github', version = version + 1 where id = 'key-1'`);
  assert.equal(await readRecords(url), { ...expected, 'key-1': 'org-2' });
  await store.close();
});

test('is filled for rows that were there, in portions, whatever their order', async (url) => {
  const first = await openStore(url);
  await first.write(async (tx) => {
    for (let at = 0; at < 2500; at++) {
      const id = `part-${at}`;
      await tx.insert({ id, kind: 'parts', scope: at === 0 ? 'ws-1' : `part-${at % 2 === 0 ? at - 1 : 0}`, key: id, name: '', body: at });
    }
  });
  await plant(first);
  await first.close();
  await queryDatabase(url, 'update slipway.records set organization = null');
  await queryDatabase(url, 'update slipway.links set organization = null');
  const store = await openStore(url);
  const { 'part-0': own, 'part-2499': last, ...others } = (await readRecords(url)) as Record<string, string>;
  assert.equal([own, last], ['org-1', 'org-1']);
  assert.equal(Object.fromEntries(Object.entries(others).filter(([id]) => !id.startsWith('part-'))), expected);
  assert.equal([...new Set(Object.values(others))].toSorted(), ['', 'ci-3', 'org-1', 'org-2']);
  assert.equal(await readLinks(url), expectedLinks);
  // Versions are as they were: whoever has read a record may update it.
  assert.equal(await queryDatabase(url, 'select distinct version from slipway.records'), [{ version: 1 }]);
  await store.close();
});

test('of the results of tests is that of their project, whoever has written them', async (url) => {
  const store = await openStore(url);
  await plant(store);
  const origin = { job: 'job-1', jobName: 'test', workflow: 'build', revision: null, at: 1 };
  const result = { name: 'adds', classname: '', result: 'success', message: '', run_time: 1, file: '', source: '' } as const;
  await store.write(async (tx) => {
    for (const project of ['project-1', 'project-3', 'gone']) await tx.ledger.addTests({ ...origin, project }, [result, result]);
  });
  const read = async (): Promise<readonly string[]> =>
    (await queryDatabase(url, 'select distinct project, organization from slipway.test_results order by 1')).map(
      (row) => `${row.project}: ${row.organization}`,
    );
  assert.equal(await read(), ['gone: ', 'project-1: ci-1', 'project-3: ci-3']);
  // As the release before inserts them, and then as they were before that release.
  await queryDatabase(
    url,
    `insert into slipway.test_results (job, project, test, at, failed, name, classname, result, message, run_time, file, source)
      select job, project, test, at, failed, name, classname, result, message, run_time, file, source from slipway.test_results`,
  );
  assert.equal(await read(), ['gone: ', 'project-1: ci-1', 'project-3: ci-3']);
  await queryDatabase(url, 'update slipway.test_results set organization = null');
  await store.close();
  await (await openStore(url)).close();
  assert.equal(await read(), ['gone: ', 'project-1: ci-1', 'project-3: ci-3']);
});

const collect = async (view: ReadTransaction): Promise<readonly ArchivePortion[]> => {
  const portions: ArchivePortion[] = [];
  for await (const portion of view.archive.portions()) portions.push(portion);
  return portions;
};

test('is not archived, and filled where an archive is restored', async (url) => {
  const memory = await openStore('memory');
  await plant(memory);
  await memory.write((tx) => tx.archive.saveSnapshot('one', '2026-05-01T12:00:00.000Z'));
  const store = await openStore(url);
  const portions = await memory.read(collect);
  await store.write((tx) => tx.archive.replace(portions));
  assert.equal(await readRecords(url), expected);
  assert.equal(await readLinks(url), expectedLinks);
  const again = await store.read(collect);
  assert.equal(
    again.flatMap(({ rows: found }) => found.filter((row) => 'organization' in row)),
    [],
  );
  await memory.write((tx) => tx.archive.replace(again));
  assert.is((await memory.read((view) => view.get('vars', 'var-1')))?.scope, 'ws-1');
  await Promise.all([memory.close(), store.close()]);
});

organizations.run();
