import type { CallerCache, KnownCaller } from '../access/callers.ts';
import type { FaultInjector } from '../faults/fault-injector.ts';
import type { ApiDialect } from '../http/api-dialect.ts';
import type { HttpRequest, HttpResponse } from '../http/http-handler.ts';
import type { Listeners } from '../http/listeners.ts';
import type { BundledProvider, Clock, Route, ServiceSettings } from '../http/route.ts';
import type { RouteMatch } from '../http/router.ts';
import type { Journal } from '../journal/journal.ts';
import type { MessageRecorder } from '../journal/message-recorder.ts';
import type { Store } from '../store/store.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { ApiDefinition } from './api-definition.ts';
import type { Coverage } from './coverage.ts';
import type { RateLimitDecision } from './rate-limiter.ts';
import type { KeptResponses } from './kept-responses.ts';
import type { RequestMetrics } from './request-metrics.ts';

export interface ApiOptions {
  readonly definition: ApiDefinition;
  readonly store: Store;
  readonly clock: Clock;
  /** Read at each request: a seed or a control endpoint may change them. */
  readonly settings: () => ServiceSettings;
  readonly dialect: ApiDialect;
  readonly listeners: Listeners;
  readonly limitRate: (caller: string) => RateLimitDecision;
  readonly journal: Journal;
  readonly coverage: Coverage;
  readonly requestMetrics: RequestMetrics;
  /** Undefined: tracing is off. */
  readonly tracer?: Tracer | undefined;
  /** Records headers and bodies for the journal, read at each request; undefined: neither is recorded. */
  readonly messageRecorder: () => MessageRecorder | undefined;
  readonly faults: FaultInjector;
  readonly bundledProvider?: BundledProvider | undefined;
  /** One cache for all services, so that each sees changes made by the others. */
  readonly callers: CallerCache;
  /** One memory for all services. */
  readonly keptResponses: KeptResponses;
  /** Receives each response as it is sent, for tests that compare responses with the service's description. */
  readonly observe?: ((answer: ObservedAnswer) => void) | undefined;
  /** Reports a failure of the service itself: method, path without query, request id, and the error. */
  readonly report: (message: string, error: unknown) => void;
}

/** A response with its request. */
export interface ObservedAnswer {
  readonly api: ApiDefinition;
  /** Undefined: there is no route. */
  readonly route: Route | undefined;
  readonly method: string;
  readonly path: string;
  readonly dialect: 'neutral' | 'hosted';
  readonly response: HttpResponse;
}

/** The data that the steps of one API share, for all of its requests. */
export interface RequestPipeline extends ApiOptions {
  /** Throws a Problem for a path that is not valid percent-encoding. */
  findRoute(method: string, path: string): RouteMatch<Route> | undefined;
  /** Path and query without secrets, for the journal and the log. */
  maskTarget(target: string): string;
}

/** One request on its way through the steps; each step fills in what it found out. */
export interface RequestState {
  readonly request: HttpRequest;
  /** The path of the request, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly requestId: string;
  /** `performance.now()` when the request arrived. */
  readonly startedAt: number;
  /** What the response says of the caller's rate limit; undefined: there is none, or the request did not come so far. */
  rateLimitHeaders: { readonly [name: string]: string } | undefined;
  match: RouteMatch<Route> | undefined;
  /** Why no route could be looked for; undefined: one was. */
  routingError: unknown;
  /** `GET /workspaces/{workspace_id}`; undefined: there is no route. */
  operation: string | undefined;
  /** Found once, before anything is answered: an error speaks it, too. */
  readonly dialect: 'neutral' | 'hosted';
  /** As the caller sent it. */
  token: string | undefined;
  caller: KnownCaller | undefined;
  /** Parsed, in the neutral dialect. */
  body: unknown;
  /** Deprecations that the request uses, for the response's headers. */
  warnings: readonly string[];
  /** The ignored parts of the request, for the response's headers. */
  ignored: readonly string[];
}
