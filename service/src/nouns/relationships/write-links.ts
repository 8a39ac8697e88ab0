import type { RequestContext } from '../../http/route.ts';
import { listUnreadable } from '../../json-api/hide-unreadable.ts';
import type { Transaction } from '../../store/store.ts';
import type { Noun } from '../declaration.ts';
import { linkKindOf } from './load-relationships.ts';

/**
 * Replaces the targets of a to-many relationship by the given ones. Targets that the caller cannot see are kept, because the list that it
 * read did not have them.
 */
export const replaceLinks = async (
  ctx: RequestContext<Transaction>,
  noun: Noun,
  id: string,
  name: string,
  targets: readonly string[],
): Promise<void> => {
  const { tx } = ctx;
  const kind = linkKindOf(noun, name);
  const wanted = new Set(targets);
  const absent = (await tx.listLinks(kind, { from: id })).map(({ to }) => to).filter((to) => !wanted.delete(to));
  const kept = new Set(await listUnreadable(ctx, noun.relationships![name]!.to, absent));
  const removed = absent.filter((to) => !kept.has(to));
  await Promise.all([...removed.map((to) => tx.unlink(kind, id, to)), ...[...wanted].map((to) => tx.link(kind, id, to))]);
};
