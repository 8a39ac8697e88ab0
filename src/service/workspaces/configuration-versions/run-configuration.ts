import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredConfigurationVersion } from './stored.ts';

/**
 * The configuration version of a run that was given none: the workspace's current one. A workspace without any gets an empty one, so that
 * every run has one, as clients expect.
 */
export const requireConfigurationOfRun = async (
  { tx, clock, newId }: Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'newId'>,
  workspace: StoredRecord<StoredWorkspace>,
): Promise<StoredRecord<StoredConfigurationVersion>> => {
  const { currentConfigurationVersion: id } = workspace.body;
  const current = id === null ? undefined : await tx.get<StoredConfigurationVersion>('configuration-versions', id);
  if (current) return current;
  const { records } = await tx.list<StoredConfigurationVersion>(
    { kind: 'configuration-versions', scope: workspace.id, body: [{ path: 'source', is: 'empty' }] },
    { offset: 0, limit: 1, uncounted: true },
  );
  if (records[0]) return records[0];
  const now = clock.now().toISOString();
  const key = newId('cv');
  const body: StoredConfigurationVersion = {
    status: 'uploaded',
    autoQueueRuns: false,
    speculative: false,
    provisional: false,
    source: 'empty',
    error: null,
    errorMessage: null,
    createdAt: now,
    createdBy: null,
    reached: { uploaded: now },
    secret: null,
    size: 0,
    ingress: null,
  };
  return tx.insert<StoredConfigurationVersion>({ id: key, kind: 'configuration-versions', scope: workspace.id, key, name: '', body });
};
