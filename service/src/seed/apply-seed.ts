import { Problem } from '../http/problem.ts';
import type { Listeners } from '../http/listeners.ts';
import type { Clock, Route, ServiceSettings } from '../http/route.ts';
import { resolveSettings } from '../http/settings.ts';
import { UnstorableText } from '../store/failures.ts';
import { DuplicateKey, type Store, type Transaction } from '../store/store.ts';
import { createOrganization, createUser } from '../workspaces/organizations/bootstrap.ts';
import { seedCi } from './ci/seed-ci.ts';
import { createIdSource } from './choose-ids.ts';
import { type ReportSeedError, withoutNulls } from './entries.ts';
import { invokeRoute, type SeedContext } from './invoke-route.ts';
import { seedOrganization } from './seed-organization.ts';
import type { Seed } from './parse-seed.ts';
import { SeedError } from './seed-error.ts';
import { seedTokens } from './seed-tokens.ts';
import { requireSignIn } from './sign-in.ts';
import { withCreationTime } from './set-times.ts';
import type { SeedOrganization } from './shape.ts';

export interface SeedOptions {
  readonly clock: Clock;
  readonly settings: Partial<ServiceSettings>;
  readonly listeners: Listeners;
  readonly routes: readonly Route[];
}

const kindNouns: Readonly<Record<string, string>> = {
  organizations: 'organization',
  users: 'user',
  teams: 'team',
  projects: 'project',
  workspaces: 'workspace',
  varsets: 'variable set',
  'agent-pools': 'agent pool',
  'ssh-keys': 'SSH key',
  'registry-modules': 'registry module',
  'ci-organizations': 'CI organization',
  'ci-slugs': 'organization slug',
  'ci-repositories': 'repository',
  'ci-definitions': 'pipeline definition',
  'ci-triggers': 'trigger',
  'ci-environments': 'environment',
  'ci-components': 'component',
};
/** Does not show the key where it is the hash of a secret. */
const describeConflict = ({ kind, key }: DuplicateKey): string =>
  kind === 'tokens' ? 'its token already belongs to another owner' : `the ${kindNouns[kind] ?? 'thing'} "${key}" already exists`;
const describeError = (error: Problem | DuplicateKey | UnstorableText): string =>
  error instanceof DuplicateKey
    ? describeConflict(error)
    : error instanceof UnstorableText
      ? error.message
      : error.errors
          .map(({ detail, pointer, parameter }) => `${detail}${(pointer ?? parameter) ? ` (${pointer ?? parameter})` : ''}`)
          .join('; ');

/** Adds file and line to an error from any part of the service. */
const throwSeedError = (seed: Seed, path: readonly (string | number)[], error: unknown): never => {
  if (error instanceof Problem || error instanceof DuplicateKey || error instanceof UnstorableText)
    throw new SeedError(seed.file, seed.lineOf(path), `${path.join('.')}: ${describeError(error)}`, path);
  throw error;
};

const findFirstOwner = (name: string | undefined, users: ReadonlyMap<string, string>): SeedContext['owner'] => {
  const id = name === undefined ? undefined : users.get(name);
  return id === undefined ? undefined : { id, name: name! };
};

const seedUsers = async (tx: Transaction, seed: Seed, { clock }: SeedOptions): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const [index, user] of (seed.content.users ?? []).entries()) {
    try {
      const at = { ...withCreationTime({ clock }, user), newId: createIdSource(user.id) };
      const { id } = await createUser(tx, at, { name: user.name, email: user.email ?? '' });
      await seedTokens(tx, clock, { kind: 'user', id }, user);
      ids.set(user.name, id);
    } catch (error) {
      throwSeedError(seed, ['users', index], error);
    }
  }
  return ids;
};

/** Ids of the users that the organization's `owners` name. Throws SeedError for one that is not in the file. */
const findOwners = (seed: Seed, index: number, { owners }: SeedOrganization, users: ReadonlyMap<string, string>): readonly string[] =>
  (owners ?? []).map((name, position) => {
    const problem = new Problem(422, [{ detail: `there is no user "${name}" in this file` }]);
    return users.get(name) ?? throwSeedError(seed, ['organizations', index, 'owners', position], problem);
  });

const createSeededOrganization = async (
  tx: Transaction,
  { clock, listeners }: SeedOptions,
  organization: SeedOrganization,
  owners: readonly string[],
): Promise<void> => {
  const { name, tier } = organization;
  const settings = {
    workspaceAdminsForceDelete: organization.workspace_admins_force_delete ?? null,
    assessmentsEnforced: organization.assessments_enforced ?? null,
  };
  const defaultExecutionMode = organization.default_execution_mode ?? 'remote';
  const ids = {
    org: [organization.id],
    prj: [organization.projects?.find((one) => one.name === 'Default Project')?.id],
    team: [(organization.teams?.find((one) => one.name === 'owners') as { readonly id?: string } | undefined)?.id],
  };
  const at = { ...withCreationTime({ clock }, organization), newId: createIdSource(ids), listeners };
  await createOrganization(tx, at, {
    name,
    email: organization.email ?? '',
    owners,
    defaultExecutionMode,
    settings,
    ...(tier ? { tier } : {}),
  });
  await seedTokens(tx, clock, { kind: 'organization', id: name }, organization);
};

/** Settings that a request changes. */
const changeSettings = async (context: SeedContext, { attributes }: SeedOrganization): Promise<void> => {
  if (!attributes) return;
  const data = { type: 'organizations', attributes: withoutNulls(attributes) };
  await invokeRoute(context, 'PATCH /organizations/{organization_name}', { organization_name: context.organization }, { data });
};

const seedOneOrganization = async (
  tx: Transaction,
  seed: Seed,
  options: SeedOptions,
  users: ReadonlyMap<string, string>,
  index: number,
): Promise<void> => {
  const organization = seed.content.organizations![index]!;
  const report: ReportSeedError = (path, error) => throwSeedError(seed, ['organizations', index, ...path], error);
  const context: SeedContext = {
    tx,
    clock: options.clock,
    settings: resolveSettings(options.settings),
    listeners: options.listeners,
    routes: options.routes,
    organization: organization.name,
    owner: findFirstOwner(organization.owners?.[0], users),
  };
  try {
    await createSeededOrganization(tx, options, organization, findOwners(seed, index, organization, users));
    await changeSettings(context, organization);
  } catch (error) {
    report([], error);
  }
  await seedOrganization(context, organization, users, report);
  await seedCi(context, organization, report);
};

/** Checked last, so that other faults of the file are reported first. */
const checkSignIn = (seed: Seed, { clock }: SeedOptions): void => {
  try {
    requireSignIn(seed.content, clock.now().getTime());
  } catch (error) {
    throwSeedError(seed, ['organizations', 0], error);
  }
};

/** Seeds the store in one transaction: all or nothing. False: the store has organizations, and nothing was done. Throws SeedError. */
export const applySeed = (store: Store, seed: Seed, options: SeedOptions): Promise<boolean> =>
  store.write(async (tx) => {
    if ((await tx.count({ kind: 'organizations' })) > 0) return false;
    const users = await seedUsers(tx, seed, options);
    for (const index of (seed.content.organizations ?? []).keys()) await seedOneOrganization(tx, seed, options, users, index);
    checkSignIn(seed, options);
    return true;
  });
