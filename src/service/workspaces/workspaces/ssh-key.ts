import { isObject, sent } from '../../json-api/read.ts';
import { ok } from '../../json-api/reply.ts';
import { unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { renderWorkspace } from './document.ts';
import { workspaceHere } from './here.ts';
import type { Workspace } from './stored.ts';

interface Named { readonly key: unknown; readonly pointer: string }

/** `{type: workspaces, attributes: {id}}` as the specification has it, or a plain linkage of type `ssh-keys`, null for none. */
const named = (asking: Asking): Named => {
  const data = isObject(asking.body) ? asking.body['data'] : undefined;
  if (data === null) return { key: null, pointer: '/data' };
  if (isObject(data) && data['type'] === 'ssh-keys') return { key: data['id'], pointer: '/data/id' };
  const { attributes } = sent(asking, 'workspaces', 'ssh-keys');
  return { key: attributes['id'], pointer: '/data/attributes/id' };
};

const assign = async (asking: Asking<Transaction>): Promise<Reply> => {
  const workspace = await workspaceHere(asking, 'update');
  const { key, pointer } = named(asking);
  if (key !== null && typeof key !== 'string') throw unprocessable('expected the id of an SSH key, or null for none', pointer);
  if (key !== null && (await asking.tx.get('ssh-keys', key))?.scope !== workspace.scope) throw unprocessable(`${key} is no SSH key of the organization "${workspace.scope}"`, pointer);
  const body = { ...workspace.body, sshKey: key, updatedAt: asking.clock.now().toISOString() };
  return ok(await renderWorkspace(asking, await asking.tx.update<Workspace>(workspace, { body })));
};

/** A key that is gone is nobody's. */
export const forgetSshKey = async (tx: Transaction, key: Rec): Promise<void> => {
  const { records } = await tx.list<Workspace>({ kind: 'workspaces', scope: key.scope, body: [{ path: 'sshKey', is: key.id }] });
  for (const workspace of records) await tx.update<Workspace>(workspace, { body: { ...workspace.body, sshKey: null } });
};

export const routes = [route('PATCH /workspaces/{workspace_id}/relationships/ssh-key', assign)];
