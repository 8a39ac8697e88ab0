import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { startRun } from '../runs/start-run.ts';
import type { StoredRun } from '../runs/stored.ts';
import { resolveExecution } from '../workspaces/execution.ts';
import { loadWorkspaceParents } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredConfigurationVersion } from './stored.ts';

/** Runs in workspaces of local execution happen where the engine is started. */
const canRunHere = async (ctx: Pick<RequestContext, 'tx'>, { scope, body }: StoredRecord<StoredWorkspace>): Promise<boolean> =>
  resolveExecution(body.attributes, await loadWorkspaceParents(ctx, scope, body.project)).mode !== 'local';

/** Starts the run that a configuration version is for. Undefined: runs of the workspace do not happen in the service. */
export const queueRun = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'settings' | 'listeners' | 'newId'>,
  workspace: StoredRecord<StoredWorkspace>,
  configuration: StoredRecord<StoredConfigurationVersion>,
  message: string,
): Promise<StoredRecord<StoredRun> | undefined> => {
  const { speculative, createdBy } = configuration.body;
  if (!(await canRunHere(ctx, workspace))) return undefined;
  return startRun(ctx, workspace, {
    kind: 'plain',
    message,
    isDestroy: false,
    aim: {},
    autoApply: workspace.body.attributes['auto-apply'] === true,
    ...(speculative ? { planOnly: true } : {}),
    source: 'tfe-configuration-version',
    ...(createdBy ? { createdBy } : {}),
    configuration,
  });
};
