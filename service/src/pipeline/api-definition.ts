import type { BackgroundTask } from './background-tasks.ts';
import type { FindDeprecations } from './deprecations.ts';
import type { DueWorkKind } from './due-work.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { Listeners } from '../http/listeners.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiDialect } from '../http/api-dialect.ts';
import type {
  Caller,
  Clock,
  DocumentLoaders,
  RequestContext,
  Route,
  RouteResponse,
  SelectReadable,
  ServiceSettings,
  TokenPurpose,
} from '../http/route.ts';
import type { ReadTransaction, Store, Transaction } from '../store/store.ts';
import type { SeenRecords } from './seen-records.ts';

/** A sentence about a member that an operation does not have; `known`: the members that it has there. */
export type DescribeUnknownMember = (name: string, known: readonly string[]) => string;

/** The context of background work. */
export interface BackgroundContext {
  readonly store: Store;
  readonly clock: Clock;
  settings(): ServiceSettings;
  readonly listeners: Listeners;
  /** Reports a failure that no caller learns of. */
  report(message: string, error: unknown): void;
  readonly dialect: ApiDialect;
  /** The address at which this machine reaches the service. */
  readonly address: string;
}

/** A request that changed something, before its transaction ends. */
export interface RecordedWrite {
  readonly endpoint: string;
  readonly method: string;
  readonly requestId: string;
  readonly response: RouteResponse;
  readonly seen: SeenRecords;
}

/** The API of one embedded service: its routes, and how it reads requests and renders responses and errors. */
export interface ApiDefinition {
  readonly name: 'workspaces' | 'ci';
  /** The beginning of every endpoint's path, unless the endpoint is at the root. */
  readonly basePath: string;
  /** The media type of requests and responses. */
  readonly mediaType: string;
  /** The status for a body that cannot be read; 400 unless the specification has another. */
  readonly malformedBodyStatus?: 422;
  readonly routes: readonly Route[];
  /** Creates background tasks, which run from when the service listens until it stops. */
  createBackgroundTasks?(context: BackgroundContext): readonly BackgroundTask[];
  /** The kinds of background work, for metrics. */
  readonly dueWork?: readonly DueWorkKind[];
  /** The token as the caller sent it. Some ways of sending it are accepted in some dialects only. */
  readToken(request: HttpRequest, dialect: ApiDialect): string | undefined;
  /** The query parameter that may carry the token in the hosted dialect, on every operation. */
  readonly tokenParameter?: string;
  /** How to send a token, for the error of a request without one. */
  readonly tokenHint: string;
  /** Whether the token is sent in a way that only this API accepts. Such a request to an unknown path is answered by this API. */
  recognizesToken(request: HttpRequest): boolean;
  /**
   * Paths with one of these prefixes belong to this API, with or without a route. There an unsupported method is 404 instead of 405: these
   * APIs are implemented in part, and a parameter of one path can match the literal segment of another
   * (`…/project/github/acme/web/ssh-key`).
   */
  readonly pathPrefixes?: readonly string[];
  /** The dialect of a request, where the service is configured with `auto`. `body`: of a JSON request, not parsed. */
  detectDialect(request: HttpRequest, body: string | undefined): 'neutral' | 'hosted';
  /** Expands an abbreviated path into all paths that it stands for. Default: the path itself. */
  expandPath?(path: string): readonly string[];
  /** The path of a request in the form in which endpoints are declared. */
  normalizePath?(path: string): string;
  /** The problem to answer with for any error of a request. */
  toProblem(error: unknown): Problem;
  /** The error document. `path`: the request's, since some routes render errors in another form. */
  renderProblem(problem: Problem, dialect: 'neutral' | 'hosted', path: string): unknown;
  /** A request's body in the neutral dialect. */
  fromDialect(body: unknown, dialect: 'neutral' | 'hosted'): unknown;
  /** A response's body in the request's dialect. */
  toDialect(body: unknown, dialect: 'neutral' | 'hosted'): unknown;
  /** A JSON pointer of the specification in the request's dialect. */
  renderPointer(pointer: string, dialect: 'neutral' | 'hosted'): string;
  /** Reads in advance what most requests of the caller need, together with the first query; the request's transaction keeps the results. */
  prefetch?(tx: ReadTransaction, caller: Caller): Promise<unknown>;
  /** Keeps what an authenticated caller did, in the transaction of the request. */
  recordWrite?(ctx: RequestContext<Transaction>, write: RecordedWrite): Promise<void>;
  /** Loads documents for `include`. Absent: documents of this API have no relationships. */
  readonly documentLoaders?: DocumentLoaders;
  /** Selects the objects of a type that a caller can read; undefined: they are as readable as the documents that link to them. */
  findReadableSelector?(type: string, purpose: TokenPurpose | undefined): SelectReadable | undefined;
  /** Headers of every response in a dialect; those of the response itself take precedence. */
  renderHeaders?(dialect: 'neutral' | 'hosted', settings: ServiceSettings): { readonly [name: string]: string };
  /** The error for a member that an operation does not have. Default: a sentence with its name. */
  readonly describeUnknownMember?: DescribeUnknownMember;
  /** The deprecated fields that a request's body (in the neutral dialect) uses. */
  readonly findDeprecations: FindDeprecations;
}
