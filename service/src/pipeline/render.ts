import { stat } from 'node:fs/promises';
import type { InjectedFault } from '../faults/fault-injector.ts';
import type { FileBody } from '../http/file-body.ts';
import type { HttpResponse } from '../http/http-handler.ts';
import { notFound, type Problem } from '../http/problem.ts';
import type { RouteResponse } from '../http/route.ts';
import type { RequestPipeline, RequestState } from './request-state.ts';
import { renderWarningHeader } from './warning-header.ts';

export interface RenderedResponse {
  readonly status: number;
  /** The headers of the response itself. */
  readonly headers: { readonly [name: string]: string };
  readonly body: HttpResponse['body'];
}

const noHeaders: { readonly [name: string]: string } = {};

const openFileBody = async ({ path, description }: NonNullable<RouteResponse['file']>): Promise<FileBody> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw notFound(description);
    throw error;
  });
  return { file: path, size: found.size };
};

/** A route's response as bytes. Throws 404 when its file is gone. */
export const renderResponse = async ({ definition }: RequestPipeline, response: RouteResponse): Promise<RenderedResponse> => {
  const { status, headers = noHeaders } = response;
  if (response.body === undefined && response.text === undefined)
    return { status, headers, body: response.file ? await openFileBody(response.file) : undefined };
  const body = response.text ?? (response.body instanceof Uint8Array ? response.body : JSON.stringify(response.body));
  return { status, headers: 'content-type' in headers ? headers : { ...headers, 'content-type': definition.mediaType }, body };
};

/** What was thrown, as the API spells errors. A failure of the service itself is reported, unless a fault was injected. */
export const renderError = (
  { definition, report, maskTarget }: RequestPipeline,
  state: RequestState,
  fault: InjectedFault | undefined,
  error: unknown,
): RenderedResponse => {
  // The status of an injected fault is sent as given, without the API's mapping of statuses.
  const problem = fault?.fault === 'status' ? (error as Problem) : definition.toProblem(error);
  if (problem.status === 500 && !fault) report(`${state.request.method} ${maskTarget(state.path)} (${state.requestId})`, error);
  return {
    status: problem.status,
    headers: { ...problem.headers, 'content-type': definition.mediaType },
    body: JSON.stringify(definition.renderProblem(problem, state.dialect, state.path)),
  };
};

/** The headers of deprecations, and of what was ignored. */
const renderWarnings = ({ warnings, ignored }: RequestState): { readonly [name: string]: string } | undefined => {
  if (warnings.length + ignored.length === 0) return undefined;
  const warning = renderWarningHeader([...warnings, ...ignored]);
  // RFC 9745 asks for the day on which the deprecation began, which declarations do not say. Its drafts had `true`, and readers look
  // for presence.
  return warnings.length === 0 ? { warning } : { warning, deprecation: 'true' };
};

/** All headers of a response: of the request, of its own, of its warnings, and those of the dialect that it does not have. */
export const renderHeaders = (
  { definition, settings }: RequestPipeline,
  state: RequestState,
  own: RenderedResponse['headers'],
): Record<string, string> => {
  const headers: Record<string, string> = { 'x-request-id': state.requestId };
  Object.assign(headers, state.rateLimitHeaders, own, renderWarnings(state));
  const common = definition.renderHeaders?.(state.dialect, settings());
  for (const name in common) headers[name] ??= common[name]!;
  return headers;
};
