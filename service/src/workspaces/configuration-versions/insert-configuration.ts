import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredConfigurationVersion } from './stored.ts';

type InsertionContext = Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'newId'>;

/** Stores a configuration version. Defaults: its content is uploaded, it has no creator, and it starts no run; `members` overrides them. */
export const insertConfiguration = (
  { tx, clock, newId }: InsertionContext,
  workspace: string,
  members: Pick<StoredConfigurationVersion, 'source'> & Partial<StoredConfigurationVersion>,
): Promise<StoredRecord<StoredConfigurationVersion>> => {
  const now = clock.now().toISOString();
  const id = newId('cv');
  const body: StoredConfigurationVersion = {
    status: 'uploaded',
    autoQueueRuns: false,
    speculative: false,
    provisional: false,
    error: null,
    errorMessage: null,
    createdAt: now,
    createdBy: null,
    reached: { uploaded: now },
    secret: null,
    size: 0,
    ingress: null,
    ...members,
  };
  return tx.insert<StoredConfigurationVersion>({ id, kind: 'configuration-versions', scope: workspace, key: id, name: '', body });
};
