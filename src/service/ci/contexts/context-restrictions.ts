import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { uuidPathParameter } from '../requests/read-request.ts';
import { ciCreated, acknowledged, conflictIfDuplicate } from '../responses.ts';
import type { CiProject } from '../projects/project-records.ts';
import type { CiContext, ContextRestriction } from './context-records.ts';
import { listGroups } from './groups.ts';
import { requireContext } from './require-context.ts';
import { parseRestriction } from './parse-restriction.ts';

type NamesById = ReadonlyMap<string, string>;
const renderRestriction = ({ id, scope, body }: StoredRecord<ContextRestriction>, names: NamesById) => ({
  id,
  context_id: scope,
  project_id: body.type === 'project' ? body.value : null,
  name: names.get(body.value) ?? null,
  restriction_type: body.type,
  restriction_value: body.value,
});

/** Names of the projects and groups of restrictions, by id; an expression has none. */
const findNames = async (
  ctx: RequestContext,
  { body: { owner } }: StoredRecord<CiContext>,
  restrictions: readonly Pick<StoredRecord<ContextRestriction>, 'body'>[],
): Promise<NamesById> => {
  const projects = await ctx.tx.getMany<CiProject>(
    'ci-projects',
    restrictions.flatMap(({ body }) => (body.type === 'project' ? [body.value] : [])),
  );
  const groups: NamesById = restrictions.some(({ body }) => body.type === 'group') ? await listGroups(ctx.tx, owner.id) : new Map();
  return new Map([...groups, ...projects.map(({ id, name }) => [id, name] as const)]);
};

export const routes = [
  route('GET /context/{context_id}/restrictions', async (ctx) => {
    const context = await requireContext(ctx, 'context_id');
    return renderCiRecords<ContextRestriction>(ctx, { kind: 'ci-context-restrictions', scope: context.id }, async (records) => {
      const names = await findNames(ctx, context, records);
      return records.map((one) => renderRestriction(one, names));
    });
  }),
  route('POST /context/{context_id}/restrictions', async (ctx) => {
    const context = await requireContext(ctx, 'context_id');
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
    const { name, ...answer } = renderRestriction(restriction, await findNames(ctx, context, [restriction]));
    // The hosted service returns the name in lists only.
    return ciCreated(ctx.dialect === 'hosted' ? answer : { ...answer, name });
  }),
  route('DELETE /context/{context_id}/restrictions/{restriction_id}', async (ctx) => {
    const { id: context } = await requireContext(ctx, 'context_id');
    const id = uuidPathParameter(ctx, 'restriction_id');
    if ((await ctx.tx.get('ci-context-restrictions', id))?.scope !== context) throw notFound(`the restriction ${id}`);
    await ctx.tx.delete('ci-context-restrictions', id);
    return acknowledged('Context restriction deleted.');
  }),
];
