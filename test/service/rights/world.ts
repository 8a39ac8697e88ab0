/** One organization in which each cell of the tables is asked: whoever is asked about, and a place that nobody else touches. */
import type { OrganizationRight } from '../../../service/src/http/route.ts';
import { createNoCodeTestService, type NoCodeTestService } from '../../../service/test/no-code/support.ts';
import type { TestResponse } from '../../../service/test/support.ts';
import { document, one } from '../../../service/test/documents.ts';
import { addMember } from '../../../service/test/members.ts';

export interface World extends NoCodeTestService {
  /** The default project, and another one. */
  readonly home: string;
  readonly lab: string;
  /** A workspace in `lab`, whose runs every team with a level on something can see. */
  readonly other: string;
  readonly visible: string;
  readonly secret: string;
  /** Sends as the first owner; throws unless it succeeds. */
  own(row: string, body?: unknown): Promise<any>;
}

export interface Actor {
  readonly token: string;
  readonly holder: { readonly kind: 'user' | 'team' | 'organization'; readonly id: string; readonly name: string };
  /** The team that gives a user the rights in question. */
  readonly team?: string;
}

/** Where one effect is tried: a workspace of its own, in a project. */
export interface Place {
  readonly world: World;
  readonly actor: Actor;
  readonly workspace: string;
  readonly project: string;
  /** Sends as the actor. */
  ask(row: string, body?: unknown): Promise<TestResponse>;
  own(row: string, body?: unknown): Promise<any>;
}

export const startWorld = async (): Promise<World> => {
  const bench = await createNoCodeTestService();
  const own: World['own'] = async (row, body) => {
    const answer = await bench.request(row, body);
    if (answer.status >= 400) throw new Error(`${row}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const home = (await own('GET /organizations/acme/projects')).data[0].id;
  const lab = await bench.project('lab');
  const team = async (name: string, visibility: string) =>
    (await own('POST /organizations/acme/teams', document('teams', { name, visibility }))).data.id;
  const other = await bench.createWorkspaceId('other', { 'global-remote-state': false }, { project: one('projects', lab) });
  return { ...bench, own, home, lab, other, visible: await team('visible', 'organization'), secret: await team('hidden', 'secret') };
};

let actors = 0;
/** A user in a team of their own, which is secret, with these rights in the organization, and access to read the workspace `other`. */
export const createActor = async (world: World, access: readonly OrganizationRight[] = [], seesOther = true): Promise<Actor> => {
  const name = `actor${(actors += 1)}`;
  const given = seesOther ? ([['team-workspaces', world.other, { access: 'read' }]] as const) : [];
  const { user, team } = await addMember(world, { name, team: `team of ${name}`, access, given });
  return { token: `${name}-token`, holder: { kind: 'user', id: user, name }, team: team! };
};

/** The first owner, whose team is that of the owners. */
export const findOwner = (world: World): Promise<Actor> =>
  world.store.read(async (tx) => {
    const user = (await tx.getByKey('users', '', 'olivia'))!;
    const team = (await tx.getByKey('teams', 'acme', 'owners'))!;
    return { token: 'owner-token', holder: { kind: 'user', id: user.id, name: 'olivia' }, team: team.id };
  });

let places = 0;
export const createPlace = async (world: World, actor: Actor, project = world.lab): Promise<Place> => {
  const attributes = { 'global-remote-state': false, 'assessments-enabled': true };
  const workspace = await world.createWorkspaceId(`w${(places += 1)}`, attributes, { project: one('projects', project) });
  return {
    world,
    actor,
    workspace,
    project,
    ask: (row, body) => world.request(row, body, { token: actor.token }),
    own: world.own,
  };
};
