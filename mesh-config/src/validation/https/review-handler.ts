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

/** Where reviews are sent to: all the same here. The last four are older names of it, which webhook configurations may still say. */
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
  more: Readonly<Record<string, string>> = {},
): void => {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(text);
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, 'x-content-type-options': 'nosniff', ...more });
  response.end(bytes);
};

/** Answers what comes to the HTTPS server of validation. Never throws. */
export const createReviewHandler = ({ metrics, scope, reviewRequest: judge }: ReviewHandlerOptions) => {
  const failed = (response: HttpResponse, status: number, words: string, more?: Readonly<Record<string, string>>): void => {
    metrics.add('cfgmgr_validation_http_error', { status: String(status) });
    sendResponse(response, status, 'text/plain; charset=utf-8', `${words}\n`, more);
  };
  const reviewed = (response: HttpResponse, body: Buffer): void => {
    const review = parseReview(body);
    if ('fault' in review) {
      metrics.add('cfgmgr_validation_failed', { group: '', version: '', resource: '', reason: 'yaml_decode_error' });
      scope.info(`could not decode body: ${review.fault}`);
      sendResponse(
        response,
        200,
        'application/json',
        encodeReviewResponse(review.apiVersion, review.uid, { allowed: false, message: `could not decode body: ${review.fault}` }),
      );
      return;
    }
    const judged = judge(review);
    const { group, version, resource } = review.resource;
    if (judged.outcome === 'passed') metrics.add('cfgmgr_validation_passed', { group, version, resource });
    else if (judged.outcome !== 'not looked at')
      metrics.add('cfgmgr_validation_failed', { group, version, resource, reason: judged.outcome.failed });
    if (!judged.allowed)
      scope.info(
        `refused ${review.operation} of ${resource} ${[review.namespace, review.name].filter(Boolean).join('/')}: ${judged.message}`,
      );
    sendResponse(response, 200, 'application/json', encodeReviewResponse(review.apiVersion, review.uid, judged));
  };
  const answered = async (request: HttpRequest, response: HttpResponse): Promise<void> => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    if (path === readyPath) {
      sendResponse(response, 200, 'text/plain; charset=utf-8', '');
      return;
    }
    if (!admissionPaths.has(path)) {
      failed(response, 404, '404 page not found');
      return;
    }
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) return;
    // What is still to come of it nobody reads: on HTTP/1.1 the connection ends with the answer.
    if (body === 'too large') {
      failed(response, 413, `the body has more than ${maxBodyBytes} bytes`, request.httpVersionMajor === 1 ? { connection: 'close' } : {});
      return;
    }
    if (body.length === 0) {
      failed(response, 400, 'no body found');
      return;
    }
    if (request.headers['content-type'] !== 'application/json') {
      failed(response, 415, 'invalid Content-Type, want `application/json`');
      return;
    }
    reviewed(response, body);
  };
  return (request: HttpRequest, response: HttpResponse): void => {
    answered(request, response).catch((error: unknown) => {
      scope.error(
        `a review could not be answered; this is our fault, please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      failed(response, 500, 'the review could not be answered; this is our fault, please report it');
    });
  };
};
