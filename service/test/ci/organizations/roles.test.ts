import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CiTestService, startCiService, statusAndMessage } from '../support.ts';
import { applySeed, parseSeed } from '../../../src/seed/index.ts';
import { addMember } from '../../members.ts';
import { routes } from '../../../src/workspaces/index.ts';
import { serviceListeners } from '../../../src/service.ts';

const Roles = suite<{ here: CiTestService; mia: string; ops: string; web: string }>('CI roles');
Roles.before.each(async (context) => {
  context.here = await startCiService();
  const { ci, org, ciAs } = context.here;
  context.mia = (await ciAs('mia-token')('GET /me')).body.id;
  context.ops = (await ci(`GET /organizations/${org}/groups`)).body.items.find(({ name }: any) => name === 'ops').id;
  context.web = (await context.here.project('web', 'gh/acme')).id;
});
Roles.after.each(({ here }) => here.close());

Roles('name a group to who sees its team', async ({ here, ops, web }) => {
  const { ci, org, ciAs } = here;
  await ci(`PUT /projects/${web}/roles/${ops}`, { role: 'admin' });
  await addMember(here, { name: 'noa' });
  const namesFor = async (row: string, token = 'owner-token') => (await ciAs(token)(row)).body.items.map(({ name }: any) => name);
  assert.equal(await namesFor(`GET /projects/${web}/roles`), ['ops']);
  assert.equal(await namesFor(`GET /projects/${web}/roles`, 'noa-token'), []);
  assert.ok((await namesFor(`GET /organizations/${org}/groups`)).includes('ops'));
  assert.not((await namesFor(`GET /organizations/${org}/groups`, 'noa-token')).includes('ops'));
  const noa = (await ciAs('noa-token')('GET /me')).body.id;
  await ci(`PUT /projects/${web}/roles/${noa}`, { role: 'admin' });
  const given = await ciAs('noa-token')(`PUT /projects/${web}/roles/${ops}`, { role: 'viewer' });
  assert.equal(statusAndMessage(given), [404, `the member or group ${ops} was not found, or this token has no access to it`]);
});
Roles('are given, listed, replaced and taken away, of users and of groups', async ({ here: { ci, org, ciAs }, mia, ops, web }) => {
  const mias = { id: mia, name: 'mia', type: 'user' };
  assert.equal((await ci(`PUT /organizations/${org}/roles/${mia}`, { role: 'viewer' })).body, { ...mias, role: 'viewer' });
  await ci(`PUT /projects/${web}/roles/${ops}`, { role: 'contributor' });
  assert.equal((await ci(`GET /organizations/${org}/roles`)).body, { items: [{ ...mias, role: 'viewer' }], next_page_token: null });
  assert.equal((await ci(`PUT /projects/${web}/roles/${ops}`, { role: 'admin' })).body, {
    id: ops,
    name: 'ops',
    type: 'group',
    role: 'admin',
  });
  assert.equal((await ciAs('mia-token')(`GET /projects/${web}/roles`)).body.items, [
    { id: ops, name: 'ops', type: 'group', role: 'admin' },
  ]);
  await ci(`PUT /organizations/${org}/roles/${mia}`, { role: null });
  assert.equal((await ci(`GET /organizations/${org}/roles`)).body.items, []);
});

Roles(
  'what is no role, no member, and an admin of an organization that is no owner, are refused',
  async ({ here: { ci, org, ciAs }, mia, web }) => {
    assert.equal(statusAndMessage(await ci(`PUT /organizations/${org}/roles/${mia}`, { role: 'admin' })), [
      400,
      'the admins of an organization are its owners: add the user to the team of owners',
    ]);
    assert.equal(statusAndMessage(await ci(`PUT /projects/${web}/roles/${mia}`, { role: 'owner' })), [
      400,
      'role: expected admin, contributor, viewer or null, got "owner"',
    ]);
    const stranger = (await ciAs('stranger-token')('GET /me')).body.id;
    assert.is((await ci(`PUT /projects/${web}/roles/${stranger}`, { role: 'viewer' })).status, 404);
    assert.is((await ciAs('stranger-token')(`GET /projects/${web}/roles`)).status, 404);
  },
);

