import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { parseCiBody, describeValue, invalidRequest, requiredMember } from '../requests/read-request.ts';
import { ciOk, acknowledged } from '../responses.ts';
import { maskValue } from '../mask-value.ts';
import type { ContextVariable } from './context-records.ts';
import { secretValueMember, variableNameMember } from '../requests/text-members.ts';
import { requireContext, requireWritableContext } from './require-context.ts';

/** The value is never returned; the hosted dialect returns its last characters. */
export const renderContextVariable =
  (ctx: RequestContext) =>
  ({ scope, key, body }: StoredRecord<ContextVariable>) => ({
    variable: key,
    context_id: scope,
    created_at: body.createdAt,
    updated_at: body.updatedAt,
    ...(ctx.dialect === 'hosted' ? { truncated_value: maskValue(body.secret) } : {}),
  });

export const contextVariableMembers = { value: { ...requiredMember(secretValueMember), hidden: true } } as const;

const variablePath = 'context/{context-id}/environment-variable/{env-var-name}';

export const routes = [
  route('GET /context/{context-id}/environment-variable', async (ctx) => {
    const { id } = await requireContext(ctx);
    return renderCiRecords<ContextVariable>(ctx, { kind: 'ci-context-variables', scope: id }, (records) =>
      records.map(renderContextVariable(ctx)),
    );
  }),
  /** Creates or replaces a variable; both return 200. */
  route(`PUT /${variablePath}`, async (ctx) => {
    const { id: scope } = await requireWritableContext(ctx);
    const name = ctx.params['env-var-name']!;
    if (!variableNameMember.accepts(name))
      throw invalidRequest({ detail: `expected ${variableNameMember.description}, ${describeValue(name)}`, parameter: 'env-var-name' });
    const value = parseCiBody(ctx, contextVariableMembers)['value'] as string;
    const now = ctx.clock.now().toISOString();
    const hidden = { secret: value, mask: maskValue(value), updatedAt: now };
    const existing = await ctx.tx.getByKey<ContextVariable>('ci-context-variables', scope, name);
    return ciOk(
      renderContextVariable(ctx)(
        existing
          ? await ctx.tx.update<ContextVariable>(existing, { body: { ...existing.body, ...hidden } })
          : await ctx.tx.insert<ContextVariable>({
              id: ctx.newId('uuid'),
              kind: 'ci-context-variables',
              scope,
              key: name,
              name,
              body: { ...hidden, createdAt: now },
            }),
      ),
    );
  }),
  route(`DELETE /${variablePath}`, async (ctx) => {
    const { id } = await requireWritableContext(ctx);
    const name = ctx.params['env-var-name']!;
    const variable = await ctx.tx.getByKey('ci-context-variables', id, name);
    if (!variable) throw notFound(`the variable "${name}"`);
    await ctx.tx.delete('ci-context-variables', variable.id);
    return acknowledged('Environment variable deleted.');
  }),
];
