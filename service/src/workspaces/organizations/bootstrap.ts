import type { Organization, Team, ApiToken, User } from '../../access/records.ts';
import type { Listeners } from '../../http/listeners.ts';
import type { Clock, TokenPurpose } from '../../http/route.ts';
import { DuplicateKey, type StoredRecord, type Transaction } from '../../store/store.ts';
import { sha256Hex } from '../../access/callers.ts';
import { notifyOrganizationCreated } from '../../access/organization-listeners.ts';
import { randomBytes } from 'node:crypto';
import type { StoredProject } from '../projects/stored.ts';

/** Creates what every organization starts with; used by the endpoints, the first start and the seed. */
interface CreationContext {
  readonly clock: Clock;
  newId(prefix: string): string;
}

export const createProject = (
  tx: Transaction,
  { clock, newId }: CreationContext,
  organization: string,
  project: Partial<StoredProject> & { readonly name: string },
  id = newId('prj'),
): Promise<StoredRecord<StoredProject>> => {
  const now = clock.now().toISOString();
  return tx.insert<StoredProject>({
    id,
    kind: 'projects',
    scope: organization,
    key: project.name,
    name: project.name,
    body: {
      description: '',
      defaultExecutionMode: null,
      defaultAgentPool: null,
      autoDestroyActivityDuration: null,
      tags: [],
      createdAt: now,
      updatedAt: now,
      ...project,
      organization,
    },
  });
};

export const createTeam = async (
  tx: Transaction,
  { clock, newId }: CreationContext,
  organization: string,
  team: Pick<Team, 'name' | 'visibility'> & Partial<Pick<Team, 'access' | 'owners'>>,
): Promise<StoredRecord<Team>> =>
  tx.insert<Team>({
    id: newId('team'),
    kind: 'teams',
    scope: organization,
    key: team.name,
    name: team.name,
    body: {
      name: team.name,
      organization,
      access: team.access ?? [],
      owners: team.owners ?? false,
      ...(team.visibility ? { visibility: team.visibility } : {}),
      createdAt: clock.now().toISOString(),
    },
  });

export const createUser = (
  tx: Transaction,
  { clock, newId }: CreationContext,
  user: { readonly name: string; readonly email?: string },
): Promise<StoredRecord<User>> =>
  tx.insert<User>({
    id: newId('user'),
    kind: 'users',
    scope: '',
    key: user.name,
    name: user.name,
    body: {
      name: user.name,
      email: user.email ?? '',
      createdAt: clock.now().toISOString(),
      uuid: newId('uuid'),
    },
  });

export const generateTokenSecret = (): string => `slipway-${randomBytes(32).toString('base64url')}`;

/** Stores the secret's hash only. */
export const createApiToken = async (
  tx: Transaction,
  { clock, newId }: CreationContext,
  token: {
    readonly secret: string;
    readonly owner: ApiToken['owner'];
    readonly description?: string;
    readonly expiresAt?: string | null;
    readonly purpose?: TokenPurpose;
    readonly taskResult?: string;
    readonly runWorkspace?: string;
    readonly agentPool?: string;
    readonly agentJob?: string;
    readonly createdBy?: NonNullable<ApiToken['createdBy']>;
    readonly several?: true;
  },
): Promise<StoredRecord<ApiToken>> =>
  tx.insert<ApiToken>({
    id: newId('at'),
    kind: 'tokens',
    scope: '',
    key: sha256Hex(token.secret),
    name: token.description ?? '',
    body: {
      owner: token.owner,
      ...(token.purpose === undefined ? {} : { purpose: token.purpose }),
      ...(token.taskResult === undefined ? {} : { taskResult: token.taskResult }),
      ...(token.runWorkspace === undefined ? {} : { runWorkspace: token.runWorkspace }),
      ...(token.agentPool === undefined ? {} : { agentPool: token.agentPool }),
      ...(token.agentJob === undefined ? {} : { agentJob: token.agentJob }),
      description: token.description ?? '',
      createdAt: clock.now().toISOString(),
      expiresAt: token.expiresAt ?? null,
      ...(token.createdBy === undefined ? {} : { createdBy: token.createdBy }),
      ...(token.several === undefined ? {} : { several: token.several }),
    },
  });

/**
 * Requires that no other organization has the name, ignoring case, so that `acme` cannot be mistaken for `Acme`. Writes are serialized, so
 * the name stays free in the meantime.
 */
export const requireFreeOrganizationName = async (tx: Transaction, name: string, except?: string): Promise<void> => {
  const similar = (await tx.list<Organization>({ kind: 'organizations', scope: '', nameContains: name })).records;
  if (similar.some(({ key }) => key !== except && key.toLowerCase() === name.toLowerCase()))
    throw new DuplicateKey('organizations', '', name);
};

/** Creates an organization in all services, with its default project and its team of owners. Throws DuplicateKey when the name is taken. */
export const createOrganization = async (
  tx: Transaction,
  ctx: CreationContext & { readonly listeners: Listeners },
  input: Pick<Organization, 'name' | 'email'> &
    Partial<Pick<Organization, 'defaultExecutionMode' | 'defaultAgentPool' | 'settings' | 'chosen' | 'tier'>> & {
      readonly owners: readonly string[];
    },
): Promise<StoredRecord<Organization>> => {
  const { owners, ...rest } = input;
  await requireFreeOrganizationName(tx, input.name);
  const defaultProject = ctx.newId('prj');
  // Before all that belongs to it: its rows are known by it.
  const organization = await tx.insert<Organization>({
    id: ctx.newId('org'),
    kind: 'organizations',
    scope: '',
    key: input.name,
    name: input.name,
    body: {
      createdAt: ctx.clock.now().toISOString(),
      defaultProject,
      defaultExecutionMode: 'remote',
      defaultAgentPool: null,
      settings: { workspaceAdminsForceDelete: null, assessmentsEnforced: null },
      ...rest,
    },
  });
  await createProject(tx, ctx, input.name, { name: 'Default Project' }, defaultProject);
  await notifyOrganizationCreated(tx, ctx, organization.body);
  const team = await createTeam(tx, ctx, input.name, { name: 'owners', owners: true });
  for (const user of owners) {
    await tx.link('organization-members', organization.id, user);
    await tx.link('team-members', team.id, user);
  }
  return organization;
};
