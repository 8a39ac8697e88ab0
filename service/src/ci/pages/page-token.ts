import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { ReadTransaction } from '../../store/store.ts';
import { invalidRequest } from '../requests/read-request.ts';
import { deriveKey } from '../../store/store-secret.ts';

const signatureBytes = 16;
const signPosition = async (view: ReadTransaction, list: string, position: Buffer): Promise<Buffer> =>
  createHmac('sha256', await deriveKey(view, 'page-token'))
    .update(list)
    .update('\0')
    .update(position)
    .digest()
    .subarray(0, signatureBytes);

/**
 * Encrypts a position, or decrypts it. The signature is the nonce, and it depends on the list and the position: no two positions share a
 * nonce (RFC 5297 calls this a synthetic initialization vector).
 */
const cryptPosition = async (view: ReadTransaction, signature: Buffer, position: Buffer): Promise<Buffer> => {
  const cipher = createCipheriv('aes-256-ctr', await deriveKey(view, 'page-position'), signature);
  return Buffer.concat([cipher.update(position), cipher.final()]);
};

/** A token for the position where a page ended, encrypted and signed for this list. */
export const createPageToken = async (view: ReadTransaction, list: string, position: Buffer): Promise<string> => {
  const signature = await signPosition(view, list, position);
  return Buffer.concat([await cryptPosition(view, signature, position), signature]).toString('base64url');
};

/** The position in a token; 400 unless the token was issued for this list. */
export const readPageToken = async (view: ReadTransaction, list: string, token: string): Promise<Buffer> => {
  const bytes = Buffer.from(token, 'base64url');
  const signature = bytes.subarray(-signatureBytes);
  const isToken = bytes.length > signatureBytes && bytes.toString('base64url') === token;
  const position = isToken ? await cryptPosition(view, signature, bytes.subarray(0, -signatureBytes)) : Buffer.alloc(0);
  if (!isToken || !timingSafeEqual(signature, await signPosition(view, list, position)))
    throw invalidRequest({
      detail: 'is not a page token of this list; send the next_page_token of the previous page, or no token for the first page',
      parameter: 'page-token',
    });
  return position;
};
