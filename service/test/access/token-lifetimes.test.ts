import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTeamId } from '../creators.ts';
import { document, many } from '../documents.ts';
import { createWorkspaceTestService, summarizeErrors, type WorkspaceTestService } from '../workspaces/support.ts';

const tokens = suite<WorkspaceTestService>('tokens');
tokens.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
tokens.after.each(async ({ close }) => {
  await close();
});

const hosted = { headers: { 'user-agent': 'go-tfe' } };
const statusOf = async ({ as }: WorkspaceTestService, token: string): Promise<number> =>
  (await as(token)('GET /organizations/acme')).status;
const issue = async ({ request }: WorkspaceTestService, path: string, attributes: object = {}, options = {}): Promise<any> => {
  const { status, body } = await request(`POST ${path}`, document('authentication-tokens', attributes), options);
  assert.is(status, 201, JSON.stringify(body));
  return body.data;
};

tokens('a team has several, each is read and deleted by its ID', async (context) => {
  const { request } = context;
  const team = await createTeamId(context, 'ops');
  const one = await issue(context, `/teams/${team}/authentication-tokens`, { description: 'night' });
  const other = await issue(context, `/teams/${team}/authentication-tokens`, { description: 'day' });
  const main = await issue(context, `/teams/${team}/authentication-token`);
  const me = (await request('GET /account/details')).body.data.id;
  assert.equal(one.relationships, { 'created-by': { data: { id: me, type: 'users' } }, team: { data: { id: team, type: 'teams' } } });
  assert.equal(
    [await statusOf(context, one.attributes.token), await statusOf(context, other.attributes.token)],
    [200, 200],
    'a new one replaces none of several',
  );
  const shown = await request(`GET /authentication-tokens/${one.id}`);
  assert.equal([shown.body.data.attributes.token, shown.body.data.attributes.description], [null, 'night']);
  const list = async (query = '') =>
    (await request(`GET /organizations/acme/team-tokens${query}`)).body.data.map(({ attributes }: any) => attributes.description);
  assert.equal(
    [await list(), await list('?q=OP'), await list('?q=night'), await list('?filter[expiry_status]=expired')],
    [['night', 'day', null], ['night', 'day', null], [], []],
  );
  const { relationships } = (await request(`GET /teams/${team}`)).body.data;
  assert.is(relationships['authentication-token'].data.id, main.id);
  assert.is(relationships['authentication-tokens'].data.length, 3);
  assert.is((await request(`DELETE /authentication-tokens/${one.id}`)).status, 204);
  const rest = many('authentication-tokens', other.id, main.id);
  assert.is((await request('DELETE /organizations/acme/team-tokens', rest)).status, 204);
  assert.equal([await list(), await statusOf(context, other.attributes.token)], [[], 401]);
});

tokens('members of a team manage its tokens where the team lets them; others never see them', async (context) => {
  const { request, member, as } = context;
  const { team } = await member('mia');
  await member('max');
  const one = await issue(context, `/teams/${team}/authentication-tokens`, {}, { token: 'mia-token' });
  const read = (token: string) => as(token)(`GET /authentication-tokens/${one.id}`);
  assert.equal([(await read('mia-token')).status, (await read('max-token')).status], [200, 404]);
  assert.is((await request(`PATCH /teams/${team}`, document('teams', { 'allow-member-token-management': false }))).status, 200);
  assert.is((await read('mia-token')).status, 404);
  assert.is((await as('mia-token')(`POST /teams/${team}/authentication-tokens`, document('authentication-tokens', {}))).status, 404);
});

tokens('of the hosted dialect expire after two years, unless the request says when', async (context) => {
  const team = await createTeamId(context, 'ops');
  const path = `/teams/${team}/authentication-tokens`;
  const expiry = async (attributes: object, options = {}) => (await issue(context, path, attributes, options)).attributes['expired-at'];
  assert.equal(
    [
      await expiry({}, hosted),
      await expiry({ 'expired-at': null }, hosted),
      await expiry({}),
      await expiry({ 'expired-at': '2031-05-06T07:08:09Z' }, hosted),
    ],
    ['2028-05-01T12:00:00.000Z', null, null, '2031-05-06T07:08:09.000Z'],
  );
});

