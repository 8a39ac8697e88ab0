import { bodySizeLimits } from '../http/body.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { nameOperation } from '../http/operation.ts';
import { noEndpoint, Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import { newId } from '../store/new-id.ts';
import type { RequestPipeline, RequestState } from './request-state.ts';

const noQuery = new URLSearchParams();

/** The body of a JSON request as it was sent, before anybody knows whether it may be read; names in it are ASCII. */
const peekBody = ({ body, header }: HttpRequest): string | undefined =>
  body !== undefined && body.length <= bodySizeLimits.json && header('content-type')?.includes('json')
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
    : undefined;

/** The API dialect of a request: the configured one, else what the request itself shows by its headers or the names in its body. */
export const detectDialect = ({ dialect, definition }: RequestPipeline, request: HttpRequest): 'neutral' | 'hosted' =>
  dialect === 'auto' ? definition.detectDialect(request, peekBody(request)) : dialect;

/** Begins the state of a request: its path, query and id, and which route is meant. Never throws. */
export const matchRoute = (pipeline: RequestPipeline, request: HttpRequest): RequestState => {
  const question = request.target.indexOf('?');
  const path = question < 0 ? request.target : request.target.slice(0, question);
  const requestId = newId('req');
  const state: RequestState = {
    request,
    path,
    query: question < 0 ? noQuery : new URLSearchParams(request.target.slice(question + 1)),
    requestId,
    startedAt: performance.now(),
    rateLimitHeaders: undefined,
    match: undefined,
    routingError: undefined,
    operation: undefined,
    dialect: detectDialect(pipeline, request),
    token: undefined,
    caller: undefined,
    body: undefined,
    warnings: [],
    ignored: [],
  };
  try {
    state.match = pipeline.findRoute(request.method, path);
  } catch (error) {
    state.routingError = error;
  }
  if (state.match && 'value' in state.match) state.operation = nameOperation(state.match.value, request.method);
  return state;
};

export interface MatchedRoute {
  readonly value: Route;
  /** Path parameters, percent-decoded. */
  readonly params: { readonly [name: string]: string };
}

/** The route of the request. Throws 404 for an unknown path, 405 for another method. */
export const requireRoute = ({ match, path, request }: RequestState): MatchedRoute => {
  if (!match) throw noEndpoint(path);
  if ('value' in match) return match;
  const allow = match.allowedMethods.join(', ');
  throw new Problem(405, [{ detail: `${request.method} is not among the methods of this path: ${allow}` }], { allow });
};
