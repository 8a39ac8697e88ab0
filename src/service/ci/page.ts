import type { Asking, Reply } from '../route.ts';
import type { Filter, Rec } from '../store/store.ts';
import { positionIn, tokenAt } from './page-token.ts';
import { asked } from './read.ts';

/** How a list is turned over: so many at once, from the oldest or the newest. */
export interface Turning { readonly size?: number; readonly newestFirst?: true }

/** The next page begins behind that record, whatever was added or removed meanwhile. */
const behind = (seq: number): Buffer => {
  const position = Buffer.alloc(8);
  position.writeBigUInt64BE(BigInt(seq));
  return position;
};

/** `{items, next_page_token}`, one page of what the filter finds, in order of insertion. `render` gets the whole page at once. */
export const paged = async <B>(asking: Asking, filter: Filter, render: (records: readonly Rec<B>[]) => readonly unknown[] | Promise<readonly unknown[]>, turning: Turning = {}): Promise<Reply> => {
  const size = turning.size ?? asking.settings.ciPageSize;
  const list = JSON.stringify([filter, turning.newestFirst ?? false]);
  const token = asked(asking, 'page-token');
  const from = token === undefined ? undefined : Number((await positionIn(asking.tx, list, token)).readBigUInt64BE());
  const seq = from === undefined ? {} : { seq: turning.newestFirst ? { before: from } : { after: from } };
  const { records } = await asking.tx.list<B>({ ...filter, ...seq }, { offset: 0, limit: size + 1, uncounted: true, order: { by: 'seq', ...(turning.newestFirst ? { descending: true } : {}) } });
  const page = records.slice(0, size);
  return { status: 200, body: { items: await render(page), next_page_token: records.length > size ? await tokenAt(asking.tx, list, behind(page.at(-1)!.seq)) : null } };
};

/** A list that has no pages. */
export const whole = (items: readonly unknown[]): Reply => ({ status: 200, body: { items } });
