/**
 * The service for tests of other projects: in the same process, with a store in memory, on a free port of loopback (docs/test-double.md).
 * These types import no other module, so that they can be published as they are.
 */

/** What befalls calls (docs/control.md, faults); what is left out fits every call. */
export interface ServiceFault {
  /** `429`, `500`, `503`, `status`, `lost-before`, `lost-after`, `reset-before`, `reset-after`, `cut`, `slow`, `slow-body`, `malformed`. */
  readonly fault: string;
  readonly service?: 'workspaces' | 'ci';
  readonly method?: string;
  /** A part of the path, or, with a `*`, all of it. */
  readonly path?: string;
  /** `GET /workspaces/{workspace_id}` */
  readonly operation?: string;
  readonly header?: { readonly [name: string]: string };
  /** JSON values by pointer into the body of the request. */
  readonly body?: { readonly [pointer: string]: unknown };
  /** The first matching call that the fault affects. Default: 1, the next one. */
  readonly at?: number;
  /** How many calls it affects. Default: 1. */
  readonly times?: number | 'always';
  /** From 0 to 1. Default: 1. */
  readonly probability?: number;
  readonly seed?: number;
  /** The delay of the kinds `slow` and `slow-body`. */
  readonly milliseconds?: number | { readonly from: number; readonly to: number } | { readonly mean: number; readonly deviation: number };
  /** The status of the kind `status`. */
  readonly status?: number;
  /** Seconds, of `429` and `503`. */
  readonly retry_after?: number;
}

export interface TestServiceOptions {
  /** `memory`, a folder, or `postgres://…`. Default: `memory`. */
  readonly store?: string;
  /** What the service holds at its start: the content of a seed file (docs/seed.md), or the path of one. */
  readonly seed?: string | { readonly [member: string]: unknown };
  /** The token of the first owner. Default: a random one. */
  readonly token?: string;
  /** The organization of a service without a seed. Default: `slipway`. */
  readonly organization?: string;
  /** Default: `auto`, each response is in the dialect of its request. */
  readonly dialect?: 'auto' | 'neutral' | 'hosted';
  /** Default: any free one. */
  readonly port?: number;
}

/** A running service. Services of one process share no state. */
export interface TestService {
  /** `http://127.0.0.1:41234` */
  readonly address: string;
  readonly port: number;
  /** The token that was created at the start. Undefined if the seed has its own tokens. */
  readonly token: string | undefined;
  readonly organization: string | undefined;
  /** The time of the service. */
  now(): Date;
  /** Moves its clock by so many milliseconds. What is due then happens without further calls. */
  advance(milliseconds: number): Date;
  /** Stops its clock at a time; `null`: it follows the real one again. */
  freeze(at: Date | null): Date;
  /** Moves the clock from step to step until no run and no pipeline changes by itself. */
  settle(): Promise<void>;
  /** Rejects with the service's message for an invalid fault. */
  addFault(fault: ServiceFault): Promise<void>;
  clearFaults(): Promise<void>;
  /** The requests that it got, the newest last, without secrets. */
  listRequests(): Promise<readonly { readonly method: string; readonly path: string; readonly status: number }[]>;
  /** Restores the state after the start. */
  reset(): Promise<void>;
  /** An endpoint below `/_local/`, such as `GET /_local/info`: its JSON. Throws for a status of 400 and above. */
  control(endpoint: string, body?: unknown): Promise<unknown>;
  /** Ends it, and everything that it started. */
  stop(): Promise<void>;
}
