import { newId } from '../store/new-id.ts';
import { Problem } from '../http/problem.ts';
import type { Clock, Route, ServiceSettings } from '../http/route.ts';
import { defaultSettings } from '../http/settings.ts';
import { UnstorableText } from '../store/failures.ts';
import { DuplicateKey, type Store, type Transaction } from '../store/store.ts';
import { createOrganization, createApiToken, createUser } from '../workspaces/organizations/bootstrap.ts';
import { seedCi } from './ci/seed-ci.ts';
import type { ReportSeedError } from './entries.ts';
import type { SeedContext } from './invoke-route.ts';
import { seedOrganization } from './seed-organization.ts';
import type { Seed } from './parse-seed.ts';
import { SeedError } from './seed-error.ts';
import type { SeedFile } from './shape.ts';

export interface SeedOptions {
  readonly clock: Clock;
  readonly settings: Partial<ServiceSettings>;
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
/** A key is taken: never by its text where that is a secret's hash. */
const describeConflict = ({ kind, key }: DuplicateKey): string =>
  kind === 'tokens'
    ? "its token is somebody else's already; every token is one owner's"
    : `the ${kindNouns[kind] ?? 'thing'} "${key}" is there already`;
const describeError = (error: Problem | DuplicateKey | UnstorableText): string =>
  error instanceof DuplicateKey
    ? describeConflict(error)
    : error instanceof UnstorableText
      ? error.message
      : error.errors
          .map(({ detail, pointer, parameter }) => `${detail}${(pointer ?? parameter) ? ` (${pointer ?? parameter})` : ''}`)
          .join('; ');

/** Says where in the file a fault lies, whatever part of the service found it. */
const throwSeedError = (seed: Seed, path: readonly (string | number)[], error: unknown): never => {
  if (error instanceof Problem || error instanceof DuplicateKey || error instanceof UnstorableText)
    throw new SeedError(seed.file, seed.lineOf(path), `${path.join('.')}: ${describeError(error)}`);
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
      const { id } = await createUser(tx, { clock, newId }, { name: user.name, email: user.email ?? '' });
      if (user.token)
        await createApiToken(tx, { clock, newId }, { secret: user.token, owner: { kind: 'user', id }, description: 'from the seed' });
      ids.set(user.name, id);
    } catch (error) {
      throwSeedError(seed, ['users', index], error);
    }
  }
  return ids;
};

/** Everything or nothing, in one transaction. False: the store holds organizations already, nothing was done. Throws SeedError. */
export const applySeed = (store: Store, seed: Seed, ground: SeedOptions): Promise<boolean> =>
  store.write(async (tx) => {
    if ((await tx.count({ kind: 'organizations' })) > 0) return false;
    const users = await seedUsers(tx, seed, ground);
    for (const [index, organization] of ((seed.content as Required<SeedFile>).organizations ?? []).entries()) {
      const at = ['organizations', index] as const;
      const findUsers = (names: readonly string[], ...path: readonly (string | number)[]): string[] =>
        names.map(
          (name, position) =>
            users.get(name) ??
            throwSeedError(seed, [...at, ...path, position], new Problem(422, [{ detail: `there is no user "${name}" in this file` }])),
        );
      const context: SeedContext = {
        tx,
        clock: ground.clock,
        settings: { ...defaultSettings, ...ground.settings },
        routes: ground.routes,
        organization: organization.name,
        owner: findFirstOwner(organization.owners?.[0], users),
      };
      try {
        await createOrganization(
          tx,
          { clock: ground.clock, newId },
          {
            name: organization.name,
            email: organization.email ?? '',
            owners: findUsers(organization.owners ?? [], 'owners'),
            defaultExecutionMode: organization.default_execution_mode ?? 'remote',
            settings: {
              workspaceAdminsForceDelete: organization.workspace_admins_force_delete ?? null,
              assessmentsEnforced: organization.assessments_enforced ?? null,
            },
          },
        );
        if (organization.token)
          await createApiToken(
            tx,
            { clock: ground.clock, newId },
            { secret: organization.token, owner: { kind: 'organization', id: organization.name }, description: 'from the seed' },
          );
      } catch (error) {
        throwSeedError(seed, at, error);
      }
      const report: ReportSeedError = (path, error) => throwSeedError(seed, [...at, ...path], error);
      await seedOrganization(context, organization, users, report);
      await seedCi(context, organization, report);
    }
    return true;
  });
