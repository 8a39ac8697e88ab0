import { createHmac } from 'node:crypto';

/** The hexadecimal HMAC-SHA512 of a body: what notifications and run tasks are signed with. */
export const signSha512 = (key: string, body: string): string => createHmac('sha512', key).update(body).digest('hex');
