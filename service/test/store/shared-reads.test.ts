/** Brief reads on PostgreSQL share a connection, a snapshot and their look-ups. */
import * as assert from 'uvu/assert';
import type { ReadTransaction } from '../../src/store/store.ts';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { createDraft } from './conformance/new-record.ts';
import { plant, suiteOnPostgres } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('brief reads on PostgreSQL');

/** As a request for one document asks. */
const readDocument = async (view: ReadTransaction, at: number): Promise<string> => {
  const workspace = await view.get('workspaces', `ws-${at}`);
  const [organization, links] = await Promise.all([
    view.getByKey<number>('organizations', '', 'acme'),
    view.listLinks('tags', { from: `ws-${at}` }),
  ]);
  return `${workspace?.id} of ${organization?.id}, ${links.map(({ to, note }) => `${to} ${String(note)}`).join()}`;
};

/** Resolves when it was reached so many times. */
const createBarrier = (count: number) => {
  let [missing, open] = [count, (): void => {}];
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    reach: async (): Promise<void> => {
      missing -= 1;
      if (missing === 0) open();
      await opened;
    },
    opened,
  };
};

test('ten that begin together are five statements', async ({ store, statements }) => {
  await plant(store, 10);
  statements.length = 0;
  const found = await Promise.all(Array.from({ length: 10 }, (_, at) => store.read((view) => readDocument(view, at), { brief: true })));
  assert.equal(found.slice(8), ['ws-8 of org-acme, even 8', 'ws-9 of org-acme, even 9']);
  // The end of a read-only transaction is not awaited.
  while (statements.length < 5) await new Promise(setImmediate);
  assert.equal(
    statements.map((sql) => sql.replaceAll(/"|\s(?=\s)/g, '').slice(0, 52)),
    [
      'begin isolation level repeatable read read only',
      'select r.seq, r.id, r.kind, r.scope, r.key, r.name, ',
      'select seq, id, kind, scope, key, name, version, bod',
      'select l.kind, l.from, l.to, l.note from unnest($1::',
      'rollback',
    ],
  );
});

test('look-ups that share a statement find what each finds by itself', async ({ store }) => {
  await store.write(async (tx) => {
    for (const [at, scope] of ['', 'acme', 'Ünï'].entries())
      for (const key of ['k', 'K', 'é', '%'])
        await tx.insert(createDraft(`r${at}${key}`, { kind: 'things', scope, key, body: { at, key } }));
    for (const [from, to] of [
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'c'],
      ['c', 'a'],
      ['a', 'a'],
    ] as const)
      for (const kind of ['t', 'u']) await tx.link(kind, from, to, `${kind} ${from} ${to}`);
  });
  const end = fc.constantFrom('a', 'b', 'c', 'd', '');
  const lookup = fc.oneof(
    fc.tuple(fc.constant('get'), fc.constantFrom('things', 'others'), fc.constantFrom('r0k', 'r1K', 'r2é', 'r2%', 'x', '', 'a\0')),
    fc.tuple(fc.constant('byKey'), fc.constantFrom('', 'acme', 'Ünï', 'x'), fc.constantFrom('k', 'K', 'é', '%', '')),
    fc.tuple(fc.constantFrom('from', 'to'), fc.constantFrom('t', 'u', ''), end),
  );
  const ask = (view: ReadTransaction, [how, one, other]: readonly string[]): Promise<unknown> => {
    if (how === 'get') return view.get(one!, other!);
    if (how === 'byKey') return view.getByKey('things', one!, other!);
    return view.listLinks(one!, how === 'from' ? { from: other! } : { to: other! });
  };
  const reads = fc.array(fc.array(lookup, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(reads, async (all) => {
      const together = all.map((asked) => store.read((view) => Promise.all(asked.map((one) => ask(view, one))), { brief: true }));
      const alone = await store.read((view) => Promise.all(all.map((asked) => Promise.all(asked.map((one) => ask(view, one))))));
      assert.equal(await Promise.all(together), alone);
    }),
    { numRuns: runs(60, 2000) },
  );
});

test('a read sees what was written before it began, also where it joins others', async ({ store }) => {
  await plant(store, 1);
  for (let version = 2; version < 30; version++) {
    const others = Array.from({ length: 3 }, () => store.read((view) => view.get('workspaces', 'ws-0'), { brief: true }));
    await store.write(async (tx) => void (await tx.update((await tx.get('workspaces', 'ws-0'))!, { body: version })));
    const late = await Promise.all([...others, store.read((view) => view.get('workspaces', 'ws-0'), { brief: true })]);
    assert.is(late.at(-1)?.version, version);
  }
});

test('reads whose connection is cut are read again, each by itself', async ({ store, beside }) => {
  await plant(store, 3);
  const asked = createBarrier(3);
  const cut = createBarrier(1);
  const reading = [0, 1, 2].map((at) =>
    store.read(
      async (view) => {
        await view.get('workspaces', `ws-${at}`);
        await asked.reach();
        await cut.opened;
        return readDocument(view, at);
      },
      { brief: true },
    ),
  );
  await asked.opened;
  const { rows } = await beside.query(
    `select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity where state = 'idle in transaction'`,
  );
  assert.equal(rows, [{ ended: true }]);
  await cut.reach();
  assert.equal(await Promise.all(reading), ['ws-0 of org-acme, even 0', 'ws-1 of org-acme, even 1', 'ws-2 of org-acme, even 2']);
});

test('one that fails for a reason of its own gets that reason, and those beside it are answered', async ({ store }) => {
  await plant(store, 2);
  const failing = store.read(
    async (view) => {
      await view.get('workspaces', 'ws-0');
      throw new Error('no such page');
    },
    { brief: true },
  );
  const answered = store.read((view) => readDocument(view, 1), { brief: true });
  assert.equal(
    (await Promise.allSettled([failing, answered])).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
    ['no such page', 'ws-1 of org-acme, even 1'],
  );
});

test('reads that wait for the database hold up those after them for a moment only', async ({ store, beside }) => {
  await plant(store, 1);
  await beside.query('begin; lock table slipway.links in access exclusive mode');
  const held: Promise<string>[] = [];
  // Each begins a group of its own: the one before has asked for links, and waits.
  for (let at = 0; at < 3; at++) {
    const asking = createBarrier(1);
    held.push(
      store.read(
        async (view) => {
          await view.get('workspaces', 'ws-0');
          void asking.reach();
          return readDocument(view, 0);
        },
        { brief: true },
      ),
    );
    await asking.opened;
  }
  assert.is((await store.read((view) => view.get('workspaces', 'ws-0'), { brief: true }))?.version, 1);
  await beside.query('commit');
  assert.equal(
    await Promise.all(held),
    Array.from({ length: 3 }, () => 'ws-0 of org-acme, even 0'),
  );
});

test('a read that asks nothing, and one that has ended, ask nothing', async ({ store, statements }) => {
  statements.length = 0;
  let kept: ReadTransaction | undefined;
  await store.read(
    async (view) => {
      kept = view;
    },
    { brief: true },
  );
  const late = await kept!.get('workspaces', 'ws-0').then(
    () => 'answered',
    (error: Error) => error.message,
  );
  assert.is(late, 'this unit of work has ended: await everything inside it');
  assert.equal(statements, []);
});

run();
