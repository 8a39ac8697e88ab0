import type { Broken } from './exchange.ts';
import type { Call } from './line.ts';

/** What becomes of a failed attempt. `ask first`: it may have been carried out, so the object is looked for before it is sent again. */
export type Verdict = 'give up' | 'again' | 'ask first';

/** How often a request is sent at most, by what failed. A 429 counts for nothing: only the deadline ends those. */
const most: { readonly [failure: string]: number } = { 500: 4, 408: 4, 425: 4, 502: 8, 503: 8, 504: 8, ENOTFOUND: 3, ECONNREFUSED: 5, ECONNABORTED: 4 };
const mostOtherwise = 6;
const hopeless = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HPE_|TOO_LARGE|ERR_INVALID|ERR_UNESCAPED|EUNKNOWN)/;

export const verdictOnStatus = (effect: Call['effect'], status: number, attempt: number): Verdict => {
  if (status === 429) return 'again';
  if (most[status] === undefined) return 'give up';
  // The last attempt of a create is looked for too: it may be there.
  if (effect === 'create') return 'ask first';
  return attempt < (most[status] ?? 0) ? 'again' : 'give up';
};

export const verdictOnBroken = (effect: Call['effect'], broken: Broken, attempt: number): Verdict => {
  if (effect === 'create' && broken.sent) return 'ask first';
  return mayRepeat(broken.code, attempt) ? 'again' : 'give up';
};

/** Whether there is any use in another attempt, leaving aside what the failed one did. */
export const mayRepeat = (failure: string | number, attempt: number): boolean =>
  !hopeless.test(String(failure)) && attempt < (most[failure] ?? mostOtherwise);

/** Milliseconds before the next attempt: exponential with full jitter, or as long as the service says. */
export const backOff = (attempt: number, random: () => number, toldMilliseconds: number | null = null): number =>
  Math.max(random() * Math.min(8_000, 250 * 2 ** (attempt - 1)), toldMilliseconds ?? 0);
