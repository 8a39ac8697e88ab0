import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReadTransaction } from '../../store/store.ts';
import { invalidRequest } from '../requests/read-request.ts';
import { deriveKey } from '../store-secret.ts';

const signatureBytes = 16;
const signPosition = async (view: ReadTransaction, list: string, position: Buffer): Promise<Buffer> =>
  createHmac('sha256', await deriveKey(view, 'page-token'))
    .update(list)
    .update('\0')
    .update(position)
    .digest()
    .subarray(0, signatureBytes);

/** A token for the position where a page ended, signed for this list. */
export const createPageToken = async (view: ReadTransaction, list: string, position: Buffer): Promise<string> =>
  Buffer.concat([position, await signPosition(view, list, position)]).toString('base64url');

/** The position in a token; 400 unless the token was issued for this list. */
export const readPageToken = async (view: ReadTransaction, list: string, token: string): Promise<Buffer> => {
  const bytes = Buffer.from(token, 'base64url');
  const position = bytes.subarray(0, -signatureBytes);
  const fits =
    bytes.length > signatureBytes &&
    bytes.toString('base64url') === token &&
    timingSafeEqual(bytes.subarray(-signatureBytes), await signPosition(view, list, position));
  if (!fits)
    throw invalidRequest({
      detail: 'is not a page token of this list; send the next_page_token of the previous page, or no token for the first page',
      parameter: 'page-token',
    });
  return position;
};
