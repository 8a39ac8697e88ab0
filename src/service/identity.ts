import { newId } from './new-id.ts';
import type { Transaction, View } from './store/store.ts';

/**
 * A mark in the store that changes with whatever says who may do what: tokens, teams, their members and rights. A caller
 * that was looked up holds as long as the mark it was looked up under, in every process that shares the store.
 */
const place = { kind: 'identity', scope: '', key: 'mark' } as const;

export const identityMark = async (view: View): Promise<string> => (await view.byKey<string>(place.kind, place.scope, place.key))?.body ?? '';

/** Belongs into the unit that changes a token, a team or a membership. */
export const identityChanged = async (tx: Transaction): Promise<void> => {
  const body = newId('mark');
  const there = await tx.byKey(place.kind, place.scope, place.key);
  if (there) await tx.update(there, { body });
  else await tx.insert({ id: 'identity-mark', ...place, name: '', body });
};
