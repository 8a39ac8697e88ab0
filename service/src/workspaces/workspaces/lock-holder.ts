import type { RequestContext } from '../../http/route.ts';
import { listUnreadable } from '../../json-api/hide-unreadable.ts';
import type { WorkspaceLock } from './stored.ts';

const holderKinds = { user: 'User', team: 'Team', run: 'Run', organization: 'Organization' } as const;
/** The types of the documents of holders. */
export const lockHolderTypes = { user: 'users', team: 'teams', run: 'runs', organization: 'organizations' } as const;

/** Whether the caller may read who holds the lock: a secret team is known to few. */
export const canReadLockHolder = async (ctx: RequestContext, { holder: { kind, id } }: WorkspaceLock): Promise<boolean> =>
  (await listUnreadable(ctx, lockHolderTypes[kind], [id])).length === 0;

/**
 * `User olivia`: clients of the hosted service read the kind out of the text. What the caller may not read has no name in it (decision
 * 150).
 */
export const describeLockHolder = async (ctx: RequestContext, lock: WorkspaceLock): Promise<string> => {
  const { kind, name } = lock.holder;
  return `${holderKinds[kind]} ${(await canReadLockHolder(ctx, lock)) ? name : 'that this token does not see'}`;
};
