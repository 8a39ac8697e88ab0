import { createHash } from 'node:crypto';
import { identityMark } from './identity.ts';
import type { Organization, Team, Token, User } from './records.ts';
import type { Caller, Clock, Membership, OrganizationRight } from './route.ts';
import type { Rec, Store, View } from './store/store.ts';

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const organizationRights: readonly OrganizationRight[] = [
  'manage-workspaces', 'manage-projects', 'read-workspaces', 'read-projects', 'manage-modules', 'manage-vcs-settings', 'manage-membership', 'manage-teams', 'manage-agent-pools',
];
export const everyRight: ReadonlySet<OrganizationRight> = new Set(organizationRights);

/** Of an endpoint that asks for no token. */
export const nobody: Caller = { kind: 'user', id: '', name: 'nobody', memberships: [] };

/** An owner of the organization, for what the service does on its own account (seed, first start). */
export const ownerOf = (organization: string): Caller =>
  ({ kind: 'user', id: 'user-operator', name: 'operator', memberships: [{ organization, teams: [], owner: true, access: everyRight }] });

const membership = (organization: string, teams: readonly Rec<Team>[]): Membership => ({
  organization,
  teams: teams.map((team) => team.id),
  owner: teams.some((team) => team.body.owners),
  access: teams.some((team) => team.body.owners) ? everyRight : new Set(teams.flatMap((team) => team.body.access)),
});

const userCaller = async (view: View, id: string): Promise<Caller | undefined> => {
  const user = await view.get<User>('users', id);
  if (!user) return undefined;
  const teams = await view.many<Team>('teams', (await view.links('team-members', { to: id })).map((link) => link.from));
  const organizations = await view.many<Organization>('organizations', (await view.links('organization-members', { to: id })).map((link) => link.from));
  const names = new Set([...organizations.map((organization) => organization.body.name), ...teams.map((team) => team.scope)]);
  return { kind: 'user', id, name: user.body.name, memberships: [...names].map((name) => membership(name, teams.filter((team) => team.scope === name))) };
};

const over = (expiresAt: string | null, now: Date): boolean => expiresAt !== null && Date.parse(expiresAt) <= now.getTime();

/** Undefined: no such token, it is over, or its owner is gone. */
export const callerOf = async (view: View, secretHash: string, now: Date): Promise<Caller | undefined> => {
  const token = await view.byKey<Token>('tokens', '', secretHash);
  return token && !over(token.body.expiresAt, now) ? holderOf(view, token.body) : undefined;
};

const holderOf = async (view: View, { owner: { kind, id } }: Token): Promise<Caller | undefined> => {
  if (kind === 'user') return userCaller(view, id);
  if (kind === 'team') {
    const team = await view.get<Team>('teams', id);
    return team && { kind, id, name: team.body.name, memberships: [membership(team.scope, [team])] };
  }
  const organization = await view.byKey<Organization>('organizations', '', id);
  return organization && { kind, id, name: id, memberships: [{ organization: id, teams: [], owner: false, access: everyRight }] };
};

/** What a token stands for, and the identity mark it was looked up under. */
export interface Known { readonly caller: Caller; readonly expiresAt: string | null; readonly mark: string }
/** `until` is unset while somebody still looks. */
interface Entry { readonly found: Promise<Known | undefined>; until?: number }

/** Thrown inside a unit of work: who may do what was changed since the caller was looked up. Look again, and run again. */
export class IdentityMoved extends Error {}

/**
 * Callers by token, remembered for at most a second. Where other processes write to the store, too, `stands` says inside the
 * unit of work whether what is remembered still holds; alone, `forget` at each change is enough.
 */
export type Callers = ReturnType<typeof callers>;
export const callers = (store: Store, clock: Clock, ttl = 1000) => {
  let known = new Map<string, Entry>();
  const look = (hash: string): Entry => {
    const mine = known;
    const entry: Entry = { found: store.read(async (view) => {
      const token = await view.byKey<Token>('tokens', '', hash);
      const caller = token && await callerOf(view, hash, clock.now());
      return caller && { caller, expiresAt: token.body.expiresAt, mark: store.shared ? await identityMark(view) : '' };
    }) };
    mine.set(hash, entry);
    const drop = (): void => { if (mine.get(hash) === entry) mine.delete(hash); };
    entry.found.then((found) => { if (found) entry.until = performance.now() + ttl; else drop(); }, drop);
    return entry;
  };
  return {
    of: async (secret: string): Promise<Known | undefined> => {
      const hash = hashOf(secret);
      if (known.size > 10_000) known = new Map();
      let entry = known.get(hash);
      // While one looks, the others wait for what it finds: a busy token is looked up once a second, not once a request.
      if (!entry || (entry.until !== undefined && entry.until <= performance.now())) entry = look(hash);
      const found = await entry.found;
      return found && !over(found.expiresAt, clock.now()) ? found : undefined;
    },
    stands: async (view: View, { mark }: Known): Promise<void> => {
      if (store.shared && await identityMark(view) !== mark) throw new IdentityMoved();
    },
    forget: (): void => { known = new Map(); },
  };
};
