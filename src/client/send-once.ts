import { redactUrl } from './address.ts';
import type { TransportClock } from './clock.ts';
import { TransportError, type Transport, type TransportResponse } from './transport.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { ServiceRequest } from './service-client.ts';
import { redactSecrets } from './secrets.ts';
import { requestIdOf } from './service-messages.ts';
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

/** What all calls of one line share. */
export interface SendContext {
  readonly serviceInfo: ServiceInfo;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  readonly clock: TransportClock;
  readonly random: () => number;
  /** Milliseconds, for calls that do not say. */
  readonly deadline: number;
  readonly log: ((entry: RequestLogEntry) => void) | undefined;
}

export interface Attempt {
  readonly url: string;
  /** From 1. */
  readonly attempt: number;
  /** When the call must be over, and how long it has in all, in milliseconds. */
  readonly deadlineAt: number;
  readonly timeLimit: number;
  /** On a connection of its own (exchange.ts). */
  readonly newConnection: boolean;
}

/** The share of the deadline one attempt may take, so that a hung connection is tried anew and a create can still be looked for. */
const deadlineShare = { read: 0.5, put: 0.5, delete: 0.5, create: 0.75 };

/**
 * Sends once. A read ends at once when its caller gives up (code `CANCELLED`); a write that is out ends with its
 * answer or its time (`TIMEOUT`).
 */
export const sendOnce = async (
  context: SendContext,
  request: ServiceRequest,
  { url, attempt, deadlineAt: deadlineAt, timeLimit: timeLimit, newConnection: newConnection }: Attempt,
): Promise<TransportResponse | TransportError> => {
  const { clock } = context;
  const startedAt = clock.now();
  const controller = new AbortController();
  let ended: 'CANCELLED' | 'TIMEOUT' | null = null;
  const end = (why: 'CANCELLED' | 'TIMEOUT') => {
    ended ??= why;
    controller.abort();
  };
  const cancel = clock.after(Math.max(1, Math.min(deadlineAt - startedAt, timeLimit * deadlineShare[request.effect])), () => end('TIMEOUT'));
  const signal = request.effect === 'read' ? request.signal : undefined;
  const cancelled = () => end('CANCELLED');
  signal?.addEventListener('abort', cancelled, { once: true });
  if (signal?.aborted) cancelled();
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  let outcome: TransportResponse | TransportError;
  try {
    outcome = await context.transport({
      method: request.method,
      url,
      headers: context.headers,
      body,
      newConnection: newConnection,
      signal: controller.signal,
    });
  } catch (error) {
    outcome = error instanceof TransportError ? error : new TransportError('EUNKNOWN', String(error), true);
    if (ended) outcome = new TransportError(ended, 'the attempt was ended', outcome.wasSent);
  } finally {
    cancel();
    signal?.removeEventListener('abort', cancelled);
  }
  if (context.log) {
    const [status, requestId] = outcome instanceof TransportError ? [null, null] : [outcome.status, requestIdOf(outcome.headers)];
    const path = redactUrl(url.slice(context.address.length));
    context.log({
      method: request.method,
      path,
      status,
      milliseconds: clock.now() - startedAt,
      attempt,
      requestId: requestId && redactSecrets(requestId),
    });
  }
  return outcome;
};
