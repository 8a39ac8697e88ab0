import type { Transaction } from '../../store/store.ts';
import type { Noun } from '../declaration.ts';
import { linkKindOf } from './load-relationships.ts';

/** Makes the targets of a to-many relationship exactly these. */
export const replaceLinks = async (tx: Transaction, noun: Noun, id: string, name: string, targets: readonly string[]): Promise<void> => {
  const kind = linkKindOf(noun, name);
  const wanted = new Set(targets);
  for (const { to } of await tx.listLinks(kind, { from: id })) if (!wanted.delete(to)) await tx.unlink(kind, id, to);
  for (const to of wanted) await tx.link(kind, id, to);
};
