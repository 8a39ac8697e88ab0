import type { Listeners } from '../../http/listeners.ts';
import type { Clock, RequestContext, ServiceSettings } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import type { RunAuthor } from './stored-parts.ts';

/** The context of functions that advance a run from one status to the next. */
export interface RunContext {
  readonly tx: Transaction;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
  /** The listeners that runs notify of their start and progress (run-listeners.ts). */
  readonly listeners: Listeners;
}

/** What runs need to advance, outside of the units of work. */
export type RunConditions = Omit<RunContext, 'tx'>;

/** The sender of the request, as a run stores it. */
export const toAuthor = ({ caller: { kind, id, name } }: Pick<RequestContext, 'caller'>): RunAuthor => ({ kind, id, name });
