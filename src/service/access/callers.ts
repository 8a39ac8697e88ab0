import { createHash } from 'node:crypto';
import { readIdentityVersion } from './identity-version.ts';
import type { Organization, Team, ApiToken, User } from './records.ts';
import type { Caller, Clock, Membership, OrganizationRight } from '../http/route.ts';
import type { StoredRecord, Store, ReadTransaction } from '../store/store.ts';

export const sha256Hex = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const organizationRights: readonly OrganizationRight[] = [
  'manage-workspaces',
  'manage-projects',
  'read-workspaces',
  'read-projects',
  'manage-modules',
  'manage-vcs-settings',
  'manage-membership',
  'manage-teams',
  'manage-agent-pools',
];
export const allOrganizationRights: ReadonlySet<OrganizationRight> = new Set(organizationRights);

/** Of an endpoint that asks for no token. */
export const anonymousCaller: Caller = { kind: 'user', id: '', name: 'nobody', memberships: [] };

/** An owner of the organization, for what the service does on its own account (seed, first start). */
export const createOperatorCaller = (organization: string): Caller => ({
  kind: 'user',
  id: 'user-operator',
  name: 'operator',
  memberships: [{ organization, teams: [], owner: true, access: allOrganizationRights }],
});

const buildMembership = (organization: string, teams: readonly StoredRecord<Team>[]): Membership => ({
  organization,
  teams: teams.map((team) => team.id),
  owner: teams.some((team) => team.body.owners),
  access: teams.some((team) => team.body.owners) ? allOrganizationRights : new Set(teams.flatMap((team) => team.body.access)),
});

const findUserCaller = async (view: ReadTransaction, id: string): Promise<Caller | undefined> => {
  const user = await view.get<User>('users', id);
  if (!user) return undefined;
  const teams = await view.getMany<Team>(
    'teams',
    (await view.listLinks('team-members', { to: id })).map((link) => link.from),
  );
  const organizations = await view.getMany<Organization>(
    'organizations',
    (await view.listLinks('organization-members', { to: id })).map((link) => link.from),
  );
  const names = new Set([...organizations.map((organization) => organization.body.name), ...teams.map((team) => team.scope)]);
  return {
    kind: 'user',
    id,
    name: user.body.name,
    memberships: [...names].map((name) =>
      buildMembership(
        name,
        teams.filter((team) => team.scope === name),
      ),
    ),
  };
};

const isExpired = (expiresAt: string | null, now: Date): boolean => expiresAt !== null && Date.parse(expiresAt) <= now.getTime();

/** Undefined: no such token, it is over, or its owner is gone. */
export const findCaller = async (view: ReadTransaction, secretHash: string, now: Date): Promise<Caller | undefined> => {
  const token = await view.getByKey<ApiToken>('tokens', '', secretHash);
  return token && !isExpired(token.body.expiresAt, now) ? findTokenOwner(view, token.body) : undefined;
};

const findTokenOwner = async (view: ReadTransaction, { owner: { kind, id } }: ApiToken): Promise<Caller | undefined> => {
  if (kind === 'user') return findUserCaller(view, id);
  if (kind === 'team') {
    const team = await view.get<Team>('teams', id);
    return team && { kind, id, name: team.body.name, memberships: [buildMembership(team.scope, [team])] };
  }
  const organization = await view.getByKey<Organization>('organizations', '', id);
  return (
    organization && { kind, id, name: id, memberships: [{ organization: id, teams: [], owner: false, access: allOrganizationRights }] }
  );
};

/** What a token stands for, and the identity mark it was looked up under. */
export interface KnownCaller {
  readonly caller: Caller;
  readonly expiresAt: string | null;
  readonly mark: string;
}
/** `until` is unset while somebody still looks. */
interface CallerCacheEntry {
  readonly found: Promise<KnownCaller | undefined>;
  until?: number;
}

/** Thrown inside a unit of work: who may do what was changed since the caller was looked up. Look again, and run again. */
export class StaleCaller extends Error {}

/**
 * Callers by token, remembered for at most a second. Where other processes write to the store, too, `stands` says inside the
 * unit of work whether what is remembered still holds; alone, `forget` at each change is enough.
 */
export type CallerCache = ReturnType<typeof createCallerCache>;
export const createCallerCache = (store: Store, clock: Clock, ttl = 1000) => {
  let known = new Map<string, CallerCacheEntry>();
  const look = (hash: string): CallerCacheEntry => {
    const mine = known;
    const entry: CallerCacheEntry = {
      found: store.read(async (view) => {
        const token = await view.getByKey<ApiToken>('tokens', '', hash);
        const caller = token && (await findCaller(view, hash, clock.now()));
        return caller && { caller, expiresAt: token.body.expiresAt, mark: store.shared ? await readIdentityVersion(view) : '' };
      }),
    };
    mine.set(hash, entry);
    const drop = (): void => {
      if (mine.get(hash) === entry) mine.delete(hash);
    };
    entry.found.then((found) => {
      if (found) entry.until = performance.now() + ttl;
      else drop();
    }, drop);
    return entry;
  };
  return {
    of: async (secret: string): Promise<KnownCaller | undefined> => {
      const hash = sha256Hex(secret);
      if (known.size > 10_000) known = new Map();
      let entry = known.get(hash);
      // While one looks, the others wait for what it finds: a busy token is looked up once a second, not once a request.
      if (!entry || (entry.until !== undefined && entry.until <= performance.now())) entry = look(hash);
      const found = await entry.found;
      return found && !isExpired(found.expiresAt, clock.now()) ? found : undefined;
    },
    stands: async (view: ReadTransaction, { mark }: KnownCaller): Promise<void> => {
      if (store.shared && (await readIdentityVersion(view)) !== mark) throw new StaleCaller();
    },
    forget: (): void => {
      known = new Map();
    },
  };
};
