import type { ExternalLookup } from './external-lookup.ts';
import type { Listeners } from './listeners.ts';
import { type OperationDescription, withReadParameters } from './operation-description.ts';
import type { Transaction, ReadTransaction } from '../store/store.ts';

/** The rights of a team in a whole organization; an owner has all. */
export type OrganizationRight =
  | 'manage-workspaces'
  | 'manage-projects'
  | 'read-workspaces'
  | 'read-projects'
  | 'manage-modules'
  | 'manage-vcs-settings'
  | 'manage-membership'
  | 'manage-teams'
  | 'manage-agent-pools'
  | 'manage-policies'
  | 'manage-policy-overrides'
  | 'delegate-policy-overrides'
  | 'manage-providers'
  | 'manage-run-tasks'
  | 'manage-organization-access'
  | 'access-secret-teams'
  | 'manage-public-providers'
  | 'manage-public-modules'
  | 'manage-registry-components'
  | 'manage-registry-artifact-tags'
  | 'manage-registry-artifact-version-tags';

export interface Membership {
  /** The organization's name. */
  readonly organization: string;
  /** Ids of the caller's teams there. */
  readonly teams: readonly string[];
  readonly owner: boolean;
  /** The combined rights of the caller's teams. */
  readonly access: ReadonlySet<OrganizationRight>;
  /** The networks from which the organization is reached; absent: any. */
  readonly networks?: readonly string[];
}

/**
 * What a token may do instead of what its owner may do. `audit-trails`: reads the audit trail of its organization. `run-task`: reads
 * the plan of one run, and writes one task result of it. `run`: reads the registry of its organization, and the states that are shared
 * with the workspace of its run (decision 85). `agent`: joins an agent pool, and takes its runs (decision 73).
 */
export type TokenPurpose = 'audit-trails' | 'run-task' | 'run' | 'agent';

/** The sender of the request: the owner of its token, looked up once per request. */
export interface Caller {
  readonly kind: 'user' | 'team' | 'organization';
  /** `user-…`, `team-…`, or the organization's name. */
  readonly id: string;
  readonly name: string;
  /** Organizations this caller belongs to. */
  readonly memberships: readonly Membership[];
  /** Only routes for this purpose exist for the caller. */
  readonly purpose?: TokenPurpose;
  /** For the token of a run task: ID of the task result that it may write. */
  readonly taskResult?: string;
  /** For the token of a run: ID of its workspace. */
  readonly runWorkspace?: string;
  /** For the token of an agent: ID of its pool. */
  readonly agentPool?: string;
  /** For the executor of one job of an agent: ID of the job, the only one that it can access. */
  readonly agentJob?: string;
}

export interface Clock {
  now(): Date;
}

/**
 * What a handler works with. `tx` is read-only for GET and HEAD. A request is one transaction, which is atomic and may run again: a
 * handler changes nothing but `tx`.
 */
export interface RequestContext<V extends ReadTransaction = ReadTransaction> {
  readonly tx: V;
  readonly caller: Caller;
  /** Path parameters, percent-decoded. */
  readonly params: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  /** A request header by lower-case name. */
  header(name: string): string | undefined;
  /** Parsed JSON in the neutral dialect; undefined: none was sent. A Uint8Array where the route has `binaryBody`. */
  readonly body: unknown;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
  readonly listeners: Listeners;
  /** Signs addresses that need no token (access/signed-addresses.ts). */
  readonly addressKey: Buffer;
  /** A new identifier: `newId('ws')` is `ws-` and 16 letters and digits, `newId('uuid')` a UUID. */
  newId(prefix: string): string;
  /** `/api/v2` + path, for links. */
  readonly self: string;
  /** `http://127.0.0.1:4000`, under which the caller reaches the service (http/request-origin.ts), for absolute links. */
  readonly origin: string;
  readonly dialect: 'neutral' | 'hosted';
  /** Loads documents of other nouns, for `include`. */
  readonly documents: DocumentLoaders;
  /** Selects the objects of a type that the caller can read; undefined: they are as readable as the documents that link to them. */
  readable(type: string): SelectReadable | undefined;
  /** The result of the route's `prepare`. */
  readonly prepared?: unknown;
}
export interface LookupContext<V extends ReadTransaction = ReadTransaction> extends RequestContext<V> {
  /** For a route with the option `looksUp`: looks up something outside of the store, once even if the handler runs again. */
  readonly lookUp: ExternalLookup;
}
/** Selects, of these IDs of one type, those that the caller can read, with one look-up for all. */
export type SelectReadable = (ctx: RequestContext, ids: readonly string[]) => Promise<ReadonlySet<string>>;
/** Selectors of readable objects, by type. */
export interface ReadableSelectors {
  readonly [type: string]: SelectReadable;
}
/** Documents by type and ID; those that the caller may not see, or that do not exist, are left out. */
export interface DocumentLoaders {
  readonly [type: string]: (
    ctx: RequestContext,
    ids: readonly string[],
  ) => Promise<readonly { readonly id: string; readonly type: string }[]>;
}
/** The provider that the program brings, for engines that install it from the service (decision 82). */
export interface BundledProvider {
  /** The platforms whose engines can start it, such as `linux_amd64`. */
  readonly platforms: readonly string[];
  /** Reads the archive, which is the same for all platforms. Throws the system's ENOENT if the program was not built. */
  readArchive(): Promise<Buffer>;
}
/** A request before its transaction: work that takes long belongs here. The store can only be read. */
export interface PreparationContext extends Omit<RequestContext, 'tx' | 'prepared' | 'documents' | 'readable'> {
  /** Runs the work on one snapshot of the store. */
  read<T>(work: (ctx: RequestContext) => Promise<T>): Promise<T>;
  /** Undefined: the service was started without one. */
  readonly bundledProvider?: BundledProvider | undefined;
  /** Writes in a separate unit before the transaction: for content too large for one unit, unreferenced until then. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}
export interface RouteResponse {
  readonly status: number;
  readonly body?: unknown;
  /** The body as JSON, in the dialect of the request, instead of `body`. */
  readonly text?: string;
  /** A file that is the body; it is opened after the transaction. A missing file is 404, with this description. */
  readonly file?: { readonly path: string; readonly description: string };
  readonly headers?: { readonly [name: string]: string };
}

