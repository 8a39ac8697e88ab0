import type { IsolationKind, RunNetwork } from '../runner/isolation/isolation.ts';
import type { ConnectionMetrics } from '../http/connection-metrics.ts';
import type { AdjustableClock } from '../http/clock.ts';
import type { Coverage } from '../pipeline/coverage.ts';
import type { RequestMetrics } from '../pipeline/request-metrics.ts';
import type { FileBody } from '../http/file-body.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { FaultInjector } from '../faults/fault-injector.ts';
import type { Journal } from '../journal/journal.ts';
import type { ApiDialect } from '../http/api-dialect.ts';
import type { Listeners } from '../http/listeners.ts';
import type { ServiceSettings } from '../http/route.ts';
import type { Store } from '../store/store.ts';
import type { ApiDefinition } from '../pipeline/api-definition.ts';

export interface ControlOptions {
  /** A request with this Bearer token can use `/_local/…` from any address. */
  readonly operatorToken?: string;
  /** The Bearer token for commands on this machine that can read the data folder, where it is stored. */
  readonly folderToken?: string;
  /** Whether clients on loopback may write, for tests. */
  readonly test?: boolean;
  /** The service listens on other addresses than loopback: every request then needs a token. */
  readonly exposed?: boolean;
  /** The kind of store: `memory`, `folder`, `postgresql`. */
  readonly storeKind?: string;
  /** The isolation of jobs and runs, and their network; undefined: this process executes none. */
  readonly isolation?: {
    readonly kind: IsolationKind;
    readonly network: RunNetwork['kind'];
    /** The name of the program that isolates. */
    readonly program?: string;
    /** The image of the containers. */
    readonly image?: string;
  };
  /** How a reset begins again: with the seed or the first organization that the service was started with. Absent: the store stays empty. */
  readonly begin?: () => Promise<void>;
}

export interface ControlContext {
  readonly store: Store;
  readonly clock: AdjustableClock;
  readonly journal: Journal;
  readonly coverage: Coverage;
  readonly requestMetrics: RequestMetrics;
  /** Undefined: the service has no HTTP server of its own. */
  readonly connections: ConnectionMetrics | undefined;
  /** Number of reported internal failures. */
  failures(): number;
  readonly faults: FaultInjector;
  readonly options: ControlOptions;
  readonly apis: readonly ApiDefinition[];
  readonly dialect: ApiDialect;
  /** `performance.now()` when the service started. */
  readonly startedAt: number;
  settings(): ServiceSettings;
  /** Listeners of the nouns. */
  readonly listeners: Listeners;
  setSettings(next: Partial<ServiceSettings>): void;
  clearCallers(): void;
  /** Whether the journal keeps headers and bodies. */
  readonly recordsBodies: boolean;
  recordBodies(on: boolean): Promise<void>;
}

export interface ControlRequest {
  readonly request: HttpRequest;
  readonly bytes: Uint8Array;
  /** The body as text: decoded when it is read. */
  readonly text: string;
  /** The parsed body; undefined without one. Throws a Problem unless it is JSON. */
  json(): unknown;
  readonly params: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  /** Whether the caller may use more than what is open to all. */
  readonly trusted: boolean;
}
export interface ControlResponse {
  /** Default: 200 with a body, 204 without. */
  readonly status?: number;
  /** A JSON body. */
  readonly body?: unknown;
  /** A body that is not JSON. */
  readonly content?: { readonly type: string; readonly text: string | Uint8Array | FileBody };
  readonly headers?: { readonly [name: string]: string };
}
export type ControlHandler = (parts: ControlContext, request: ControlRequest) => Promise<ControlResponse>;
/** One family of endpoints, by method and path. */
export interface ControlEndpoints {
  readonly [row: string]: ControlHandler;
}
