import type { MovableClock } from '../clock.ts';
import type { Coverage } from '../coverage.ts';
import type { Incoming } from '../exchange.ts';
import type { Faults } from '../faults.ts';
import type { Journal } from '../journal.ts';
import type { Profile } from '../profile.ts';
import type { Settings } from '../route.ts';
import type { Store } from '../store/store.ts';
import type { Surface } from '../surface.ts';

export interface ControlOptions {
  /** Whoever sends it as Bearer may use `/_local/…`, from wherever. */
  readonly operatorToken?: string;
  /** Whoever is on loopback may change things, too: for tests. */
  readonly test?: boolean;
  /** The service listens on other addresses than loopback: then nobody gets in without the token. */
  readonly exposed?: boolean;
  /** Where things are kept, in words without secrets: `memory`, `folder`, `postgresql`. */
  readonly kept?: string;
  /** What a reset ends with: the seed or the first organization that the service was started with. Unsaid: nothing. */
  readonly begin?: () => Promise<void>;
}

export interface ControlParts {
  readonly store: Store;
  readonly clock: MovableClock;
  readonly journal: Journal;
  readonly coverage: Coverage;
  readonly faults: Faults;
  readonly options: ControlOptions;
  readonly surfaces: readonly Surface[];
  readonly profile: Profile;
  /** `performance.now()` when it began. */
  readonly began: number;
  settings(): Settings;
  setSettings(next: Partial<Settings>): void;
  forgetCallers(): void;
  /** Whether the journal keeps headers and bodies. */
  readonly keepsBodies: boolean;
  keepBodies(on: boolean): Promise<void>;
}

export interface Sent {
  readonly incoming: Incoming;
  readonly text: string;
  /** The body, parsed; undefined when there is none. Throws a Problem where it is no JSON. */
  json(): unknown;
  readonly params: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  /** Whether the caller may use more than what is open to all. */
  readonly trusted: boolean;
}
export interface Told {
  /** 200 with a body and 204 without unless said. */
  readonly status?: number;
  /** JSON. */
  readonly body?: unknown;
  /** Instead of JSON. */
  readonly content?: { readonly type: string; readonly text: string | Uint8Array };
  readonly headers?: { readonly [name: string]: string };
}
export type Control = (parts: ControlParts, sent: Sent) => Promise<Told>;
/** One family of endpoints, by method and path. */
export interface Controls { readonly [row: string]: Control }
