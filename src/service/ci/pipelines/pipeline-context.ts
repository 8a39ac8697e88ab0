import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';

/** What pipelines are moved in. */
export interface PipelineContext {
  readonly tx: Transaction;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
  newId(prefix: string): string;
}
