import type { Transaction, View } from './store/store.ts';

/** Who asks: a token's kind and owner, resolved once per request. */
export interface Caller {
  readonly kind: 'user' | 'team' | 'organization';
  /** `user-…`, `team-…`, or the organization's name. */
  readonly id: string;
  readonly name: string;
  /** Organizations this caller belongs to; `owner` may do everything there. */
  readonly memberships: readonly { readonly organization: string; readonly teams: readonly string[]; readonly owner: boolean }[];
}

export interface Clock { now(): Date }

/** What a handler is given. `tx` is a View for GET and a Transaction for the rest; the whole request is one atomic unit, and may run again. */
export interface Asking<V extends View = View> {
  readonly tx: V;
  readonly caller: Caller;
  /** Path parameters, percent-decoded. */
  readonly params: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  /** Parsed JSON, undefined when there was none. */
  readonly body: unknown;
  readonly clock: Clock;
  readonly settings: Settings;
  /** A new identifier: `newId('ws')` is `ws-` and 16 letters and digits. */
  newId(prefix: string): string;
  /** `/api/v2` + path, for links. */
  readonly self: string;
  readonly profile: 'neutral' | 'hosted';
}
export interface Reply { readonly status: number; readonly body?: unknown; readonly headers?: { readonly [name: string]: string } }

/** One endpoint: the spec's method and path to the letter, and what it does. */
export interface Route { readonly row: string; handle(asking: Asking<Transaction>): Promise<Reply> }
export const route = (row: string, handle: Route['handle']): Route => ({ row, handle });

/** What an operator chooses; every one has a default, a seed-file key and a `slipway serve` flag. */
export interface Settings {
  readonly edition: 'hosted' | 'self-hosted';
  readonly tier: 'free' | 'standard' | 'plus';
  /** For workspaces created without saying. */
  readonly globalRemoteState: boolean;
  readonly workspaceAdminsForceDelete: boolean;
  readonly assessmentsEnforced: boolean;
  /** Newest last or in any order; a constraint resolves to the newest match. */
  readonly engineReleases: readonly string[];
  /** Requests per second and caller; 0: no limit. */
  readonly rateLimit: number;
}
