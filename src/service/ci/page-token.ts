import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReadTransaction } from '../store/store.ts';
import { invalid } from './read.ts';
import { keyFor } from './secret.ts';

const signatureBytes = 16;
const sign = async (view: ReadTransaction, list: string, position: Buffer): Promise<Buffer> =>
  createHmac('sha256', await keyFor(view, 'page-token')).update(list).update('\0').update(position).digest().subarray(0, signatureBytes);

/** Where one page ended, signed for this list alone. */
export const tokenAt = async (view: ReadTransaction, list: string, position: Buffer): Promise<string> =>
  Buffer.concat([position, await sign(view, list, position)]).toString('base64url');

/** The position that a token holds; 400 for one that this list did not give out. */
export const positionIn = async (view: ReadTransaction, list: string, token: string): Promise<Buffer> => {
  const bytes = Buffer.from(token, 'base64url');
  const position = bytes.subarray(0, -signatureBytes);
  const fits = bytes.length > signatureBytes && bytes.toString('base64url') === token && timingSafeEqual(bytes.subarray(-signatureBytes), await sign(view, list, position));
  if (!fits) throw invalid({ detail: 'is not a token of this list; send the next_page_token of the page before, or none for the first page', parameter: 'page-token' });
  return position;
};