/** Options of an endpoint; defaults suit most of them. */
export interface RouteOptions {
  /** Needs no token; `caller` is anonymous. */
  readonly anonymous?: true;
  /** The path begins at `/`, not at `/api/v2`. */
  readonly atRoot?: true;
  /** For browsers and state backends of engines: the token may be sent as the password of HTTP Basic authentication. */
  readonly browser?: true;
  /** Accepts `application/json` as well as the API's media type. */
  readonly plainJson?: true;
  /** The maximum size of the body in bytes, instead of the usual limit. */
  readonly maxBodyBytes?: number;
  /** The body is not JSON, and is passed on as bytes. */
  readonly binaryBody?: true;
  /** What the operation accepts and responds with. What it does not list is refused, or reported as ignored. */
  readonly description?: OperationDescription;
  /** The endpoint itself is deprecated: a sentence for every response, with what to use instead. */
  readonly deprecated?: string;
  /** Changes rights or tokens: callers are looked up again, in every process. */
  readonly changesIdentity?: true;
  /** A step of a machine's work, as often as several times a second: the audit trail does not keep it. */
  readonly unaudited?: true;
  /**
   * The response depends only on the path, the query, the caller, the settings and what is read from the store, and not on time, headers,
   * memory, files or chance: it can be sent again while these are unchanged.
   */
  readonly repeatable?: true;
  /** Token purposes that this route accepts as well; other routes refuse such tokens. */
  readonly purposes?: readonly TokenPurpose[];
  /**
   * The handler has `ctx.lookUp`, for what is outside of the store and depends on what the transaction reads. Each answer that is not there
   * yet undoes the transaction, is waited for without holding the store, and lets the handler run again. `prepare` costs less.
   */
  readonly looksUp?: true;
  /** Runs before the transaction: calls to threads, processes and other services belong here, never in `handle`. May throw a Problem. */
  prepare?(ctx: PreparationContext): Promise<unknown>;
}

/** One endpoint: its method and path as the specification writes them, and its handler. */
export interface Route extends RouteOptions {
  readonly endpoint: string;
  handle(ctx: RequestContext<Transaction>): Promise<RouteResponse>;
}
type Handle<C> = (ctx: C) => Promise<RouteResponse>;
/** A handler has `lookUp` only if the options request it, which the compiler checks. */
interface DeclareRoute {
  (endpoint: string, handle: Handle<LookupContext<Transaction>>, options: RouteOptions & { readonly looksUp: true }): Route;
  (endpoint: string, handle: Handle<RequestContext<Transaction>>, options?: RouteOptions): Route;
}
export const route: DeclareRoute = (
  endpoint: string,
  handle: Handle<LookupContext<Transaction>>,
  { description, ...options }: RouteOptions = {},
): Route => ({
  endpoint,
  handle,
  ...options,
  ...(description ? { description: endpoint.startsWith('GET ') ? withReadParameters(description) : description } : {}),
});

/** The settings of an operator: each has a default, a key in the seed file and a flag of `slipway serve`. */
export interface ServiceSettings {
  readonly edition: 'hosted' | 'self-hosted';
  readonly tier: 'free' | 'standard' | 'plus';
  /** The default for new workspaces. */
  readonly globalRemoteState: boolean;
  readonly workspaceAdminsForceDelete: boolean;
  readonly assessmentsEnforced: boolean;
  /** In any order; a constraint resolves to the newest match. */
  readonly engineVersions: readonly string[];
  /** Requests per second and caller; 0: no limit. */
  readonly rateLimit: number;
  /** How long a run stays in each automatic status, in milliseconds. */
  readonly runStatusMilliseconds: number;
  /** Default number of items on a page of the CI service. */
  readonly ciPageSize: number;
  /** Whether notifications and run tasks are also sent to addresses of this machine and of private networks. */
  readonly privateDestinations: boolean;
  /** Whether webhooks of the CI service are also sent to addresses of this machine and of private networks. */
  readonly ciPrivateWebhooks: boolean;
  /** How long a scripted pipeline or job of the CI service stays in each automatic status. */
  readonly ciStatusMilliseconds: number;
  /** The folder with the orbs that configurations use; empty: there is none. Only the command line can choose it. */
  readonly orbsFolder: string;
  /** The folder of git repositories that `vcs-repo` of workspaces name; empty: none are read. */
  readonly repositoriesFolder: string;
  /** The address of an Open Policy Agent that compiles and evaluates policies; empty: the embedded interpreter does both. */
  readonly opa: string;
  /** The address under which clients reach the service, such as `https://slipway.example.com`; empty: that of each request. */
  readonly publicUrl: string;
  /** Addresses and networks of proxies whose forwarding headers say under which address a client reached the service. */
  readonly trustedProxies: readonly string[];
  /** What advances runs of workspaces: a script, or nothing (the engine runs on the client's machine). */
  readonly runs: 'none' | 'scripted';
  /** Whether this process runs jobs of the CI service, and runs of workspaces by the engine. Only the command line can turn this on. */
  readonly runsJobs?: true;
  /** The time limit of a job, a plan and an apply, in milliseconds. Only the command line can choose it. */
  readonly jobMilliseconds: number;
}