const policy = (type: string, days: number) =>
  document('organization-token-ttl-policies', { 'token-ttl-policies': [{ 'token-type': type, 'max-ttl-ms': days * 86_400_000 }] });
const path = '/organizations/acme/token-ttl-policies';

tokens('a policy is told for each type, set by owners, and checked', async ({ request, member, as }) => {
  const told = async () =>
    Object.fromEntries(
      (await request(`GET ${path}`)).body.data.map(({ attributes }: any) => [attributes['token-type'], attributes['max-ttl-ms']]),
    );
  const usual = 63_072_000_000;
  assert.equal(await told(), { organization: usual, team: usual, user: usual, audit_trails: usual });
  const changed = await request(`PATCH ${path}`, policy('team', 14));
  assert.equal([changed.status, changed.body.data[1].type], [200, 'organization-token-ttl-policies']);
  assert.equal(await told(), { organization: usual, team: 1_209_600_000, user: usual, audit_trails: usual });
  await member('mia', ['manage-teams', 'manage-membership']);
  assert.is((await as('mia-token')(`PATCH ${path}`, policy('team', 99))).status, 404);
  assert.equal(summarizeErrors(await request(`PATCH ${path}`, policy('metrics', 0))), [
    422,
    '/data/attributes/token-ttl-policies/0/token-type',
    '/data/attributes/token-ttl-policies/0/max-ttl-ms',
  ]);
});

tokens('a token that is older than the policy of its type is refused', async (context) => {
  const { request, clock, member, as } = context;
  const { team } = await member('mia');
  const organization = await issue(context, '/organizations/acme/authentication-token');
  const before = await issue(context, `/teams/${team}/authentication-tokens`);
  clock.freeze(new Date('2026-05-11T12:00:00.000Z'));
  await request(`PATCH ${path}`, policy('team', 10));
  assert.equal([await statusOf(context, before.attributes.token), await statusOf(context, organization.attributes.token)], [401, 200]);
  const now = await issue(context, `/teams/${team}/authentication-tokens`);
  assert.is(now.attributes['expired-at'], '2026-05-21T12:00:00.000Z', 'a new one ends with the policy');
  const late = await request(
    `POST /teams/${team}/authentication-tokens`,
    document('authentication-tokens', { 'expired-at': '2027-01-01T00:00:00Z' }),
  );
  assert.equal(summarizeErrors(late), [422, '/data/attributes/expired-at']);
  await request(`PATCH ${path}`, policy('user', 20));
  assert.is(await statusOf(context, 'mia-token'), 200);
  clock.freeze(new Date('2026-05-21T12:00:00.000Z'));
  await new Promise((resolve) => setTimeout(resolve, 1100));
  assert.is(await statusOf(context, 'mia-token'), 404, 'users keep their account, and lose the organization');
  assert.is((await as('mia-token')('GET /account/details')).status, 200);
});

tokens('agents join with tokens of their pool, which open no other endpoint', async (context) => {
  const { request, create, member, as } = context;
  await member('mia');
  const { id } = await create('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'north' }));
  const one = await issue(context, `/agent-pools/${id}/authentication-tokens`, { description: 'one' });
  assert.is(await statusOf(context, one.attributes.token), 404);
  const tokensOf = async (token: string) =>
    (await as(token)(`GET /agent-pools/${id}`)).body.data.relationships['authentication-tokens'].data;
  assert.equal(await tokensOf('owner-token'), [{ id: one.id, type: 'authentication-tokens' }]);
  assert.equal(await tokensOf('mia-token'), []);
  assert.is((await as('mia-token')(`GET /authentication-tokens/${one.id}`)).status, 404);
  assert.equal((await request(`GET /agent-pools/${id}/agents`)).body.data, []);
  assert.is((await request(`DELETE /agent-pools/${id}`)).status, 204);
  assert.is((await request(`GET /authentication-tokens/${one.id}`)).status, 404, 'gone with the pool');
});

tokens.run();
