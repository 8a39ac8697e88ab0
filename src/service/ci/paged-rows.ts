import type { Asking, Reply } from '../route.ts';
import { positionIn, tokenAt } from './page-token.ts';
import { asked } from './read.ts';

const placeOf = (seq: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(seq));
  return bytes;
};

/**
 * `{items, next_page_token}` over rows that have a place in the order of writing. `list`: what is asked, and of what; `find`
 * gives the rows behind a place, at most so many.
 */
export const pagedRows = async <T extends { readonly seq: number }>(
  asking: Asking, list: string, find: (part: { readonly after?: number; readonly limit: number }) => Promise<readonly T[]>, render: (row: T) => unknown,
): Promise<Reply> => {
  const size = asking.settings.ciPageSize;
  const token = asked(asking, 'page-token');
  const after = token === undefined ? {} : { after: Number((await positionIn(asking.tx, list, token)).readBigUInt64BE()) };
  const rows = await find({ ...after, limit: size + 1 });
  const page = rows.slice(0, size);
  return { status: 200, body: { items: page.map(render), next_page_token: rows.length > size ? await tokenAt(asking.tx, list, placeOf(page.at(-1)!.seq)) : null } };
};
