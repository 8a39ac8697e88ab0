import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from '../workspaces/support.ts';
import { document, many } from '../documents.ts';

const test = suite<{ service: WorkspaceTestService }>('policy sets');
test.before.each(async (context) => {
  context.service = await createWorkspaceTestService({ profile: 'hosted' });
});
test.after.each(({ service }) => service.close());

const errors = ({ status, body }: { status: number; body: any }) => [
  status,
  ...body.errors.map(({ detail, source }: any) => [source?.pointer ?? source?.parameter ?? '', detail]),
];
const createSet = async ({ request }: WorkspaceTestService, attributes: object, relationships?: object): Promise<string> => {
  const { status, body } = await request('POST /organizations/acme/policy-sets', document('policy-sets', attributes, relationships));
  assert.is(status, 201, JSON.stringify(body));
  return body.data.id;
};
const createPolicy = async ({ request }: WorkspaceTestService, name: string, attributes: object = {}): Promise<string> =>
  (await request('POST /organizations/acme/policies', document('policies', { name, ...attributes }))).body.data.id;

test('a policy set shows every documented member', async ({ service }) => {
  const id = await createSet(service, { name: 'rules', global: false, kind: 'sentinel' });
  assert.match(id, /^polset-[A-Za-z0-9]{16}$/);
  assert.equal((await service.request(`GET /policy-sets/${id}`)).body.data, {
    id,
    type: 'policy-sets',
    attributes: {
      name: 'rules',
      description: null,
      global: false,
      kind: 'sentinel',
      overridable: null,
      'agent-enabled': false,
      'policy-tool-version': null,
      'policies-path': null,
      'policy-update-patterns': [],
      'vcs-repo': null,
      'tag-selectors': [],
      'tag-selector-matching-logic': null,
      'scoping-type': 'explicit',
      versioned: false,
      'policy-count': 0,
      'workspace-count': 0,
      'project-count': 0,
      'created-at': '2026-05-01T12:00:00.000Z',
      'updated-at': '2026-05-01T12:00:00.000Z',
    },
    relationships: {
      organization: { data: { id: 'acme', type: 'organizations' } },
      policies: { data: [] },
      workspaces: { data: [] },
      projects: { data: [] },
      'workspace-exclusions': { data: [] },
      'project-exclusions': { data: [] },
      'current-version': { data: null },
      'newest-version': { data: null },
    },
    links: { self: `/api/v2/policy-sets/${id}` },
  });
});
test('what is in a set is said in the create, or added and removed', async ({ service }) => {
  const { request } = service;
  const [web, shop] = [await service.createWorkspaceId('web'), await service.project('shop')];
  const dry = await createPolicy(service, 'dry');
  const id = await createSet(
    service,
    { name: 'rules' },
    { policies: many('policies', dry), 'workspace-exclusions': many('workspaces', web) },
  );
  for (const [name, type, one] of [
    ['workspaces', 'workspaces', web],
    ['projects', 'projects', shop],
    ['project-exclusions', 'projects', shop],
  ] as const)
    assert.is((await request(`POST /policy-sets/${id}/relationships/${name}`, many(type, one))).status, 204);
  const read = async () => (await request(`GET /policy-sets/${id}`)).body.data;
  const ids = ({ relationships }: any) =>
    ['policies', 'workspaces', 'projects', 'workspace-exclusions', 'project-exclusions'].map((name) =>
      relationships[name].data.map((one: any) => one.id),
    );
  const { attributes, ...rest } = await read();
  assert.equal(ids(rest), [[dry], [web], [shop], [web], [shop]]);
  assert.equal([attributes['policy-count'], attributes['workspace-count'], attributes['project-count']], [1, 1, 1]);
  assert.is((await request(`GET /policies/${dry}`)).body.data.attributes['policy-set-count'], 1);
  assert.is((await request(`DELETE /policy-sets/${id}/relationships/workspaces`, many('workspaces', web))).status, 204);
  assert.is((await request(`DELETE /policies/${dry}`)).status, 204);
  assert.equal(ids(await read()), [[], [], [shop], [web], [shop]]);
});
test('include brings the names of workspaces and projects, also in lists', async ({ service }) => {
  const [web, shop] = [await service.createWorkspaceId('web'), await service.project('shop')];
  const id = await createSet(
    service,
    { name: 'rules' },
    { workspaces: many('workspaces', web), 'project-exclusions': many('projects', shop) },
  );
  for (const row of [`GET /policy-sets/${id}`, 'GET /organizations/acme/policy-sets']) {
    const { body } = await service.request(`${row}?include=workspaces,project_exclusions`);
    assert.equal(
      body.included.map((one: any) => [one.type, one.id, one.attributes.name]),
      [
        ['workspaces', web, 'web'],
        ['projects', shop, 'shop'],
      ],
    );
  }
});
test('a set has policies of its own kind, and things of its own organization', async ({ service }) => {
  const dry = await createPolicy(service, 'dry', { kind: 'opa', query: 'data.hull.deny' });
  const id = await createSet(service, { name: 'rules' });
  assert.equal(errors(await service.request(`POST /policy-sets/${id}/relationships/policies`, many('policies', dry))), [
    422,
    ['', `the policy ${dry} is of the kind opa, the policy set of sentinel`],
  ]);
  assert.equal(errors(await service.request(`POST /policy-sets/${id}/relationships/workspaces`, many('workspaces', 'ws-other'))), [
    422,
    ['/data/0/id', 'workspaces "ws-other" was not found in this organization, or this token cannot read it'],
  ]);
});
test('tag selectors are added and removed as plain objects, and repeated without harm', async ({ service }) => {
  const { request } = service;
  const id = await createSet(service, { name: 'rules' });
  const selector = (value: string | null, exclude: boolean) => ({ 'tag-key': 'berth', 'tag-value': value, 'is-exclude': exclude });
  const change = async (method: string, ...data: readonly object[]) =>
    (await request(`${method} /policy-sets/${id}/tag-selectors`, { data })).status;
  const told = async () => (await request(`GET /policy-sets/${id}`)).body.data.attributes;
  assert.equal(
    [await change('POST', selector(null, false)), await change('POST', selector(null, false), selector('12', true))],
    [204, 204],
  );
  assert.equal((await told())['tag-selectors'], [selector(null, false), selector('12', true)]);
  assert.is((await told())['scoping-type'], 'tag');
  assert.is(await change('DELETE', selector(null, false)), 204);
  assert.equal((await told())['tag-selectors'], [selector('12', true)]);
  assert.equal(errors(await request(`POST /policy-sets/${id}/tag-selectors`, { data: [{ 'tag-value': 7 }] })), [
    422,
    ['/data/0/tag-key', 'expected a string of 1 to 128 characters'],
    ['/data/0/tag-value', 'expected a string'],
  ]);
});
test('a repository is of a connection of the organization, and makes the set versioned', async ({ service }) => {
  const { request } = service;
  const repository = (token: string) => ({ 'vcs-repo': { identifier: 'acme/rules', 'oauth-token-id': token } });
  const id = await createSet(service, { name: 'rules' });
  const patch = (attributes: object) => request(`PATCH /policy-sets/${id}`, document('policy-sets', attributes));
  assert.equal(errors(await patch(repository('ot-other'))), [
    422,
    ['/data/attributes/vcs-repo/oauth-token-id', '"ot-other" is no connection of the organization "acme"'],
  ]);
  const client = await request(
    'POST /organizations/acme/oauth-clients',
    document('oauth-clients', {
      'service-provider': 'github',
      'http-url': 'https://git.example',
      'api-url': 'https://git.example/api',
      'oauth-token-string': 'x',
    }),
  );
  const token = client.body.data.relationships['oauth-tokens'].data[0].id;
  const { attributes } = (await patch(repository(token))).body.data;
  assert.equal(
    [attributes.versioned, attributes['vcs-repo']],
    [
      true,
      {
        identifier: 'acme/rules',
        branch: '',
        'oauth-token-id': token,
        'github-app-installation-id': null,
        'ingress-submodules': false,
        'display-identifier': 'acme/rules',
        'webhook-url': null,
        'repository-http-url': 'https://git.example/acme/rules',
        'service-provider': 'github',
      },
    ],
  );
  const names = async (versioned: boolean) =>
    (await request(`GET /organizations/acme/policy-sets?filter[versioned]=${versioned}`)).body.data.map((one: any) => one.attributes.name);
  assert.equal([await names(true), await names(false)], [['rules'], []]);
  assert.equal((await patch({ 'vcs-repo': null })).body.data.attributes.versioned, false);
});
test('parameters keep a sensitive value to themselves', async ({ service }) => {
  const { request } = service;
  const id = await createSet(service, { name: 'rules' });
  const path = `/policy-sets/${id}/parameters`;
  const created = await request(`POST ${path}`, document('vars', { category: 'policy-set', key: 'limit', sensitive: false, value: '3' }));
  const { id: parameter, ...told } = created.body.data;
  assert.equal(
    [told.type, told.attributes.value, told.attributes.category, told.relationships, told.links.self],
    ['vars', '3', 'policy-set', { configurable: { data: { id, type: 'policy-sets' } } }, `/api/v2${path}/${parameter}`],
  );
  const changed = await request(`PATCH ${path}/${parameter}`, document('vars', { sensitive: true, value: 'canary-4' }));
  assert.equal([changed.status, changed.body.data.attributes.value], [200, null]);
  assert.is((await request(`GET ${path}`)).body.data[0].attributes.value, null);
  assert.equal(errors(await request(`PATCH ${path}/${parameter}`, document('vars', { sensitive: false }))), [
    422,
    ['/data/attributes/sensitive', 'a sensitive parameter stays sensitive; delete it and create it again'],
  ]);
  assert.is((await request(`POST ${path}`, document('vars', { key: 'limit' }))).status, 422);
  assert.is((await request(`DELETE ${path}/${parameter}`)).status, 204);
  assert.equal((await request(`GET ${path}`)).body.data, []);
});

test.run();
