import type { Organization, User } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderInvitedUsers, renderUsers } from './render-users.ts';

/** The users whom the caller can see: itself, and users of the same organizations. */
const filterVisibleUsers = async (ctx: RequestContext, users: readonly StoredRecord<User>[]): Promise<readonly StoredRecord<User>[]> => {
  const others = users.filter(({ id }) => id !== ctx.caller.id).map(({ id }) => id);
  if (others.length === 0) return users;
  const keys = ctx.caller.memberships.map(({ organization }) => organization);
  const own = keys.length === 0 ? [] : (await ctx.tx.list<Organization>({ kind: 'organizations', scope: '', keys })).records;
  const organizations = new Set(own.map(({ id }) => id));
  const links = await ctx.tx.listLinks('organization-members', { to: others });
  const visible = new Set(links.filter(({ from }) => organizations.has(from)).map(({ to }) => to));
  return users.filter(({ id }) => id === ctx.caller.id || visible.has(id));
};

/** The users, and the placeholder users of invitations, whom the caller can see. */
export const selectVisibleUsers = async (ctx: RequestContext, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const others = ids.filter((id) => id !== ctx.caller.id);
  if (others.length === 0) return new Set(ids);
  return new Set((await loadUserDocuments(ctx, ids)).map(({ id }) => id));
};

/** Documents of users, and of those that are invited. */
export const loadUserDocuments = async (ctx: RequestContext, ids: readonly string[]): Promise<readonly ResourceObject[]> => {
  const users = await ctx.tx.getMany<User>('users', ids);
  const known = new Set(users.map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  return [
    ...(await renderUsers(ctx, await filterVisibleUsers(ctx, users))),
    ...(unknown.length > 0 ? await renderInvitedUsers(ctx, unknown) : []),
  ];
};
