import type { Doc } from '../../json-api/document.ts';
import { sent } from '../../json-api/read.ts';
import { noContent, ok } from '../../json-api/reply.ts';
import { notFound, Problem, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import type { WorkspaceRight } from '../rights.ts';
import { workspaceHere } from './here.ts';
import type { Retention, Workspace } from './stored.ts';

const olders = 'data-retention-policy-delete-olders';
const never = 'data-retention-policy-dont-deletes';
/** What clients sent before there were two kinds: the same as `delete-olders`. */
const legacy = 'data-retention-policies';

const render = (workspace: string, { id, type, days }: Retention): Doc => ({
  id, type, attributes: days === null ? {} : { 'delete-older-than-n-days': days },
  relationships: { workspace: { data: { id: workspace, type: 'workspaces' } } },
  links: { self: `/api/v2/workspaces/${workspace}/relationships/data-retention-policy` },
});

const here = async (asking: Asking, right: WorkspaceRight): Promise<Rec<Workspace>> => {
  const workspace = await workspaceHere(asking, right);
  if (asking.settings.edition !== 'self-hosted') throw new Problem(404, [{ detail: 'only the self-hosted edition has data retention policies; this service is of the hosted edition' }]);
  return workspace;
};
const change = (asking: Asking<Transaction>, workspace: Rec<Workspace>, retention: Retention | null) =>
  asking.tx.update<Workspace>(workspace, { body: { ...workspace.body, retention, updatedAt: asking.clock.now().toISOString() } });

const put = async (asking: Asking<Transaction>): Promise<Reply> => {
  const workspace = await here(asking, 'update');
  const { attributes } = sent(asking, olders, never, legacy);
  const { data: { type } } = asking.body as { data: { type: string } };
  const days = attributes['delete-older-than-n-days'];
  if (type !== never && !(typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= 36_500))
    throw unprocessable('expected a whole number of days from 1 to 36500', '/data/attributes/delete-older-than-n-days');
  const retention: Retention = { id: asking.newId('drp'), type: type === never ? never : olders, days: type === never ? null : days as number };
  await change(asking, workspace, retention);
  return ok(render(workspace.id, retention));
};

const path = '/workspaces/{workspace_id}/relationships/data-retention-policy';
export const routes = [
  route(`GET ${path}`, async (asking) => {
    const { id, body: { retention } } = await here(asking, 'read-settings');
    return retention ? ok(render(id, retention)) : { status: 200, body: { data: null } };
  }),
  route(`POST ${path}`, put),
  route(`PATCH ${path}`, put),
  route(`DELETE ${path}`, async (asking) => {
    const workspace = await here(asking, 'update');
    if (!workspace.body.retention) throw notFound('the data retention policy');
    await change(asking, workspace, null);
    return noContent;
  }),
];
