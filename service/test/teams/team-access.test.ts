import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listAccessRights, listProjectAccessRights, type TeamAccess } from '../../src/access/workspace-rights.ts';
import { resolvePermissions } from '../../src/workspaces/teams/access-levels.ts';
import { createWorkspaceTestService, summarizeErrors, type WorkspaceTestService } from '../workspaces/support.ts';
import { document } from '../documents.ts';

interface With extends WorkspaceTestService {
  readonly team: string;
  readonly workspace: string;
}
const access = suite<With>('access of teams');
access.before.each(async (context) => {
  const own = await createWorkspaceTestService();
  const { body } = await own.request('POST /organizations/acme/teams', { data: { type: 'teams', attributes: { name: 'ops' } } });
  Object.assign(context, own, { team: body.data.id, workspace: await own.createWorkspaceId('web') });
});
access.after.each(async ({ close }) => {
  await close();
});

const to = (type: string, id: string, team: string) => ({
  team: { data: { type: 'teams', id: team } },
  [type.slice(0, -1)]: { data: { type, id } },
});

access('to a workspace: a level shows all of its permissions, and custom keeps those of the level before', async (context) => {
  const { request, team, workspace } = context;
  const relationships = to('workspaces', workspace, team);
  const given = await request('POST /team-workspaces', document('team-workspaces', { access: 'read' }, relationships));
  const { id } = given.body.data;
  assert.equal(given.body.data.attributes, {
    access: 'read',
    runs: 'read',
    variables: 'read',
    'state-versions': 'read',
    'sentinel-mocks': 'none',
    'workspace-locking': false,
    'run-tasks': false,
    'policy-overrides': false,
  });
  const change = (attributes: object) => request(`PATCH /team-workspaces/${id}`, document('team-workspaces', attributes));
  assert.is((await change({ access: 'admin' })).body.data.attributes['run-tasks'], true);
  assert.equal((await change({ access: 'custom', 'state-versions': 'read-outputs' })).body.data.attributes, {
    access: 'custom',
    runs: 'apply',
    variables: 'write',
    'state-versions': 'read-outputs',
    'sentinel-mocks': 'read',
    'workspace-locking': true,
    'run-tasks': true,
    'policy-overrides': true,
  });
  assert.is((await change({ runs: 'plan' })).body.data.attributes.runs, 'plan');
  assert.equal(summarizeErrors(await change({ access: 'write', runs: 'apply' })), [422, '/data/attributes/runs']);
  assert.equal(summarizeErrors(await change({ runs: 'all' })), [422, '/data/attributes/runs']);
  const second = await request('POST /team-workspaces', document('team-workspaces', { access: 'write' }, relationships));
  assert.equal(summarizeErrors(second), [422, '/data/relationships/team/data/id']);
  assert.is((await request(`GET /team-workspaces/${id}`)).body.data.attributes.access, 'custom', 'the second one changed nothing');
});

access('to a project: permissions are objects, empty with a fixed level', async (context) => {
  const { request, team, project } = context;
  const home = await project('home');
  const empty = { 'project-access': {}, 'workspace-access': {} };
  const given = await request(
    'POST /team-projects',
    document('team-projects', { access: 'maintain', ...empty }, to('projects', home, team)),
  );
  assert.is(given.status, 201, JSON.stringify(given.body));
  const { id } = given.body.data;
  const change = (attributes: object) => request(`PATCH /team-projects/${id}`, document('team-projects', attributes));
  const custom = await change({
    access: 'custom',
    'project-access': { settings: 'update', teams: 'manage' },
    'workspace-access': { delete: false, 'run-tasks': false },
  });
  assert.equal(custom.body.data.attributes, {
    access: 'custom',
    'project-access': { settings: 'update', teams: 'manage', 'variable-sets': 'write' },
    'workspace-access': {
      create: true,
      move: false,
      locking: true,
      delete: false,
      runs: 'apply',
      variables: 'write',
      'state-versions': 'write',
      'sentinel-mocks': 'read',
      'run-tasks': false,
      'policy-overrides': true,
    },
  });
  assert.equal(summarizeErrors(await change({ access: 'read', 'workspace-access': { runs: 'read' } })), [
    422,
    '/data/attributes/workspace-access/runs',
  ]);
  assert.equal(summarizeErrors(await change({ 'project-access': 'all' })), [422, '/data/attributes/project-access']);
  const fixed = await change({ access: 'admin', ...empty });
  assert.equal([fixed.status, fixed.body.data.attributes['project-access'].settings], [200, 'delete']);
});

access('a list has pages, and can be of one team', async (context) => {
  const { request, workspace, member } = context;
  const teams: string[] = [];
  for (const name of ['mia', 'max', 'ann']) teams.push((await member(name)).team);
  for (const team of teams)
    await request('POST /team-workspaces', document('team-workspaces', { access: 'plan' }, to('workspaces', workspace, team)));
  const list = async (query: string) => (await request(`GET /team-workspaces?filter[workspace][id]=${workspace}&${query}`)).body;
  const second = await list('page[size]=2&page[number]=2');
  assert.equal([second.data.length, second.meta.pagination['total-count']], [1, 3]);
  const own = await list(`filter[team][id]=${teams[1]}&include=team`);
  assert.equal([own.data.length, own.included.map(({ attributes }: any) => attributes.name)], [1, ['team of max']]);
});

const levels = ['read', 'plan', 'write', 'maintain', 'admin', 'custom'] as const;
access('the permissions that are told of a level give, as custom ones, no right that the level does not', () => {
  for (const level of levels) {
    const custom: TeamAccess = { ...resolvePermissions({ access: level }), access: 'custom' };
    const [fixed, own] = [listAccessRights({ access: level }), listAccessRights(custom)];
    const beyond = own.filter((right) => !fixed.includes(right));
    assert.equal(beyond, [], level);
    const onProject = listProjectAccessRights({ access: level });
    assert.equal(
      listProjectAccessRights(custom).filter((right) => !onProject.includes(right)),
      [],
      level,
    );
  }
});

access.run();
