import { listReadableProjects } from '../../access/permissions.ts';
import { selectReadable } from '../../access/readable-workspaces.ts';
import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { ToManyRelationship, ToOneRelationship } from './relationship.ts';

/** Selects, of these IDs of one type, those that the caller can see. */
const selectVisible = async (
  ctx: RequestContext,
  type: string,
  organization: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (type === 'workspaces') return selectReadable(ctx, organization, ids);
  return new Set((type === 'projects' ? await listReadableProjects(ctx, organization) : undefined) ?? ids);
};

const findMembers = async (ctx: RequestContext, organization: string, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const record = await ctx.tx.getByKey('organizations', '', organization);
  const members = record ? await ctx.tx.listLinks('organization-members', { from: record.id }) : [];
  const known = new Set(members.map(({ to }) => to));
  return new Set(ids.filter((id) => known.has(id)));
};

const findInOrganization = async (
  ctx: RequestContext,
  type: string,
  organization: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (type === 'users') return findMembers(ctx, organization, ids);
  const visible = await selectVisible(ctx, type, organization, ids);
  const found = (await ctx.tx.getMany(type, ids)).filter(({ id, scope }) => scope === organization && visible.has(id));
  return new Set(found.map(({ id }) => id));
};

/** Throws 422 for the first ID that is not an object of the organization or that the caller cannot see; both have the same text. */
export const requireTargets = async (
  ctx: RequestContext,
  relationship: ToOneRelationship | ToManyRelationship,
  organization: string,
  targets: readonly { readonly id: string; readonly pointer: string }[],
): Promise<void> => {
  if (targets.length === 0) return;
  const { to, findTargets } = relationship;
  const ids = [...new Set(targets.map(({ id }) => id))];
  const found = await (findTargets ? findTargets(ctx, organization, ids) : findInOrganization(ctx, to, organization, ids));
  const missing = targets.find(({ id }) => !found.has(id));
  if (missing)
    throw unprocessable(
      ('missing' in relationship && relationship.missing) ||
        `${to} ${JSON.stringify(missing.id.slice(0, 60))} was not found in this organization, or this token cannot read it`,
      missing.pointer,
    );
};
