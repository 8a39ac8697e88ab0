/** Stacks are documents: what clients create, read, list, change and delete (decision 172). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createProjectId } from '../creators.ts';
import { document, one } from '../documents.ts';
import { createStackTestService, type StackTestService } from './support.ts';

const test = suite<StackTestService>('stacks');
test.before.each(async (context) => {
  Object.assign(context, await createStackTestService());
});
test.after.each(({ close }) => close());

const faults = ({ status, body }: { status: number; body: any }): unknown => [
  status,
  body.errors.map(({ detail, source }: any) => `${source?.pointer ?? source?.parameter ?? ''} ${detail}`.trim()),
];
const connect = async ({ create }: StackTestService): Promise<string> => {
  const attributes = { 'service-provider': 'github', 'http-url': 'https://git.example', 'api-url': 'https://git.example/api' };
  const client = await create(
    'POST /organizations/acme/oauth-clients',
    document('oauth-clients', { ...attributes, 'oauth-token-string': 's' }),
  );
  return client.relationships['oauth-tokens'].data[0].id;
};
const namesOf = ({ body }: { body: any }): unknown => body.data.map(({ attributes }: any) => attributes.name);

test('a stack is what was written, with the defaults of the rest', async ({ create, request, shop }) => {
  const made = await create('POST /stacks', document('stacks', { name: 'net' }, { project: one('projects', shop) }));
  assert.match(made.id, /^st-[A-Za-z0-9]{16}$/);
  const { 'created-at': createdAt, 'updated-at': updatedAt, ...attributes } = made.attributes;
  assert.equal([createdAt, updatedAt], ['2026-05-01T12:00:00.000Z', '2026-05-01T12:00:00.000Z']);
  assert.equal(attributes, {
    name: 'net',
    description: '',
    'vcs-repo': null,
    'speculative-enabled': false,
    'debugging-mode': false,
    'execution-mode': 'remote',
    'working-directory': '',
    'trigger-patterns': [],
    'creation-source': 'api',
    'upstream-count': 0,
    'downstream-count': 0,
    'inputs-count': 0,
    'outputs-count': 0,
    'linked-stack-connections': { 'upstream-count': 0, 'downstream-count': 0, 'inputs-count': 0, 'outputs-count': 0 },
    deleteable: true,
  });
  assert.equal(made.relationships, {
    organization: { data: { id: 'acme', type: 'organizations' } },
    project: { data: { id: shop, type: 'projects' } },
    'agent-pool': { data: null },
    'latest-stack-configuration': { data: null },
    'stack-configurations': { links: { related: `/api/v2/stacks/${made.id}/stack-configurations` } },
  });
  assert.equal((await request(`GET /stacks/${made.id}`)).body.data, made);
});

test('a stack has a repository by a connection, an agent pool, a folder and patterns', async (service) => {
  const { create, shop } = service;
  const token = await connect(service);
  const pool = (await create('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'crew' }))).id;
  const attributes = {
    name: 'net',
    migration: true,
    'speculative-enabled': true,
    'working-directory': 'envs',
    'trigger-patterns': ['/**/*'],
    'vcs-repo': { identifier: 'acme/net', 'oauth-token-id': token, branch: 'main' },
  };
  const related = { project: one('projects', shop), 'agent-pool': one('agent-pools', pool) };
  const made = await create('POST /stacks', document('stacks', attributes, related));
  assert.equal(made.attributes['vcs-repo'], {
    identifier: 'acme/net',
    branch: 'main',
    'oauth-token-id': token,
    'tags-regex': null,
    'trigger-disabled': false,
    'display-identifier': 'acme/net',
    'repository-http-url': 'https://git.example/acme/net',
    'service-provider': 'github',
  });
  const { 'creation-source': source, 'execution-mode': mode, 'trigger-patterns': patterns, 'working-directory': folder } = made.attributes;
  assert.equal([source, mode, patterns, folder], ['migration-api', 'agent', ['/**/*'], 'envs']);
  assert.equal(made.relationships['agent-pool'].data, { id: pool, type: 'agent-pools' });
  assert.equal(faults(await service.request(`DELETE /agent-pools/${pool}`)), [
    409,
    ['1 stacks have this agent pool; give them another first'],
  ]);
});

