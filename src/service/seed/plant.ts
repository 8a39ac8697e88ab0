import { newId } from '../new-id.ts';
import { Problem } from '../problem.ts';
import type { Clock, Route, Settings } from '../route.ts';
import { defaultSettings } from '../settings.ts';
import { Unstorable } from '../store/failures.ts';
import { KeyTaken, type Store, type Transaction } from '../store/store.ts';
import { foundOrganization, newToken, newUser } from '../workspaces/founding.ts';
import { plantCi } from './ci/plant-ci.ts';
import type { Tell } from './entries.ts';
import type { Planting } from './invoke.ts';
import { plantOrganization } from './plant-organization.ts';
import type { Seed } from './read.ts';
import { SeedError } from './seed-error.ts';
import type { SeedFile } from './shape.ts';

export interface Ground { readonly clock: Clock; readonly settings: Partial<Settings>; readonly routes: readonly Route[] }

const nouns: Readonly<Record<string, string>> = {
  organizations: 'organization', users: 'user', teams: 'team', projects: 'project', workspaces: 'workspace', varsets: 'variable set', 'agent-pools': 'agent pool',
  'ssh-keys': 'SSH key', 'registry-modules': 'registry module',
  'ci-organizations': 'CI organization', 'ci-slugs': 'organization slug', 'ci-repositories': 'repository', 'ci-definitions': 'pipeline definition', 'ci-triggers': 'trigger',
  'ci-environments': 'environment', 'ci-components': 'component',
};
/** A key is taken: never by its text where that is a secret's hash. */
const takenWords = ({ kind, key }: KeyTaken): string =>
  (kind === 'tokens' ? 'its token is somebody else\'s already; every token is one owner\'s' : `the ${nouns[kind] ?? 'thing'} "${key}" is there already`);
const wordsOf = (error: Problem | KeyTaken | Unstorable): string => (error instanceof KeyTaken ? takenWords(error) : error instanceof Unstorable ? error.message
  : error.faults.map(({ detail, pointer, parameter }) => `${detail}${pointer ?? parameter ? ` (${pointer ?? parameter})` : ''}`).join('; '));

/** Says where in the file a fault lies, whatever part of the service found it. */
const telling = (seed: Seed, path: readonly (string | number)[], error: unknown): never => {
  if (error instanceof Problem || error instanceof KeyTaken || error instanceof Unstorable) throw new SeedError(seed.file, seed.lineOf(path), `${path.join('.')}: ${wordsOf(error)}`);
  throw error;
};

const firstOwner = (name: string | undefined, users: ReadonlyMap<string, string>): Planting['owner'] => {
  const id = name === undefined ? undefined : users.get(name);
  return id === undefined ? undefined : { id, name: name! };
};

const plantUsers = async (tx: Transaction, seed: Seed, { clock }: Ground): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const [index, user] of (seed.content.users ?? []).entries()) {
    try {
      const { id } = await newUser(tx, { clock, newId }, { name: user.name, email: user.email ?? '' });
      if (user.token) await newToken(tx, { clock, newId }, { secret: user.token, owner: { kind: 'user', id }, description: 'from the seed' });
      ids.set(user.name, id);
    } catch (error) { telling(seed, ['users', index], error); }
  }
  return ids;
};

/** Everything or nothing, in one transaction. False: the store holds organizations already, nothing was done. Throws SeedError. */
export const plantSeed = (store: Store, seed: Seed, ground: Ground): Promise<boolean> => store.write(async (tx) => {
  if (await tx.count({ kind: 'organizations' }) > 0) return false;
  const users = await plantUsers(tx, seed, ground);
  for (const [index, organization] of ((seed.content as Required<SeedFile>).organizations ?? []).entries()) {
    const at = ['organizations', index] as const;
    const found = (names: readonly string[], ...path: readonly (string | number)[]): string[] => names.map((name, position) =>
      users.get(name) ?? telling(seed, [...at, ...path, position], new Problem(422, [{ detail: `there is no user "${name}" in this file` }])));
    const planting: Planting = { tx, clock: ground.clock, settings: { ...defaultSettings, ...ground.settings }, routes: ground.routes, organization: organization.name, owner: firstOwner(organization.owners?.[0], users) };
    try {
      await foundOrganization(tx, { clock: ground.clock, newId }, {
        name: organization.name, email: organization.email ?? '', owners: found(organization.owners ?? [], 'owners'), defaultExecutionMode: organization.default_execution_mode ?? 'remote',
        settings: { workspaceAdminsForceDelete: organization.workspace_admins_force_delete ?? null, assessmentsEnforced: organization.assessments_enforced ?? null },
      });
      if (organization.token) await newToken(tx, { clock: ground.clock, newId }, { secret: organization.token, owner: { kind: 'organization', id: organization.name }, description: 'from the seed' });
    } catch (error) { telling(seed, at, error); }
    const tell: Tell = (path, error) => telling(seed, [...at, ...path], error);
    await plantOrganization(planting, organization, users, tell);
    await plantCi(planting, organization, tell);
  }
  return true;
});
