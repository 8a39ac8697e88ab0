import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../access/is-same-secret.ts';
import { notFound } from '../../../http/problem.ts';
import type { Clock } from '../../../http/route.ts';

/** As the hosted service: an address from a redirect is good for a minute. */
const lifeMilliseconds = 60_000;

const sign = (secret: string, subject: string, until: string): string =>
  createHmac('sha256', secret).update(`${subject}\n${until}`).digest('base64url');

/** The last part of an address that needs no token for a minute. `subject`: what it gives access to; `secret`: of the run. */
export const createTemporaryKey = (clock: Clock, secret: string, subject: string): string => {
  const until = (clock.now().getTime() + lifeMilliseconds).toString(36);
  return `${until}.${sign(secret, subject, until)}`;
};

/** Throws 404 unless the key was made for this subject, less than a minute ago. */
export const requireTemporaryKey = (clock: Clock, secret: string, subject: string, key: string): void => {
  const [until = '', signature = ''] = key.split('.');
  const isRight = isSameSecret(sign(secret, subject, until), signature);
  if (!isRight || Number.parseInt(until, 36) < clock.now().getTime()) throw notFound('the document');
};
