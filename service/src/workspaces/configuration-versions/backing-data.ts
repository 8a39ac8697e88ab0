import { conflict } from '../../http/problem.ts';
import { type RequestContext, type Route, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { deleteArchive } from './archive-content.ts';
import { describeAction } from './describe-configuration-versions.ts';
import { requireConfigurationVersion } from './require-configuration-version.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { ConfigurationStatus, StoredConfigurationVersion } from './stored.ts';

interface Change {
  readonly from: readonly ConfigurationStatus[];
  readonly to: ConfigurationStatus;
  /** The name under which the moment is remembered. */
  readonly moment: string;
  readonly deletes?: true;
}

const isCurrent = async (ctx: RequestContext, { id, scope }: StoredRecord<StoredConfigurationVersion>): Promise<boolean> =>
  (await ctx.tx.get<StoredWorkspace>('workspaces', scope))?.body.currentConfigurationVersion === id;

const createAction =
  (status: 200 | 202, verb: string, { from, to, moment, deletes }: Change) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const version: StoredRecord<StoredConfigurationVersion> = await requireConfigurationVersion(ctx, 'update');
    if (!from.includes(version.body.status))
      throw conflict(`a configuration version that is ${version.body.status} cannot be ${verb}; expected ${from.join(', ')}`);
    if (to === 'archived' && version.body.ingress !== null)
      throw conflict('a configuration version that was made of a commit cannot be archived');
    if (to === 'archived' && (await isCurrent(ctx, version)))
      throw conflict('transition not allowed: configuration could not be archived because it is current');
    if (deletes) await deleteArchive(ctx.tx, version);
    await ctx.tx.update<StoredConfigurationVersion>(version, {
      body: {
        ...version.body,
        status: to,
        ...(deletes ? { size: 0 } : {}),
        reached: { ...version.body.reached, [moment]: ctx.clock.now().toISOString() },
      },
    });
    return { status };
  };

const archive = createAction(202, 'archived', { from: ['uploaded', 'errored'], to: 'archived', moment: 'archived', deletes: true });
const softDelete = createAction(200, 'deleted softly', {
  from: ['uploaded'],
  to: 'backing_data_soft_deleted',
  moment: 'backing_data_soft_deleted',
});
const restore = createAction(200, 'restored', { from: ['backing_data_soft_deleted'], to: 'uploaded', moment: 'backing_data_restored' });
const permanentlyDelete = createAction(200, 'deleted permanently', {
  from: ['backing_data_soft_deleted', 'uploaded'],
  to: 'backing_data_permanently_deleted',
  moment: 'backing_data_permanently_deleted',
  deletes: true,
});

const path = '/configuration-versions/{configuration_version_id}/actions';
const createRoute = (action: string, status: 200 | 202, summary: string, handle: Route['handle']): Route =>
  route(`POST ${path}/${action}`, handle, { plainJson: true, description: describeAction(summary, status) });

export const routes = [
  createRoute('archive', 202, 'Archives a configuration version: its content is deleted.', archive),
  createRoute('soft_delete_backing_data', 200, 'Deletes the content of a configuration version so that it can be restored.', softDelete),
  createRoute('restore_backing_data', 200, 'Restores the content of a configuration version.', restore),
  createRoute('permanently_delete_backing_data', 200, 'Deletes the content of a configuration version for good.', permanentlyDelete),
];
