import { listReadableProjects, listReadableWorkspaces } from '../../access/permissions.ts';
import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { ToManyRelationship, ToOneRelationship } from './relationship.ts';

type Visible = readonly string[] | undefined;

/** IDs of what the caller may see of this type; undefined: all of the organization. */
const listVisible = async (ctx: RequestContext, type: string, organization: string): Promise<Visible> => {
  if (type === 'workspaces') return listReadableWorkspaces(ctx, organization);
  return type === 'projects' ? listReadableProjects(ctx, organization) : undefined;
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
  const visible = await listVisible(ctx, type, organization);
  const allowed = visible && new Set(visible);
  const found = (await ctx.tx.getMany(type, ids)).filter(({ id, scope }) => scope === organization && (!allowed || allowed.has(id)));
  return new Set(found.map(({ id }) => id));
};

/** Throws 422 for the first ID that is nothing of the organization, or nothing that the caller may see: the two look alike. */
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
        `${to} ${JSON.stringify(missing.id.slice(0, 60))} was not found in this organization, or this token may not see it`,
      missing.pointer,
    );
};
