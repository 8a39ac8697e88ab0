import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../../service/test/support.ts';
import { document } from '../../service/test/documents.ts';

/** What the Go client of the hosted service needs to hear, besides what the vendor's document says of it. Requests of our own. */
const test = suite<{ bench: TestService; hosted: TestService['request'] }>('what the Go client checks');
test.before.each(async (context) => {
  context.bench = await createTestService({ profile: 'hosted' });
  context.hosted = (row, body, options) => context.bench.request(row, body, options);
});
test.after.each(({ bench }) => bench.close());

type Ask = TestService['request'];
const create = async (hosted: Ask, row: string, type: string, attributes: object, relationships: object = {}): Promise<any> => {
  const { status, body } = await hosted(`POST ${row}`, document(type, attributes, relationships));
  assert.is(status, 201, `${row}: ${JSON.stringify(body)}`);
  return body.data;
};
const refusal = ({ status, body }: any): unknown => [status, body.errors[0].detail, body.errors[0].source?.pointer];
const refuse = async (hosted: Ask, row: string, type: string, attributes: object): Promise<unknown> =>
  refusal(await hosted(row, document(type, attributes)));
const namesOf = ({ body }: any): readonly string[] => body.data.map(({ attributes }: any) => attributes.name);

test('a version of a provider comes without a type, without protocols and before its key', async ({ hosted }) => {
  await create(hosted, '/organizations/acme/registry-providers', 'registry-providers', {
    name: 'crane',
    namespace: 'acme',
    'registry-name': 'private',
  });
  const versions = '/organizations/acme/registry-providers/private/acme/crane/versions';
  const { attributes } = await create(hosted, versions, '', { version: '1.2.3', 'key-id': 'a1b2', protocols: null });
  assert.equal([attributes['key-id'], attributes.protocols], ['a1b2', ['5.0']]);
  // Without the key the package cannot be verified, and the engine is told that there is none.
  const download = 'GET //api/registry/v1/providers/acme/crane/1.2.3/download/linux/amd64';
  await hosted(`POST ${versions}/1.2.3/platforms`, document('', { os: 'linux', arch: 'amd64', shasum: 'a'.repeat(64), filename: 'c.zip' }));
  assert.is((await hosted(download)).status, 404);
  const { errors } = (await hosted(`POST ${versions}`, document('workspaces', { version: '1.2.4', 'key-id': 'a1b2' }))).body;
  assert.is(errors[0].source.pointer, '/data/type', 'another type is refused');
});

test('a platform of a provider is created with the type that the pages of the hosted service name', async ({ hosted }) => {
  const row = '/organizations/acme/registry-providers';
  await create(hosted, row, 'registry-providers', { name: 'crane', namespace: 'acme', 'registry-name': 'private' });
  const versions = `${row}/private/acme/crane/versions`;
  await create(hosted, versions, 'registry-provider-versions', { version: '1.2.3', 'key-id': 'a1b2' });
  const platform = { os: 'linux', arch: 'amd64', shasum: 'a'.repeat(64), filename: 'c.zip' };
  const made = await create(hosted, `${versions}/1.2.3/platforms`, 'registry-provider-version-platforms', platform);
  assert.is(made.type, 'registry-provider-platforms');
});

test('a version of a module may have metadata, which does not count in its order', async ({ hosted }) => {
  const { id } = await create(hosted, '/organizations/acme/registry-modules', 'registry-modules', { name: 'vpc', provider: 'aws' });
  const versions = '/organizations/acme/registry-modules/private/acme/vpc/aws/versions';
  const first = await create(hosted, versions, 'registry-module-versions', { version: '1.2.3-alpha+feature' });
  assert.equal(first.attributes['updated-at'], first.attributes['created-at']);
  assert.match(first.links.upload, `/registry-modules/${id}/versions/1.2.3-alpha+feature/object/`);
  await create(hosted, versions, 'registry-module-versions', { version: '1.2.3' });
  const listed = (await hosted(`GET ${versions}`)).body.data;
  assert.equal(
    listed.map(({ attributes }: any) => attributes.version),
    ['1.2.3', '1.2.3-alpha+feature'],
  );
});

