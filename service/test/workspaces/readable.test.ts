/** What a team may see by its projects and workspaces is what lists have, however many those are, and after each change. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { runs } from '@slipway/test-support/scale';
import { numbers } from '@slipway/test-support/seed';
import { skipWithReason } from '@slipway/test-support/skip';
import { setStoreOpener } from '../stores.ts';
import { createWorkspaceTestService, listNames, type WorkspaceTestService } from './support.ts';
import { document } from '../documents.ts';

const readable = suite('what a team may see');
const server = await startPostgres();
type Draw = (below: number) => number;

interface Workspace {
  readonly id: string;
  readonly name: string;
  project: number;
  readonly tags: readonly string[];
}
interface VariableSet {
  readonly name: string;
  readonly id: string;
  readonly global: boolean;
  readonly owner: number | undefined;
  readonly workspaces: readonly string[];
  readonly projects: readonly number[];
}
interface Team {
  readonly id: string;
  readonly token: string;
  readonly projects: Set<number>;
  readonly workspaces: Set<string>;
}
interface Estate {
  readonly projects: readonly string[];
  readonly workspaces: readonly Workspace[];
  readonly sets: readonly VariableSet[];
  readonly teams: readonly Team[];
}

const small = 40;
/** More than are looked up one by one. */
const large = 1100;
const some = <T>(draw: Draw, all: readonly T[], most: number): readonly T[] => [
  ...new Set(Array.from({ length: draw(most + 1) }, () => all[draw(all.length)]!)),
];

/** Copies of one workspace, all in one project: by requests they would take a minute. */
const plantMany = async ({ store }: WorkspaceTestService, template: string, project: string): Promise<readonly string[]> => {
  const ids = Array.from({ length: large }, (_, at) => `ws-large${String(at).padStart(11, '0')}`);
  await store.write(async (tx) => {
    const { body } = (await tx.get<object>('workspaces', template))!;
    for (const [at, id] of ids.entries()) {
      const name = `large-${at}`;
      await tx.insert({ id, kind: 'workspaces', scope: 'acme', key: name, name, body: { ...body, name, project } });
      await tx.link('workspace-project', id, project);
    }
  });
  return ids;
};

const plantSets = async ({ request }: WorkspaceTestService, draw: Draw, { projects, workspaces }: Omit<Estate, 'sets' | 'teams'>) => {
  const sets: VariableSet[] = [];
  for (let at = 0; at < 30; at++) {
    const [global, owner] = [at % 10 === 0, at % 10 === 1 ? draw(projects.length) : undefined];
    const members = {
      name: `set-${at}`,
      global,
      owner,
      workspaces: global || owner !== undefined ? [] : some(draw, workspaces, 3).map(({ id }) => id),
      projects: global || owner !== undefined ? [] : some(draw, [...projects.keys()], 1),
    };
    const parent = owner === undefined ? {} : { parent: { data: { type: 'projects', id: projects[owner] } } };
    const relationships = {
      ...parent,
      workspaces: { data: members.workspaces.map((id) => ({ type: 'workspaces', id })) },
      projects: { data: members.projects.map((one) => ({ type: 'projects', id: projects[one] })) },
    };
    const made = await request('POST /organizations/acme/varsets', document('varsets', { name: members.name, global }, relationships));
    sets.push({ ...members, id: made.body.data.id });
  }
  return sets;
};

