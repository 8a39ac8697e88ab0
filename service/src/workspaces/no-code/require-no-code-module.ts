import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireMemberRecord } from '../../access/permissions.ts';
import type { StoredNoCodeModule } from './stored.ts';

/** Spec 1: "these endpoints reject organization tokens; a user or team token is required". 404, as for every right that lacks. */
export const rejectOrganizationToken = (ctx: RequestContext): void => {
  if (ctx.caller.kind === 'organization')
    throw notFound('no-code provisioning refuses organization tokens, use a user or team token: what was asked for');
};

/** The no-code module of the path. To change it needs the right to manage modules. `what`: what the path names, for the 404. */
export const requireNoCodeModule = async (
  ctx: RequestContext,
  managing: boolean,
  parameter = 'id',
  what = `the no-code module ${ctx.params[parameter]}`,
): Promise<StoredRecord<StoredNoCodeModule>> => {
  rejectOrganizationToken(ctx);
  const id = ctx.params[parameter]!;
  return requireMemberRecord(ctx, await ctx.tx.get<StoredNoCodeModule>('no-code-modules', id), what, managing && 'manage-modules');
};
