import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { readIdentityVersion } from './identity-version.ts';
import { listOutlived } from './token-lifetimes.ts';
import type { Organization, Team, ApiToken, User } from './records.ts';
import type { Caller, Clock, Membership, OrganizationRight } from '../http/route.ts';
import type { StoredRecord, Store, ReadTransaction } from '../store/store.ts';

export const sha256Hex = (secret: string): string => hash('sha256', secret);

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
  'manage-policies',
  'manage-policy-overrides',
  'delegate-policy-overrides',
  'manage-providers',
  'manage-run-tasks',
  'manage-organization-access',
  'access-secret-teams',
  'manage-public-providers',
  'manage-public-modules',
  'manage-registry-components',
  'manage-registry-artifact-tags',
  'manage-registry-artifact-version-tags',
];
export const allOrganizationRights: ReadonlySet<OrganizationRight> = new Set(organizationRights);
/** The access of an organization's token: all of it but overriding policies (decision 139). */
const organizationTokenAccess: ReadonlySet<OrganizationRight> = new Set(
  organizationRights.filter((right) => right !== 'manage-policy-overrides' && right !== 'delegate-policy-overrides'),
);

/** A right in the organization that comes with another one. */
const includedRights: { readonly [right in OrganizationRight]?: readonly OrganizationRight[] } = {
  'manage-projects': ['manage-workspaces'],
  'manage-teams': ['manage-membership'],
  'manage-organization-access': ['manage-teams', 'manage-membership'],
};
const withIncluded = (rights: readonly OrganizationRight[]): ReadonlySet<OrganizationRight> =>
  new Set(rights.flatMap((right) => [right, ...(includedRights[right] ?? [])]));

/** The caller of a request without a token, on a route that requires none. */
export const anonymousCaller: Caller = { kind: 'user', id: '', name: 'nobody', memberships: [] };

export const operatorId = 'user-operator';

/** An owner of the organization, for what the service does on its own account (seed, first start). */
export const createOperatorCaller = (organization: string): Caller => ({
  kind: 'user',
  id: operatorId,
  name: 'operator',
  memberships: [{ organization, teams: [], owner: true, access: allOrganizationRights }],
});

type Networks = Pick<Membership, 'networks'>;
const readNetworks = (organization: StoredRecord<Organization> | undefined): Networks =>
  organization?.body.allowedNetworks === undefined ? {} : { networks: organization.body.allowedNetworks };

