import type { ExternalLookup } from './external-lookup.ts';
import type { Transaction, ReadTransaction } from '../store/store.ts';

/** What a team may do in a whole organization; an owner may do everything. */
export type OrganizationRight =
  | 'manage-workspaces'
  | 'manage-projects'
  | 'read-workspaces'
  | 'read-projects'
  | 'manage-modules'
  | 'manage-vcs-settings'
  | 'manage-membership'
  | 'manage-teams'
  | 'manage-agent-pools';

export interface Membership {
  /** The organization's name. */
  readonly organization: string;
  /** Ids of the caller's teams there. */
  readonly teams: readonly string[];
  readonly owner: boolean;
  /** What the caller's teams may do, together. */
  readonly access: ReadonlySet<OrganizationRight>;
}

/** Who asks: a token's kind and owner, resolved once per request. */
export interface Caller {
  readonly kind: 'user' | 'team' | 'organization';
  /** `user-…`, `team-…`, or the organization's name. */
  readonly id: string;
  readonly name: string;
  /** Organizations this caller belongs to. */
  readonly memberships: readonly Membership[];
}

export interface Clock {
  now(): Date;
}

/** What a handler is given. `tx` is a View for GET and a Transaction for the rest; the whole request is one atomic unit, and may run again. */
export interface RequestContext<V extends ReadTransaction = ReadTransaction> {
  readonly tx: V;
  readonly caller: Caller;
  /** Path parameters, percent-decoded. */
  readonly params: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  /** A request header by lower-case name. */
  header(name: string): string | undefined;
  /** Parsed JSON, undefined when there was none; a Uint8Array where the route takes `bytes`. */
  readonly body: unknown;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
  /** A new identifier: `newId('ws')` is `ws-` and 16 letters and digits, `newId('uuid')` a UUID. */
  newId(prefix: string): string;
  /** `/api/v2` + path, for links. */
  readonly self: string;
  /** `http://127.0.0.1:4000`, as the caller spelled it: for links that must be whole. */
  readonly origin: string;
  readonly dialect: 'neutral' | 'hosted';
  /** Looks up something outside of the store; the result is the same however often the handler runs. */
  readonly lookUp: ExternalLookup;
  /** What the route's `prepare` answered. */
  readonly prepared?: unknown;
}
/** A request before its unit of work: there is time for what takes long, and the store is only read. */
export interface PreparationContext extends Omit<RequestContext, 'tx' | 'prepared' | 'lookUp'> {
  /** One snapshot, as a handler of GET sees it. */
  read<T>(work: (ctx: RequestContext) => Promise<T>): Promise<T>;
}
export interface RouteResponse {
  readonly status: number;
  readonly body?: unknown;
  /** Path of a file that is the body; it is looked at when the unit of work is over. One that is not there is 404 with these words. */
  readonly file?: { readonly path: string; readonly description: string };
  readonly headers?: { readonly [name: string]: string };
}

/** What is unusual about an endpoint. */
export interface RouteOptions {
  /** No token is asked for; `caller` is then nobody. */
  readonly anonymous?: true;
  /** The path starts at `/`, not at `/api/v2`. */
  readonly atRoot?: true;
  /** For people with a browser: the token may come as the password of HTTP's Basic scheme, which a browser asks for. */
  readonly browser?: true;
  /** The request's body is plain JSON (`application/json` is taken as well). */
  readonly plainJson?: true;
  /** The most bytes that its body may have, where that is not what all bodies may. */
  readonly maxBodyBytes?: number;
  /** The body is not JSON; it is handed over as it came. */
  readonly binaryBody?: true;
  /** That the endpoint itself should not be used any more, and what to use instead: a sentence, told with every answer. */
  readonly deprecated?: string;
  /** Changes who may do what: callers are looked up again, in every process. */
  readonly changesIdentity?: true;
  /** Before the unit of work: threads, processes and other services are asked here, never in `handle`. What it throws is the answer. */
  prepare?(preparing: PreparationContext): Promise<unknown>;
}

/** One endpoint: the spec's method and path to the letter, and what it does. */
export interface Route extends RouteOptions {
  readonly endpoint: string;
  handle(ctx: RequestContext<Transaction>): Promise<RouteResponse>;
}
export const route = (row: string, handle: Route['handle'], manner: RouteOptions = {}): Route => ({ endpoint: row, handle, ...manner });

/** What an operator chooses; every one has a default, a seed-file key and a `slipway serve` flag. */
export interface ServiceSettings {
  readonly edition: 'hosted' | 'self-hosted';
  readonly tier: 'free' | 'standard' | 'plus';
  /** For workspaces created without saying. */
  readonly globalRemoteState: boolean;
  readonly workspaceAdminsForceDelete: boolean;
  readonly assessmentsEnforced: boolean;
  /** Newest last or in any order; a constraint resolves to the newest match. */
  readonly engineVersions: readonly string[];
  /** Requests per second and caller; 0: no limit. */
  readonly rateLimit: number;
  /** How long a run stays in each status it leaves by itself. */
  readonly runStatusMilliseconds: number;
  /** Things on a page of service 2, where the request does not say. */
  readonly ciPageSize: number;
  /** Whether webhooks of service 2 are sent to addresses of this machine and of private networks, too. */
  readonly ciPrivateWebhooks: boolean;
  /** How long a pipeline or job of service 2 stays in each status that it leaves by itself, where jobs do not really run. */
  readonly ciStatusMilliseconds: number;
  /** The address of an Open Policy Agent that compiles and evaluates policies; empty: the embedded interpreter does. */
  readonly opa: string;
  /** Whether this process runs jobs of service 2. Only the command line says so: no seed, no request. */
  readonly runsJobs?: true;
}
