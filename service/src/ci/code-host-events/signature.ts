import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../access/is-same-secret.ts';

/** The HMAC of a body in the format of code hosts: `sha256=` and 64 hexadecimal digits. */
export const signBody = (secret: string, body: Uint8Array): string => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Whether a body is signed with the secret. False without a signature. */
export const hasValidSignature = (secret: string, body: Uint8Array, signature: string | undefined): boolean =>
  signature !== undefined && isSameSecret(signature, signBody(secret, body));