/** `networks`: from which the organization is reached; none: any. */
export const buildMembership = (organization: string, teams: readonly StoredRecord<Team>[], networks: Networks): Membership => ({
  ...networks,
  organization,
  teams: teams.map((team) => team.id),
  owner: teams.some((team) => team.body.owners),
  access: teams.some((team) => team.body.owners) ? allOrganizationRights : withIncluded(teams.flatMap((team) => team.body.access)),
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
  const byName = new Map(organizations.map((organization) => [organization.body.name, organization]));
  const names = new Set([...organizations.map((organization) => organization.body.name), ...teams.map((team) => team.scope)]);
  return {
    kind: 'user',
    id,
    name: user.body.name,
    memberships: [...names].map((name) =>
      buildMembership(
        name,
        teams.filter((team) => team.scope === name),
        readNetworks(byName.get(name)),
      ),
    ),
  };
};

const isExpired = (expiresAt: string | null, now: Date): boolean => expiresAt !== null && Date.parse(expiresAt) <= now.getTime();

/** The caller of a token; undefined if the token does not exist, has expired, or its owner was deleted. */
export const findCaller = async (view: ReadTransaction, secretHash: string, now: Date): Promise<Caller | undefined> => {
  const token = await view.getByKey<ApiToken>('tokens', '', secretHash);
  if (!token || isExpired(token.body.expiresAt, now)) return undefined;
  const caller = await findTokenOwner(view, token.body);
  return caller && withinLifetimes(view, caller, token.body, now);
};

/**
 * The caller without the organizations whose policy the token is too old for. A team and an organization have no other: their token is then
 * no token.
 */
const withinLifetimes = async (view: ReadTransaction, caller: Caller, token: ApiToken, now: Date): Promise<Caller | undefined> => {
  const organizations = caller.memberships.map(({ organization }) => organization);
  const outlived = await listOutlived(view, organizations, token, now);
  if (outlived.size === 0) return caller;
  if (caller.kind !== 'user') return undefined;
  return { ...caller, memberships: caller.memberships.filter(({ organization }) => !outlived.has(organization)) };
};

/** An agent takes runs of its pool, and has no other right. */
const findAgentCaller = async (view: ReadTransaction, pool: string): Promise<Caller | undefined> => {
  const found = await view.get<{ readonly name: string }>('agent-pools', pool);
  const organization = found && (await view.getByKey<Organization>('organizations', '', found.scope));
  if (!organization) return undefined;
  const membership = { ...readNetworks(organization), organization: found.scope, teams: [], owner: false, access: new Set<never>() };
  // Requests are counted by this name, so it is not the organization's ID.
  return { kind: 'organization', id: pool, name: found.body.name, memberships: [membership], purpose: 'agent', agentPool: pool };
};

type TokenRights = Pick<ApiToken, 'owner' | 'purpose' | 'taskResult' | 'runWorkspace' | 'agentPool' | 'agentJob'>;

/** The caller that a token of this owner represents, with its current rights; undefined if the owner was deleted. */
export const findTokenOwner = async (
  view: ReadTransaction,
  { owner: { kind, id }, purpose, taskResult, runWorkspace, agentPool, agentJob }: TokenRights,
): Promise<Caller | undefined> => {
  if (kind === 'user') return findUserCaller(view, id);
  if (kind === 'team') {
    const team = await view.get<Team>('teams', id);
    if (!team) return undefined;
    const networks = readNetworks(await view.getByKey<Organization>('organizations', '', team.scope));
    return { kind, id, name: team.body.name, memberships: [buildMembership(team.scope, [team], networks)] };
  }
  if (kind === 'agent-pool') return findAgentCaller(view, id);
  const organization = await view.getByKey<Organization>('organizations', '', id);
  if (!organization) return undefined;
  const access: Membership['access'] = purpose === undefined ? organizationTokenAccess : new Set();
  const caller: Caller = {
    kind,
    id,
    name: id,
    // A run calls from where the service executes it.
    memberships: [{ ...(purpose === 'run' ? {} : readNetworks(organization)), organization: id, teams: [], owner: false, access }],
  };
  if (purpose === undefined) return caller;
  return {
    ...caller,
    purpose,
    ...(taskResult === undefined ? {} : { taskResult }),
    ...(runWorkspace === undefined ? {} : { runWorkspace }),
    ...(agentPool === undefined ? {} : { agentPool }),
    ...(agentJob === undefined ? {} : { agentJob }),
  };
};

/** The caller that a token represents, and the identity version at which it was looked up. */
export interface KnownCaller {
  readonly caller: Caller;
  readonly expiresAt: string | null;
  readonly identityVersion: string;
}
interface CallerCacheEntry {
  readonly lookup: Promise<KnownCaller | undefined>;
  /** `performance.now()` at which the entry expires; unset while the lookup runs. */
  expiresAt?: number;
}

/** Thrown inside a transaction: rights changed since the caller was looked up. Look it up again and run the work again. */
export class StaleCaller extends Error {}

/**
 * Callers by token, cached for at most a second. Where other processes write to the store as well, `requireCurrent` checks inside
 * the transaction whether a cached caller is still valid; where this process is alone, `clear` at each change is enough.
 */
export interface CallerCache {
  /** Undefined: the token is unknown or expired. */
  find(token: string): Promise<KnownCaller | undefined>;
  /** Throws StaleCaller when rights changed since the caller was looked up. */
  requireCurrent(view: ReadTransaction, caller: KnownCaller): Promise<void>;
  clear(): void;
}

const maxCachedCallers = 10_000;

const lookUpCaller = (store: Store, clock: Clock, hash: string): Promise<KnownCaller | undefined> =>
  store.read(
    async (view) => {
      const token = await view.getByKey<ApiToken>('tokens', '', hash);
      const caller = token && (await findCaller(view, hash, clock.now()));
      return caller && { caller, expiresAt: token.body.expiresAt, identityVersion: store.shared ? await readIdentityVersion(view) : '' };
    },
    { brief: true },
  );

/** Returns the former object while no property changed: kept responses compare callers by identity (pipeline/kept-responses.ts). */
const lookUpAgain = async (former: CallerCacheEntry | undefined, lookup: CallerCacheEntry['lookup']): CallerCacheEntry['lookup'] => {
  const [known, found] = [await former?.lookup, await lookup];
  return isDeepStrictEqual(known, found) ? known : found;
};

/** Creates the cache. `ttl`: how long a caller is kept, in milliseconds. */
export const createCallerCache = (store: Store, clock: Clock, ttl = 1000): CallerCache => {
  let entries = new Map<string, CallerCacheEntry>();
  const addEntry = (hash: string, former?: CallerCacheEntry): CallerCacheEntry => {
    const current = entries;
    const entry: CallerCacheEntry = { lookup: lookUpAgain(former, lookUpCaller(store, clock, hash)) };
    current.set(hash, entry);
    const drop = (): void => {
      if (current.get(hash) === entry) current.delete(hash);
    };
    entry.lookup.then((caller) => {
      if (caller) entry.expiresAt = performance.now() + ttl;
      else drop();
    }, drop);
    return entry;
  };
  return {
    find: async (token) => {
      const hash = sha256Hex(token);
      if (entries.size > maxCachedCallers) entries = new Map();
      let entry = entries.get(hash);
      // Requests during a lookup share its result: a busy token is looked up once a second, not once a request.
      if (!entry || (entry.expiresAt !== undefined && entry.expiresAt <= performance.now())) entry = addEntry(hash, entry);
      const caller = await entry.lookup;
      return caller && !isExpired(caller.expiresAt, clock.now()) ? caller : undefined;
    },
    requireCurrent: async (view, { identityVersion }) => {
      if (store.shared && (await readIdentityVersion(view)) !== identityVersion) throw new StaleCaller();
    },
    clear: () => {
      entries = new Map();
    },
  };
};
