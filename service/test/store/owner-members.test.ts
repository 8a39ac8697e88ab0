/** Filters by the members that most sets have in the usual way, and by owners, find what comparing all bodies finds. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { BodyCondition, RecordFilter } from '../../src/store/record-filter.ts';
import type { Store } from '../../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { runs } from '@slipway/test-support/scale';
import { numbers } from '@slipway/test-support/seed';
import { skipWithReason } from '@slipway/test-support/skip';

const owners = suite('filters by owners');
const server = await startPostgres();
type Draw = (below: number) => number;

interface Known {
  readonly id: string;
  readonly kind: string;
  readonly scope: string;
  body: any;
  readonly workspaces: Set<string>;
}

const drawSet = (draw: Draw, scope: string): object => {
  const [global, project] = [draw(20) === 0, draw(4) === 0 ? `prj-${draw(3)}` : undefined];
  return { global, parent: project === undefined ? { type: 'organizations', id: scope } : { type: 'projects', id: project } };
};
const drawBody = (draw: Draw, kind: string, scope: string): object => {
  if (kind === 'varsets') return drawSet(draw, scope);
  return kind === 'tokens' ? { owner: { kind: 'user', id: `user-${draw(40)}` } } : { task: `task-${draw(5)}` };
};

const places = [
  ['varsets', 'acme', 700],
  ['varsets', 'other', 60],
  ['tokens', '', 400],
  ['workspace-tasks', 'ws-1', 30],
  ['workspace-tasks', 'ws-2', 30],
] as const;

const plant = async (store: Store, draw: Draw): Promise<Known[]> => {
  const known: Known[] = [];
  await store.write(async (tx) => {
    for (const [kind, scope, count] of places)
      for (let at = 0; at < count; at++) {
        const one = { id: `${kind}-${scope}-${at}`, kind, scope, body: drawBody(draw, kind, scope), workspaces: new Set<string>() };
        await tx.insert({ id: one.id, kind, scope, key: one.id, name: one.id, body: one.body });
        if (kind === 'varsets' && draw(10) === 0) {
          one.workspaces.add('ws-1');
          await tx.link('varset-workspaces', one.id, 'ws-1');
        }
        known.push(one);
      }
  });
  return known;
};

const changeSome = async (store: Store, known: Known[], draw: Draw): Promise<void> => {
  await store.write(
    async (tx) => {
      for (let at = 0; at < 5; at++) {
        const one = known[draw(known.length)]!;
        one.body = drawBody(draw, one.kind, one.scope);
        await tx.update((await tx.get(one.kind, one.id))!, { body: one.body });
      }
      const [gone] = known.splice(draw(known.length), 1);
      await tx.delete(gone!.kind, gone!.id);
    },
    ['acme', 'other'],
  );
};

const read = (body: any, path: string): unknown => path.split('.').reduce((from, name) => from?.[name], body);
const fulfills = (body: unknown, { path, is }: BodyCondition): boolean =>
  Array.isArray(is) ? is.includes(read(body, path) as string) : read(body, path) === is;

/** Each with what it finds among all that is known. */
const drawFilter = (draw: Draw): RecordFilter => {
  const [project, other] = [`prj-${draw(4)}`, `prj-${draw(4)}`];
  const sets = { kind: 'varsets', scope: 'acme' };
  const global: BodyCondition = { path: 'global', is: draw(2) === 0 };
  const parents = [project, 'acme', [project, other], ['acme', project], [], 'é'.repeat(301)] as const;
  const parent: BodyCondition = { path: 'parent.id', is: parents[draw(parents.length)]! };
  const notApplied = { kind: 'varset-workspaces', self: 'from', other: ['ws-1'], not: true } as const;
  return [
    { ...sets, body: [global] },
    { ...sets, body: [parent] },
    { ...sets, body: [global, parent] },
    { ...sets, body: [global, parent], linked: [notApplied] },
    { ...sets, body: [parent], nameContains: '7' },
    { ...sets, scope: ['acme', 'other'], body: [global] },
    { kind: 'tokens', body: [{ path: 'owner.id', is: `user-${draw(45)}` }] },
    { kind: 'tokens', scope: '', body: [{ path: 'owner.id', is: [`user-${draw(45)}`, `user-${draw(45)}`] }] },
    {
      kind: 'tokens',
      body: [
        { path: 'owner.kind', is: 'user' },
        { path: 'owner.id', is: `user-${draw(45)}` },
      ],
    },
    { kind: 'workspace-tasks', body: [{ path: 'task', is: `task-${draw(6)}` }] },
    { kind: 'workspace-tasks', scope: 'ws-1', body: [{ path: 'task', is: `task-${draw(6)}` }] },
  ][draw(11)]!;
};

const isFound = (one: Known, { kind, scope, body = [], linked = [], nameContains = '' }: RecordFilter): boolean =>
  one.kind === kind &&
  (scope === undefined || [scope].flat().includes(one.scope)) &&
  body.every((condition) => fulfills(one.body, condition)) &&
  (linked.length === 0 || !one.workspaces.has('ws-1')) &&
  one.id.includes(nameContains);

const compare = async (store: Store, known: readonly Known[], draw: Draw): Promise<void> => {
  const filter = drawFilter(draw);
  const expected = known.filter((one) => isFound(one, filter)).map(({ id }) => id);
  const told = JSON.stringify(filter);
  const [offset, descending] = [draw(3) * 4, draw(2) === 0];
  const options = { organizations: ['acme', 'other'] };
  const whole = await store.read((view) => view.list(filter), options);
  assert.equal(
    whole.records.map(({ id }) => id),
    expected,
    told,
  );
  const page = await store.read((view) => view.list(filter, { offset, limit: 7, order: { by: 'seq', descending } }), options);
  const inOrder = descending ? expected.toReversed() : expected;
  assert.equal(
    page.records.map(({ id }) => id),
    inOrder.slice(offset, offset + 7),
    told,
  );
  if (page.records.length > 0) assert.is(page.total, expected.length, told);
  assert.is(await store.read((view) => view.count(filter), options), expected.length, told);
};

const test = (engine: string, open: () => Promise<Store>): void => {
  const run = typeof server === 'string' && engine === 'PostgreSQL' ? skipWithReason(owners, server) : owners;
  run(`on ${engine}`, async () => {
    const store = await open();
    const draw = numbers();
    const known = await plant(store, draw);
    for (let round = 0; round < runs(12, 100); round++) {
      for (let at = 0; at < 15; at++) await compare(store, known, draw);
      await changeSome(store, known, draw);
    }
    await store.close();
  });
};
test('SQLite', async () => openSqlite({ memory: true }));
test('PostgreSQL', async () => openPostgres(await (server as Exclude<typeof server, string>).database('owner_members')));

owners.after(async () => {
  if (typeof server !== 'string') await server.stop();
});
owners.run();
