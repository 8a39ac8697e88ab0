import { forbidden, notFound } from '../../http/problem.ts';
import type { User } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isOrganizationMember } from '../organizations/require-organization.ts';
import { uuidPathParameter } from '../requests/read-request.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiContext } from './context-records.ts';

const canUseContext = async (ctx: RequestContext, { owner }: CiContext): Promise<boolean> =>
  owner.kind === 'account'
    ? ctx.caller.kind === 'user' && (await ctx.tx.get<User>('users', ctx.caller.id))?.body.uuid === owner.id
    : isOrganizationMember(ctx, await ctx.tx.get<CiOrganization>('ci-organizations', owner.id));

const findContext = async (ctx: RequestContext, id: string): Promise<StoredRecord<CiContext> | undefined> => {
  const context = await ctx.tx.get<CiContext>('ci-contexts', id);
  return context && (await canUseContext(ctx, context.body)) ? context : undefined;
};

/** The context of the path; 404 when it does not exist or the caller may not use it. */
export const requireContext = async (ctx: RequestContext, parameter = 'context-id'): Promise<StoredRecord<CiContext>> => {
  const id = uuidPathParameter(ctx, parameter);
  const context = await findContext(ctx, id);
  if (!context) throw notFound(`the context ${id}`);
  return context;
};

/** The same for reading the context itself, which answers 403 where other endpoints answer 404 (gaps, statuses of shown operations). */
export const requireReadableContext = async (ctx: RequestContext): Promise<StoredRecord<CiContext>> => {
  const id = uuidPathParameter(ctx, 'context-id');
  const context = await findContext(ctx, id);
  if (!context) throw forbidden(`the context ${id} does not exist, or this token may not read it`);
  return context;
};
