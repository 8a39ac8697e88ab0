import type { RequestContext } from '../../http/route.ts';
import { linkKindOf } from '../../nouns/relationships/load-relationships.ts';
import { oauthClient } from './oauth-clients.ts';
import type { StoredOauthClient, StoredOauthToken } from './stored.ts';

/** Whether the connection of the token is for the whole organization, or for this project. */
export const isInConnectionScope = async (ctx: RequestContext, token: string, project: string): Promise<boolean> => {
  const client = (await ctx.tx.get<StoredOauthToken>('oauth-tokens', token))?.body.client;
  if (client === undefined) return false;
  if ((await ctx.tx.get<StoredOauthClient>('oauth-clients', client))?.body.organizationScoped !== false) return true;
  return (await ctx.tx.listLinks(linkKindOf(oauthClient, 'projects'), { from: client })).some(({ to }) => to === project);
};
