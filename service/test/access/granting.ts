import { newId } from '../../src/store/new-id.ts';
import { organizationRights } from '../../src/access/callers.ts';
import { schedule } from '@slipway/test-support/scale';
import type { OrganizationRight } from '../../src/http/route.ts';
import { createApiToken } from '../../src/workspaces/organizations/bootstrap.ts';
import { createTestService, type TestResponse, type TestService } from '../support.ts';
import { document, one } from '../documents.ts';
import { addMember } from '../members.ts';

/** A visible team with one right, its member, and the tokens `NAME` of the member and `team-NAME` of the team. */
export interface Group {
  readonly name: string;
  readonly team: string;
  readonly user: string;
}
export interface Granting extends TestService {
  readonly owners: string;
  readonly groups: readonly Group[];
  readonly workspace: string;
  readonly project: string;
}

/** Rights that have rules of their own, and two that represent all others. */
const specialRights: readonly OrganizationRight[] = [
  'manage-workspaces',
  'manage-projects',
  'read-workspaces',
  'read-projects',
  'manage-membership',
  'manage-teams',
  'manage-organization-access',
  'manage-policies',
  'access-secret-teams',
];
const rights = schedule(specialRights, organizationRights);

const access: { readonly [name: string]: readonly OrganizationRight[] } = {
  nobody: [],
  ...Object.fromEntries(rights.map((right) => [right, [right]])),
  both: ['manage-teams', 'manage-membership'],
};

/** `acme` with a team for each right, one workspace, its project, a second owner, and a token of each kind. */
export const startGranting = async (): Promise<Granting> => {
  const bench = await createTestService();
  const owners = await bench.store.write(async (tx) => {
    const context = { clock: bench.clock, newId };
    const ownersTeam = (await tx.getByKey('teams', 'acme', 'owners'))!.id;
    await createApiToken(tx, context, { secret: 'organization', owner: { kind: 'organization', id: 'acme' } });
    await createApiToken(tx, context, { secret: 'team-owners', owner: { kind: 'team', id: ownersTeam } });
    return ownersTeam;
  });
  const groups: Group[] = [];
  for (const [name, rightsOfTeam] of Object.entries(access)) {
    const member = { name, token: name, team: name, teamToken: `team-${name}`, visibility: 'organization', access: rightsOfTeam } as const;
    const { team, user } = await addMember(bench, member);
    groups.push({ name, team: team!, user });
  }
  const web = await bench.create('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }));
  return { ...bench, owners, groups, workspace: web.id, project: web.relationships.project.data.id };
};

type Send = (row: string, body?: unknown) => Promise<TestResponse>;
/** Something that could give a right, take one, or make an owner. */
export interface Operation {
  readonly name: string;
  readonly send: (send: Send, granting: Granting) => Promise<TestResponse>;
}

const member = (user: string) => ({ data: [{ type: 'users', id: user }] });

const teamOperations = (name: string, of: (granting: Granting) => string): readonly Operation[] => [
  ...rights.map((right) => ({
    name: `give ${right} to the team ${name}`,
    send: (send: Send, granting: Granting) =>
      send(`PATCH /teams/${of(granting)}`, document('teams', { 'organization-access': { [right]: true } })),
  })),
  {
    name: `add nobody to the team ${name}`,
    send: (send, granting) => send(`POST /teams/${of(granting)}/relationships/users`, member('nobody')),
  },
  {
    name: `remove nobody from the team ${name}`,
    send: (send, granting) => send(`DELETE /teams/${of(granting)}/relationships/users`, member('nobody')),
  },
  { name: `make a token of the team ${name}`, send: (send, granting) => send(`POST /teams/${of(granting)}/authentication-token`) },
  ...(['read', 'admin'] as const).flatMap((level): Operation[] => [
    {
      name: `give ${level} on the workspace to the team ${name}`,
      send: (send, granting) =>
        send(
          'POST /team-workspaces',
          document(
            'team-workspaces',
            { access: level },
            { team: one('teams', of(granting)), workspace: one('workspaces', granting.workspace) },
          ),
        ),
    },
    {
      name: `give ${level} on the project to the team ${name}`,
      send: (send, granting) =>
        send(
          'POST /team-projects',
          document('team-projects', { access: level }, { team: one('teams', of(granting)), project: one('projects', granting.project) }),
        ),
    },
  ]),
];

/** Every operation, on the team of owners, on a team for each right, and on a new one. */
export const listOperations = (groups: readonly Group[]): readonly Operation[] => [
  ...teamOperations('owners', ({ owners }) => owners),
  ...groups.flatMap(({ name, team }) => teamOperations(name, () => team)),
  ...rights.map((right) => ({
    name: `create a team with ${right}`,
    send: (send: Send) =>
      send(
        'POST /organizations/acme/teams',
        document('teams', { name: newId('team'), visibility: 'organization', 'organization-access': { [right]: true } }),
      ),
  })),
  { name: 'rename the owners', send: (send, { owners }) => send(`PATCH /teams/${owners}`, document('teams', { name: 'losers' })) },
  { name: 'delete the owners', send: (send, { owners }) => send(`DELETE /teams/${owners}`) },
  { name: 'delete the token of the owners', send: (send, { owners }) => send(`DELETE /teams/${owners}/authentication-token`) },
  {
    name: 'remove the owner',
    send: (send, { owners }) => send(`DELETE /teams/${owners}/relationships/users`, member('olivia')),
  },
  { name: 'make a token of the organization', send: (send) => send('POST /organizations/acme/authentication-token') },
];
