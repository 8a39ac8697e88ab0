/** The project of a stack decides who sees and changes it, and says so in its permissions (decision 172). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { TeamAccess } from '../../src/access/workspace-rights.ts';
import type { OrganizationRight } from '../../src/http/route.ts';
import { createProjectId, issueToken } from '../creators.ts';
import { document, one } from '../documents.ts';
import { addMember } from '../members.ts';
import { createStackTestService, type StackTestService } from './support.ts';

const test = suite<StackTestService>('rights on stacks');
test.before.each(async (context) => {
  Object.assign(context, await createStackTestService());
});
test.after.each(({ close }) => close());

/** The statuses of a read, an update, a refused configuration, a creation and a deletion with this token; then what the project tells. */
const attempt = async ({ as, request, createStackId, shop }: StackTestService, token: string): Promise<readonly unknown[]> => {
  const id = await createStackId('net');
  const ask = as(token);
  const made = await ask('POST /stacks', document('stacks', { name: 'tide' }, { project: one('projects', shop) }));
  const statuses = [
    (await ask(`GET /stacks/${id}`)).status,
    (await ask(`PATCH /stacks/${id}`, document('stacks', { description: 'berths' }))).status,
    (await ask(`POST /stacks/${id}/fetch-latest-from-vcs`)).status,
    made.status,
    (await ask(`DELETE /stacks/${id}`)).status,
  ];
  const permissions = (await ask(`GET /projects/${shop}`)).body.data?.attributes.permissions;
  for (const stack of [id, made.body.data?.id]) await request(`DELETE /stacks/${stack}`);
  return [
    ...statuses,
    ...['can-view-stacks', 'can-manage-stacks', 'can-update-stacks', 'can-move-stack'].map((name) => permissions?.[name]),
  ];
};

const nothing = [404, 404, 404, 404, 404, undefined, undefined, undefined, undefined];
const reads = [200, 404, 404, 404, 404, true, false, false, false];
const manages = [200, 200, 422, 201, 204, true, true, true, false];

test('access to the project gives the right to read its stacks; maintain and admin that to change them', async (service) => {
  const expected: readonly (readonly [TeamAccess, readonly unknown[]])[] = [
    [{ access: 'read' }, reads],
    [{ access: 'write' }, reads],
    [{ access: 'maintain' }, manages],
    [{ access: 'admin' }, manages],
    [{ access: 'custom', 'project-settings': 'delete', 'create-workspaces': true }, reads],
  ];
  for (const [index, [access, outcome]] of expected.entries()) {
    const given = [['team-projects', service.shop, access]] as const;
    await addMember(service, { name: `mate-${index}`, team: `crew-${index}`, given });
    assert.equal([access.access, ...(await attempt(service, `mate-${index}-token`))], [access.access, ...outcome]);
  }
});

test('rights in the organization give the same on every project', async (service) => {
  const expected: readonly (readonly [readonly OrganizationRight[], readonly unknown[]])[] = [
    [[], nothing],
    [['read-projects'], reads],
    [['manage-workspaces'], reads],
    [['manage-projects'], manages],
  ];
  for (const [index, [access, outcome]] of expected.entries()) {
    await addMember(service, { name: `mate-${index}`, team: `crew-${index}`, access });
    assert.equal([access, ...(await attempt(service, `mate-${index}-token`))], [access, ...outcome]);
  }
  const token = await issueToken(service, '/organizations/acme/authentication-token');
  assert.equal(await attempt(service, token), manages);
});

test('a list has the stacks of projects that the caller reads, and their number', async (service) => {
  const { as, createStackId, shop } = service;
  const secret = await createProjectId(service, 'secret');
  await createStackId('net');
  await createStackId('tide', {}, secret);
  await addMember(service, { name: 'mate', team: 'crew', given: [['team-projects', shop, { access: 'read' }]] });
  await addMember(service, { name: 'guest' });
  const list = async (token: string, query = '') => {
    const { body } = await as(token)(`GET /organizations/acme/stacks${query}`);
    return [body.data.map(({ attributes }: any) => attributes.name), body.meta.pagination['total-count']];
  };
  assert.equal(await list('mate-token'), [['net'], 1]);
  assert.equal(await list('mate-token', `?filter[project][id]=${secret}`), [[], 0]);
  assert.equal(await list('guest-token'), [[], 0]);
  assert.equal(await list('owner-token'), [['net', 'tide'], 2]);
});

test('whether somebody may enable stacks is told to owners', async (service) => {
  await addMember(service, { name: 'mate', team: 'crew', access: ['manage-workspaces', 'manage-projects'] });
  for (const [token, told, status] of [
    ['owner-token', true, 200],
    ['mate-token', false, 404],
  ] as const) {
    const ask = service.as(token);
    assert.is((await ask('GET /organizations/acme')).body.data.attributes.permissions['can-enable-stacks'], told);
    assert.is((await ask('PATCH /organizations/acme', document('organizations', { 'stacks-enabled': true }))).status, status);
  }
});

test.run();
