import { createHash } from 'node:crypto';
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

/** Callers by token, remembered for at most a second: what another process changes is noticed that late. */
export const callers = (store: Store, clock: Clock, ttl = 1000) => {
  let known = new Map<string, { readonly caller: Caller; readonly until: number; readonly expiresAt: string | null }>();
  return {
    of: async (secret: string): Promise<Caller | undefined> => {
      const hash = hashOf(secret);
      const found = known.get(hash);
      if (found && found.until > performance.now() && !over(found.expiresAt, clock.now())) return found.caller;
      known.delete(hash);
      const token = await store.read((view) => view.byKey<Token>('tokens', '', hash));
      const caller = token && await store.read((view) => callerOf(view, hash, clock.now()));
      if (!caller) return undefined;
      if (known.size > 10_000) known = new Map();
      known.set(hash, { caller, until: performance.now() + ttl, expiresAt: token.body.expiresAt });
      return caller;
    },
    forget: (): void => { known = new Map(); },
  };
};
