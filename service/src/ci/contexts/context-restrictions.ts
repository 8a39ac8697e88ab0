import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { queryParameter, uuidPathParameter } from '../requests/read-request.ts';
import { ciCreated, acknowledged, conflictIfDuplicate } from '../responses.ts';
import type { CiContext, ContextRestriction } from './context-records.ts';
import { findRestrictionNames, isOpenToAllMembers, renderAllMembers, renderRestriction } from './render-restrictions.ts';
import { requireContext, requireRestrictableContext } from './require-context.ts';
import { parseRestriction } from './parse-restriction.ts';

/**
 * Closes a context that was open to all members of the organization: only members of its other groups may use it then. False if it
 * was not open.
 */
const closeToAllMembers = async (ctx: RequestContext<Transaction>, context: StoredRecord<CiContext>): Promise<boolean> => {
  const stored = await ctx.tx.getByKey('ci-context-restrictions', context.id, `group:${context.body.owner.id}`);
  if (!stored && !(await isOpenToAllMembers(ctx, context))) return false;
  if (stored) await ctx.tx.delete('ci-context-restrictions', stored.id);
  await ctx.tx.update<CiContext>(context, { body: { ...context.body, closed: true } });
  return true;
};

export const routes = [
  route('GET /context/{context_id}/restrictions', async (ctx) => {
    const context = await requireContext(ctx, 'context_id');
    return renderCiRecords<ContextRestriction>(ctx, { kind: 'ci-context-restrictions', scope: context.id }, async (records) => {
      const names = await findRestrictionNames(ctx, context, records);
      const first = queryParameter(ctx, 'page-token') === undefined ? await renderAllMembers(ctx, context) : [];
      return [...first, ...records.map((one) => renderRestriction(ctx, context, one, names))];
    });
  }),
  route('POST /context/{context_id}/restrictions', async (ctx) => {
    const context = await requireRestrictableContext(ctx, 'context_id');
    const { type, value } = await parseRestriction(ctx, context);
    const restriction = await conflictIfDuplicate(
      'the context already has this restriction',
      ctx.tx.insert<ContextRestriction>({
        id: ctx.newId('uuid'),
        kind: 'ci-context-restrictions',
        scope: context.id,
        key: `${type}:${value}`,
        name: value,
        body: { type, value, createdAt: ctx.clock.now().toISOString() },
      }),
    );
    const { name, ...answer } = renderRestriction(ctx, context, restriction, await findRestrictionNames(ctx, context, [restriction]));
    // The hosted service returns the name in lists only.
    return ciCreated(ctx.dialect === 'hosted' ? answer : { ...answer, name });
  }),
  route('DELETE /context/{context_id}/restrictions/{restriction_id}', async (ctx) => {
    const context = await requireRestrictableContext(ctx, 'context_id');
    const id = uuidPathParameter(ctx, 'restriction_id');
    const isAllMembers = ctx.dialect === 'hosted' && id === context.body.owner.id;
    if (isAllMembers && (await closeToAllMembers(ctx, context))) return acknowledged('Context restriction deleted.');
    if ((await ctx.tx.get('ci-context-restrictions', id))?.scope !== context.id) throw notFound(`the restriction ${id}`);
    await ctx.tx.delete('ci-context-restrictions', id);
    return acknowledged('Context restriction deleted.');
  }),
];
