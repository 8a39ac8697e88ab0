import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { LogScope } from '../../log/scope.ts';
import type { Metrics } from '../../monitoring/metric-declarations.ts';
import { encodeReviewResponse } from '../reviews/review-response.ts';
import type { ReviewResult } from '../reviews/review-request.ts';
import { parseReview, type AdmissionReview } from '../reviews/admission-review.ts';
import { readBody, type HttpRequest } from './read-body.ts';

export interface ReviewHandlerOptions {
  readonly metrics: Metrics;
  readonly scope: LogScope;
  reviewRequest(review: AdmissionReview): ReviewResult;
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

const recordResult = ({ metrics, scope }: ReviewHandlerOptions, review: AdmissionReview, result: ReviewResult): void => {
  const { group, version, resource } = review.resource;
  if (result.outcome === 'passed') metrics.add('cfgmgr_validation_passed', { group, version, resource });
  else if (result.outcome !== 'not looked at')
    metrics.add('cfgmgr_validation_failed', { group, version, resource, reason: result.outcome.failed });
  if (result.allowed) return;
  const name = [review.namespace, review.name].filter(Boolean).join('/');
  scope.info(`refused ${review.operation} of ${resource} ${name}: ${result.message}`);
};

/** The body of the response to the body of a review. */
const reviewBody = (options: ReviewHandlerOptions, body: Buffer): string => {
  const review = parseReview(body);
  if ('fault' in review) {
    const message = `could not decode body: ${review.fault}`;
    options.metrics.add('cfgmgr_validation_failed', { group: '', version: '', resource: '', reason: 'yaml_decode_error' });
    options.scope.info(message);
    return encodeReviewResponse(review.apiVersion, review.uid, { allowed: false, message });
  }
  const result = options.reviewRequest(review);
  recordResult(options, review, result);
  return encodeReviewResponse(review.apiVersion, review.uid, result);
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
  else sendResponse(response, 200, 'application/json', reviewBody(options, body));
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