Roles('the strongest counts: own, of a team, in the organization and in the project', async ({ here, mia, ops, web }) => {
  const { ci, org, ciAs } = here;
  const starts = async () => (await ciAs('mia-token')('POST /project/gh/acme/web/pipeline', {})).status;
  const give = (place: string, member: string, role: string | null) => ci(`PUT /${place}/roles/${member}`, { role });
  assert.is(await starts(), 201);
  await give(`organizations/${org}`, mia, 'viewer');
  assert.equal(statusAndMessage(await ciAs('mia-token')('POST /project/gh/acme/web/pipeline', {})), [
    403,
    'this token may not start, approve, run again, cancel or record anything here',
  ]);
  await give(`organizations/${org}`, ops, 'contributor');
  assert.is(await starts(), 201);
  await give(`organizations/${org}`, ops, null);
  await give(`projects/${web}`, ops, 'contributor');
  assert.is(await starts(), 201);
  await give(`projects/${web}`, mia, 'viewer');
  assert.is(await starts(), 201);
  await give(`projects/${web}`, ops, null);
  assert.is(await starts(), 403);
});

Roles('anyone who creates a project is its admin, and may give its roles; of other projects nobody is', async ({ here, ops, web }) => {
  const mia = { token: 'mia-token' };
  const own = (await here.ci('POST /organization/gh%2Facme/project', { name: 'own' }, mia)).body.id;
  assert.is((await here.ci(`PUT /projects/${own}/roles/${ops}`, { role: 'admin' }, mia)).status, 200);
  assert.is((await here.ci(`PUT /projects/${web}/roles/${ops}`, { role: 'admin' }, mia)).status, 403);
  assert.is((await here.ci('POST /project/gh/acme/own/envvar', { name: 'A', value: 'v' }, mia)).status, 201);
  await here.ci('DELETE /project/gh/acme/own', undefined, mia);
  assert.is(await here.store.read((view) => view.count({ kind: 'ci-roles', scope: own })), 0);
});

Roles('who leaves the organization and comes back has no role any more', async ({ here, mia, web }) => {
  await here.giveRole(web, 'admin');
  await here.ci(`PUT /organizations/${here.org}/roles/${mia}`, { role: 'viewer' });
  const { data } = (await here.request('GET /organizations/acme/organization-memberships')).body;
  const membership = data.find((one: any) => one.relationships.user.data.id !== data[0].relationships.user.data.id) ?? data[1];
  assert.is((await here.request(`DELETE /organization-memberships/${membership.id}`)).status, 204);
  assert.is(await here.store.read((view) => view.count({ kind: 'ci-roles' })), 0);
});

const file = `
users: [{ name: ann, token: ann-token }, { name: bob, token: bob-token }]
organizations:
  - name: acme
    owners: [ann]
    teams: [{ name: ops, members: [bob] }]
    ci:
      slug: gh/acme
      roles: [{ user: bob, role: viewer }]
      projects: [{ name: web, roles: [{ team: ops, role: admin }] }, { name: api }]
`;

Roles('a seed gives them by name', async ({ here: { store, clock, ciAs } }) => {
  await store.clear();
  await applySeed(store, parseSeed('seed.yaml', file), { clock, settings: {}, listeners: serviceListeners, routes });
  const set = async (project: string) =>
    (await ciAs('bob-token')(`POST /project/gh/acme/${project}/envvar`, { name: 'A', value: 'v' })).status;
  assert.equal([await set('web'), await set('api')], [201, 403]);
});

Roles('a seed says what is no member', async ({ here: { store, clock } }) => {
  await store.clear();
  const plant = (text: string) =>
    applySeed(store, parseSeed('seed.yaml', text), { clock, settings: {}, listeners: serviceListeners, routes }).catch(
      (error: Error) => error.message,
    );
  const message = 'seed.yaml:9: organizations.0.ci.roles.0: there is no user "eve" in this organization';
  assert.is(await plant(file.replace('user: bob', 'user: eve')), message);
});

Roles.run();
