import { parseDocument } from '../../json-api/parse-document.ts';
import { okDocuments, noContent, okDocument } from '../../json-api/responses.ts';
import { throwIfInvalid } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import {
  createVariable,
  updateVariable,
  renderVariable,
  validateVariable,
  requireVariable,
  listVariables,
} from '../variables/variables.ts';
import { requireVariableSet } from './require-variable-set.ts';
import { touchVariableSet } from './attachment.ts';
import { claimGlobalKeys, releaseGlobalKeys } from './global-keys.ts';

const variablePath = '/varsets/{varset_id}/relationships/vars/{var_id}';

export const routes = [
  route('GET /varsets/{varset_id}/relationships/vars', async (asking) => {
    const set = await requireVariableSet(asking, 'read-variable');
    return okDocuments(
      (await listVariables(asking.tx, set.id)).map((variable) => renderVariable({ kind: 'varset', id: set.id }, variable)),
    );
  }),
  route(`GET ${variablePath}`, async (asking) => {
    const set = await requireVariableSet(asking, 'read-variable');
    return okDocument(renderVariable({ kind: 'varset', id: set.id }, await requireVariable(asking.tx, set.id, asking.params['var_id']!)));
  }),
  route('POST /varsets/{varset_id}/relationships/vars', async (asking) => {
    const set = await requireVariableSet(asking, 'manage');
    const { attributes } = parseDocument(asking, 'vars');
    throwIfInvalid(validateVariable(attributes, true));
    const variable = await createVariable(asking.tx, asking, { kind: 'varset', id: set.id }, attributes);
    if (set.body.global) await claimGlobalKeys(asking.tx, set, [variable]);
    await touchVariableSet(asking, set);
    const reply = okDocument(renderVariable({ kind: 'varset', id: set.id }, variable));
    return asking.dialect === 'hosted' ? { ...reply, status: 201 } : reply;
  }),
  route(`PATCH ${variablePath}`, async (asking) => {
    const set = await requireVariableSet(asking, 'manage');
    const old = await requireVariable(asking.tx, set.id, asking.params['var_id']!);
    const { attributes } = parseDocument(asking, 'vars');
    throwIfInvalid(validateVariable(attributes, false));
    const variable = await updateVariable(asking.tx, asking, old, attributes);
    if (set.body.global && variable.key !== old.key) {
      await releaseGlobalKeys(asking.tx, [old]);
      await claimGlobalKeys(asking.tx, set, [variable]);
    }
    await touchVariableSet(asking, set);
    return okDocument(renderVariable({ kind: 'varset', id: set.id }, variable));
  }),
  route(`DELETE ${variablePath}`, async (asking) => {
    const set = await requireVariableSet(asking, 'manage');
    const variable = await requireVariable(asking.tx, set.id, asking.params['var_id']!);
    if (set.body.global) await releaseGlobalKeys(asking.tx, [variable]);
    await asking.tx.delete('vars', variable.id);
    await touchVariableSet(asking, set);
    return noContent;
  }),
];
