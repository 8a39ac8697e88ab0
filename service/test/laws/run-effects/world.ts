import { newId } from '../../../src/store/new-id.ts';
import { destroyDue } from '../../../src/workspaces/auto-destroy/destroy-due.ts';
import { defaultSettings } from '../../../src/http/settings.ts';
import { createApiToken } from '../../../src/workspaces/organizations/bootstrap.ts';
import type { StoredPolicyCheck } from '../../../src/workspaces/runs/gates/stored.ts';
import { writeTar } from '../../../src/workspaces/runs/plan-exports/write-tar.ts';
import type { StoredRun } from '../../../src/workspaces/runs/stored.ts';
import type { StoredWorkspace } from '../../../src/workspaces/workspaces/stored.ts';
import { createNoCodeTestService, type NoCodeTestService } from '../../runs/support.ts';
import type { Effect, Role } from './roles.ts';
import { serviceListeners } from '../../../src/service.ts';
import { one } from '../../documents.ts';

/** What the service refuses to somebody. */
export class Refusal extends Error {}
/** What nobody can do in the state that a workspace or a run is in. */
export class Impossible extends Error {}

/** `ask('POST /runs', body)`: the data of the response. Throws Refusal where the role may not, and another error for other failures. */
export type Ask = (row: string, body?: unknown) => Promise<any>;

/** The service, in which each role has a team of its own. */
export interface World {
  readonly test: NoCodeTestService;
  /** The module from which workspaces are provisioned. */
  readonly noCodeModule: string;
  /** A cell for this role: a project of its own with one workspace in it. */
  createCell(role: Role, attributes?: object, related?: object): Promise<Cell>;
  close(): Promise<void>;
}

/** One role in one workspace of its own. */
export interface Cell {
  readonly name: string;
  readonly project: string;
  readonly workspace: string;
  readonly world: World;
  readonly asRole: Ask;
  readonly asOwner: Ask;
  /** Another role in the same workspace. */
  addRole(role: Role): Promise<Ask>;
  /** Gives the role its access to another workspace as well. */
  grantOn(workspace: string): Promise<void>;
  /** Lets everything go on until it waits for somebody. */
  settle(): Promise<void>;
  /** Lets this many milliseconds pass, and workspaces destroy themselves that are due. */
  wait(milliseconds: number): Promise<void>;
}

/** A gzipped tar with these files. */
export const pack = async (files: { readonly [name: string]: string }): Promise<Uint8Array> =>
  new Uint8Array(
    await writeTar(
      Object.entries(files).map(([name, text]) => ({ name, text })),
      new Date(0),
    ),
  );

