import { readFile } from 'node:fs/promises';
import { createCallerCache } from './access/callers.ts';
import { startRunnerWork } from './runner/background-work.ts';
import type { RunnerOptions } from './runner/runner.ts';
import { ciApi } from './ci/api-definition.ts';
import type { ControlOptions } from './control/control.ts';
import { createControlApi } from './control/control-api.ts';
import { type Api, createApi, listPaths } from './pipeline/create-api.ts';
import type { HttpHandler, HttpResponse } from './http/http-handler.ts';
import { isFileBody } from './http/file-body.ts';
import { createCoverage } from './pipeline/coverage.ts';
import { createFaultInjector } from './faults/fault-injector.ts';
import { createJournal } from './journal/journal.ts';
import type { MessageRecorder } from './journal/message-recorder.ts';
import { createAdjustableClock, type AdjustableClock } from './http/clock.ts';
import type { ApiDialect } from './http/api-dialect.ts';
import { createRequestRateLimiter } from './pipeline/rate-limiter.ts';
import type { ServiceSettings } from './http/route.ts';
import { defaultSettings } from './http/settings.ts';
import { StorageFull, StoreUnavailable } from './store/failures.ts';
import type { Store } from './store/store.ts';
import type { ApiDefinition } from './pipeline/api-definition.ts';
import { workspacesApiDefinition } from './workspaces/api-definition.ts';

export interface ServiceOptions {
  readonly store: Store;
  readonly settings?: Partial<ServiceSettings>;
  readonly clock?: AdjustableClock;
  /** `auto` unless said: answers in the words it was asked in. */
  readonly dialect?: ApiDialect;
  /** The embedded services that are served at the one address; all of them unless said. */
  readonly apis?: readonly [ApiDefinition, ...ApiDefinition[]];
  readonly control?: ControlOptions;
  /** Jobs of service 2 really run, as processes of this machine. Unsaid: they follow a script. */
  readonly jobs?: RunnerOptions;
  /** What went wrong that no caller was told the whole of; it goes to the log unless said. */
  readonly report?: (message: string, error: unknown) => void;
}

export interface EmbeddedService {
  /** A service is a fetch. */
  fetch(request: Request): Promise<Response>;
  /** The same without Request and Response, for the socket. */
  handle: HttpHandler;
  /** Whether the journal keeps headers and bodies, redacted. */
  recordBodies(on: boolean): Promise<void>;
  /** Lets what goes on without being asked go on. */
  startBackgroundWork(address?: string): { stop(): Promise<void> };
}

/** A fetch Request through an exchange; a broken connection rejects as fetch's own does. */
export const toFetch =
  (answer: HttpHandler) =>
  async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const outgoing: HttpResponse = await answer({
      method: request.method,
      target: url.pathname + url.search,
      body,
      peer: 'fetch',
      headers: () => request.headers,
      header: (name) => (name === 'host' ? (request.headers.get('host') ?? url.host) : (request.headers.get(name) ?? undefined)),
    });
    if (outgoing.disconnect)
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }) });
    const content = isFileBody(outgoing.body) ? await readFile(outgoing.body.file) : (outgoing.body ?? null);
    return new Response(content as string | null, { status: outgoing.status, headers: outgoing.headers });
  };

/** A store that is out of reach is nobody's mistake here: one sentence. Anything else is ours, with its stack. */
const logFailure = (message: string, error: unknown): void => {
  if (error instanceof StoreUnavailable || error instanceof StorageFull)
    console.error(`slipway: ${message} failed, and is tried again: ${error.message}`);
  else console.error(`slipway: ${message} failed; this is our fault, please report it\n`, error);
};

export const apiDefinitions: readonly [ApiDefinition, ...ApiDefinition[]] = [workspacesApiDefinition, ciApi];

/** To the service whose rows know the path; where none does, to the one that takes tokens as this one is carried, else to the first. */
const createDispatcher =
  (doors: readonly [Api, ...Api[]]): HttpHandler =>
  (request) => {
    const [path] = request.target.split('?', 1) as [string];
    const found = doors.find((one) => one.hasPath(path)) ?? doors.slice(1).find((one) => one.recognizesToken(request)) ?? doors[0];
    return found.handle(request);
  };

/** The embedded services over a store. */
export const createService = (options: ServiceOptions): EmbeddedService => {
  const clock = options.clock ?? createAdjustableClock();
  let settings: ServiceSettings = { ...defaultSettings, ...options.settings, ...(options.jobs ? { runsJobs: true } : {}) };
  let limit = createRequestRateLimiter(settings.rateLimit);
  let messageRecorder: MessageRecorder | undefined;
  const parts = {
    store: options.store,
    clock,
    callers: createCallerCache(options.store, clock),
    settings: () => settings,
    profile: options.dialect ?? ('auto' as const),
    limit: (caller: string) => limit(caller),
    journal: createJournal(),
    coverage: createCoverage(),
    faults: createFaultInjector(),
    keeping: () => messageRecorder,
    report: options.report ?? logFailure,
  };
  const apis = options.apis ?? apiDefinitions;
  const inside = createDispatcher(apis.map((api) => createApi({ ...parts, surface: api })) as unknown as readonly [Api, ...Api[]]);
  const keepBodies = async (on: boolean): Promise<void> => {
    // What is sensitive stands in the declarations; only who asks waits for them.
    messageRecorder = on ? (await import('./journal/redaction.ts')).createMessageRecorder(apis.flatMap(listPaths)) : undefined;
  };
  const control = createControlApi({
    ...parts,
    apis,
    options: options.control ?? {},
    began: performance.now(),
    clearCallers: parts.callers.forget,
    recordBodies: keepBodies,
    get recordsBodies() {
      return messageRecorder !== undefined;
    },
    setSettings: (next) => {
      settings = { ...settings, ...next };
      limit = createRequestRateLimiter(settings.rateLimit);
    },
  });
  const answer: HttpHandler = (request) => (/^\/_local(?:[/?]|$)/.test(request.target) ? control(request) : inside(request));
  const live: EmbeddedService['startBackgroundWork'] = (address = '') => {
    const lives = apis.flatMap((api) => api.startBackgroundWork?.({ ...parts, address }) ?? []);
    if (apis.some(({ name }) => name === 'ci'))
      lives.push(startRunnerWork({ ...parts, address, hosted: parts.profile !== 'neutral' }, options.jobs));
    return {
      stop: async () => {
        await Promise.all(lives.map((one) => one.stop()));
      },
    };
  };
  return { handle: answer, startBackgroundWork: live, recordBodies: keepBodies, fetch: toFetch(answer) };
};

/** The embedded services as a fetch. */
export const createServiceFetch = (options: ServiceOptions): ((request: Request) => Promise<Response>) => createService(options).fetch;
