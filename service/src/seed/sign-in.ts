import type { ApiToken } from '../access/records.ts';
import type { Clock } from '../http/route.ts';
import { Problem } from '../http/problem.ts';
import { newId } from '../store/new-id.ts';
import type { Store, Transaction } from '../store/store.ts';
import { createApiToken, generateTokenSecret } from '../workspaces/organizations/bootstrap.ts';
import type { TokenEntries } from './seed-tokens.ts';
import type { SeedFile } from './shape.ts';

const listMembers = ({ members }: { readonly members?: readonly string[] | null }): readonly string[] => members ?? [];

/** The first owner of the first organization that has one: whom a start gives a token if the file has none. Names of both. */
const findFirstOwner = ({ organizations }: SeedFile): { readonly organization: string; readonly user: string } | undefined =>
  organizations!
    .flatMap(({ name: organization, owners, teams }) =>
      [...(owners ?? []), ...(teams ?? []).filter(({ name }) => name === 'owners').flatMap(listMembers)].map((user) => ({
        organization,
        user,
      })),
    )
    .at(0);

const isValid = ({ token, tokens }: TokenEntries, now: number): boolean =>
  Boolean(token) || (tokens ?? []).some(({ expired_at: expiry }) => !expiry || Date.parse(expiry) > now);

/** Whether the file has a token with which requests can be sent at that time. A token of an agent pool is none. */
const hasValidToken = ({ users, organizations }: SeedFile, now: number): boolean =>
  [...(users ?? []), ...organizations!, ...organizations!.flatMap(({ teams }) => teams ?? [])].some((entry) =>
    isValid(entry as TokenEntries, now),
  );

/** Throws a Problem for a file with which nobody could send a request: it has no valid token, and no owner who could be given one. */
export const requireSignIn = (content: SeedFile, now: number): void => {
  if (hasValidToken(content, now) || findFirstOwner(content)) return;
  const [user] = content.users ?? [];
  const owner = JSON.stringify(user?.name ?? 'ann');
  const entry = user ? '' : `, and \`"users": [{ "name": ${owner} }]\` at the top of the file`;
  throw new Problem(422, [
    {
      detail:
        'nobody could sign in: no user, team or organization of the file has a token that is valid now, and no organization has an owner.' +
        ` Write \`"owners": [${owner}]\` here${entry}; the service then creates a token of that user and prints it`,
    },
  ]);
};

/** If the seed that was just applied has no valid token, creates one for its first owner; returns it with the owner's organization. */
export const createOwnerToken = async (
  store: Store,
  content: SeedFile,
  { clock, token }: { readonly clock: Clock; readonly token?: string | undefined },
): Promise<{ readonly organization: string; readonly token: string } | undefined> => {
  const owner = findFirstOwner(content);
  if (owner === undefined || hasValidToken(content, clock.now().getTime())) return undefined;
  const secret = token ?? generateTokenSecret();
  return store.write(async (tx: Transaction) => {
    const user = (await tx.getByKey('users', '', owner.user))!;
    const tokenOwner: ApiToken['owner'] = { kind: 'user', id: user.id };
    await createApiToken(tx, { clock, newId }, { secret, owner: tokenOwner, description: 'first token' });
    return { organization: owner.organization, token: secret };
  });
};
