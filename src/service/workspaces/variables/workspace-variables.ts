import { parseDocument } from '../../json-api/parse-document.ts';
import { okDocuments, createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { notFound, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceSummary } from '../stored.ts';
import { createVariable, updateVariable, renderVariable, validateVariable, requireVariable, listVariables } from './variables.ts';

const requireVariableWorkspace = async (
  asking: RequestContext,
  right: 'read-variable' | 'update-variable',
): Promise<StoredRecord<WorkspaceSummary>> => {
  const id = asking.params['workspace_id']!;
  const workspace = await asking.tx.get<WorkspaceSummary>('workspaces', id);
  if (!workspace) throw notFound(`the workspace ${id}`);
  await requireWorkspaceRight(asking, right, workspace);
  return workspace;
};

/** A workspace's own variables: not in the specification, in the hosted service's shapes (wire profiles, section 3). */
export const routes = [
  route('GET /workspaces/{workspace_id}/vars', async (asking) => {
    const { id } = await requireVariableWorkspace(asking, 'read-variable');
    return okDocuments((await listVariables(asking.tx, id)).map((variable) => renderVariable({ kind: 'workspace', id }, variable)));
  }),
  route('POST /workspaces/{workspace_id}/vars', async (asking) => {
    const { id } = await requireVariableWorkspace(asking, 'update-variable');
    const { attributes } = parseDocument(asking, 'vars');
    throwIfInvalid(validateVariable(attributes, true));
    return createdDocument(
      renderVariable({ kind: 'workspace', id }, await createVariable(asking.tx, asking, { kind: 'workspace', id }, attributes)),
    );
  }),
  route('GET /workspaces/{workspace_id}/vars/{var_id}', async (asking) => {
    const { id } = await requireVariableWorkspace(asking, 'read-variable');
    return okDocument(renderVariable({ kind: 'workspace', id }, await requireVariable(asking.tx, id, asking.params['var_id']!)));
  }),
  route('PATCH /workspaces/{workspace_id}/vars/{var_id}', async (asking) => {
    const { id } = await requireVariableWorkspace(asking, 'update-variable');
    const old = await requireVariable(asking.tx, id, asking.params['var_id']!);
    const { attributes } = parseDocument(asking, 'vars');
    throwIfInvalid(validateVariable(attributes, false));
    return okDocument(renderVariable({ kind: 'workspace', id }, await updateVariable(asking.tx, asking, old, attributes)));
  }),
  route('DELETE /workspaces/{workspace_id}/vars/{var_id}', async (asking) => {
    const { id } = await requireVariableWorkspace(asking, 'update-variable');
    await asking.tx.delete('vars', (await requireVariable(asking.tx, id, asking.params['var_id']!)).id);
    return noContent;
  }),
];
