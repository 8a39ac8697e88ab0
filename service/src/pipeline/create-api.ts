import type { FaultEffect } from '../faults/fault-injector.ts';
import { toHeadResponse } from '../http/head-response.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../http/http-handler.ts';
import { Problem, StandardRefusal } from '../http/problem.ts';
import { createRouter } from '../http/router.ts';
import { createTargetMasker } from '../journal/masking.ts';
import type { OpenSpan } from '../tracing/span.ts';
import type { ApiDefinition } from './api-definition.ts';
import { authenticate, requireCaller } from './authenticate.ts';
import { expandEndpoints } from './endpoints.ts';
import { createFaultProblem, findDisconnect } from './injected-fault.ts';
import { matchRoute, requireRoute } from './match-route.ts';
import { parseBody } from './parse-body.ts';
import { rateLimit } from './rate-limit.ts';
import { record } from './record.ts';
import { type RenderedResponse, renderError, renderHeaders, renderResponse } from './render.ts';
import type { ApiOptions, RequestPipeline, RequestState } from './request-state.ts';
import { runInTransaction } from './run-in-transaction.ts';
import { describeRequest, traceRequest } from './trace-request.ts';
import { refuseUndeclared } from './undeclared.ts';

export interface Api {
  readonly handle: HttpHandler;
  /** Whether there is a route at this path, for any method. */
  hasPath(path: string): boolean;
  /** Whether all paths with this prefix belong to the API, also those without a route. */
  ownsPath(path: string): boolean;
  recognizesToken(request: HttpRequest): boolean;
}

const delay = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

/** The steps of a request that has a route, in their order. Each throws a Problem to refuse the request. */
const runSteps = async (pipeline: RequestPipeline, state: RequestState) => {
  const match = requireRoute(state);
  const route = match.value;
  await authenticate(pipeline, state, route);
  rateLimit(pipeline, state);
  requireCaller(pipeline, state, route);
  parseBody(pipeline, state, route);
  refuseUndeclared(pipeline, state, route);
  return runInTransaction(pipeline, state, match);
};

const respond = async (pipeline: RequestPipeline, state: RequestState, effect: FaultEffect | undefined): Promise<RenderedResponse> => {
  const fault = effect?.fault;
  try {
    if (state.routingError) throw state.routingError;
    const problem = fault && createFaultProblem(fault, pipeline.definition.name, pipeline.settings());
    if (problem) throw problem;
    return await renderResponse(pipeline, await runSteps(pipeline, state));
  } catch (error) {
    if (error instanceof StandardRefusal) return renderResponse(pipeline, error.response);
    return renderError(pipeline, state, fault, error);
  }
};

const observeAnswer = ({ definition, observe }: RequestPipeline, state: RequestState, response: HttpResponse): void => {
  const { match, request, path, dialect } = state;
  observe?.({
    api: definition,
    route: match && 'value' in match ? match.value : undefined,
    method: request.method,
    path,
    dialect,
    response,
  });
};

/** The connection breaks before anything is answered. */
const noResponse: RenderedResponse = { status: 0, headers: {}, body: undefined };

const handleRequest = async (pipeline: RequestPipeline, request: HttpRequest, span: OpenSpan | undefined): Promise<HttpResponse> => {
  const { definition, faults } = pipeline;
  const state = matchRoute(pipeline, request);
  const effect = faults.findEffect({ service: definition.name, path: state.path, operation: state.operation, request });
  if (effect && effect.delay > 0) await delay(effect.delay);
  const disconnect = findDisconnect(effect?.fault);
  const rendered = disconnect?.when === 'before' ? noResponse : await respond(pipeline, state, effect);
  const { status } = rendered;
  let { body } = rendered;
  const headers = renderHeaders(pipeline, state, rendered.headers);
  if (effect?.fault?.fault === 'malformed') {
    body = '{"data": {"id":';
    headers['content-type'] = definition.mediaType;
  }
  if (request.method === 'HEAD') {
    const head = await toHeadResponse({ status, headers, body });
    Object.assign(headers, head.headers);
    body = head.body;
  }
  if (!effect?.fault) observeAnswer(pipeline, state, { status, headers, body });
  const sent = disconnect ? 0 : status;
  record(pipeline, state, { status: sent, headers, body, faultId: effect?.id });
  if (span) describeRequest(span, state, definition.name, sent);
  if (disconnect) return { status, headers, body, disconnect: disconnect.how };
  return effect?.fault?.fault === 'slow-body' ? { status, headers, body, dripMilliseconds: effect.span } : { status, headers, body };
};

/** Computes what depends on the definition of an API only, and not on the store. */
const compileDefinition = (definition: ApiDefinition) => {
  const endpoints = expandEndpoints(definition);
  return {
    find: createRouter(endpoints.map(({ methods, path, route }) => ({ endpoint: `${methods} ${path}`, value: route }))),
    maskTarget: createTargetMasker(endpoints.map(({ path }) => path)),
  };
};
const compiled = new WeakMap<ApiDefinition, ReturnType<typeof compileDefinition>>();

/** A process that has several services, as tests do, needs it once. */
const compileDefinitionOnce = (definition: ApiDefinition): ReturnType<typeof compileDefinition> => {
  const known = compiled.get(definition) ?? compileDefinition(definition);
  compiled.set(definition, known);
  return known;
};

/** Serves the requests of one API: route, token, rate limit, body, one transaction, response, journal. */
export const createApi = (options: ApiOptions): Api => {
  const { definition } = options;
  const { find, maskTarget } = compileDefinitionOnce(definition);
  const normalize = (path: string): string => definition.normalizePath?.(path) ?? path;
  const ownsPath = (path: string): boolean =>
    definition.pathPrefixes?.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ?? false;
  const pipeline: RequestPipeline = {
    ...options,
    findRoute: (method, path) => {
      const match = find(method, normalize(path));
      return match && !('value' in match) && ownsPath(path) ? undefined : match;
    },
    maskTarget,
  };
  return {
    handle: (request) =>
      traceRequest(options.tracer, request, (span) => handleRequest(pipeline, request, span)).finally(
        pipeline.requestMetrics.begin(definition.name),
      ),
    hasPath: (path) => {
      try {
        return find('GET', normalize(path)) !== undefined;
      } catch (error) {
        if (error instanceof Problem) return false;
        throw error;
      }
    },
    ownsPath,
    recognizesToken: definition.recognizesToken,
  };
};
