import type { Asking, Reply } from '../../route.ts';
import { positionIn, tokenAt } from '../page-token.ts';
import { asked } from '../read.ts';
import { ok } from '../replies.ts';

/**
 * One page of a list that is counted and not stored: `find` gets where the page before ended, and one more than fits.
 * `list` says which list it is; a window that moves with the clock is no part of it.
 */
export const pagedBy = async <T, P>(
  asking: Asking, list: readonly unknown[], find: (after: P | undefined, limit: number) => Promise<readonly T[]>, positionOf: (item: T) => P, render: (items: readonly T[]) => readonly unknown[] | Promise<readonly unknown[]>,
): Promise<Reply> => {
  const size = asking.settings.ciPageSize, name = JSON.stringify(list);
  const token = asked(asking, 'page-token');
  const after = token === undefined ? undefined : JSON.parse((await positionIn(asking.tx, name, token)).toString('utf8')) as P;
  const found = await find(after, size + 1);
  const page = found.slice(0, size);
  return ok({ items: await render(page), next_page_token: found.length > size ? await tokenAt(asking.tx, name, Buffer.from(JSON.stringify(positionOf(page.at(-1)!)))) : null });
};
