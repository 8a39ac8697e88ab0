import { newId } from '../store/new-id.ts';
import type { Transaction, ReadTransaction } from '../store/store.ts';

/**
 * A mark in the store that changes with everything that decides rights: tokens, teams, their members and rights. A caller
 * that was looked up holds as long as the mark it was looked up under, in every process that shares the store.
 */
const identityKey = { kind: 'identity', scope: '', key: 'mark' } as const;

export const readIdentityVersion = async (view: ReadTransaction): Promise<string> =>
  (await view.getByKey<string>(identityKey.kind, identityKey.scope, identityKey.key))?.body ?? '';

/** Belongs into the unit that changes a token, a team or a membership. */
export const changeIdentityVersion = async (tx: Transaction): Promise<void> => {
  const body = newId('mark');
  const there = await tx.getByKey(identityKey.kind, identityKey.scope, identityKey.key);
  if (there) await tx.update(there, { body });
  else await tx.insert({ id: 'identity-mark', ...identityKey, name: '', body });
};
