import { nameOperation } from '../http/operation.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import { newId } from '../store/new-id.ts';
import type { RequestPipeline, RequestState } from './request-state.ts';

const noQuery = new URLSearchParams();

/** The API dialect of a request: the configured one, else what the request itself shows. */
export const detectDialect = (
  { dialect, definition }: RequestPipeline,
  request: RequestState['request'],
  body?: string,
): 'neutral' | 'hosted' => (dialect === 'auto' ? definition.detectDialect(request, body) : dialect);

/** Begins the state of a request: its path, query and id, and which route is meant. Never throws. */
export const matchRoute = (pipeline: RequestPipeline, request: RequestState['request']): RequestState => {
  const question = request.target.indexOf('?');
  const path = question < 0 ? request.target : request.target.slice(0, question);
  const requestId = newId('req');
  const state: RequestState = {
    request,
    path,
    query: question < 0 ? noQuery : new URLSearchParams(request.target.slice(question + 1)),
    requestId,
    startedAt: performance.now(),
    headers: { 'x-request-id': requestId },
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
  if (!match) throw notFound(`an endpoint at ${path}`);
  if ('value' in match) return match;
  const allow = match.allowedMethods.join(', ');
  throw new Problem(405, [{ detail: `${request.method} is not among the methods of this path: ${allow}` }], { allow });
};
