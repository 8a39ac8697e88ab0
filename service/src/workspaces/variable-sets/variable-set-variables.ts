import { createVariableRoutes } from '../variables/variable-routes.ts';
import { touchVariableSet } from './attachment.ts';
import { claimGlobalKeys, releaseGlobalKeys } from './global-keys.ts';
import { requireVariableSet } from './require-variable-set.ts';

export const routes = createVariableRoutes({
  path: '/varsets/{varset_id}/relationships/vars',
  idParameter: 'var_id',
  label: 'variable of a variable set',
  createdStatus: { neutral: 200, hosted: 201 },
  requireOwner: async (ctx, access) => {
    const set = await requireVariableSet(ctx, access === 'read' ? 'read-variable' : 'manage');
    return { kind: 'varset', id: set.id, set } as const;
  },
  afterWrite: async (ctx, { set }, { before, after }) => {
    if (set.body.global && before?.key !== after?.key) {
      if (before) await releaseGlobalKeys(ctx.tx, [before]);
      if (after) await claimGlobalKeys(ctx.tx, set, [after]);
    }
    await touchVariableSet(ctx, set);
  },
});
