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
} from './contract/errors.ts';
import { TransportError, type TransportResponse } from './transport.ts';
import { parseRateLimitHeaders } from './rate-limit-headers.ts';
import type { ServiceResponse, ServiceRequest } from './contract/service-client.ts';
import { backoffDelay, canRetry, decideOnTransportError, decideOnStatus } from './retry.ts';
import { requestIdOf, parseServiceMessages } from './contract/service-messages.ts';

/** The body of a response: parsed JSON, null without a body; or the error to throw for anything else. */
const parseResponseBody = (response: TransportResponse, request: ServiceRequest, details: () => RequestDetails): unknown => {
  if (response.text.trim() === '') return null;
  try {
    return JSON.parse(response.text);
  } catch {
    if (request.text || response.status >= 400) return response.text;
    const page = /^\s*<|html/i.test(`${response.text.slice(0, 20)} ${response.headers.get('content-type') ?? ''}`);
    return new MalformedResponseError(
      details(),
      response.status,
      page ? 'a page of HTML where JSON was expected' : 'broken JSON',
      response.text,
    );
  }
};

/** One request with all its attempts. */
interface Delivery {
  readonly context: SendContext;
  readonly request: ServiceRequest;
  readonly url: string;
  /** Milliseconds for all attempts and waits together. */
  readonly timeLimit: number;
  readonly deadlineAt: number;
  attempt: number;
  /** Whether the service may have acted on an attempt. */
  uncertain: boolean;
  lastError: ServiceRequestError | null;
}

const requestDetails = ({ context, request, url, attempt }: Delivery, note: string | null = null): RequestDetails => ({
  title: context.serviceInfo.title,
  method: request.method,
  url: redactUrl(url),
  settings: context.serviceInfo.settings,
  attempts: attempt,
  note,
});

/** Waits for a turn of the rate limiter and sends once. */
const sendAttempt = async (delivery: Delivery): Promise<TransportResponse | TransportError> => {
  const { context, request, url, timeLimit, deadlineAt } = delivery;
  const turn = await context.limiter.enter({ until: deadlineAt, signal: request.signal, first: delivery.attempt > 0 });
  if (turn === 'cancelled') throw new CancelledError(requestDetails(delivery), delivery.uncertain);
  if (turn === 'late') throw delivery.lastError ?? deadlineError(requestDetails(delivery), timeLimit);
  delivery.attempt += 1;
  const sentAt = context.clock.now();
  const newConnection = delivery.lastError instanceof ConnectionError || (request.effect === 'create' && !request.findExisting);
  const outcome = await sendOnce(context, request, { url, attempt: delivery.attempt, deadlineAt, timeLimit, newConnection });
  context.limiter.leave(outcome instanceof TransportError ? null : outcome, sentAt);
  return outcome;
};

const toError = (delivery: Delivery, outcome: TransportResponse | TransportError, note: string | null = null): ServiceRequestError => {
  const details = requestDetails(delivery, note);
  if (outcome instanceof TransportError) return new ConnectionError(details, delivery.context.address, outcome.code, delivery.uncertain);
  const messages = [...parseServiceMessages(outcome.text), ...redirectMessages(outcome)];
  return new ServiceError(details, outcome.status, messages, requestIdOf(outcome.headers));
};

/** The response of an object that a failed create made; null when it may be sent again. Throws when that is not known. */
const recoverCreated = async (delivery: Delivery, outcome: TransportResponse | TransportError): Promise<ServiceResponse | null> => {
  const existing = await lookUpCreated(delivery.request);
  if (existing instanceof Error)
    throw toError(delivery, outcome, `It may have been carried out, and that could not be looked up: ${existing.message}`);
  if (!existing && !delivery.request.findExisting) throw toError(delivery, outcome, 'It may have been carried out; it was not sent again.');
  return existing;
};

/** Waits before the next attempt. Throws when there is no time for one. */
const waitForRetry = async (delivery: Delivery, outcome: TransportResponse | TransportError): Promise<void> => {
  const { context, request, attempt, deadlineAt, timeLimit } = delivery;
  const { clock, random } = context;
  if (request.signal?.aborted) throw new CancelledError(requestDetails(delivery), delivery.uncertain);
  const delay = outcome instanceof TransportError ? 0 : requestedDelay(outcome, clock.now());
  // After a 429 the limiter holds every request back; an idle connection that was closed is simply replaced.
  const isFree = outcome instanceof TransportError ? outcome.wasIdle && attempt === 1 : outcome.status === 429;
  const wait = isFree ? 0 : backoffDelay(attempt, random, delay);
  if (clock.now() + Math.max(wait, delay) >= deadlineAt)
    throw toError(delivery, outcome, `There was no time for another attempt: it was allowed ${formatSeconds(timeLimit)} in all.`);
  if (!(await pause(clock, wait, request.signal))) throw new CancelledError(requestDetails(delivery), delivery.uncertain);
};

/** The response to one attempt, or null when another attempt is to follow. */
const deliverOnce = async (delivery: Delivery): Promise<ServiceResponse | null> => {
  const { request } = delivery;
  const outcome = await sendAttempt(delivery);
  if (!(outcome instanceof TransportError) && isAcceptable(request, outcome, delivery.uncertain))
    return toServiceResponse(outcome, request, (note) => requestDetails(delivery, note));
  if (outcome instanceof TransportError && outcome.code === 'CANCELLED')
    throw new CancelledError(requestDetails(delivery), outcome.wasSent);
  delivery.uncertain ||= hasPossiblyActed(outcome);
  const error = (delivery.lastError = toError(delivery, outcome));
  const decision =
    outcome instanceof TransportError
      ? decideOnTransportError(request.effect, outcome, delivery.attempt)
      : decideOnStatus(request.effect, outcome.status, delivery.attempt);
  if (decision === 'ask first') {
    const existing = await recoverCreated(delivery, outcome);
    if (existing) return existing;
  }
  const failure = outcome instanceof TransportError ? outcome.code : outcome.status;
  if (decision === 'give up' || (failure !== 429 && !canRetry(failure, delivery.attempt))) throw error;
  await waitForRetry(delivery, outcome);
  return null;
};

/** Sends one request, with retries if these are safe, until there is a response. Throws only ServiceRequestErrors (errors.ts). */
export const sendRequest = async (context: SendContext, request: ServiceRequest, url: string): Promise<ServiceResponse> => {
  const timeLimit = request.deadline ?? context.deadline;
  const deadlineAt = context.clock.now() + timeLimit;
  const delivery: Delivery = { context, request, url, timeLimit, deadlineAt, attempt: 0, uncertain: false, lastError: null };
  for (;;) {
    const response = await deliverOnce(delivery);
    if (response) return response;
  }
};

const formatSeconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;

// A 404 after a delete that may have succeeded counts as success.
const isAcceptable = (request: ServiceRequest, { status }: TransportResponse, uncertain: boolean): boolean =>
  (status >= 200 && status < 300) ||
  request.acceptedStatuses?.includes(status) === true ||
  (request.effect === 'delete' && uncertain && status === 404);

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
  // The service acted and its response is lost: the created object can still be looked up.
  const existing = request.effect === 'create' ? await lookUpCreated(request) : null;
  if (existing === null || existing instanceof Error) throw body;
  return existing;
};

/** Looks up the object of a create: its response, null if it does not exist, the error if the lookup fails. */
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
