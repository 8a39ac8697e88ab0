import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { insertConfiguration } from './insert-configuration.ts';
import type { StoredConfigurationVersion } from './stored.ts';

/**
 * The configuration version of a run that was given none: the workspace's current one. A workspace without any gets an empty one, so that
 * every run has one, as clients expect.
 */
export const requireConfigurationOfRun = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'newId'>,
  workspace: StoredRecord<StoredWorkspace>,
): Promise<StoredRecord<StoredConfigurationVersion>> => {
  const { currentConfigurationVersion: id } = workspace.body;
  const current = id === null ? undefined : await ctx.tx.get<StoredConfigurationVersion>('configuration-versions', id);
  if (current) return current;
  const { records } = await ctx.tx.list<StoredConfigurationVersion>(
    { kind: 'configuration-versions', scope: workspace.id, body: [{ path: 'source', is: 'empty' }] },
    { offset: 0, limit: 1, uncounted: true },
  );
  if (records[0]) return records[0];
  return insertConfiguration(ctx, workspace.id, { source: 'empty' });
};
