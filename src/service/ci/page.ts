import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Asking, Reply } from '../route.ts';
import type { Filter, Rec, View } from '../store/store.ts';
import { asked, invalid } from './read.ts';
import { keyFor } from './secret.ts';

/** How a list is turned over: so many at once, from the oldest or the newest. */
export interface Turning { readonly size?: number; readonly newestFirst?: true }

const positionBytes = 8;
const sign = async (view: View, list: string, position: Buffer): Promise<Buffer> =>
  createHmac('sha256', await keyFor(view, 'page-token')).update(list).update('\0').update(position).digest().subarray(0, 16);

/** Where one page ended, signed for this list alone: the next one begins behind that record, whatever was added or removed meanwhile. */
const tokenAt = async (view: View, list: string, seq: number): Promise<string> => {
  const position = Buffer.alloc(positionBytes);
  position.writeBigUInt64BE(BigInt(seq));
  return Buffer.concat([position, await sign(view, list, position)]).toString('base64url');
};

const positionIn = async (view: View, list: string, token: string): Promise<number> => {
  const bytes = Buffer.from(token, 'base64url');
  const position = bytes.subarray(0, positionBytes);
  const fits = bytes.length === positionBytes + 16 && bytes.toString('base64url') === token && timingSafeEqual(bytes.subarray(positionBytes), await sign(view, list, position));
  if (!fits) throw invalid({ detail: 'is not a token of this list; send the next_page_token of the page before, or none for the first page', parameter: 'page-token' });
  return Number(position.readBigUInt64BE());
};

/** `{items, next_page_token}`, one page of what the filter finds, in order of insertion. `render` gets the whole page at once. */
export const paged = async <B>(asking: Asking, filter: Filter, render: (records: readonly Rec<B>[]) => readonly unknown[] | Promise<readonly unknown[]>, turning: Turning = {}): Promise<Reply> => {
  const size = turning.size ?? asking.settings.ciPageSize;
  const list = JSON.stringify([filter, turning.newestFirst ?? false]);
  const token = asked(asking, 'page-token');
  const from = token === undefined ? undefined : await positionIn(asking.tx, list, token);
  const seq = from === undefined ? {} : { seq: turning.newestFirst ? { before: from } : { after: from } };
  const { records } = await asking.tx.list<B>({ ...filter, ...seq }, { offset: 0, limit: size + 1, uncounted: true, order: { by: 'seq', ...(turning.newestFirst ? { descending: true } : {}) } });
  const page = records.slice(0, size);
  return { status: 200, body: { items: await render(page), next_page_token: records.length > size ? await tokenAt(asking.tx, list, page.at(-1)!.seq) : null } };
};

/** A list that has no pages. */
export const whole = (items: readonly unknown[]): Reply => ({ status: 200, body: { items } });
