import type { Organization, User } from '../../access/records.ts';
import type { Clock } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { newId } from '../../store/new-id.ts';
import { createCiOrganization } from './create-organization.ts';

/** Completes a store of an older release: organizations get their CI records, users their UUIDs. */
export const backfillCiRecords = async (store: Store, clock: Clock): Promise<void> => {
  const lacking = await store.read(
    async (view) =>
      (await view.count({ kind: 'organizations' })) > (await view.count({ kind: 'ci-organizations' })) ||
      (await view.count({ kind: 'users', body: [{ path: 'uuid', is: null }] })) > 0,
  );
  if (!lacking) return;
  await store.write(async (tx) => {
    for (const { body } of (await tx.list<Organization>({ kind: 'organizations' })).records)
      if (!(await tx.getByKey('ci-organizations', '', body.name))) await createCiOrganization(tx, { clock, newId }, body);
    for (const user of (await tx.list<User>({ kind: 'users', body: [{ path: 'uuid', is: null }] })).records)
      await tx.update<User>(user, { body: { ...user.body, uuid: newId('uuid') } });
  });
};
