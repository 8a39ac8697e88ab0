import type { ReadTransaction } from '../../store/store.ts';
import type { StoredOauthClient, StoredOauthToken } from './stored.ts';

/** The connections by the IDs of their tokens: two look-ups for all. */
export const loadClients = async (tx: ReadTransaction, tokenIds: readonly string[]): Promise<ReadonlyMap<string, StoredOauthClient>> => {
  if (tokenIds.length === 0) return new Map();
  const tokens = await tx.getMany<StoredOauthToken>('oauth-tokens', [...new Set(tokenIds)]);
  const clients = await tx.getMany<StoredOauthClient>('oauth-clients', [...new Set(tokens.map(({ body }) => body.client))]);
  const bodies = new Map(clients.map(({ id, body }) => [id, body]));
  return new Map(tokens.flatMap(({ id, body }) => (bodies.has(body.client) ? [[id, bodies.get(body.client)!] as const] : [])));
};
