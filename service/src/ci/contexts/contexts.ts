import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { deleteContexts } from './delete-context.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { ciOk, acknowledged, conflictIfDuplicate } from '../responses.ts';
import type { CiContext, ContextRestriction, ContextVariable } from './context-records.ts';
import { queryParameter } from '../requests/read-request.ts';
import { renderContextVariable } from './context-variables.ts';
import { findRestrictionNames, renderAllMembers, renderRestriction } from './render-restrictions.ts';
import { requireReadableContext, requireWritableContext } from './require-context.ts';
import { requireRight } from '../roles/require-right.ts';
import { parseNewContext, requireContextOwner } from './context-owner.ts';

const renderContext = ({ id, body }: StoredRecord<CiContext>) => ({ id, name: body.name, created_at: body.createdAt });

/** What the hosted service adds where a context is read by its id. */
const renderContextContent = async (ctx: RequestContext, context: StoredRecord<CiContext>) => {
  const { records: variables } = await ctx.tx.list<ContextVariable>({ kind: 'ci-context-variables', scope: context.id });
  const { records: restrictions } = await ctx.tx.list<ContextRestriction>({ kind: 'ci-context-restrictions', scope: context.id });
  const names = await findRestrictionNames(ctx, context, restrictions);
  return {
    org_id: context.body.owner.id,
    environment_variables: variables.map(renderContextVariable(ctx)),
    restrictions: [...(await renderAllMembers(ctx, context)), ...restrictions.map((one) => renderRestriction(ctx, context, one, names))],
  };
};

export const routes = [
  route('GET /context', async (ctx: RequestContext) => {
    const owner = await requireContextOwner(ctx);
    const name = queryParameter(ctx, 'name');
    return renderCiRecords<CiContext>(
      ctx,
      { kind: 'ci-contexts', scope: owner.id, ...(name === undefined ? {} : { nameContains: name }) },
      (records) => records.map(renderContext),
    );
  }),
  route('POST /context', async (ctx) => {
    const { name, owner, organization } = await parseNewContext(ctx);
    if (organization) await requireRight(ctx, 'manage-contexts', { organization });
    const id = ctx.newId('uuid');
    return ciOk(
      renderContext(
        await conflictIfDuplicate(
          `the context "${name}" already exists`,
          ctx.tx.insert<CiContext>({
            id,
            kind: 'ci-contexts',
            scope: owner.id,
            key: name,
            name,
            body: { name, owner, createdAt: ctx.clock.now().toISOString() },
          }),
        ),
      ),
    );
  }),
  route('GET /context/{context-id}', async (ctx) => {
    const context = await requireReadableContext(ctx);
    return ciOk({ ...renderContext(context), ...(ctx.dialect === 'hosted' ? await renderContextContent(ctx, context) : {}) });
  }),
  route('DELETE /context/{context-id}', async (ctx) => {
    await deleteContexts(ctx.tx, [(await requireWritableContext(ctx)).id]);
    return acknowledged('Context deleted.');
  }),
];
