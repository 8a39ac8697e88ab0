/** Bodies that nearly every request reads are parsed once, and shared. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { secretMembers } from '../../src/store/sealing/secret-members.ts';
import { sharedKinds } from '../../src/store/shared-bodies.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { catchError, createDraft } from './conformance/new-record.ts';

const test = suite<{ store: Store }>('bodies of organizations and projects');
test.before.each(async (context) => {
  context.store = openSqlite({ memory: true });
  await context.store.write((tx) => tx.insert(createDraft('org-1', { kind: 'organizations', body: { plan: { tier: 'free' } } })));
});
test.after.each(({ store }) => store.close());

const read = async (store: Store) => (await store.read((view) => view.get<{ plan: { tier: string } }>('organizations', 'org-1')))!.body;
const update = (store: Store, tier: string, fails = false) =>
  store.write(async (tx) => {
    const record = (await tx.get<{ plan: { tier: string } }>('organizations', 'org-1'))!;
    await tx.update(record, { body: { plan: { tier } } });
    const seen = (await tx.get<{ plan: { tier: string } }>('organizations', 'org-1'))!.body.plan.tier;
    if (fails) throw new Error(`refused at ${seen}`);
    return seen;
  });

test('two reads get the same body, which neither of them can change', async ({ store }) => {
  const body = await read(store);
  assert.is(await read(store), body);
  assert.throws(() => {
    body.plan.tier = 'plus';
  }, /read only property 'tier'/);
  assert.equal(await read(store), { plan: { tier: 'free' } });
});

test('what was written is read, and what was undone is not', async ({ store }) => {
  await read(store);
  assert.is((await catchError(update(store, 'plus', true))).message, 'refused at plus');
  assert.equal(await read(store), { plan: { tier: 'free' } });
  assert.is(await update(store, 'standard'), 'standard');
  assert.equal(await read(store), { plan: { tier: 'standard' } });
});

test('another store has its own', async ({ store }) => {
  await read(store);
  const other = openSqlite({ memory: true });
  await other.write((tx) => tx.insert(createDraft('org-1', { kind: 'organizations', body: { plan: { tier: 'plus' } } })));
  assert.equal(await read(other), { plan: { tier: 'plus' } });
  assert.equal(await read(store), { plan: { tier: 'free' } });
  await other.close();
});

test('no kind that is shared has secrets, which would be kept in the clear', () => {
  assert.equal(
    [...sharedKinds].filter((kind) => secretMembers[kind]),
    [],
  );
});

test.run();
