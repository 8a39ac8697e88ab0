import type { Listeners } from '../../http/listeners.ts';
import type { Clock, RequestContext, ServiceSettings } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import type { RunAuthor } from './stored-parts.ts';

/** What functions need that move a run from one status to the next. */
export interface RunContext {
  readonly tx: Transaction;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
  /** The listeners that runs notify of their start and progress (run-listeners.ts). */
  readonly listeners: Listeners;
}

/** What runs need to advance, outside of the units of work. */
export type RunConditions = Omit<RunContext, 'tx'>;

/** Who sends the request, as a run remembers it. */
export const toAuthor = ({ caller: { kind, id, name } }: Pick<RequestContext, 'caller'>): RunAuthor => ({ kind, id, name });
