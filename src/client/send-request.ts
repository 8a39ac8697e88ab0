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
export const sendRequest = async (context: SendContext, request: ServiceRequest, url: string): Promise<ServiceResponse> => {
  const { clock, limiter, random } = context;
  const timeLimit = request.deadline ?? context.deadline;
  const deadlineAt = clock.now() + timeLimit;
  let attempt = 0;
  let uncertain = false;
  let failed: ServiceRequestError | null = null;
  const details = (note: string | null = null): RequestDetails => ({
    title: context.serviceInfo.title,
    method: request.method,
    url: redactUrl(url),
    settings: context.serviceInfo.settings,
    attempts: attempt,
    note,
  });

  for (;;) {
    const turn = await limiter.enter({ until: deadlineAt, signal: request.signal, first: attempt > 0 });
    if (turn === 'cancelled') throw new CancelledError(details(), uncertain);
    if (turn === 'late') throw failed ?? deadlineError(details(), timeLimit);
    attempt += 1;
    const sentAt = clock.now();
    const outcome = await sendOnce(context, request, {
      url,
      attempt,
      deadlineAt: deadlineAt,
      timeLimit: timeLimit,
      newConnection: failed instanceof ConnectionError || (request.effect === 'create' && !request.findExisting),
    });
    limiter.leave(outcome instanceof TransportError ? null : outcome, sentAt);

    if (!(outcome instanceof TransportError) && isAcceptable(request, outcome, uncertain)) return toServiceResponse(outcome, request, details);
    if (outcome instanceof TransportError && outcome.code === 'CANCELLED') throw new CancelledError(details(), outcome.wasSent);
    uncertain ||= hasPossiblyActed(outcome);
    const failure = (note: string | null = null): ServiceRequestError =>
      outcome instanceof TransportError
        ? new ConnectionError(details(note), context.address, outcome.code, uncertain)
        : new ServiceError(
            details(note),
            outcome.status,
            [...parseServiceMessages(outcome.text), ...redirectMessages(outcome)],
            requestIdOf(outcome.headers),
          );
    failed = failure();

    const [what, limits] = outcome instanceof TransportError ? [outcome.code, 0] : [outcome.status, requestedDelay(outcome, clock.now())];
    const decision =
      outcome instanceof TransportError
        ? decideOnTransportError(request.effect, outcome, attempt)
        : decideOnStatus(request.effect, outcome.status, attempt);
    if (decision === 'ask first') {
      const existing = await lookUpCreated(request);
      if (existing instanceof Error) throw failure(`It may have been carried out, and that could not be looked up: ${existing.message}`);
      if (existing) return existing;
      if (!request.findExisting) throw failure('It may have been carried out; it was not sent again.');
    }
    if (decision === 'give up' || (what !== 429 && !canRetry(what, attempt))) throw failed;
    if (request.signal?.aborted) throw new CancelledError(details(), uncertain);
    // After a 429 the limiter holds everybody back; a connection that had idled is simply replaced.
    const wait =
      what === 429 || (outcome instanceof TransportError && outcome.wasIdle && attempt === 1) ? 0 : backoffDelay(attempt, random, limits);
    if (clock.now() + Math.max(wait, limits) >= deadlineAt)
      throw failure(`There was no time for another attempt: it was allowed ${formatSeconds(timeLimit)} in all.`);
    if (!(await pause(clock, wait, request.signal))) throw new CancelledError(details(), uncertain);
  }
};

const formatSeconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;

// What is no longer there after a delete that may have worked is what was wanted.
const isAcceptable = (request: ServiceRequest, { status }: TransportResponse, uncertain: boolean): boolean =>
  (status >= 200 && status < 300) || request.acceptedStatuses?.includes(status) === true || (request.effect === 'delete' && uncertain && status === 404);

const hasPossiblyActed = (outcome: TransportResponse | TransportError): boolean =>
  outcome instanceof TransportError ? outcome.wasSent : outcome.status >= 500 || outcome.status === 408;

const toServiceResponse = async (
  response: TransportResponse,
  request: ServiceRequest,
  details: (note?: string) => RequestDetails,
): Promise<ServiceResponse> => {
  const body = parseResponseBody(response, request, () =>
    details(request.effect === 'create' ? 'It may have been carried out: look for it before it is tried again.' : undefined),
  );
  if (!(body instanceof MalformedResponseError))
    return { status: response.status, headers: response.headers, body, requestId: requestIdOf(response.headers) };
  // The service acted and its answer is lost: an object that was made can still be found.
  const existing = request.effect === 'create' ? await lookUpCreated(request) : null;
  if (existing === null || existing instanceof Error) throw body;
  return existing;
};

/** What a create may have made: its answer, null when it is not there, the error when that cannot be told. */
const lookUpCreated = async (request: ServiceRequest): Promise<ServiceResponse | null | Error> => {
  try {
    return (await request.findExisting?.()) ?? null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

const requestedDelay = (response: TransportResponse, now: number): number =>
  Math.max(0, (parseRateLimitHeaders(response.headers, now).retryAt ?? now) - now);

const redirectMessages = ({ status, headers }: TransportResponse) => {
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  return location === null ? [] : [{ title: `moved to ${redactUrl(location)}`, detail: null, pointer: null }];
};

const deadlineError = (details: RequestDetails, timeLimit: number) =>
  new ServiceError(
    details,
    429,
    [
      {
        title: `the service takes no further request within the ${formatSeconds(timeLimit)} this call was allowed`,
        detail: null,
        pointer: null,
      },
    ],
    null,
  );
