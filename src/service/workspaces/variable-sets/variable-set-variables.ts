import {
  describeVariable,
  describeVariableCreation,
  describeVariableDeletion,
  describeVariableList,
  describeVariableUpdate,
} from '../variables/descriptions.ts';
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
  route(
    'GET /varsets/{varset_id}/relationships/vars',
    async (ctx) => {
      const set = await requireVariableSet(ctx, 'read-variable');
      return okDocuments((await listVariables(ctx.tx, set.id)).map((variable) => renderVariable({ kind: 'varset', id: set.id }, variable)));
    },
    { description: describeVariableList('Lists the variables of a variable set.') },
  ),
  route(
    `GET ${variablePath}`,
    async (ctx) => {
      const set = await requireVariableSet(ctx, 'read-variable');
      return okDocument(renderVariable({ kind: 'varset', id: set.id }, await requireVariable(ctx.tx, set.id, ctx.params['var_id']!)));
    },
    { description: describeVariable('Shows a variable of a variable set.') },
  ),
  route(
    'POST /varsets/{varset_id}/relationships/vars',
    async (ctx) => {
      const set = await requireVariableSet(ctx, 'manage');
      const { attributes } = parseDocument(ctx, 'vars');
      throwIfInvalid(validateVariable(attributes, true));
      const variable = await createVariable(ctx.tx, ctx, { kind: 'varset', id: set.id }, attributes);
      if (set.body.global) await claimGlobalKeys(ctx.tx, set, [variable]);
      await touchVariableSet(ctx, set);
      const reply = okDocument(renderVariable({ kind: 'varset', id: set.id }, variable));
      return ctx.dialect === 'hosted' ? { ...reply, status: 201 } : reply;
    },
    { description: describeVariableCreation('Creates a variable of a variable set.') },
  ),
  route(
    `PATCH ${variablePath}`,
    async (ctx) => {
      const set = await requireVariableSet(ctx, 'manage');
      const old = await requireVariable(ctx.tx, set.id, ctx.params['var_id']!);
      const { attributes } = parseDocument(ctx, 'vars');
      throwIfInvalid(validateVariable(attributes, false));
      const variable = await updateVariable(ctx.tx, ctx, old, attributes);
      if (set.body.global && variable.key !== old.key) {
        await releaseGlobalKeys(ctx.tx, [old]);
        await claimGlobalKeys(ctx.tx, set, [variable]);
      }
      await touchVariableSet(ctx, set);
      return okDocument(renderVariable({ kind: 'varset', id: set.id }, variable));
    },
    { description: describeVariableUpdate('Updates a variable of a variable set.') },
  ),
  route(
    `DELETE ${variablePath}`,
    async (ctx) => {
      const set = await requireVariableSet(ctx, 'manage');
      const variable = await requireVariable(ctx.tx, set.id, ctx.params['var_id']!);
      if (set.body.global) await releaseGlobalKeys(ctx.tx, [variable]);
      await ctx.tx.delete('vars', variable.id);
      await touchVariableSet(ctx, set);
      return noContent;
    },
    { description: describeVariableDeletion('Deletes a variable of a variable set.') },
  ),
];
