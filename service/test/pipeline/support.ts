/** One API with chosen routes, without a socket: what the unit tests of single steps need. */
import { createCallerCache } from '../../src/access/callers.ts';
import { createFaultInjector } from '../../src/faults/fault-injector.ts';
import { createAdjustableClock } from '../../src/http/clock.ts';
import type { HttpRequest } from '../../src/http/http-handler.ts';
import { toProblem } from '../../src/http/problem-from-error.ts';
import type { Route } from '../../src/http/route.ts';
import { createRouter } from '../../src/http/router.ts';
import { defaultSettings } from '../../src/http/settings.ts';
import { createJournal } from '../../src/journal/journal.ts';
import { createTargetMasker } from '../../src/journal/masking.ts';
import type { ApiDefinition } from '../../src/pipeline/api-definition.ts';
import { createCoverage } from '../../src/pipeline/coverage.ts';
import { createKeptResponses } from '../../src/pipeline/kept-responses.ts';
import { createRequestMetrics } from '../../src/pipeline/request-metrics.ts';
import { expandEndpoints } from '../../src/pipeline/endpoints.ts';
import { matchRoute } from '../../src/pipeline/match-route.ts';
import { createRequestRateLimiter } from '../../src/pipeline/rate-limiter.ts';
import type { RequestPipeline, RequestState } from '../../src/pipeline/request-state.ts';
import { newId } from '../../src/store/new-id.ts';
import { createApiToken, createUser } from '../../src/workspaces/organizations/bootstrap.ts';
import { newStore } from '../stores.ts';
import { serviceListeners } from '../../src/service.ts';

/** Neutral bodies are wrapped in `{"hosted": …}` in the hosted dialect; errors are `{"error": "…"}`. */
const createDefinition = (routes: readonly Route[]): ApiDefinition => ({
  name: 'workspaces',
  basePath: '/api',
  mediaType: 'application/json',
  routes,
  readToken: (request) => request.header('authorization')?.replace(/^Bearer /, ''),
  tokenHint: 'Authorization: Bearer <token>',
  recognizesToken: (request) => request.header('authorization') !== undefined,
  detectDialect: (request, body) => (request.header('user-agent') === 'hosted-client' || body?.includes('"hosted"') ? 'hosted' : 'neutral'),
  toProblem,
  renderProblem: (problem, dialect) => ({ error: problem.message, dialect }),
  fromDialect: (body, dialect) => (dialect === 'hosted' ? (body as { hosted?: unknown } | undefined)?.hosted : body),
  toDialect: (body) => ({ hosted: body }),
  renderPointer: (pointer, dialect) => (dialect === 'hosted' ? `/hosted${pointer}` : pointer),
  findDeprecations: (route, body, renderPointer) =>
    (body as { old?: unknown } | undefined)?.old === undefined ? [] : [`${renderPointer('/old')} is deprecated`],
});

export interface TestPipeline extends RequestPipeline {
  /** What `report` was called with. */
  readonly reports: readonly string[];
}

/** Knows the user `olivia`, whose token is `token`. */
export const createTestPipeline = async (routes: readonly Route[], options: Partial<RequestPipeline> = {}): Promise<TestPipeline> => {
  const store = await newStore();
  const clock = createAdjustableClock();
  clock.freeze(new Date('2026-05-01T12:00:00.000Z'));
  await store.write(async (tx) => {
    const user = await createUser(tx, { clock, newId }, { name: 'olivia' });
    await createApiToken(tx, { clock, newId }, { secret: 'token', owner: { kind: 'user', id: user.id } });
  });
  const definition = createDefinition(routes);
  const endpoints = expandEndpoints(definition);
  const reports: string[] = [];
  return {
    definition,
    store,
    clock,
    settings: () => defaultSettings,
    dialect: 'auto',
    listeners: serviceListeners,
    limitRate: createRequestRateLimiter(0),
    journal: createJournal(),
    coverage: createCoverage(),
    requestMetrics: createRequestMetrics(),
    messageRecorder: () => undefined,
    faults: createFaultInjector(),
    callers: createCallerCache(store, clock),
    keptResponses: createKeptResponses(),
    report: (message) => {
      reports.push(message);
    },
    reports,
    findRoute: createRouter(endpoints.map(({ methods, path, route }) => ({ endpoint: `${methods} ${path}`, value: route }))),
    maskTarget: createTargetMasker(endpoints.map(({ path }) => path)),
    ...options,
  };
};

export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** `createRequest('GET /api/things')` */
export const createRequest = (endpoint: string, { headers = {}, body }: TestRequest = {}): HttpRequest => {
  const [method, target] = endpoint.split(' ') as [string, string];
  return {
    method,
    target,
    header: (name) => headers[name],
    headers: () => Object.entries(headers),
    body: body === undefined ? undefined : Buffer.from(body),
    peer: '192.0.2.7',
  };
};

export const startRequest = (pipeline: RequestPipeline, endpoint: string, request: TestRequest = {}): RequestState =>
  matchRoute(pipeline, createRequest(endpoint, request));

/** Status and message of the Problem that the work throws. */
export const catchProblem = async (work: () => unknown): Promise<readonly [status: number, message: string]> => {
  try {
    await work();
  } catch (error) {
    const problem = toProblem(error);
    return [problem.status, problem.message];
  }
  throw new Error('expected a Problem, but nothing was thrown');
};
