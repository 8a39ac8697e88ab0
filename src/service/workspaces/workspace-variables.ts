import { sent } from '../json-api/read.ts';
import { all, created, noContent, ok } from '../json-api/reply.ts';
import { notFound, refuse } from '../problem.ts';
import { type Asking, route } from '../route.ts';
import type { Rec } from '../store/store.ts';
import { need } from './permissions.ts';
import type { StoredWorkspace } from './stored.ts';
import { addVariable, changeVariable, renderVariable, variableFaults, variableOf, variablesOf } from './variables.ts';

const workspaceHere = async (asking: Asking, right: 'read-variable' | 'update-variable'): Promise<Rec<StoredWorkspace>> => {
  const id = asking.params['workspace_id']!;
  const workspace = await asking.tx.get<StoredWorkspace>('workspaces', id);
  if (!workspace) throw notFound(`the workspace ${id}`);
  await need(asking, right, workspace);
  return workspace;
};

/** A workspace's own variables: not in the specification, in the hosted service's shapes (wire profiles, section 3). */
export const routes = [
  route('GET /workspaces/{workspace_id}/vars', async (asking) => {
    const { id } = await workspaceHere(asking, 'read-variable');
    return all((await variablesOf(asking.tx, id)).map((variable) => renderVariable({ kind: 'workspace', id }, variable)));
  }),
  route('POST /workspaces/{workspace_id}/vars', async (asking) => {
    const { id } = await workspaceHere(asking, 'update-variable');
    const { attributes } = sent(asking, 'vars');
    refuse(variableFaults(attributes, true));
    return created(renderVariable({ kind: 'workspace', id }, await addVariable(asking.tx, asking, { kind: 'workspace', id }, attributes)));
  }),
  route('GET /workspaces/{workspace_id}/vars/{var_id}', async (asking) => {
    const { id } = await workspaceHere(asking, 'read-variable');
    return ok(renderVariable({ kind: 'workspace', id }, await variableOf(asking.tx, id, asking.params['var_id']!)));
  }),
  route('PATCH /workspaces/{workspace_id}/vars/{var_id}', async (asking) => {
    const { id } = await workspaceHere(asking, 'update-variable');
    const old = await variableOf(asking.tx, id, asking.params['var_id']!);
    const { attributes } = sent(asking, 'vars');
    refuse(variableFaults(attributes, false));
    return ok(renderVariable({ kind: 'workspace', id }, await changeVariable(asking.tx, asking, old, attributes)));
  }),
  route('DELETE /workspaces/{workspace_id}/vars/{var_id}', async (asking) => {
    const { id } = await workspaceHere(asking, 'update-variable');
    await asking.tx.delete('vars', (await variableOf(asking.tx, id, asking.params['var_id']!)).id);
    return noContent;
  }),
];