test('refusals say what the client looks for', async ({ hosted }) => {
  const pool = (await create(hosted, '/organizations/acme/agent-pools', 'agent-pools', { name: 'north' })).id;
  const projects = 'POST /organizations/acme/projects';
  const [mode, poolId] = ['default-execution-mode', 'default-agent-pool-id'];
  assert.equal(await refuse(hosted, projects, 'projects', { name: '! / nope' }), [
    422,
    'Name may only contain 1 to 90 letters, digits, spaces, - and _',
    '/data/attributes/name',
  ]);
  assert.equal(await refuse(hosted, projects, 'projects', { name: 'a', [mode]: 'remote', [poolId]: pool }), [
    422,
    'default-agent-pool-id must not be specified unless using \'agent\' execution mode; here it is "remote"',
    `/data/attributes/${poolId}`,
  ]);
  assert.equal(await refuse(hosted, projects, 'projects', { name: 'b', [mode]: 'agent' }), [
    422,
    "default-agent-pool-id must be specified when using 'agent' execution mode",
    `/data/attributes/${poolId}`,
  ]);
  const overwrites = { 'default-execution-mode': true, 'default-agent-pool': false };
  assert.equal(await refuse(hosted, projects, 'projects', { name: 'c', 'setting-overwrites': overwrites }), [
    422,
    'If agent-pool and execution-mode are both included in setting-overwrites, their values must be the same.',
    '/data/attributes/setting-overwrites',
  ]);
  const include = (await hosted('GET /organizations/acme?include=colour')).body.errors[0];
  assert.equal([include.status, include.source.parameter], ['400', 'include']);
  assert.match(include.detail, /^the include parameter names "colour"/);
  assert.equal(await refuse(hosted, 'POST /organizations/acme/organization-memberships', 'organization-memberships', { email: 'bob' }), [
    422,
    'Email is invalid: expected an email address',
    '/data/attributes/email',
  ]);
});

test('reserved tag keys are valid keys, each once', async ({ hosted }) => {
  const row = '/organizations/acme/reserved-tag-keys';
  await create(hosted, row, 'reserved-tag-keys', { key: 'team' });
  assert.equal(await refuse(hosted, `POST ${row}`, 'reserved-tag-keys', { key: 'team' }), [
    422,
    'Key has already been taken: "team"',
    '/data/attributes/key',
  ]);
  const [status, detail] = (await refuse(hosted, `POST ${row}`, 'reserved-tag-keys', { key: '! / nope' })) as [number, string];
  assert.is(status, 422);
  assert.match(detail, /^Key is invalid: expected a tag key/);
});

test('a single permission of a fixed level is named', async ({ hosted }) => {
  const team = (await create(hosted, '/organizations/acme/teams', 'teams', { name: 'ops' })).id;
  const workspace = (await create(hosted, '/organizations/acme/workspaces', 'workspaces', { name: 'web' })).id;
  const relationships = { team: { data: { type: 'teams', id: team } }, workspace: { data: { type: 'workspaces', id: workspace } } };
  const sent = document('team-workspaces', { access: 'read', 'state-versions': 'write' }, relationships);
  assert.equal(refusal(await hosted('POST /team-workspaces', sent)), [
    422,
    "State versions is read-only when access level is 'read'; use the 'custom' access level to set this attribute.",
    '/data/attributes/state-versions',
  ]);
});

test('an invitation brings the user that stands for it', async ({ hosted }) => {
  const row = '/organizations/acme/organization-memberships';
  const { body } = await hosted(`POST ${row}`, document('organization-memberships', { email: 'ann@port.example' }));
  const [user] = body.included;
  assert.equal([user.id, user.attributes.email], [body.data.relationships.user.data.id, 'ann@port.example']);
  assert.equal((await hosted(`GET /organization-memberships/${body.data.id}?include=user`)).body.included, [user]);
});

test('pools that every workspace may use pass the filters by workspace and by project', async ({ hosted }) => {
  const [web, app] = [
    await create(hosted, '/organizations/acme/workspaces', 'workspaces', { name: 'web' }),
    await create(hosted, '/organizations/acme/workspaces', 'workspaces', { name: 'app' }),
  ];
  const pools = '/organizations/acme/agent-pools';
  const only = (id: string) => ({ 'allowed-workspaces': { data: [{ type: 'workspaces', id }] } });
  await create(hosted, pools, 'agent-pools', { name: 'all' });
  await create(hosted, pools, 'agent-pools', { name: 'for-web', 'organization-scoped': false }, only(web.id));
  await create(hosted, pools, 'agent-pools', { name: 'for-app', 'organization-scoped': false }, only(app.id));
  const list = async (name: string) => namesOf(await hosted(`GET ${pools}?filter[allowed_workspaces][name]=${name}&sort=name`));
  assert.equal([await list('web'), await list('app'), await list('none')], [['all', 'for-web'], ['all', 'for-app'], []]);
  assert.equal(namesOf(await hosted(`GET ${pools}?filter[allowed-workspaces][name]=app`)).length, 2, 'as the document writes it');
  assert.equal(namesOf(await hosted(`GET ${pools}?filter[allowed_projects][name]=Default%20Project`)), ['all']);
});