const plantTeams = async (bench: WorkspaceTestService, draw: Draw, { projects, workspaces }: Omit<Estate, 'sets' | 'teams'>) => {
  const teams: Team[] = [];
  // Nothing, workspaces alone, one project, two, more than eight, the large one.
  const numbersOfProjects = [[], [], [1], [2, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [0], [0, 4]];
  for (const [at, given] of numbersOfProjects.entries()) {
    const { token, team } = await bench.member(`member-${at}`);
    const one: Team = { id: team, token, projects: new Set(given), workspaces: new Set(at % 2 === 0 ? [] : [workspaces[draw(small)]!.id]) };
    for (const project of one.projects) await bench.grant('team-projects', team, projects[project]!, { access: 'read' });
    for (const id of one.workspaces) await bench.grant('team-workspaces', team, id, { access: 'read' });
    teams.push(one);
  }
  return teams;
};

const plant = async (bench: WorkspaceTestService, draw: Draw): Promise<Estate> => {
  const projects: string[] = [];
  for (let at = 0; at < 12; at++) projects.push(await bench.project(`project-${at}`));
  const workspaces: Workspace[] = [];
  for (let at = 0; at < small; at++) {
    const [project, tags] = [1 + draw(11), some(draw, ['red', 'blue', 'green'], 2)];
    const id = await bench.createWorkspaceId(`small-${at}`, {}, { project: { data: { type: 'projects', id: projects[project] } } });
    const data = tags.map((name) => ({ type: 'tags', attributes: { name } }));
    await bench.request(`POST /workspaces/${id}/relationships/tags`, { data });
    workspaces.push({ id, name: `small-${at}`, project, tags });
  }
  const ids = await plantMany(bench, workspaces[0]!.id, projects[0]!);
  for (const [at, id] of ids.entries()) workspaces.push({ id, name: `large-${at}`, project: 0, tags: [] });
  const world = { projects, workspaces };
  return { ...world, sets: await plantSets(bench, draw, world), teams: await plantTeams(bench, draw, world) };
};

const listAll = async (bench: WorkspaceTestService, path: string, token: string): Promise<{ names: readonly string[]; total: number }> => {
  const names: string[] = [];
  for (let number = 1; ; number++) {
    const answer = await bench.as(token)(`GET ${path}page%5Bsize%5D=100&page%5Bnumber%5D=${number}`);
    assert.is(answer.status, 200, JSON.stringify(answer.body));
    names.push(...listNames(answer));
    if (number >= answer.body.meta.pagination['total-pages']) return { names, total: answer.body.meta.pagination['total-count'] };
  }
};

const sameNames = async (bench: WorkspaceTestService, path: string, { token }: Team, expected: readonly string[]): Promise<void> => {
  const { names, total } = await listAll(bench, path, token);
  assert.equal([names.toSorted(), total], [[...expected].sort(), expected.length], path);
};

const findVisibleSets = ({ sets, workspaces }: Estate, { projects, workspaces: direct }: Team): readonly VariableSet[] => {
  const of = new Map(workspaces.map((one) => [one.id, one.project]));
  const isSeen = (id: string): boolean => direct.has(id) || projects.has(of.get(id)!);
  const around = new Set([...projects, ...[...direct].map((id) => of.get(id)!)]);
  return sets.filter(
    (set) =>
      projects.size + direct.size > 0 &&
      (set.global ||
        (set.owner !== undefined && projects.has(set.owner)) ||
        set.workspaces.some(isSeen) ||
        set.projects.some((one) => around.has(one))),
  );
};

/** Of each list what the model says, for one team. */
const compare = async (bench: WorkspaceTestService, estate: Estate, team: Team): Promise<void> => {
  const seen = estate.workspaces.filter(({ id, project }) => team.workspaces.has(id) || team.projects.has(project));
  const names = (of: readonly Workspace[]): readonly string[] => of.map(({ name }) => name);
  const list = '/organizations/acme/workspaces?';
  await sameNames(bench, list, team, names(seen));
  await sameNames(bench, `${list}sort=-name&`, team, names(seen));
  await sameNames(bench, `${list}sort=-latest-change-at&`, team, names(seen));
  await sameNames(
    bench,
    `${list}search%5Bname%5D=-1&`,
    team,
    names(seen).filter((name) => name.includes('-1')),
  );
  await sameNames(bench, `${list}search%5Btags%5D=red&`, team, names(seen.filter(({ tags }) => tags.includes('red'))));
  await sameNames(bench, `${list}search%5Bexclude-tags%5D=red&`, team, names(seen.filter(({ tags }) => !tags.includes('red'))));
  const inside = seen.filter(({ project }) => project === 4);
  await sameNames(bench, `${list}filter%5Bproject%5D%5Bid%5D=${estate.projects[4]}&`, team, names(inside));
  await sameNames(bench, '/organizations/acme/tags?', team, [...new Set(seen.flatMap(({ tags }) => tags))]);
  const sets = findVisibleSets(estate, team);
  await sameNames(
    bench,
    '/organizations/acme/varsets?',
    team,
    sets.map(({ name }) => name),
  );
  const ids = new Set(seen.map(({ id }) => id));
  for (const set of estate.sets) {
    const { status, body } = await bench.as(team.token)(`GET /varsets/${set.id}`);
    assert.is(status, sets.includes(set) ? 200 : 404, set.name);
    const told = status === 200 ? body.data.relationships.workspaces.data.map((one: any) => one.id).sort() : [];
    assert.equal(told, status === 200 ? set.workspaces.filter((id) => ids.has(id)).sort() : [], set.name);
  }
};

/** A workspace moves to another project; a team is given one more workspace, or loses a project. */
const change = async (bench: WorkspaceTestService, { projects, workspaces, teams }: Estate, draw: Draw): Promise<void> => {
  const moved = workspaces[draw(small)]!;
  moved.project = 1 + draw(11);
  const home = { project: { data: { type: 'projects', id: projects[moved.project] } } };
  assert.is((await bench.patch(moved.id, {}, home)).status, 200);
  const [given, team] = [workspaces[draw(small)]!, teams[1 + draw(teams.length - 1)]!];
  team.workspaces.add(given.id);
  await bench.grant('team-workspaces', team.id, given.id, { access: 'read' });
  const losing = teams[4]!;
  const [lost] = [...losing.projects];
  if (lost === undefined) return;
  losing.projects.delete(lost);
  await bench.store.write((tx) => tx.unlink('team-projects', losing.id, projects[lost]!));
};

const test = (engine: string, open: () => Promise<Store>): void => {
  const run = typeof server === 'string' && engine === 'PostgreSQL' ? skipWithReason(readable, server) : readable;
  run(`is what its lists have, on ${engine}`, async () => {
    const former = setStoreOpener(open);
    const bench = await createWorkspaceTestService();
    setStoreOpener(former);
    const draw = numbers();
    const estate = await plant(bench, draw);
    for (let round = 0; round < runs(2, 20); round++) {
      for (const team of estate.teams) await compare(bench, estate, team);
      await change(bench, estate, draw);
    }
    await bench.close();
  });
};
test('SQLite', async () => openSqlite({ memory: true }));
test('PostgreSQL', async () => openPostgres(await (server as Exclude<typeof server, string>).database('readable')));

readable.after(async () => {
  if (typeof server !== 'string') await server.stop();
});
readable.run();
