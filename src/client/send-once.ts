import { redactUrl } from './address.ts';
import type { TransportClock } from './clock.ts';
import { TransportError, type Transport, type TransportResponse } from './transport.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { ServiceRequest } from './contract/service-client.ts';
import { requestIdOf } from './contract/service-messages.ts';
import type { ServiceInfo } from './service-info.ts';

/** One finished attempt, for a request log. No body, no token; `status` is null when no answer came. */
export interface RequestLogEntry {
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly milliseconds: number;
  readonly attempt: number;
  readonly requestId: string | null;
}

/** The data that all requests of one client share. */
export interface SendContext {
  readonly serviceInfo: ServiceInfo;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  readonly clock: TransportClock;
  readonly random: () => number;
  /** Milliseconds, for requests without a deadline of their own. */
  readonly deadline: number;
  readonly log: ((entry: RequestLogEntry) => void) | undefined;
}

export interface Attempt {
  readonly url: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** When the request must be over, and how long it has in all, in milliseconds. */
  readonly deadlineAt: number;
  readonly timeLimit: number;
  /** Whether it uses a new connection (transport.ts). */
  readonly newConnection: boolean;
}

/**
 * The share of the time limit that one attempt may take: a request on a hung connection is then sent again, and a created object can still
 * be looked up.
 */
const deadlineShare = { read: 0.5, put: 0.5, delete: 0.5, create: 0.75 };

const logAttempt = (context: SendContext, request: ServiceRequest, attempt: Attempt, startedAt: number, outcome: Outcome): void => {
  if (!context.log) return;
  const [status, requestId] = outcome instanceof TransportError ? [null, null] : [outcome.status, requestIdOf(outcome.headers)];
  context.log({
    method: request.method,
    path: redactUrl(attempt.url.slice(context.address.length)),
    status,
    milliseconds: context.clock.now() - startedAt,
    attempt: attempt.attempt,
    requestId,
  });
};

type Outcome = TransportResponse | TransportError;

/** Ends an attempt at its deadline, and a read as well when its caller cancels it. */
const limitAttempt = ({ clock }: SendContext, request: ServiceRequest, { deadlineAt, timeLimit }: Attempt, startedAt: number) => {
  const controller = new AbortController();
  let code: 'CANCELLED' | 'TIMEOUT' | null = null;
  const end = (reason: 'CANCELLED' | 'TIMEOUT') => {
    code ??= reason;
    controller.abort();
  };
  const milliseconds = Math.max(1, Math.min(deadlineAt - startedAt, timeLimit * deadlineShare[request.effect]));
  const cancelTimer = clock.after(milliseconds, () => end('TIMEOUT'));
  const signal = request.effect === 'read' ? request.signal : undefined;
  const onAbort = () => end('CANCELLED');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return {
    signal: controller.signal,
    code: () => code,
    release: () => {
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
    },
  };
};

/**
 * Sends once. A read ends as soon as its caller cancels it (code `CANCELLED`); a write that was sent ends with its response or
 * at its time limit (`TIMEOUT`).
 */
export const sendOnce = async (context: SendContext, request: ServiceRequest, attempt: Attempt): Promise<Outcome> => {
  const startedAt = context.clock.now();
  const limit = limitAttempt(context, request, attempt, startedAt);
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  const { url, newConnection } = attempt;
  let outcome: Outcome;
  try {
    outcome = await context.transport({ method: request.method, url, headers: context.headers, body, newConnection, signal: limit.signal });
  } catch (error) {
    outcome = error instanceof TransportError ? error : new TransportError('EUNKNOWN', String(error), true);
    const code = limit.code();
    if (code) outcome = new TransportError(code, 'the attempt was ended', outcome.wasSent);
  } finally {
    limit.release();
  }
  logAttempt(context, request, attempt, startedAt, outcome);
  return outcome;
};
