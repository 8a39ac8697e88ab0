import { isOwner } from '../../access/organization-owners.ts';
import { forbidden, notFound } from '../../http/problem.ts';
import type { User } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { ReadTransaction, StoredRecord } from '../../store/store.ts';
import { isOrganizationMember } from '../organizations/require-organization.ts';
import { uuidPathParameter } from '../requests/read-request.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { requireRight } from '../roles/require-right.ts';
import type { CiContext, ContextRestriction } from './context-records.ts';
import { isInGroup } from './groups.ts';

/** The organization that owns the context. Undefined: an account owns it, and the caller is that account's user. */
const findOwningOrganization = async (ctx: RequestContext, { owner }: CiContext): Promise<StoredRecord<CiOrganization> | undefined> =>
  owner.kind === 'organization' ? ctx.tx.get<CiOrganization>('ci-organizations', owner.id) : undefined;

const listGroupRestrictions = async (view: ReadTransaction, context: string): Promise<readonly string[]> =>
  (await view.list<ContextRestriction>({ kind: 'ci-context-restrictions', scope: context })).records.flatMap(({ body }) =>
    body.type === 'group' ? [body.value] : [],
  );

const canUseContext = async (ctx: RequestContext, { owner }: CiContext): Promise<boolean> =>
  owner.kind === 'account'
    ? ctx.caller.kind === 'user' && (await ctx.tx.get<User>('users', ctx.caller.id))?.body.uuid === owner.id
    : isOrganizationMember(ctx, await ctx.tx.get<CiOrganization>('ci-organizations', owner.id));

const findContext = async (ctx: RequestContext, id: string): Promise<StoredRecord<CiContext> | undefined> => {
  const context = await ctx.tx.get<CiContext>('ci-contexts', id);
  return context && (await canUseContext(ctx, context.body)) ? context : undefined;
};

/** The context of the path; throws 404 if it does not exist or the caller cannot see it. */
export const requireContext = async (ctx: RequestContext, parameter = 'context-id'): Promise<StoredRecord<CiContext>> => {
  const id = uuidPathParameter(ctx, parameter);
  const context = await findContext(ctx, id);
  if (!context) throw notFound(`the context ${id}`);
  return context;
};

/**
 * The context of the path, for changes of its variables and for its deletion. Throws 404 if the caller cannot see it; 403 unless the caller
 * can change contexts and is in one of the context's groups, if it has any. Owners are in all groups.
 */
export const requireWritableContext = async (ctx: RequestContext, parameter = 'context-id'): Promise<StoredRecord<CiContext>> => {
  const context = await requireContext(ctx, parameter);
  const organization = await findOwningOrganization(ctx, context.body);
  if (!organization || isOwner(ctx, organization.key)) return context;
  await requireRight(ctx, 'manage-contexts', { organization });
  const groups = await listGroupRestrictions(ctx.tx, context.id);
  if ((groups.length > 0 || context.body.closed) && !groups.some((group) => isInGroup(ctx.caller, organization, group)))
    throw forbidden(`the context ${context.id} is for members of its groups only, and so is changing it`);
  return context;
};

/** The context of the path, for changes of its restrictions: a caller that a restriction excludes cannot change it. Throws 404 and 403. */
export const requireRestrictableContext = async (ctx: RequestContext, parameter: string): Promise<StoredRecord<CiContext>> => {
  const context = await requireContext(ctx, parameter);
  const organization = await findOwningOrganization(ctx, context.body);
  if (organization) await requireRight(ctx, 'restrict-contexts', { organization });
  return context;
};

/**
 * The context of the path, for reading the context itself: it throws 403 where other endpoints throw 404 (gaps, statuses of shown
 * operations).
 */
export const requireReadableContext = async (ctx: RequestContext): Promise<StoredRecord<CiContext>> => {
  const id = uuidPathParameter(ctx, 'context-id');
  const context = await findContext(ctx, id);
  if (!context) throw forbidden(`the context ${id} does not exist, or this token may not read it`);
  return context;
};
