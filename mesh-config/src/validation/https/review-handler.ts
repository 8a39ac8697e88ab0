import type { ServerResponse, IncomingMessage } from 'node:http';
import type { Http2ServerResponse, Http2ServerRequest } from 'node:http2';
import type { LogScope } from '../../log/scope.ts';
import type { Metrics } from '../../monitoring/metric-declarations.ts';
import type { ReviewedBody, ReviewSummary } from '../reviews/review-body.ts';
import type { UnansweredReview } from '../reviews/review-in-worker.ts';

type HttpRequest = IncomingMessage | Http2ServerRequest;

/** All of a body; `too large` as soon as it is; undefined: the client has disconnected. */
const readBody = (request: HttpRequest, most: number): Promise<Buffer | 'too large' | undefined> =>
  new Promise((done) => {
    if (Number(request.headers['content-length'] ?? 0) > most) {
      done('too large');
      return;
    }
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (body: Buffer | 'too large' | undefined): void => {
      request.removeAllListeners('data');
      done(body);
    };
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > most) finish('too large');
      else parts.push(part);
    });
    request.once('end', () => {
      finish(parts.length === 1 ? parts[0] : Buffer.concat(parts));
    });
    request.once('error', () => {
      finish(undefined);
    });
    request.once('close', () => {
      finish(undefined);
    });
  });

export interface ReviewHandlerOptions {
  readonly metrics: Metrics;
  readonly scope: LogScope;
  /** Responds to the body of a review, or returns why it cannot. */
  reviewBody(body: Buffer): ReviewedBody | Promise<ReviewedBody | UnansweredReview>;
}

/** Paths that accept reviews. The last four are former names, which webhook configurations may still contain. */
export const admissionPaths: ReadonlySet<string> = new Set(['/validate', '/admit-traffic', '/admit-policy', '/admitpilot', '/admitmixer']);
export const readyPath = '/httpsReady';
/** Bytes: an API server takes objects of 3 MiB, and sends two of them in a review. */
export const maxBodyBytes = 7 * 1024 * 1024;

type HttpResponse = ServerResponse | Http2ServerResponse;

const sendResponse = (
  response: HttpResponse,
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(text);
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, 'x-content-type-options': 'nosniff', ...headers });
  response.end(bytes);
};

const sendText = (response: HttpResponse, status: number, text: string): void => {
  sendResponse(response, status, 'text/plain; charset=utf-8', text);
};

const sendFailure = (
  { metrics }: ReviewHandlerOptions,
  response: HttpResponse,
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
): void => {
  metrics.add('cfgmgr_validation_http_error', { status: String(status) });
  sendResponse(response, status, 'text/plain; charset=utf-8', `${message}\n`, headers);
};

const recordResult = ({ metrics, scope }: ReviewHandlerOptions, review: ReviewSummary): void => {
  const { result } = review;
  const { group, version, resource } = review.resource;
  if (result.outcome === 'passed') metrics.add('cfgmgr_validation_passed', { group, version, resource });
  else if (result.outcome !== 'not looked at')
    metrics.add('cfgmgr_validation_failed', { group, version, resource, reason: result.outcome.failed });
  if (result.allowed) return;
  const name = [review.namespace, review.name].filter(Boolean).join('/');
  scope.info(`refused ${review.operation} of ${resource} ${name}: ${result.message}`);
};

const answerReview = async (options: ReviewHandlerOptions, body: Buffer, response: HttpResponse): Promise<void> => {
  const reviewed = await options.reviewBody(body);
  if ('status' in reviewed) {
    options.scope.warn(reviewed.message);
    // No verdict: the webhook's `failurePolicy` determines what the API server does with a failed call.
    sendFailure(options, response, reviewed.status, reviewed.message);
    return;
  }
  if ('summary' in reviewed) recordResult(options, reviewed.summary);
  else {
    options.metrics.add('cfgmgr_validation_failed', { group: '', version: '', resource: '', reason: 'yaml_decode_error' });
    options.scope.info(reviewed.fault);
  }
  sendResponse(response, 200, 'application/json', reviewed.text);
};

const handleRequest = async (options: ReviewHandlerOptions, request: HttpRequest, response: HttpResponse): Promise<void> => {
  const path = (request.url ?? '').split('?', 1)[0]!;
  if (path === readyPath) {
    sendText(response, 200, '');
    return;
  }
  if (!admissionPaths.has(path)) {
    sendFailure(options, response, 404, '404 page not found');
    return;
  }
  const body = await readBody(request, maxBodyBytes);
  if (body === undefined) return;
  // The rest of the body is not read: an HTTP/1.1 connection ends with the response.
  if (body === 'too large') {
    const headers: Readonly<Record<string, string>> = request.httpVersionMajor === 1 ? { connection: 'close' } : {};
    sendFailure(options, response, 413, `the body has more than ${maxBodyBytes} bytes`, headers);
  } else if (body.length === 0) sendFailure(options, response, 400, 'no body found');
  else if (request.headers['content-type'] !== 'application/json')
    sendFailure(options, response, 415, 'invalid Content-Type, want `application/json`');
  else await answerReview(options, body, response);
};

/** Handles the requests of the HTTPS server of validation. Never throws. */
export const createReviewHandler =
  (options: ReviewHandlerOptions) =>
  (request: HttpRequest, response: HttpResponse): void => {
    handleRequest(options, request, response).catch((error: unknown) => {
      const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
      options.scope.error(`a review could not be answered. This is a bug in Slipway; please report it: ${details}`);
      sendFailure(options, response, 500, 'the review could not be answered. This is a bug in Slipway; please report it');
    });
  };
