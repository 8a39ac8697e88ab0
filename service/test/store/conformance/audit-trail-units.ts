import * as assert from 'uvu/assert';
import { createEvent, listIds } from './audit-trail.ts';
import type { Register } from './conformance.ts';

export const auditTrailUnits: Register = (test) => {
  test('entries of units that share a commit are kept in the order in which these ran, without those of units that fail', async ({
    store,
  }) => {
    const ends = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) =>
        store.write(async (tx) => {
          await tx.auditTrail.append(createEvent(`e${at}`, 1));
          if (at % 4 === 1) throw new Error(`no ${at}`);
          // Looks at the trail within the transaction, and then fails or not.
          if (at % 4 !== 0) {
            const { events } = await tx.auditTrail.list({ organization: 'acme', from: '' }, { offset: 0, limit: 100 });
            if (at % 4 === 2) throw new Error(`no ${at}`);
            return events.map(({ id }) => id);
          }
          return at;
        }),
      ),
    );
    const [ids] = await listIds(store, 'acme', '', 0, 100);
    const kept = Array.from({ length: 40 }, (_, at) => at).filter((at) => at % 4 === 0 || at % 4 === 3);
    assert.equal((ids as string[]).toSorted(), kept.map((at) => `e${at}`).toSorted());
    // The newest comes first: who looked saw its own entry, and all that stand behind it.
    for (const at of kept.filter((one) => one % 4 === 3))
      assert.equal((ends[at] as PromiseFulfilledResult<string[]>).value, (ids as string[]).slice((ids as string[]).indexOf(`e${at}`)));
  });

  test('a trail that is renamed or pruned beside an entry has it, too', async ({ store }) => {
    await Promise.all([
      store.write(async (tx) => {
        await tx.auditTrail.append(createEvent('a', 1));
        await tx.auditTrail.renameOrganization('acme', 'apex');
      }),
      store.write(async (tx) => {
        await tx.auditTrail.append(createEvent('b', 2));
        await tx.auditTrail.prune('2026-05-02T00:00:00.000Z', 10);
      }),
    ]);
    assert.equal(
      [await listIds(store, 'acme'), await listIds(store, 'apex')],
      [
        [['b'], 1],
        [[], 0],
      ],
    );
  });
};
