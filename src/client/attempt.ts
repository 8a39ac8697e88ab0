import { safeUrl } from './address.ts';
import type { Clock } from './clock.ts';
import { Broken, type Exchange, type Reply } from './exchange.ts';
import type { Limiter } from './limiter.ts';
import type { Call } from './line.ts';
import { redact } from './secrets.ts';
import { requestIdOf } from './service-words.ts';
import type { Wire } from './services.ts';

/** One finished attempt, for a request log. No body, no token; `status` is null when no answer came. */
export interface LogEntry {
  readonly method: string; readonly path: string; readonly status: number | null;
  readonly milliseconds: number; readonly attempt: number; readonly requestId: string | null;
}

/** What all calls of one line share. */
export interface Sender {
  readonly wire: Wire;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly exchange: Exchange;
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly random: () => number;
  /** Milliseconds, for calls that do not say. */
  readonly deadline: number;
  readonly log: ((entry: LogEntry) => void) | undefined;
}

export interface Try {
  readonly url: string;
  /** From 1. */
  readonly attempt: number;
  /** When the call must be over, and how long it has in all, in milliseconds. */
  readonly until: number; readonly within: number;
  /** On a connection of its own (exchange.ts). */
  readonly fresh: boolean;
}

/** The share of the deadline one attempt may take, so that a hung connection is tried anew and a create can still be looked for. */
const share = { read: 0.5, put: 0.5, delete: 0.5, create: 0.75 };

/**
 * Sends once. A read ends at once when its caller gives up (code `CANCELLED`); a write that is out ends with its
 * answer or its time (`TIMEOUT`).
 */
export const attemptOnce = async (sender: Sender, call: Call, { url, attempt, until, within, fresh }: Try): Promise<Reply | Broken> => {
  const { clock } = sender;
  const begun = clock.now();
  const controller = new AbortController();
  let ended: 'CANCELLED' | 'TIMEOUT' | null = null;
  const end = (why: 'CANCELLED' | 'TIMEOUT') => { ended ??= why; controller.abort(); };
  const cancel = clock.after(Math.max(1, Math.min(until - begun, within * share[call.effect])), () => end('TIMEOUT'));
  const given = call.effect === 'read' ? call.signal : undefined;
  const cancelled = () => end('CANCELLED');
  given?.addEventListener('abort', cancelled, { once: true });
  if (given?.aborted) cancelled();
  const body = call.body === undefined ? null : JSON.stringify(call.body);
  let outcome: Reply | Broken;
  try {
    outcome = await sender.exchange({ method: call.method, url, headers: sender.headers, body, fresh, signal: controller.signal });
  } catch (error) {
    outcome = error instanceof Broken ? error : new Broken('EUNKNOWN', String(error), true);
    if (ended) outcome = new Broken(ended, 'the attempt was ended', outcome.sent);
  } finally {
    cancel();
    given?.removeEventListener('abort', cancelled);
  }
  if (sender.log) {
    const [status, requestId] = outcome instanceof Broken ? [null, null] : [outcome.status, requestIdOf(outcome.headers)];
    const path = safeUrl(url.slice(sender.address.length));
    sender.log({ method: call.method, path, status, milliseconds: clock.now() - begun, attempt, requestId: requestId && redact(requestId) });
  }
  return outcome;
};
