import type { TransportError } from './transport.ts';
import type { ServiceRequest } from './contract/service-client.ts';

/**
 * What to do after a failed attempt. `ask first`: the request may have been executed, so the object is looked for before another attempt.
 */
export type RetryDecision = 'give up' | 'again' | 'ask first';

/** Maximum number of attempts, by the failure. A 429 does not count: only the deadline ends those. */
const maximumAttempts: { readonly [failure: string]: number } = {
  500: 4,
  408: 4,
  425: 4,
  502: 8,
  503: 8,
  504: 8,
  ENOTFOUND: 3,
  ECONNREFUSED: 5,
  ECONNABORTED: 4,
};
const defaultMaximumAttempts = 6;
const permanentFailures =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HPE_|TOO_LARGE|ERR_INVALID|ERR_UNESCAPED|EUNKNOWN)/;

export const decideOnStatus = (effect: ServiceRequest['effect'], status: number, attempt: number): RetryDecision => {
  if (status === 429) return 'again';
  if (maximumAttempts[status] === undefined) return 'give up';
  // The last attempt of a create is looked for too: it may be there.
  if (effect === 'create') return 'ask first';
  return attempt < (maximumAttempts[status] ?? 0) ? 'again' : 'give up';
};

export const decideOnTransportError = (effect: ServiceRequest['effect'], error: TransportError, attempt: number): RetryDecision => {
  if (effect === 'create' && error.wasSent) return 'ask first';
  return canRetry(error.code, attempt) ? 'again' : 'give up';
};

/** Whether there is any use in another attempt, leaving aside what the failed one did. */
export const canRetry = (failure: string | number, attempt: number): boolean =>
  !permanentFailures.test(String(failure)) && attempt < (maximumAttempts[failure] ?? defaultMaximumAttempts);

/** Milliseconds before the next attempt: exponential with full jitter, or as long as the service requests. */
export const backoffDelay = (attempt: number, random: () => number, toldMilliseconds: number | null = null): number =>
  Math.max(random() * Math.min(8_000, 250 * 2 ** (attempt - 1)), toldMilliseconds ?? 0);
