import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pruneAuditTrail } from '../../src/workspaces/audit-trail/prune-audit-trail.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from '../workspaces/support.ts';
import { document, many } from '../documents.ts';
import { createOrganization, createTeamId } from '../creators.ts';

interface Trail extends WorkspaceTestService {
  /** The organization's token for its audit trail. */
  auditToken: string;
}
const trail = suite<Trail>('the audit trail');
trail.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
  const answer = await context.request('POST /organizations/acme/authentication-token?token=audit-trails');
  context.auditToken = answer.body.data.attributes.token;
});
trail.after.each(async ({ close }) => {
  await close();
});

const read = async ({ auditToken, as }: Trail, query = '', token = auditToken): Promise<any> =>
  (await as(token)(`GET /organization/audit-trail${query}`)).body;
const listResources = async (context: Trail, query = ''): Promise<readonly string[]> =>
  (await read(context, query)).data.map(({ resource }: any) => `${resource.action} ${resource.type}`).reverse();

trail('tells every write of the organization: who, when and what; reads and refusals leave nothing', async (context) => {
  const { request, createWorkspaceId, member, create, as } = context;
  const web = await createWorkspaceId('web');
  await request(`POST /workspaces/${web}/actions/lock`, { reason: 'x' });
  await request(`POST /workspaces/${web}/actions/unlock`);
  const team = await createTeamId({ create }, 'ops');
  const { user } = await member('mia');
  await request(`POST /teams/${team}/relationships/users`, many('users', 'mia'));
  await request(`GET /teams/${team}`);
  assert.is((await as('mia-token')(`DELETE /teams/${team}`)).status, 404);
  await request(`DELETE /teams/${team}`);
  await request(`DELETE /workspaces/${web}`);
  assert.equal(await listResources(context), [
    'create authentication_token',
    'create workspace',
    'lock workspace',
    'unlock workspace',
    'create team',
    'update team',
    'destroy team',
    'destroy workspace',
  ]);
  const { data, pagination } = await read(context, '?page[size]=1');
  const [{ id, request: sent, auth, ...rest }] = data;
  assert.match(id, /^ae-/);
  assert.match(sent.id, /^req-/);
  const me = (await request('GET /account/details')).body.data.id;
  const organization = (await request('GET /organizations/acme')).body.data.attributes['external-id'];
  assert.equal(auth, { accessor_id: me, description: 'olivia', type: 'Client', impersonator_id: null, organization_id: organization });
  assert.equal(rest, {
    version: '0',
    type: 'Resource',
    timestamp: '2026-05-01T12:00:00.000Z',
    resource: { id: web, type: 'workspace', action: 'destroy', meta: null },
  });
  assert.equal(pagination, { current_page: 1, page_size: 1, prev_page: null, next_page: 2, total_pages: 8, total_count: 8 });
  assert.is(user.startsWith('user-'), true);
});

trail('is for the token of the organization and for its own, and not for owners', async (context) => {
  const { request, member, as, create } = context;
  await member('mia', ['manage-teams', 'manage-workspaces', 'manage-membership']);
  assert.is((await as('mia-token')('GET /organization/audit-trail')).status, 404);
  assert.is((await request('GET /organization/audit-trail')).status, 404, 'an owner makes a token for it');
  assert.is((await read(context)).data[0].resource.type, 'authentication_token');
  await createOrganization(context, 'globex');
  assert.equal(
    (await read(context)).data.map(({ resource }: any) => resource.type),
    ['authentication_token'],
    'what happens elsewhere is not told',
  );
  const { token } = (await create('POST /organizations/acme/authentication-token')).attributes;
  assert.is((await read(context, '', token)).data.length, 2);
});

trail('begins where the request says, and is kept for two weeks', async (context) => {
  const { clock, project, store } = context;
  await project('one');
  clock.freeze(new Date('2026-05-05T12:00:00.000Z'));
  await project('two');
  assert.is((await listResources(context, '?since=2026-05-05T12:00:00Z')).length, 1);
  assert.is((await listResources(context, '?since=2026-05-01T12:00:00Z')).length, 3);
  assert.is((await context.as(context.auditToken)('GET /organization/audit-trail?since=monday')).status, 400);
  assert.is(await pruneAuditTrail(store, clock), 0);
  clock.freeze(new Date('2026-05-15T12:00:00.001Z'));
  assert.is((await listResources(context)).length, 1);
  assert.equal([await pruneAuditTrail(store, clock), await pruneAuditTrail(store, clock)], [2, 0]);
});

trail('nothing of it outlives its organization', async (context) => {
  const { request, store } = context;
  await createOrganization(context, 'globex');
  const count = () =>
    store.read(async (view) => (await view.auditTrail.list({ organization: 'globex', from: '' }, { offset: 0, limit: 9 })).total);
  assert.is(await count(), 1);
  assert.is((await request('DELETE /organizations/globex')).status, 204);
  assert.is(await count(), 0);
});

trail('the configuration says that it is kept and sent nowhere', async ({ request }) => {
  const path = '/organizations/acme/audit-configuration';
  const { attributes } = (await request(`GET ${path}`)).body.data;
  assert.equal([attributes['audit-trails'], attributes['hcp-audit-log-streaming'].enabled], [{ enabled: true }, false]);
  const wish = (enabled: boolean) => document('audit-configurations', { 'audit-trails': { enabled } });
  assert.equal([(await request(`PATCH ${path}`, wish(true))).status, (await request(`PATCH ${path}`, wish(false))).status], [200, 422]);
  assert.match((await request(`POST ${path}/test`)).body['request-id'], /^req-/);
});

trail.run();
