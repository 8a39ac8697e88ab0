import type { Clock, RequestContext, ServiceSettings } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import type { RunAuthor } from './stored-parts.ts';

/** What a run is moved in. */
export interface RunContext {
  readonly tx: Transaction;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
}

/** Who sends the request, as a run remembers it. */
export const toAuthor = ({ caller: { kind, id, name } }: Pick<RequestContext, 'caller'>): RunAuthor => ({ kind, id, name });