test('an update changes what it names; null takes the repository and the agent pool away', async (service) => {
  const { create, request, createStackId, clock } = service;
  const token = await connect(service);
  const id = await createStackId('net', { 'vcs-repo': { identifier: 'acme/net', 'oauth-token-id': token, 'tags-regex': '^v' } });
  clock.advance(60_000);
  const pool = (await create('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'crew' }))).id;
  const named = await request(
    `PATCH /stacks/${id}`,
    document('stacks', { description: 'berths', 'vcs-repo': { branch: 'dev' } }, { 'agent-pool': one('agent-pools', pool) }),
  );
  const { 'vcs-repo': repository, 'created-at': createdAt, 'updated-at': updatedAt, ...attributes } = named.body.data.attributes;
  assert.equal([createdAt, updatedAt], ['2026-05-01T12:00:00.000Z', '2026-05-01T12:01:00.000Z']);
  assert.equal([named.status, attributes.name, attributes.description], [200, 'net', 'berths']);
  assert.equal([repository.identifier, repository.branch, repository['tags-regex']], ['acme/net', 'dev', '^v']);
  // As the Go client writes it, which sends null for what it does not have.
  const cleared = await request(
    `PATCH /stacks/${id}`,
    document(
      'stacks',
      { name: 'nets', 'vcs-repo': null, 'trigger-patterns': null, 'working-directory': '' },
      { 'agent-pool': { data: null } },
    ),
  );
  const { name, 'vcs-repo': none, 'trigger-patterns': patterns } = cleared.body.data.attributes;
  assert.equal([cleared.status, name, none, patterns], [200, 'nets', null, []]);
  assert.equal(cleared.body.data.relationships['agent-pool'], { data: null });
});

test('what a stack cannot have is refused, all at once', async ({ request, shop, createStackId }) => {
  const post = (attributes: object, related: object = { project: one('projects', shop) }) =>
    request('POST /stacks', document('stacks', attributes, related));
  assert.equal(faults(await post({ name: 'a net', 'execution-mode': 'local', 'trigger-patterns': [7], 'speculative-enabled': 'no' })), [
    422,
    [
      '/data/attributes/speculative-enabled expected true or false, got a string',
      '/data/attributes/trigger-patterns expected a list of at most 100 texts, each of at most 1024 characters',
      '/data/attributes/name expected letters, digits, - and _ only',
      '/data/attributes/execution-mode expected remote or agent',
    ],
  ]);
  assert.equal(faults(await post({})), [422, ['/data/attributes/name name is required: expected one line of at most 255 characters']]);
  assert.equal(faults(await post({ name: 'net' }, {})), [422, ['/data/relationships/project expected the project of the stack']]);
  assert.equal(faults(await post({ name: 'net' }, { project: one('projects', 'prj-nothing') })), [
    404,
    ['the project prj-nothing was not found, or this token has no access to it'],
  ]);
  assert.equal(faults(await post({ name: 'net', 'vcs-repo': { identifier: 'acme/net', 'oauth-token-id': 'ot-1' } })), [
    422,
    ['/data/attributes/vcs-repo/oauth-token-id "ot-1" is no connection of the organization "acme"'],
  ]);
  assert.equal(faults(await post({ name: 'net' }, { project: one('projects', shop), 'agent-pool': one('agent-pools', 'apool-1') })), [
    422,
    ['/data/relationships/agent-pool/data/id expected an agent pool of this organization'],
  ]);
  await createStackId('net');
  assert.equal(faults(await post({ name: 'net' })), [
    422,
    ['/data/attributes/name "net" has already been taken by a stack of this project'],
  ]);
});

test('a name is free in another project, and a stack stays in its own', async (service) => {
  const { request, createStackId } = service;
  const other = await createProjectId(service, 'other');
  const [id] = [await createStackId('net'), await createStackId('net', {}, other)];
  assert.equal(faults(await request(`PATCH /stacks/${id}`, document('stacks', {}, { project: one('projects', other) }))), [
    422,
    ['/data/relationships/project/data/id a stack stays in its project; delete it, and create it in the other project'],
  ]);
  await createStackId('tide');
  assert.equal(faults(await request(`PATCH /stacks/${id}`, document('stacks', { name: 'tide' }))), [
    422,
    ['/data/attributes/name "tide" has already been taken by a stack of this project'],
  ]);
});

test('a list has the stacks of an organization: by project, by a part of the name, sorted, in pages', async (service) => {
  const { request, createStackId, clock } = service;
  const other = await createProjectId(service, 'other');
  await createStackId('zz-net');
  clock.advance(1000);
  const first = await createStackId('aa-net', {}, other);
  const list = (query: string) => request(`GET /organizations/acme/stacks?${query}`);
  assert.equal(namesOf(await list('')), ['aa-net', 'zz-net']);
  assert.equal(namesOf(await list('sort=-name')), ['zz-net', 'aa-net']);
  assert.equal(namesOf(await list('sort=-updated-at')), ['aa-net', 'zz-net']);
  assert.equal(namesOf(await list('sort=updated-at')), ['zz-net', 'aa-net']);
  assert.equal(namesOf(await list(`filter[project][id]=${other}`)), ['aa-net']);
  assert.equal(namesOf(await list('search[name]=zz')), ['zz-net']);
  const page = await list('page[number]=1&page[size]=1');
  assert.equal([namesOf(page), page.body.meta.pagination['total-pages'], page.body.meta.pagination['total-count']], [['aa-net'], 2, 2]);
  assert.is(page.headers.get('warning'), null);
  assert.equal(faults(await list('sort=colour')), [400, ['sort sort is "colour"; expected name, -name, updated-at, -updated-at']]);
  assert.is((await request('GET /organizations/other/stacks')).status, 404);
  const { included } = (await request(`GET /stacks/${first}?include=project,organization,latest_stack_configuration`)).body;
  assert.equal(
    included.map(({ type, id }: any) => `${type} ${id}`),
    [`projects ${other}`, 'organizations acme'],
  );
});

test('a stack is deleted, with force and without; then it is unknown', async ({ request, createStackId }) => {
  for (const query of ['', '?force=true', '?force=false']) {
    const id = await createStackId('net');
    assert.is((await request(`DELETE /stacks/${id}${query}`)).status, 204);
    assert.equal(faults(await request(`GET /stacks/${id}`)), [404, [`the stack ${id} was not found, or this token has no access to it`]]);
  }
  const id = await createStackId('net');
  assert.equal(faults(await request(`DELETE /stacks/${id}?force=perhaps`)), [400, ['force force is "perhaps"; expected true, false']]);
});

test('a project is not deleted while it has stacks; an organization is, with them', async ({ request, createStackId, shop, store }) => {
  const id = await createStackId('net');
  assert.equal(faults(await request(`DELETE /projects/${shop}`)), [422, ['the project still has 1 stacks; delete them first']]);
  await request(`DELETE /stacks/${id}`);
  assert.is((await request(`DELETE /projects/${shop}`)).status, 204);
  const { 'default-project': home } = (await request('GET /organizations/acme')).body.data.relationships;
  const last = await createStackId('net', {}, home.data.id);
  assert.is((await request('DELETE /organizations/acme')).status, 204);
  assert.is(await store.read((view) => view.get('stacks', last)), undefined);
});

test('an organization has stacks once its owners enable them, and keeps those that it has', async ({ request, createStackId, shop }) => {
  const id = await createStackId('net');
  await request('PATCH /organizations/acme', document('organizations', { 'stacks-enabled': false }));
  assert.equal(faults(await request('POST /stacks', document('stacks', { name: 'tide' }, { project: one('projects', shop) }))), [
    422,
    ['stacks are not enabled in the organization "acme": its owners set its attribute stacks-enabled to true'],
  ]);
  assert.is((await request(`PATCH /stacks/${id}`, document('stacks', { description: 'berths' }))).status, 200);
  assert.is((await request('PATCH /organizations/acme', document('organizations', { name: 'wharf' }))).status, 200);
  assert.equal(namesOf(await request('GET /organizations/wharf/stacks')), ['net']);
});

test.run();
