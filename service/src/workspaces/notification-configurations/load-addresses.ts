import type { User } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { LoadValues, NounRecord } from '../../nouns/noun-record.ts';
import type { StoredNotificationConfiguration } from './stored.ts';

/** The addresses of the users of each configuration. */
export const loadUserAddresses = async (
  ctx: RequestContext,
  records: readonly NounRecord[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const links = await ctx.tx.listLinks('notification-configurations.users', { from: records.map(({ id }) => id) });
  const users = links.length === 0 ? [] : await ctx.tx.getMany<User>('users', [...new Set(links.map(({ to }) => to))]);
  const addresses = new Map(users.map(({ id, body }) => [id, body.email]));
  return new Map(records.map(({ id }) => [id, links.filter(({ from }) => from === id).flatMap(({ to }) => addresses.get(to) || [])]));
};

/** The addresses of each configuration that are of none of its users. */
export const loadExternalAddresses: LoadValues = async (ctx, records) => {
  const ofUsers = await loadUserAddresses(ctx, records);
  return new Map(
    records.map(({ id, body }) => {
      const { emailAddresses } = body as StoredNotificationConfiguration;
      return [id, emailAddresses.filter((address) => !ofUsers.get(id)!.includes(address))];
    }),
  );
};
