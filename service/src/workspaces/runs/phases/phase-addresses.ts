import {
  type AddressSubject,
  type AddressSigning,
  addressHasEnded,
  findAddressEnd,
  signAddressUntil,
} from '../../../access/signed-addresses.ts';
import type { StoredRun } from '../stored.ts';
import { findPhaseEnd, findPhaseStatus, phaseOf } from './phase-status.ts';

/** Lifetime of an address in a redirect, as in the hosted service: one minute. */
const redirectMilliseconds = 60_000;
/** Lifetime of an address for the last bytes of a log, which the engine reads after the phase. */
const lastBytesMilliseconds = 5 * 60_000;

/** The subject for which the address of a log is signed. */
export const logOf = (phase: string, secret: string): AddressSubject => ({ id: phase, operation: 'log', secret });

/** The last part of an address that a redirect leads to. */
export const signRedirect = (signing: AddressSigning, subject: AddressSubject): string =>
  signAddressUntil(signing, subject, signing.clock.now().getTime() + redirectMilliseconds);

/** Whether a log that ended at this time, ISO 8601, is still read: the engine reads it all at the address that it got at the beginning. */
export const isReadAfter = (end: string | undefined, now: number): boolean =>
  end !== undefined && now <= Date.parse(end) + lastBytesMilliseconds;

/** Whether a log still grows, or did minutes ago. */
const isFollowed = (run: StoredRun, noun: 'plan' | 'apply', now: number): boolean => {
  const phase = phaseOf(run, noun);
  return findPhaseStatus(run, phase) === 'running' || isReadAfter(findPhaseEnd(run, phase.start), now);
};

/** Throws 404 unless the address was signed for this subject and has not ended: not before the log has (decision 144). */
export const requireGrowingLogAddress = (
  signing: AddressSigning,
  subject: AddressSubject,
  signed: string,
  isStillFollowed: (now: number) => boolean,
): void => {
  const now = signing.clock.now().getTime();
  const end = findAddressEnd(signing, subject, signed, 'the log');
  if (end < now && !isStillFollowed(now)) throw addressHasEnded();
};

/** Throws 404 unless the address was signed for this log of a plan or an apply, and has not ended. */
export const requireLogAddress = (
  signing: AddressSigning,
  { id, run, noun }: { readonly id: string; readonly run: StoredRun; readonly noun: 'plan' | 'apply' },
  signed: string,
): void => requireGrowingLogAddress(signing, logOf(id, run.secret!), signed, (now) => isFollowed(run, noun, now));
