import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../access/is-same-secret.ts';

/** The HMAC of a body as code hosts write it: `sha256=` and 64 digits. */
export const signBody = (secret: string, body: Uint8Array): string => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Whether a body was signed with the secret. Without a signature: no. */
export const hasValidSignature = (secret: string, body: Uint8Array, signature: string | undefined): boolean =>
  signature !== undefined && isSameSecret(signature, signBody(secret, body));
