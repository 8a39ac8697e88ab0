import * as assert from 'uvu/assert';
import type { AuditEvent } from '../../../src/store/audit-trail/audit-trail.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Register } from './conformance.ts';

export const createEvent = (id: string, day: number, more: Partial<AuditEvent> = {}): AuditEvent => ({
  id,
  organization: 'acme',
  at: `2026-05-0${day}T12:00:00.000Z`,
  caller: { kind: 'user', id: 'user-1', name: 'olivia' },
  request: 'req-1',
  resource: { type: 'workspace', id: 'ws-1', action: 'create' },
  ...more,
});
const append = (store: Store, ...events: readonly AuditEvent[]): Promise<void> =>
  store.write(async (tx) => {
    for (const event of events) await tx.auditTrail.append(event);
  });
const list = async (store: Store, organization: string, from = '', offset = 0, limit = 10) =>
  store.read((view) => view.auditTrail.list({ organization, from }, { offset, limit }));
export const listIds = async (...given: Parameters<typeof list>) => {
  const { events, total } = await list(...given);
  return [events.map(({ id }) => id), total];
};

export const auditTrail: Register = (test) => {
  test('entries are told whole, the newest first, from a time on and page by page', async ({ store }) => {
    await append(store, createEvent('a', 1), createEvent('b', 2), createEvent('c', 2), createEvent('d', 1, { organization: 'globex' }));
    assert.equal(await listIds(store, 'acme'), [['c', 'b', 'a'], 3]);
    assert.equal(await listIds(store, 'acme', '2026-05-02T12:00:00.000Z'), [['c', 'b'], 2]);
    assert.equal(await listIds(store, 'acme', '', 2, 1), [['a'], 3]);
    assert.equal((await list(store, 'globex')).events, [createEvent('d', 1, { organization: 'globex' })]);
    assert.equal(await listIds(store, 'ac\0me'), [[], 0]);
  });

  test('what a path names is kept, also where no engine stores it', async ({ store }) => {
    await append(store, createEvent('a', 1, { resource: { type: 'workspace', id: 'x\0\ud800', action: 'update' } }));
    assert.is((await list(store, 'acme')).events[0]!.resource.id, 'x\ufffd\ufffd');
  });

  test('old entries go, some at a time', async ({ store }) => {
    const time = '2026-05-02T12:00:00.000Z';
    const findOldest = (): Promise<string | undefined> => store.read((view) => view.auditTrail.findOldest(2));
    assert.is(await findOldest(), undefined);
    await append(store, createEvent('a', 1), createEvent('b', 1), createEvent('c', 3));
    assert.is(await findOldest(), '2026-05-01T12:00:00.000Z');
    assert.is(await store.write((tx) => tx.auditTrail.prune(time, 1)), 1);
    assert.is(await store.write((tx) => tx.auditTrail.prune(time, 2)), 1);
    assert.is(await findOldest(), '2026-05-03T12:00:00.000Z');
    assert.equal(await listIds(store, 'acme'), [['c'], 1]);
  });

  test('a trail follows the name of its organization, and goes with it', async ({ store }) => {
    const itself = { kind: 'organization', id: 'acme', name: 'acme' } as const;
    await append(store, createEvent('a', 1, { caller: itself }), createEvent('b', 2, { caller: { ...itself, kind: 'team' } }));
    await store.write((tx) => tx.auditTrail.renameOrganization('acme', 'apex'));
    assert.equal(await listIds(store, 'acme'), [[], 0]);
    assert.equal(
      (await list(store, 'apex')).events.map(({ caller }) => caller.id),
      ['acme', 'apex'],
    );
    await store.write((tx) => tx.auditTrail.deleteOrganization('apex'));
    assert.equal(await listIds(store, 'apex'), [[], 0]);
  });

  test('an entry is part of its unit of work', async ({ store }) => {
    const failing = store.write(async (tx) => {
      await tx.auditTrail.append(createEvent('a', 1));
      throw new Error('no');
    });
    await failing.then(assert.unreachable, () => {});
    assert.equal(await listIds(store, 'acme'), [[], 0]);
  });
};
