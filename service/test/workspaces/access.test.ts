import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { document } from '../documents.ts';
import { createOrganization } from '../creators.ts';

const access = suite<WorkspaceTestService & { web: string }>('workspace access');
access.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
  context.web = await context.createWorkspaceId('web');
});
access.after.each(async ({ close }) => {
  await close();
});

/** What each may do with the workspace: the status of one request for each kind of right. */
const tried = async ({ request: ask, web }: WorkspaceTestService & { web: string }, token: string) => {
  const of = async (row: string, body?: unknown) => (await ask(row, body, { token })).status;
  const change = document('workspaces', { description: 'x' });
  return {
    show: await of(`GET /workspaces/${web}`),
    byName: await of('GET /organizations/acme/workspaces/web'),
    update: await of(`PATCH /workspaces/${web}`, change),
    lock: await of(`POST /workspaces/${web}/actions/lock`),
    unlock: await of(`POST /workspaces/${web}/actions/unlock`),
    force: await of(`POST /workspaces/${web}/actions/force-unlock`),
    variables: await of(`GET /workspaces/${web}/vars`),
    tag: await of(`POST /workspaces/${web}/relationships/tags`, { data: [] }),
    forceDelete: await of(`DELETE /workspaces/${web}`),
  };
};
const nothing = { show: 404, byName: 404, update: 404, lock: 404, unlock: 404, force: 404, variables: 404, tag: 404, forceDelete: 404 };
const may = async (context: WorkspaceTestService & { web: string }, token: string) => {
  const { permissions } = (await context.as(token)(`GET /workspaces/${context.web}`)).body.data.attributes;
  return Object.keys(permissions).filter((name) => permissions[name]);
};
const reading = [
  'can-read-run',
  'can-read-variable',
  'can-read-state-versions',
  'can-read-state-outputs',
  'can-read-settings',
  'can-read-assessment-results',
];

access('an owner may do everything', async (context) => {
  assert.equal(await tried(context, 'owner-token'), {
    show: 200,
    byName: 200,
    update: 200,
    lock: 200,
    unlock: 200,
    force: 409,
    variables: 200,
    tag: 204,
    forceDelete: 204,
  });
});

access('a stranger and a member without any right see nothing', async (context) => {
  await createOrganization(context, 'other');
  const { token } = await context.member('nil');
  assert.equal(await tried(context, token), nothing);
  const foreign = (await context.request('POST /organizations/other/authentication-token')).body.data.attributes.token;
  assert.equal(await tried(context, foreign), nothing);
  assert.is((await context.as('no-such-token')(`GET /workspaces/${context.web}`)).status, 401);
  assert.is((await context.as(null)(`GET /workspaces/${context.web}`)).status, 401);
});

access('a reader reads', async (context) => {
  const { token, team } = await context.member('rita');
  await context.grant('team-workspaces', team, context.web, { access: 'read' });
  assert.equal(await tried(context, token), { ...nothing, show: 200, byName: 200, variables: 200, forceDelete: 403 });
  assert.equal((await may(context, token)).sort(), [...reading].sort());
});

access('a team that may only lock locks', async (context) => {
  const { token, team } = await context.member('lena');
  await context.grant('team-workspaces', team, context.web, {
    access: 'custom',
    runs: 'read',
    variables: 'none',
    'workspace-locking': true,
  });
  assert.equal(await tried(context, token), { ...nothing, show: 200, byName: 200, lock: 200, unlock: 200, forceDelete: 403 });
  assert.equal((await may(context, token)).sort(), [
    'can-lock',
    'can-read-assessment-results',
    'can-read-run',
    'can-read-settings',
    'can-unlock',
  ]);
});

access('an administrator of the workspace, or of its project, changes it', async (context) => {
  const expected = { show: 200, byName: 200, update: 200, lock: 200, unlock: 200, force: 409, variables: 200, tag: 204, forceDelete: 403 };
  const { token, team } = await context.member('ada');
  await context.grant('team-workspaces', team, context.web, { access: 'admin' });
  assert.equal(await tried(context, token), expected);
  const { token: through, team: second } = await context.member('pat');
  const project = (await context.request(`GET /workspaces/${context.web}`)).body.data.relationships.project.data.id;
  await context.grant('team-projects', second, project, { access: 'admin' });
  assert.equal(await tried(context, through), expected);
});

access(
  "who manages all workspaces creates them; so does the organization's token; others get 404",
  async ({ request: ask, member, grant, project, as }) => {
    const create = (name: string, token: string, relationships = {}) =>
      as(token)('POST /organizations/acme/workspaces', document('workspaces', { name }, relationships));
    const { token: manager } = await member('mo', ['manage-workspaces']);
    assert.is((await create('by-manager', manager)).status, 201);
    assert.is((await create('by-team', 'team-of-mo-token')).status, 201);
    const secret = (await ask('POST /organizations/acme/authentication-token')).body.data.attributes.token;
    assert.is((await create('by-organization', secret)).status, 201);
    const { token, team } = await member('rita', ['read-workspaces']);
    assert.is((await create('by-reader', token)).status, 404);
    const lab = await project('lab');
    const inLab = { project: { data: { type: 'projects', id: lab } } };
    assert.is((await create('by-reader', token, inLab)).status, 404);
    await grant('team-projects', team, lab, { access: 'maintain' });
    assert.is((await create('in-lab', token, inLab)).status, 201, 'who maintains a project creates in it');
    assert.is((await create('by-reader', token)).status, 404, 'and nowhere else');
  },
);

access('a move needs the right on both projects', async ({ request: ask, web, member, grant, project, as }) => {
  const [from, to] = [(await ask(`GET /workspaces/${web}`)).body.data.relationships.project.data.id, await project('lab')];
  const { token, team } = await member('mia');
  const move = async () =>
    (
      await as(token)(`PATCH /workspaces/${web}`, {
        data: { type: 'workspaces', relationships: { project: { data: { type: 'projects', id: to } } } },
      })
    ).status;
  await grant('team-projects', team, from, { access: 'admin' });
  assert.is(await move(), 422, 'it does not see where to');
  await grant('team-projects', team, to, { access: 'read' });
  assert.is(await move(), 404);
  await grant('team-projects', team, to, { access: 'admin' });
  assert.is(await move(), 200);
  const { token: second, team: other } = await member('moe');
  await grant('team-workspaces', other, web, { access: 'admin' });
  await grant('team-projects', other, from, { access: 'admin' });
  assert.is(
    (
      await as(second)(`PATCH /workspaces/${web}`, {
        data: { type: 'workspaces', relationships: { project: { data: { type: 'projects', id: from } } } },
      })
    ).status,
    403,
    'out of a project needs the right there, and the workspace is seen',
  );
});

access('variables of the document are for those who may read them', async ({ request: ask, web, member, grant, as }) => {
  await ask(`POST /workspaces/${web}/vars`, document('vars', { key: 'A', value: 'x', category: 'env' }));
  const { token, team } = await member('lena');
  await grant('team-workspaces', team, web, { access: 'custom', 'workspace-locking': true });
  assert.equal((await as(token)(`GET /workspaces/${web}`)).body.data.relationships.vars, { data: [] });
});

access.run();
