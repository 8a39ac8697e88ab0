import { conflict, Problem } from '../../http/problem.ts';
import { type RequestContext, type Route, type RouteResponse, route } from '../../http/route.ts';
import { noContent } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { deleteContent } from './content.ts';
import { requireStateVersion } from './require-state-version.ts';
import type { StoredStateVersion } from './stored.ts';

type Status = StoredStateVersion['status'];

const requireDeletable = async (ctx: RequestContext): Promise<StoredRecord<StoredStateVersion>> => {
  const version = await requireStateVersion(ctx, 'create-state-versions');
  if (ctx.settings.edition !== 'self-hosted')
    throw new Problem(404, [{ detail: 'only the self-hosted edition deletes backing data; this service is of the hosted edition' }]);
  const workspace = await ctx.tx.get<StoredWorkspace>('workspaces', version.scope);
  if (workspace?.body.currentStateVersion === version.id) throw conflict('the current state version of a workspace keeps its content');
  return version;
};

const changeStatus =
  (from: readonly Status[], to: Status): Route['handle'] =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const version = await requireDeletable(ctx);
    const { status } = version.body;
    if (!from.includes(status)) throw conflict(`the state version is ${status}; expected ${from.join(' or ')}`);
    if (to === 'backing_data_permanently_deleted')
      for (const kind of ['state-contents', 'state-readings'] as const)
        await deleteContent(ctx.tx, { kind, scope: version.scope, version: version.id });
    await ctx.tx.update<StoredStateVersion>(version, { body: { ...version.body, status: to } });
    return noContent;
  };

const actionRoute = (action: string, summary: string, from: readonly Status[], to: Status): Route =>
  route(`POST /state-versions/{state_version_id}/actions/${action}`, changeStatus(from, to), {
    plainJson: true,
    description: { summary, responses: { 204: null } },
  });

/** The content of a state version that is not the current one can go; its document stays. In the self-hosted edition only. */
export const routes = [
  actionRoute('soft_delete_backing_data', 'Marks the content of a state version as deleted.', ['finalized'], 'backing_data_soft_deleted'),
  actionRoute('restore_backing_data', 'Restores content that is marked as deleted.', ['backing_data_soft_deleted'], 'finalized'),
  actionRoute(
    'permanently_delete_backing_data',
    'Deletes the content of a state version.',
    ['finalized', 'backing_data_soft_deleted'],
    'backing_data_permanently_deleted',
  ),
];
