import type { Organization, Team, Token, User } from '../records.ts';
import type { Clock, OrganizationRight } from '../route.ts';
import { KeyTaken, type Rec, type Transaction } from '../store/store.ts';
import { hashOf } from '../caller.ts';
import { foundCiOrganization } from '../ci/founding.ts';
import { randomBytes } from 'node:crypto';
import type { Project } from './stored.ts';

/** How things that every organization begins with come to be; used by its endpoints, the first start and the seed. */
interface Making { readonly clock: Clock; newId(prefix: string): string }

export const newProject = (tx: Transaction, { clock, newId }: Making, organization: string, project: Partial<Project> & { readonly name: string }): Promise<Rec<Project>> => {
  const now = clock.now().toISOString();
  const id = newId('prj');
  return tx.insert<Project>({ id, kind: 'projects', scope: organization, key: project.name, name: project.name, body: {
    description: '', defaultExecutionMode: null, defaultAgentPool: null, autoDestroyActivityDuration: null, tags: [],
    createdAt: now, updatedAt: now, ...project, organization,
  } });
};

export const newTeam = async (
  tx: Transaction, { clock, newId }: Making, organization: string, team: { readonly name: string; readonly access?: readonly OrganizationRight[]; readonly owners?: boolean },
): Promise<Rec<Team>> => tx.insert<Team>({ id: newId('team'), kind: 'teams', scope: organization, key: team.name, name: team.name, body: {
  name: team.name, organization, access: team.access ?? [], owners: team.owners ?? false, createdAt: clock.now().toISOString(),
} });

export const newUser = (tx: Transaction, { clock, newId }: Making, user: { readonly name: string; readonly email?: string }): Promise<Rec<User>> =>
  tx.insert<User>({ id: newId('user'), kind: 'users', scope: '', key: user.name, name: user.name, body: {
    name: user.name, email: user.email ?? '', createdAt: clock.now().toISOString(), uuid: newId('uuid'),
  } });

export const newSecret = (): string => `slipway-${randomBytes(32).toString('base64url')}`;

/** Remembers the hash; the secret itself is told once, by the caller of this. */
export const newToken = async (
  tx: Transaction, { clock, newId }: Making, token: { readonly secret: string; readonly owner: Token['owner']; readonly description?: string; readonly expiresAt?: string | null },
): Promise<Rec<Token>> => tx.insert<Token>({ id: newId('at'), kind: 'tokens', scope: '', key: hashOf(token.secret), name: token.description ?? '', body: {
  owner: token.owner, description: token.description ?? '', createdAt: clock.now().toISOString(), expiresAt: token.expiresAt ?? null,
} });

/** An organization, in both services, with its default project and its team of owners. */
export const foundOrganization = async (
  tx: Transaction, making: Making,
  given: Pick<Organization, 'name' | 'email'> & Partial<Pick<Organization, 'defaultExecutionMode' | 'settings'>> & { readonly owners: readonly string[] },
): Promise<Rec<Organization>> => {
  const { owners, ...rest } = given;
  // The key would refuse it, too, but only after that of the default project, in whose name nobody recognizes it.
  if (await tx.byKey('organizations', '', given.name)) throw new KeyTaken('organizations', '', given.name);
  const project = await newProject(tx, making, given.name, { name: 'Default Project' });
  const organization = await tx.insert<Organization>({ id: making.newId('org'), kind: 'organizations', scope: '', key: given.name, name: given.name, body: {
    createdAt: making.clock.now().toISOString(), defaultProject: project.id, defaultExecutionMode: 'remote', defaultAgentPool: null,
    settings: { workspaceAdminsForceDelete: null, assessmentsEnforced: null }, ...rest,
  } });
  await foundCiOrganization(tx, making, organization.body);
  const team = await newTeam(tx, making, given.name, { name: 'owners', owners: true });
  for (const user of owners) {
    await tx.link('organization-members', organization.id, user);
    await tx.link('team-members', team.id, user);
  }
  return organization;
};
