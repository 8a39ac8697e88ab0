import type { HttpRequest, HttpResponse } from '../http/http-handler.ts';
import type { OpenSpan } from '../tracing/span.ts';
import { parseTraceparent } from '../tracing/trace-context.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { RequestState } from './request-state.ts';

/** Handles a request in its own span, a child of the caller's. Without a tracer, without a span. */
export const traceRequest = (
  tracer: Tracer | undefined,
  request: HttpRequest,
  handle: (span: OpenSpan | undefined) => Promise<HttpResponse>,
): Promise<HttpResponse> => {
  if (!tracer) return handle(undefined);
  const parent = parseTraceparent(request.header('traceparent'), request.header('tracestate'));
  return tracer.trace({ name: request.method, kind: 'server', parent }, handle);
};

/**
 * Sets a span's attributes: the path's template instead of the path, and no query or headers, since these contain names and secrets.
 * `status`: 0 if a fault broke the connection.
 */
export const describeRequest = (span: OpenSpan, { request, operation, requestId }: RequestState, service: string, status: number): void => {
  const { attributes } = span;
  attributes['http.request.method'] = request.method;
  if (operation !== undefined) {
    span.name = operation;
    attributes['http.route'] = operation.slice(operation.indexOf(' ') + 1);
  }
  if (status > 0) attributes['http.response.status_code'] = status;
  attributes['slipway.service'] = service;
  attributes['slipway.request.id'] = requestId;
  if (status === 0) attributes['error.type'] = 'disconnect';
  else if (status >= 500) attributes['error.type'] = String(status);
  span.hasFailed = status === 0 || status >= 500;
};
