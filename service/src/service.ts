import { describeBug } from '@slipway/declarations/bug-report';
import { createCallerCache } from './access/callers.ts';
import { ciListeners } from './ci/listeners.ts';
import { ciJobs } from './ci/runner/ci-jobs.ts';
import { startRunnerWork } from './runner/background-work.ts';
import type { RunnerOptions } from './runner/runner.ts';
import { ciApi } from './ci/api-definition.ts';
import type { ControlOptions } from './control/control.ts';
import { createControlApi } from './control/control-api.ts';
import { withDocumentRoute } from './control/openapi/document-route.ts';
import { type Api, createApi } from './pipeline/create-api.ts';
import type { ObservedAnswer } from './pipeline/request-state.ts';
import { listPaths } from './pipeline/endpoints.ts';
import type { HttpHandler, HttpResponse } from './http/http-handler.ts';
import { isFileBody, readFileBody } from './http/file-body.ts';
import { createCoverage } from './pipeline/coverage.ts';
import { createKeptResponses } from './pipeline/kept-responses.ts';
import { createRequestMetrics } from './pipeline/request-metrics.ts';
import { startBackgroundTasks } from './pipeline/background-tasks.ts';
import { createFaultInjector } from './faults/fault-injector.ts';
import { createJournal } from './journal/journal.ts';
import type { MessageRecorder } from './journal/message-recorder.ts';
import { createAdjustableClock, type AdjustableClock } from './http/clock.ts';
import { gatherListeners, type Listeners } from './http/listeners.ts';
import type { ConnectionMetrics } from './http/connection-metrics.ts';
import type { ApiDialect } from './http/api-dialect.ts';
import { createRequestRateLimiter } from './pipeline/rate-limiter.ts';
import type { BundledProvider, ServiceSettings } from './http/route.ts';
import { resolveSettings } from './http/settings.ts';
import { StorageFull, StoreUnavailable } from './store/failures.ts';
import type { Store } from './store/store.ts';
import type { Tracer } from './tracing/tracer.ts';
import type { ApiDefinition } from './pipeline/api-definition.ts';
import type { WorkKind } from './runner/work-kind.ts';
import { engineCommands } from './workspaces/engine-commands/execute-commands.ts';
import { engineAssessments } from './workspaces/assessments/engine-assessments.ts';
import { engineRuns } from './workspaces/runs/engine/engine-runs.ts';
import { workspacesListeners } from './workspaces/listeners.ts';
import { workspacesApiDefinition } from './workspaces/api-definition.ts';

export interface ServiceOptions {
  readonly store: Store;
  readonly settings?: Partial<ServiceSettings>;
  readonly clock?: AdjustableClock;
  /** Default `auto`: each response is in the dialect of its request. */
  readonly dialect?: ApiDialect;
  /** The APIs to serve at the one address. Default: all of them. */
  readonly apis?: readonly [ApiDefinition, ...ApiDefinition[]];
  /** Default: those of all APIs. */
  readonly listeners?: Listeners;
  readonly control?: ControlOptions;
  /** Runs jobs of the CI service as processes of this machine. Default: jobs follow a script. */
  readonly jobs?: RunnerOptions;
  /** Without `jobs`: the folder in which an earlier process may have run jobs. Their results are stored at the start. */
  readonly leftJobsFolder?: string;
  /** The provider that engines install from this service. Default: none. */
  readonly bundledProvider?: BundledProvider | undefined;
  /** The connections of the server that serves it, for metrics. */
  readonly connections?: ConnectionMetrics;
  /** Records requests and work of the runner as spans. The store is one that records its units. */
  readonly tracer?: Tracer | undefined;
  /** Receives each response of an API as it is sent, for tests. */
  readonly observe?: ((answer: ObservedAnswer) => void) | undefined;
  /** Reports failures whose cause no caller learns. Default: writes them to the log. */
  readonly report?: (message: string, error: unknown) => void;
}

export interface EmbeddedService {
  /** Handles a request as `fetch` does. */
  fetch(request: Request): Promise<Response>;
  /** Handles a request of a socket, without Request and Response objects. */
  handle: HttpHandler;
  /** Turns the recording of headers and bodies (redacted) in the journal on or off. */
  recordBodies(on: boolean): Promise<void>;
  /** Starts what runs without a request: runs, pipelines, schedules, webhooks, jobs. `address`: where this machine reaches the service. */
  startBackgroundWork(address?: string): { stop(): Promise<void> };
}

interface InProcessRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body?: Uint8Array | undefined;
}

/** Hands a request to a handler without a socket. A connection that a fault breaks rejects as fetch itself does. */
export const sendInProcess = async (handle: HttpHandler, { method, url, headers, body }: InProcessRequest) => {
  const response: HttpResponse = await handle({
    method,
    target: url.pathname + url.search,
    body,
    peer: 'fetch',
    headers: () => headers,
    header: (name) => (name === 'host' ? (headers.get('host') ?? url.host) : (headers.get(name) ?? undefined)),
  });
  if (response.disconnect)
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }) });
  const content = isFileBody(response.body) ? await readFileBody(response.body) : (response.body ?? null);
  return { status: response.status, headers: response.headers, content };
};

/** A handler as a fetch. */
export const toFetch =
  (handle: HttpHandler) =>
  async (request: Request): Promise<Response> => {
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const { method, headers } = request;
    const { content, ...init } = await sendInProcess(handle, { method, url: new URL(request.url), headers, body });
    return new Response(content as string | null, init);
  };

