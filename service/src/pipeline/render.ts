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
  readonly body: HttpResponse['body'];
}

const openFileBody = async ({ path, description }: NonNullable<RouteResponse['file']>): Promise<FileBody> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw notFound(description);
    throw error;
  });
  return { file: path, size: found.size };
};

/** A route's response as bytes; its headers join those of the request's state. Throws 404 when its file is gone. */
export const renderResponse = async (
  { definition }: RequestPipeline,
  { headers }: RequestState,
  response: RouteResponse,
): Promise<RenderedResponse> => {
  if (response.headers) Object.assign(headers, response.headers);
  let body: HttpResponse['body'] = response.file ? await openFileBody(response.file) : undefined;
  if (response.body !== undefined || response.text !== undefined) {
    body = response.text ?? (response.body instanceof Uint8Array ? response.body : JSON.stringify(response.body));
    headers['content-type'] ??= definition.mediaType;
  }
  return { status: response.status, body };
};

/** What was thrown, as the API spells errors. A failure of the service itself is reported, unless a fault was injected. */
export const renderError = (
  { definition, report, maskTarget }: RequestPipeline,
  state: RequestState,
  fault: InjectedFault | undefined,
  error: unknown,
): RenderedResponse => {
  // The status of an injected fault is answered as it was given, whatever the API makes of such a status.
  const problem = fault?.fault === 'status' ? (error as Problem) : definition.toProblem(error);
  if (problem.status === 500 && !fault) report(`${state.request.method} ${maskTarget(state.path)} (${state.requestId})`, error);
  Object.assign(state.headers, problem.headers, { 'content-type': definition.mediaType });
  return { status: problem.status, body: JSON.stringify(definition.renderProblem(problem, state.dialect, state.path)) };
};

/** Adds the headers that every response of the dialect has. */
export const renderDialectHeaders = ({ definition, settings }: RequestPipeline, { headers, dialect }: RequestState): void => {
  const common = definition.renderHeaders?.(dialect, settings());
  for (const name in common) headers[name] ??= common[name]!;
};

/** Adds the headers of deprecations, and of what was ignored. */
export const renderWarnings = ({ warnings, ignored, headers }: RequestState): void => {
  if (warnings.length + ignored.length === 0) return;
  headers['warning'] = renderWarningHeader([...warnings, ...ignored]);
  if (warnings.length === 0) return;
  // RFC 9745 asks for the day on which the deprecation began, which declarations do not say. Its drafts had `true`, and readers look
  // for presence.
  headers['deprecation'] = 'true';
};