test('team tokens are found by the name of the team and by when they expire', async ({ hosted }) => {
  const make = async (name: string, days: number) => {
    const { id } = await create(hosted, '/organizations/acme/teams', 'teams', { name });
    const at = new Date(Date.parse('2026-05-01T12:00:00Z') + days * 24 * 3_600_000).toISOString();
    return create(hosted, `/teams/${id}/authentication-token`, 'authentication-tokens', { 'expired-at': at });
  };
  const [late, soon] = [await make('harbor', 20), await make('pier', 5)];
  const list = async (query: string) =>
    (await hosted(`GET /organizations/acme/team-tokens?${query}`)).body.data.map(({ id }: any) => (id === late.id ? 'late' : 'soon'));
  assert.equal([await list('q=HARB'), await list('q=none')], [['late'], []]);
  assert.equal(
    [await list('sort=expired-at'), await list('sort=-expired-at')],
    [
      ['soon', 'late'],
      ['late', 'soon'],
    ],
  );
  assert.equal(await list('filter[expiry_status]=expiring_in_7_days'), ['soon']);
  assert.equal((await list('filter[expiry_status]=expired,expiring_in_30_days')).sort(), ['late', 'soon']);
  assert.is((await hosted('GET /organizations/acme/team-tokens?filter[expiry_status]=old')).status, 400);
  assert.is((await hosted('GET /organizations/acme/team-tokens?sort=name')).status, 400);
  assert.is(soon.attributes['expired-at'], '2026-05-06T12:00:00.000Z');
});

test('a token lives two years of the calendar, where nobody says', async ({ hosted }) => {
  const token = await create(hosted, '/organizations/acme/authentication-token', 'authentication-tokens', {});
  assert.is(token.attributes['expired-at'], '2028-05-01T12:00:00.000Z');
});

test('all variables of a workspace are those that its runs have', async ({ hosted }) => {
  const { id } = await create(hosted, '/organizations/acme/workspaces', 'workspaces', { name: 'web' });
  const set = async (name: string, priority: boolean, vars: object) =>
    create(
      hosted,
      '/organizations/acme/varsets',
      'varsets',
      { name, global: true, priority },
      {
        vars: { data: Object.entries(vars).map(([key, value]) => ({ type: 'vars', attributes: { key, value, category: 'terraform' } })) },
      },
    );
  await set('plain', false, { region: 'set', only: 'set' });
  await set('strong', true, { size: 'strong' });
  for (const key of ['region', 'size'])
    await create(hosted, `/workspaces/${id}/vars`, 'vars', { key, value: 'own', category: 'terraform' });
  await create(hosted, `/workspaces/${id}/vars`, 'vars', { key: 'region', value: 'of the environment', category: 'env' });
  const listed = (await hosted(`GET /workspaces/${id}/all-vars`)).body.data.map(
    ({ attributes: { key, value } }: any) => `${key}: ${value}`,
  );
  assert.equal(listed.sort(), ['only: set', 'region: of the environment', 'region: own', 'size: strong']);
});

test('the version of a variable changes with every write, also with one that changes nothing', async ({ hosted }) => {
  const { id } = await create(hosted, '/organizations/acme/workspaces', 'workspaces', { name: 'web' });
  const before = await create(hosted, `/workspaces/${id}/vars`, 'vars', { key: 'a', value: 'b', category: 'terraform' });
  const after = (await hosted(`PATCH /workspaces/${id}/vars/${before.id}`, document('vars', {}))).body.data;
  assert.is.not(after.attributes['version-id'], before.attributes['version-id']);
  assert.is(after.attributes.value, 'b');
});

test('connections to code hosts: the key of Bitbucket Data Center stays, a private key is one', async ({ hosted }) => {
  const client = await create(hosted, '/organizations/acme/oauth-clients', 'oauth-clients', {
    'service-provider': 'bitbucket_data_center',
    'http-url': 'https://code.port.example',
    'api-url': 'https://code.port.example',
    key: 'consumer',
  });
  assert.equal(await refuse(hosted, `PATCH /oauth-clients/${client.id}`, 'oauth-clients', { key: '' }), [
    422,
    'Key must be present: it is the consumer key for Bitbucket Data Center',
    '/data/attributes/key',
  ]);
  const token = client.relationships['oauth-tokens'].data[0].id;
  const write = (key: string) => hosted(`PATCH /oauth-tokens/${token}`, document('oauth-tokens', { 'ssh-key': key }));
  assert.equal(refusal(await write('no key')), [
    422,
    'Ssh key is invalid: expected a private key in the PEM format',
    '/data/attributes/ssh-key',
  ]);
  const kept = await write('-----BEGIN RSA PRIVATE KEY-----\nbase64\n-----END RSA PRIVATE KEY-----');
  assert.is(kept.body.data.attributes['has-ssh-key'], true);
});

test('the audit trail of an organization opens to its own token, and to no team', async ({ hosted }) => {
  const { token } = (await create(hosted, '/organizations/acme/authentication-token', 'authentication-tokens', {})).attributes;
  assert.is((await hosted('GET /organization/audit-trail', undefined, { token })).status, 200);
  const { id } = await create(hosted, '/organizations/acme/teams', 'teams', {
    name: 'ops',
    'organization-access': { 'manage-workspaces': true },
  });
  const ofTeam = (await create(hosted, `/teams/${id}/authentication-token`, 'authentication-tokens', {})).attributes.token;
  assert.is((await hosted('GET /organization/audit-trail', undefined, { token: ofTeam })).status, 404);
});

test.run();