const askAs =
  (test: NoCodeTestService, token: string | null): Ask =>
  async (row, body) => {
    const answer = await test.request(row, body, { token });
    const isUnseen = answer.status === 422 && JSON.stringify(answer.body).includes('that this token may see');
    if (isUnseen || [401, 403, 404].includes(answer.status)) throw new Refusal(`${row}: ${answer.status}`);
    if (answer.status === 409 || answer.status === 422) throw new Impossible(`${row}: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (answer.status >= 300) throw new Error(`${row}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body?.data;
  };

const createOrganizationToken = async ({ store, clock }: NoCodeTestService, secret: string): Promise<string> => {
  await store.write((tx) => createApiToken(tx, { clock, newId }, { secret, owner: { kind: 'organization', id: 'acme' } }));
  return secret;
};
const createRunToken = async ({ store, clock }: NoCodeTestService, secret: string, workspace: string): Promise<string> => {
  const token = { secret, owner: { kind: 'organization' as const, id: 'acme' }, purpose: 'run' as const, runWorkspace: workspace };
  await store.write((tx) => createApiToken(tx, { clock, newId }, { ...token, expiresAt: '2036-05-01T13:00:00.000Z' }));
  return secret;
};

let tokens = 0;
/** The token that the role sends, and the access that its team has. */
const createToken = async (
  test: NoCodeTestService,
  role: Role,
  { project, workspace }: Pick<Cell, 'project' | 'workspace'>,
): Promise<[token: string | null, team: string]> => {
  const name = `somebody-${++tokens}`;
  const { token, team } = await test.member(name, role.organization ?? []);
  if (role.workspace) await test.grant('team-workspaces', team, workspace, role.workspace);
  if (role.project) await test.grant('team-projects', team, project, role.project);
  if (role.token === 'none') return [null, team];
  if (role.token === 'owner') return ['owner-token', team];
  if (role.token === 'organization') return [await createOrganizationToken(test, `organization-${name}`), team];
  if (role.token === 'run') return [await createRunToken(test, `run-${name}`, workspace), team];
  return [role.token === 'team' ? `team-of-${name}-token` : token, team];
};

const minute = 60_000;
/** A run may start another one, which may wait for a third. */
const settle = async (test: NoCodeTestService): Promise<void> => {
  for (let round = 0; round < 20; round++) if ((await test.passTime(minute)) === 0) return;
  throw new Error('runs still go on after 20 minutes');
};

let cells = 0;
const createCell = async (world: World, role: Role, attributes: object, related: object): Promise<Cell> => {
  const { test } = world;
  const name = `cell-${++cells}`;
  const project = await test.project(name);
  const workspace = await test.createWorkspaceId(name, attributes, { project: one('projects', project), ...related });
  const place = { name, project, workspace, world };
  const [token, team] = await createToken(test, role, place);
  return {
    ...place,
    asRole: askAs(test, token),
    asOwner: askAs(test, 'owner-token'),
    addRole: async (other) => askAs(test, (await createToken(test, other, place))[0]),
    grantOn: async (other) => {
      const access = role.workspace ?? role.project;
      if (access) await test.grant('team-workspaces', team, other, access);
    },
    settle: () => settle(test),
    wait: async (milliseconds) => {
      test.clock.advance(milliseconds);
      await destroyDue(test.store, { clock: test.clock, settings: defaultSettings, listeners: serviceListeners });
      await settle(test);
    },
  };
};

export const createWorld = async (given?: NoCodeTestService): Promise<World> => {
  const test = given ?? (await createNoCodeTestService());
  const world: World = {
    test,
    noCodeModule: await test.createNoCodeModule(),
    createCell: (role, attributes = {}, related = {}) => createCell(world, role, attributes, related),
    close: () => test.close(),
  };
  return world;
};

const endings = ['canceled', 'discarded', 'force_canceled'];
const listEffectsOfRun = (id: string, { reached, isDestroy }: StoredRun): readonly string[] => [
  ...(reached['planning'] ? [`plan ${id}`] : []),
  ...(reached['applied'] ? [`${isDestroy ? 'destroy' : 'apply'} ${id}`] : []),
  ...(endings.some((status) => reached[status]) ? [`end ${id}`] : []),
];

/** Everything that runs brought about in the workspaces of a project until now: an effect, and of which run. */
export const observeEffects = ({ world, project }: Cell): Promise<readonly string[]> =>
  world.test.store.read(async (view) => {
    const { records } = await view.list<StoredWorkspace>({ kind: 'workspaces', body: [{ path: 'project', is: project }] });
    const effects: string[] = [];
    for (const { id, body } of records) {
      for (const run of (await view.list<StoredRun>({ kind: 'runs', scope: id })).records)
        effects.push(...listEffectsOfRun(run.id, run.body));
      for (const check of (await view.list<StoredPolicyCheck>({ kind: 'policy-checks', scope: id })).records)
        if (check.body.status === 'overridden') effects.push(`override ${check.id}`);
      for (const variable of (await view.list({ kind: 'vars', scope: id })).records)
        effects.push(`variables ${variable.id} ${variable.version}`);
      if (body.attributes['auto-apply']) effects.push(`set ${id}`);
      effects.push(`provision ${id}`);
    }
    return effects;
  });

/** What came about between two looks: each effect once, sorted. */
export const subtractEffects = (after: readonly string[], before: readonly string[]): readonly Effect[] =>
  [...new Set(after.filter((one) => !before.includes(one)).map((one) => one.split(' ')[0] as Effect))].toSorted();
