import { redactUrl } from './address.ts';
import { sendOnce, type SendContext } from './send-once.ts';
import { pause } from './clock.ts';
import {
  type RequestDetails,
  type ServiceRequestError,
  CancelledError,
  ConnectionError,
  MalformedResponseError,
  ServiceError,
} from './errors.ts';
import { TransportError, type TransportResponse } from './transport.ts';
import { parseRateLimitHeaders } from './rate-limit-headers.ts';
import type { ServiceResponse, ServiceRequest } from './service-client.ts';
import { parseResponseBody } from './parse-response-body.ts';
import { backoffDelay, canRetry, decideOnTransportError, decideOnStatus } from './retry.ts';
import { requestIdOf, parseServiceMessages } from './service-messages.ts';

/** One call to its end: turns, attempts, waits. Throws a CallError (errors.ts) and nothing else. */
export const sendRequest = async (sender: SendContext, call: ServiceRequest, url: string): Promise<ServiceResponse> => {
  const { clock, limiter, random } = sender;
  const within = call.deadline ?? sender.deadline;
  const until = clock.now() + within;
  let attempt = 0;
  let uncertain = false;
  let failed: ServiceRequestError | null = null;
  const asked = (note: string | null = null): RequestDetails => ({
    title: sender.serviceInfo.title,
    method: call.method,
    url: redactUrl(url),
    settings: sender.serviceInfo.settings,
    attempts: attempt,
    note,
  });

  for (;;) {
    const turn = await limiter.enter({ until, signal: call.signal, first: attempt > 0 });
    if (turn === 'cancelled') throw new CancelledError(asked(), uncertain);
    if (turn === 'late') throw failed ?? deadlineError(asked(), within);
    attempt += 1;
    const sentAt = clock.now();
    const outcome = await sendOnce(sender, call, {
      url,
      attempt,
      deadlineAt: until,
      timeLimit: within,
      newConnection: failed instanceof ConnectionError || (call.effect === 'create' && !call.found),
    });
    limiter.leave(outcome instanceof TransportError ? null : outcome, sentAt);

    if (!(outcome instanceof TransportError) && isAcceptable(call, outcome, uncertain)) return toServiceResponse(outcome, call, asked);
    if (outcome instanceof TransportError && outcome.code === 'CANCELLED') throw new CancelledError(asked(), outcome.wasSent);
    uncertain ||= hasPossiblyActed(outcome);
    const failure = (note: string | null = null): ServiceRequestError =>
      outcome instanceof TransportError
        ? new ConnectionError(asked(note), sender.address, outcome.code, uncertain)
        : new ServiceError(
            asked(note),
            outcome.status,
            [...parseServiceMessages(outcome.text), ...redirectMessages(outcome)],
            requestIdOf(outcome.headers),
          );
    failed = failure();

    const [what, told] = outcome instanceof TransportError ? [outcome.code, 0] : [outcome.status, requestedDelay(outcome, clock.now())];
    const verdict =
      outcome instanceof TransportError
        ? decideOnTransportError(call.effect, outcome, attempt)
        : decideOnStatus(call.effect, outcome.status, attempt);
    if (verdict === 'ask first') {
      const made = await lookUpCreated(call);
      if (made instanceof Error) throw failure(`It may have been carried out, and that could not be looked up: ${made.message}`);
      if (made) return made;
      if (!call.found) throw failure('It may have been carried out; it was not sent again.');
    }
    if (verdict === 'give up' || (what !== 429 && !canRetry(what, attempt))) throw failed;
    if (call.signal?.aborted) throw new CancelledError(asked(), uncertain);
    // After a 429 the limiter holds everybody back; a connection that had idled is simply replaced.
    const wait =
      what === 429 || (outcome instanceof TransportError && outcome.wasIdle && attempt === 1) ? 0 : backoffDelay(attempt, random, told);
    if (clock.now() + Math.max(wait, told) >= until)
      throw failure(`There was no time for another attempt: it was allowed ${formatSeconds(within)} in all.`);
    if (!(await pause(clock, wait, call.signal))) throw new CancelledError(asked(), uncertain);
  }
};

const formatSeconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;

// What is no longer there after a delete that may have worked is what was wanted.
const isAcceptable = (call: ServiceRequest, { status }: TransportResponse, uncertain: boolean): boolean =>
  (status >= 200 && status < 300) || call.accept?.includes(status) === true || (call.effect === 'delete' && uncertain && status === 404);

const hasPossiblyActed = (outcome: TransportResponse | TransportError): boolean =>
  outcome instanceof TransportError ? outcome.wasSent : outcome.status >= 500 || outcome.status === 408;

const toServiceResponse = async (
  reply: TransportResponse,
  call: ServiceRequest,
  asked: (note?: string) => RequestDetails,
): Promise<ServiceResponse> => {
  const body = parseResponseBody(reply, call, () =>
    asked(call.effect === 'create' ? 'It may have been carried out: look for it before it is tried again.' : undefined),
  );
  if (!(body instanceof MalformedResponseError))
    return { status: reply.status, headers: reply.headers, body, requestId: requestIdOf(reply.headers) };
  // The service acted and its answer is lost: an object that was made can still be found.
  const made = call.effect === 'create' ? await lookUpCreated(call) : null;
  if (made === null || made instanceof Error) throw body;
  return made;
};

/** What a create may have made: its answer, null when it is not there, the error when that cannot be told. */
const lookUpCreated = async (call: ServiceRequest): Promise<ServiceResponse | null | Error> => {
  try {
    return (await call.found?.()) ?? null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

const requestedDelay = (reply: TransportResponse, now: number): number =>
  Math.max(0, (parseRateLimitHeaders(reply.headers, now).retryAt ?? now) - now);

const redirectMessages = ({ status, headers }: TransportResponse) => {
  const place = status >= 300 && status < 400 ? headers.get('location') : null;
  return place === null ? [] : [{ title: `moved to ${redactUrl(place)}`, detail: null, pointer: null }];
};

const deadlineError = (asked: RequestDetails, within: number) =>
  new ServiceError(
    asked,
    429,
    [
      {
        title: `the service takes no further request within the ${formatSeconds(within)} this call was allowed`,
        detail: null,
        pointer: null,
      },
    ],
    null,
  );
