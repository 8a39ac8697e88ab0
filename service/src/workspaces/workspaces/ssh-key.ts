import { assignSshKeyDescription } from './descriptions.ts';
import { isObject, parseDocument } from '../../json-api/parse-document.ts';
import { okDocument } from '../../json-api/responses.ts';
import { isOrganizationToken } from '../../access/permissions.ts';
import { unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { renderWorkspace } from './render-workspaces.ts';
import { requireWorkspace } from './require-workspace.ts';
import type { StoredWorkspace } from './stored.ts';

interface KeyReference {
  readonly key: unknown;
  readonly pointer: string;
}

/** `{type: workspaces, attributes: {id}}` as the specification has it, or a plain linkage of type `ssh-keys`, null for none. */
const parseKeyReference = (ctx: RequestContext): KeyReference => {
  const data = isObject(ctx.body) ? ctx.body['data'] : undefined;
  if (data === null) return { key: null, pointer: '/data' };
  if (isObject(data) && data['type'] === 'ssh-keys') return { key: data['id'], pointer: '/data/id' };
  const { attributes } = parseDocument(ctx, 'workspaces', 'ssh-keys');
  return { key: attributes['id'], pointer: '/data/attributes/id' };
};

const assignSshKey = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'update');
  const { key, pointer } = parseKeyReference(ctx);
  if (key !== null && typeof key !== 'string') throw unprocessable('expected the id of an SSH key, or null for none', pointer);
  const isSeen = key !== null && !isOrganizationToken(ctx) && (await ctx.tx.get('ssh-keys', key))?.scope === workspace.scope;
  if (key !== null && !isSeen) throw unprocessable(`${key} is no SSH key of the organization "${workspace.scope}"`, pointer);
  const body = { ...workspace.body, sshKey: key, updatedAt: ctx.clock.now().toISOString() };
  return okDocument(await renderWorkspace(ctx, await ctx.tx.update<StoredWorkspace>(workspace, { body })));
};

/** Removes a deleted key from all workspaces. */
export const clearSshKey = async (tx: Transaction, key: StoredRecord): Promise<void> => {
  const { records } = await tx.list<StoredWorkspace>({ kind: 'workspaces', scope: key.scope, body: [{ path: 'sshKey', is: key.id }] });
  for (const workspace of records) await tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, sshKey: null } });
};

export const routes = [
  route('PATCH /workspaces/{workspace_id}/relationships/ssh-key', assignSshKey, { description: assignSshKeyDescription }),
];
