import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';

/** The transaction, clock and settings with which pipelines change. */
export interface PipelineContext {
  readonly tx: Transaction;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
  newId(prefix: string): string;
}
