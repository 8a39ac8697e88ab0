import type { ApiToken } from '../access/records.ts';
import type { Clock } from '../http/route.ts';
import type { Transaction } from '../store/store.ts';
import { createApiToken } from '../workspaces/organizations/bootstrap.ts';
import { createIdSource } from './choose-ids.ts';
import { withCreationTime } from './set-times.ts';

/** Tokens of the owner whose entry contains them. */
export interface TokenEntries {
  readonly token?: string | null;
  readonly tokens?:
    | readonly {
        readonly id?: string | null;
        readonly value: string;
        readonly description?: string | null;
        readonly expired_at?: string | null;
        readonly created_at?: string | null;
      }[]
    | null;
}

/** Seeds the tokens of an entry's owner: the one in `token`, and those with further members. */
export const seedTokens = async (
  tx: Transaction,
  clock: Clock,
  owner: ApiToken['owner'],
  { token, tokens }: TokenEntries,
): Promise<void> => {
  const first = token ? [{ value: token, description: 'from the seed' }] : [];
  for (const { value, description, ...entry } of [...first, ...(tokens ?? [])] as NonNullable<TokenEntries['tokens']>) {
    const expiresAt = entry.expired_at ? new Date(entry.expired_at).toISOString() : null;
    const isOneOfSeveral = owner.kind === 'agent-pool' || (owner.kind === 'team' && description && value !== token);
    const several = isOneOfSeveral ? { several: true as const } : {};
    const making = { ...withCreationTime({ clock }, entry), newId: createIdSource(entry.id) };
    await createApiToken(tx, making, { secret: value, owner, description: description ?? '', expiresAt, ...several });
  }
};
