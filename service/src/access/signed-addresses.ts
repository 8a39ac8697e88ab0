import { createHmac } from 'node:crypto';
import { notFound, Problem } from '../http/problem.ts';
import type { RequestContext } from '../http/route.ts';
import { isSameSecret } from './is-same-secret.ts';

/** The context of signing and checking addresses: the key of the store, and the clock of the service. */
export type AddressSigning = Pick<RequestContext, 'addressKey' | 'clock'>;

/**
 * What a signed address permits without a token: one operation on one object. Example: `{ id: 'sv-1', operation: 'download', secret: 'x7…'
 * }`
 */
export interface AddressSubject {
  readonly id: string;
  readonly operation: string;
  /** Stored with the object and never part of a response: deleting the object invalidates its addresses. */
  readonly secret: string;
}

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;

/** The hour since 1970. Signed addresses change only with it, so a document that contains them stays identical within the hour. */
export const countAddressHours = (clock: RequestContext['clock']): number => Math.floor(clock.now().getTime() / hourMilliseconds);

const sign = (key: Buffer, { id, operation, secret }: AddressSubject, until: string): string =>
  createHmac('sha256', key).update(`${id}\n${operation}\n${secret}\n${until}`).digest('base64url');

/** The last part of an address that ends at a time in milliseconds: the time and the signature. */
export const signAddressUntil = ({ addressKey }: AddressSigning, subject: AddressSubject, end: number): string => {
  const until = end.toString(36);
  return `${until}.${sign(addressKey, subject, until)}`;
};

/** The last part of an address that ends one day after the beginning of the current hour (decision 144). */
export const signAddress = (signing: AddressSigning, subject: AddressSubject): string =>
  signAddressUntil(signing, subject, countAddressHours(signing.clock) * hourMilliseconds + dayMilliseconds);

/** When an address ends, in milliseconds, whether it has or not. Throws 404 where it was not signed for this subject. */
export const findAddressEnd = ({ addressKey }: AddressSigning, subject: AddressSubject, signed: string, what: string): number => {
  const dot = signed.indexOf('.');
  const [until, signature] = [signed.slice(0, dot), signed.slice(dot + 1)];
  if (!isSameSecret(sign(addressKey, subject, until), signature)) throw notFound(what);
  return Number.parseInt(until, 36);
};

export const addressHasEnded = (): Problem =>
  new Problem(404, [{ detail: 'this address has ended; read the document that told it again, which tells a new one' }]);

/** Throws 404 unless the address was signed for this subject, and has not ended. `what`: for the message. */
export const requireSignedAddress = (signing: AddressSigning, subject: AddressSubject, signed: string, what: string): void => {
  if (findAddressEnd(signing, subject, signed, what) < signing.clock.now().getTime()) throw addressHasEnded();
};
