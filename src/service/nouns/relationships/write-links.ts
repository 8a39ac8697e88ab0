import type { Transaction } from '../../store/store.ts';
import type { Noun } from '../declaration.ts';
import { linkKindOf } from './load-relationships.ts';

/** Makes the targets of a to-many relationship exactly these. */
export const replaceLinks = async (tx: Transaction, noun: Noun, id: string, name: string, targets: readonly string[]): Promise<void> => {
  const kind = linkKindOf(noun, name);
  const wanted = new Set(targets);
  const removed = (await tx.listLinks(kind, { from: id })).filter(({ to }) => !wanted.delete(to));
  await Promise.all([...removed.map(({ to }) => tx.unlink(kind, id, to)), ...[...wanted].map((to) => tx.link(kind, id, to))]);
};