/** A store that cannot be reached is logged as one sentence, any other error with its stack. */
const logFailure = (message: string, error: unknown): void => {
  if (error instanceof StoreUnavailable || error instanceof StorageFull)
    console.error(`slipway: ${message} failed, and is tried again: ${error.message}`);
  else console.error(`${describeBug(`slipway: ${message} failed.`)}\n`, error);
};

/** The listeners of the nouns. They are the same whichever APIs are served, since all APIs share one store. */
export const serviceListeners: Listeners = gatherListeners([...workspacesListeners, ...ciListeners]);

export const apiDefinitions: readonly [ApiDefinition, ...ApiDefinition[]] = [
  withDocumentRoute(workspacesApiDefinition, 'GET /openapi/stable.json', true),
  withDocumentRoute(ciApi, 'GET /openapi.json'),
];

/**
 * Hands a request to the API that has its path; where none does, to the one that owns the beginning of the path or recognizes how the
 * token is sent, else to the first.
 */
const createDispatcher =
  (apis: readonly [Api, ...Api[]]): HttpHandler =>
  (request) => {
    const [path] = request.target.split('?', 1) as [string];
    const api =
      apis.find((one) => one.hasPath(path)) ??
      apis.find((one) => one.ownsPath(path)) ??
      apis.slice(1).find((one) => one.recognizesToken(request)) ??
      apis[0];
    return api.handle(request);
  };

const takeRunnerSettings = (jobs: RunnerOptions | undefined): Partial<ServiceSettings> =>
  jobs ? { runsJobs: true, jobMilliseconds: jobs.jobMilliseconds } : {};

/** The data that the APIs and the control endpoints of one service share; settings and recording change while it runs. */
const createServiceState = (options: ServiceOptions, apis: readonly ApiDefinition[]) => {
  const { store, clock = createAdjustableClock(), dialect = 'auto', listeners = serviceListeners, report = logFailure } = options;
  const callers = createCallerCache(store, clock);
  let settings: ServiceSettings = { ...resolveSettings(options.settings), ...takeRunnerSettings(options.jobs) };
  let limiter = createRequestRateLimiter(settings.rateLimit);
  let messageRecorder: MessageRecorder | undefined;
  let failures = 0;
  return {
    store,
    clock,
    callers,
    keptResponses: createKeptResponses(),
    dialect,
    listeners,
    report: (message: string, error: unknown): void => {
      failures += 1;
      report(message, error);
    },
    failures: () => failures,
    requestMetrics: createRequestMetrics(),
    observe: options.observe,
    bundledProvider: options.bundledProvider,
    connections: options.connections,
    tracer: options.tracer,
    journal: createJournal(),
    coverage: createCoverage(),
    faults: createFaultInjector(),
    clearCallers: callers.clear,
    settings: () => settings,
    setSettings: (changes: Partial<ServiceSettings>): void => {
      settings = { ...settings, ...changes };
      limiter = createRequestRateLimiter(settings.rateLimit);
    },
    limitRate: (caller: string) => limiter(caller),
    messageRecorder: () => messageRecorder,
    recordBodies: async (on: boolean): Promise<void> => {
      // The declarations determine what is sensitive; they are large, and only needed here.
      messageRecorder = on ? (await import('./journal/redaction.ts')).createMessageRecorder(apis.flatMap(listPaths)) : undefined;
    },
  };
};

/** Paths of the control endpoints. */
const controlPath = /^\/(?:_local(?:[/?]|$)|metrics(?:[/?]|$))/;

/** What the runner executes. */
const executedWork: readonly WorkKind[] = [ciJobs, engineRuns, engineAssessments, engineCommands];

/** The embedded services over a store. */
export const createService = (options: ServiceOptions): EmbeddedService => {
  const definitions = options.apis ?? apiDefinitions;
  const state = createServiceState(options, definitions);
  const dispatch = createDispatcher(
    definitions.map((definition) => createApi({ ...state, definition })) as unknown as readonly [Api, ...Api[]],
  );
  let wakeTasks = (): void => {};
  const control = createControlApi({
    ...state,
    setSettings: (changes) => {
      state.setSettings(changes);
      wakeTasks();
    },
    apis: definitions,
    options: options.control ?? {},
    startedAt: performance.now(),
    get recordsBodies() {
      return state.messageRecorder() !== undefined;
    },
  });
  const handle: HttpHandler = (request) => (controlPath.test(request.target) ? control(request) : dispatch(request));
  const startBackgroundWork: EmbeddedService['startBackgroundWork'] = (address = '') => {
    const tasks = startBackgroundTasks(
      state,
      definitions.flatMap((definition) => definition.createBackgroundTasks?.({ ...state, address }) ?? []),
    );
    wakeTasks = tasks.wake;
    const running: { stop(): Promise<void> }[] = [tasks];
    if (definitions.some(({ name }) => name === 'ci')) {
      const dependencies = { ...state, address, hosted: state.dialect !== 'neutral' };
      running.push(startRunnerWork(dependencies, options.jobs, executedWork, options.leftJobsFolder));
    }
    return {
      stop: async () => {
        await Promise.all(running.map((work) => work.stop()));
      },
    };
  };
  return { handle, startBackgroundWork, recordBodies: state.recordBodies, fetch: toFetch(handle) };
};

/** The embedded services as a fetch. */
export const createServiceFetch = (options: ServiceOptions): ((request: Request) => Promise<Response>) => createService(options).fetch;
