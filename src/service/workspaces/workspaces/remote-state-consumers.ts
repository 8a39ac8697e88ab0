import { listed, pageDocument, pageOf } from '../../json-api/page.ts';
import { sentIds } from '../../json-api/read.ts';
import { noContent } from '../../json-api/reply.ts';
import { type Fault, notFound, refuse, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { mayIn, readableWorkspaces } from '../permissions.ts';
import { renderWorkspaces } from './document.ts';
import { workspaceHere } from './here.ts';
import type { Workspace } from './stored.ts';

const kind = 'remote-state-consumers';

/** Everybody but the workspace itself: one page is read with one more, and what lies behind the workspace moves up by one. */
const everyOther = async (asking: Asking, workspace: Rec<Workspace>, ids: readonly string[] | undefined): Promise<Reply> => {
  const page = pageOf(asking);
  const { records, total } = await asking.tx.list<Workspace>({ kind: 'workspaces', scope: workspace.scope, ...(ids ? { ids } : {}) }, { offset: page.offset, limit: page.size + 1 });
  const behind = records.length > 0 && workspace.seq < records[0]!.seq;
  const others = behind ? records.slice(1) : records.filter(({ id }) => id !== workspace.id).slice(0, page.size);
  return pageDocument(asking, page, total - 1, await renderWorkspaces(asking, others));
};

const list = async (asking: Asking): Promise<Reply> => {
  const workspace = await workspaceHere(asking, 'read-run');
  const ids = await readableWorkspaces(asking, workspace.scope);
  if (workspace.body.attributes['global-remote-state']) return everyOther(asking, workspace, ids);
  return listed<Workspace>(
    asking, { kind: 'workspaces', scope: workspace.scope, ...(ids ? { ids } : {}), linked: [{ kind, self: 'to', other: [workspace.id] }] },
    (records) => renderWorkspaces(asking, records));
};

/** The workspace of the path and the ids sent: readable ones of its organization, not itself, and only while it shares with these alone. */
const writing = async (asking: Asking<Transaction>): Promise<{ readonly workspace: Rec<Workspace>; readonly ids: readonly string[] }> => {
  const workspace = await workspaceHere(asking, 'update');
  const ids = sentIds(asking, 'workspaces');
  if (workspace.body.attributes['global-remote-state'])
    throw unprocessable('the workspace shares its state with the whole organization: set global-remote-state to false before choosing consumers', '/data');
  const readable = await readableWorkspaces(asking, workspace.scope);
  const found = new Map((await asking.tx.many('workspaces', ids)).map((record) => [record.id, record.scope]));
  refuse(ids.flatMap((id, index): Fault[] => {
    const pointer = `/data/${index}/id`;
    if (id === workspace.id) return [{ detail: 'a workspace cannot be its own consumer', pointer }];
    return found.get(id) === workspace.scope && (!readable || readable.includes(id)) ? []
      : [{ detail: `${id} is no workspace of the organization "${workspace.scope}" that this token may see`, pointer }];
  }));
  return { workspace, ids };
};

const add = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { workspace, ids } = await writing(asking);
  for (const id of ids) await asking.tx.link(kind, workspace.id, id);
  return noContent;
};
const remove = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { workspace, ids } = await writing(asking);
  for (const id of ids) await asking.tx.unlink(kind, workspace.id, id);
  return noContent;
};
/** Only for who manages all workspaces: others would drop consumers that they cannot see. */
const replace = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { workspace, ids } = await writing(asking);
  if (!mayIn(asking, workspace.scope, 'manage-workspaces')) throw notFound(`the list of consumers of ${workspace.id}`);
  for (const { to } of await asking.tx.links(kind, { from: workspace.id })) if (!ids.includes(to)) await asking.tx.unlink(kind, workspace.id, to);
  for (const id of ids) await asking.tx.link(kind, workspace.id, id);
  return noContent;
};

const path = '/workspaces/{workspace_id}/relationships/remote-state-consumers';
export const routes = [route(`GET ${path}`, list), route(`POST ${path}`, add), route(`PATCH ${path}`, replace), route(`DELETE ${path}`, remove)];
