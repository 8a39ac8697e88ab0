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

/** Whether a log still grows, or did minutes ago: the engine reads all of it at the address that it got at the beginning. */
const isFollowed = (run: StoredRun, noun: 'plan' | 'apply', now: number): boolean => {
  const phase = phaseOf(run, noun);
  if (findPhaseStatus(run, phase) === 'running') return true;
  const end = findPhaseEnd(run, phase.start);
  return end !== undefined && now <= Date.parse(end) + lastBytesMilliseconds;
};

/** Throws 404 unless the address was signed for this log and has not ended: not before the log has (decision 144). */
export const requireLogAddress = (
  signing: AddressSigning,
  { id, run, noun }: { readonly id: string; readonly run: StoredRun; readonly noun: 'plan' | 'apply' },
  signed: string,
): void => {
  const now = signing.clock.now().getTime();
  const end = findAddressEnd(signing, logOf(id, run.secret!), signed, 'the log');
  if (end < now && !isFollowed(run, noun, now)) throw addressHasEnded();
};
