import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { CiProject } from '../projects/project-records.ts';
import type { CiContext, ContextRestriction } from './context-records.ts';
import { listGroupNames } from './groups.ts';

type Restriction = StoredRecord<ContextRestriction>;
/** Names of restricted groups and projects by ID. Null: the caller cannot see the object, so its ID is hidden. */
export type NamesById = ReadonlyMap<string, string | null>;

/** The hosted service has one row for all members of the organization, whose id is the organization's. */
const restrictionId = ({ dialect }: RequestContext, { id, body }: Restriction, owner: string): string =>
  dialect === 'hosted' && body.type === 'group' && body.value === owner ? owner : id;

export const renderRestriction = (ctx: RequestContext, context: StoredRecord<CiContext>, restriction: Restriction, names: NamesById) => ({
  id: restrictionId(ctx, restriction, context.body.owner.id),
  context_id: restriction.scope,
  project_id: restriction.body.type === 'project' ? restriction.body.value : null,
  name: names.get(restriction.body.value) ?? null,
  restriction_type: restriction.body.type,
  // A caller that cannot see a group is not in it: it learns that the context is restricted, but not to whom.
  restriction_value: names.get(restriction.body.value) === null ? null : restriction.body.value,
});

/** Names of the projects and groups of restrictions, by id; an expression has none. */
export const findRestrictionNames = async (
  ctx: RequestContext,
  { body: { owner } }: StoredRecord<CiContext>,
  restrictions: readonly Pick<Restriction, 'body'>[],
): Promise<NamesById> => {
  const projects = await ctx.tx.getMany<CiProject>(
    'ci-projects',
    restrictions.flatMap(({ body }) => (body.type === 'project' ? [body.value] : [])),
  );
  const groups: NamesById = restrictions.some(({ body }) => body.type === 'group') ? await listGroupNames(ctx, owner.id) : new Map();
  return new Map([...groups, ...projects.map(({ id, name }) => [id, name] as const)]);
};

/** Whether all members of the organization can use the context although no restriction states it. */
export const isOpenToAllMembers = async ({ tx }: Pick<RequestContext, 'tx'>, { id, body }: StoredRecord<CiContext>): Promise<boolean> =>
  body.owner.kind === 'organization' &&
  !body.closed &&
  (await tx.count({ kind: 'ci-context-restrictions', scope: id, body: [{ path: 'type', is: 'group' }] })) === 0;

/** The row of the hosted service for a context that is open to all members; none in the neutral dialect. */
export const renderAllMembers = async (ctx: RequestContext, context: StoredRecord<CiContext>): Promise<readonly object[]> => {
  if (ctx.dialect !== 'hosted' || !(await isOpenToAllMembers(ctx, context))) return [];
  const { id } = context.body.owner;
  return [{ id, context_id: context.id, project_id: null, name: 'All members', restriction_type: 'group', restriction_value: id }];
};
