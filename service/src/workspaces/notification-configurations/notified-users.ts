import type { FindTargets } from '../../nouns/relationships/relationship.ts';
import type { ReadTransaction, StoredRecord, Transaction } from '../../store/store.ts';
import { findMembershipsById } from '../organization-memberships/find-memberships.ts';
import { toInvitationId, toInvitedUserId } from '../organization-memberships/invited-user-id.ts';
import type { StoredNotificationConfiguration } from './stored.ts';

const links = 'notification-configurations.users';

/** Members of the organization, and users who are invited to it: these get mail once they accept. */
export const findNotifiedUsers: FindTargets = async (ctx, organization, ids) => {
  const record = await ctx.tx.getByKey('organizations', '', organization);
  const members = record ? await ctx.tx.listLinks('organization-members', { from: record.id }) : [];
  const found = new Set(members.map(({ to }) => to).filter((id) => ids.includes(id)));
  const others = ids.filter((id) => !found.has(id));
  if (others.length === 0) return found;
  const invited = (await findMembershipsById(ctx, others.map(toInvitationId))).filter(
    ({ organization: of, user }) => of === organization && user === undefined,
  );
  return new Set([...found, ...invited.map(({ id }) => toInvitedUserId(id))]);
};

/** The configurations of an organization that have this user. */
const listConfigurations = async (
  tx: ReadTransaction,
  organization: string,
  user: string,
): Promise<readonly StoredRecord<StoredNotificationConfiguration>[]> => {
  const ids = (await tx.listLinks(links, { to: user })).map(({ from }) => from);
  const found = await tx.getMany<StoredNotificationConfiguration>('notification-configurations', ids);
  return found.filter(({ body }) => body.organization === organization);
};

/** Takes a user who left, or whose invitation was withdrawn, out of the configurations of the organization. */
export const removeNotifiedUser = async (tx: Transaction, organization: string, user: string): Promise<void> => {
  for (const { id } of await listConfigurations(tx, organization, user)) await tx.unlink(links, id, user);
};

/** Puts the user who accepted in the place of the one who was invited. */
export const replaceInvitedUser = async (tx: Transaction, organization: string, invited: string, user: string): Promise<void> => {
  for (const { id } of await listConfigurations(tx, organization, invited)) {
    await tx.unlink(links, id, invited);
    await tx.link(links, id, user);
  }
};
