/** Agent pools and connections that are not for the whole organization. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, summarizeErrors, type WorkspaceTestService } from '../workspaces/support.ts';
import { document, many, one } from '../documents.ts';

const scopes = suite<WorkspaceTestService>('scopes');
scopes.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
scopes.after.each(async ({ close }) => {
  await close();
});

const create = async ({ request }: WorkspaceTestService, type: string, attributes: object, relationships: object = {}): Promise<any> => {
  const { status, body } = await request(`POST /organizations/acme/${type}`, { data: { type, attributes, relationships } });
  assert.is(status, 201, JSON.stringify(body));
  return body.data;
};

scopes('a workspace takes a pool that allows it or its project, and none that excludes it', async (context) => {
  const { request, createWorkspaceId, createWorkspace, patch, project } = context;
  const home = await project('home');
  const web = await createWorkspaceId('web');
  const pool = await create(context, 'agent-pools', { name: 'north', 'organization-scoped': false });
  const onPool = { 'execution-mode': 'agent', 'agent-pool-id': pool.id };
  const refused = [422, '/data/attributes/agent-pool-id'];
  assert.equal(summarizeErrors(await patch(web, onPool)), refused);
  assert.equal(summarizeErrors(await createWorkspace('db', onPool)), refused);
  const change = async (relationships: object, attributes: object = {}) =>
    assert.is((await request(`PATCH /agent-pools/${pool.id}`, document('agent-pools', attributes, relationships))).status, 200);
  await change({ 'allowed-workspaces': many('workspaces', web) });
  assert.is((await patch(web, onPool)).status, 200);
  await change({ 'allowed-projects': many('projects', home) });
  const inHome = { project: { data: { type: 'projects', id: home } } };
  const db = await createWorkspaceId('db', onPool, inHome);
  await change({ 'excluded-workspaces': many('workspaces', db) }, { 'organization-scoped': true });
  assert.is((await patch(db, { description: 'what it has, stays' })).status, 200);
  assert.is((await patch(db, { 'execution-mode': 'local', 'agent-pool-id': null })).status, 200);
  assert.equal(summarizeErrors(await patch(db, onPool)), refused);
});

scopes('a workspace takes a connection that is for its project', async (context) => {
  const { request, createWorkspace, project } = context;
  const home = await project('home');
  const client = await create(context, 'oauth-clients', {
    'service-provider': 'github',
    'http-url': 'https://git.example',
    'api-url': 'https://git.example/api',
    'organization-scoped': false,
  });
  const [token] = client.relationships['oauth-tokens'].data;
  const repo = { 'vcs-repo': { identifier: 'acme/web', 'oauth-token-id': token.id } };
  const inHome = { project: { data: { type: 'projects', id: home } } };
  const path = `/oauth-clients/${client.id}/relationships/projects`;
  const refused = [422, '/data/attributes/vcs-repo/oauth-token-id'];
  assert.equal(summarizeErrors(await createWorkspace('web', repo, inHome)), refused);
  assert.is((await request(`POST ${path}`, many('projects', home))).status, 204);
  assert.is((await createWorkspace('web', repo, inHome)).status, 201);
  assert.equal(summarizeErrors(await createWorkspace('db', repo)), refused);
  const shown = (await request(`GET /oauth-clients/${client.id}?show_affected_workspaces=true&include=projects`)).body.data;
  assert.equal([shown.attributes['affected-workspaces'], shown.attributes['affected-workspaces-count']], [['web'], 1]);
  assert.equal(shown.relationships.projects.data, [{ id: home, type: 'projects' }]);
  assert.is((await request(`DELETE ${path}`, many('projects', home))).status, 204);
  assert.equal(summarizeErrors(await createWorkspace('api', repo, inHome)), refused);
});

scopes('a connection is changed and tells everything but its secrets; its tokens are listed', async (context) => {
  const { request } = context;
  const made = await request(
    'POST /oauth-clients',
    document(
      'oauth-clients',
      {
        'service-provider': 'github',
        'http-url': 'https://a.example',
        'api-url': 'https://a.example/api',
        secret: 'canary',
        key: 'k',
      },
      { organization: one('organizations', 'acme') },
    ),
  );
  assert.is(made.status, 201, JSON.stringify(made.body));
  const { id } = made.body.data;
  const change = document('oauth-clients', { name: 'code house', 'rsa-public-key': 'pub' });
  const { attributes } = (await request(`PATCH /oauth-clients/${id}`, change)).body.data;
  assert.equal(
    [
      attributes.name,
      attributes.key,
      attributes['rsa-public-key'],
      attributes['service-provider-display-name'],
      attributes['organization-scoped'],
    ],
    ['code house', 'k', 'pub', 'GitHub', true],
  );
  assert.equal([Object.hasOwn(attributes, 'secret'), JSON.stringify(attributes).includes('canary')], [false, false]);
  const list = async (query = '') => (await request(`GET /organizations/acme/oauth-tokens${query}`)).body.data;
  const [token] = await list('?filter[provider]=github');
  assert.equal(await list('?filter[provider]=ado_server'), []);
  const keyed = await request(
    `PATCH /oauth-tokens/${token.id}`,
    document('oauth-tokens', { 'ssh-key': '-----BEGIN PRIVATE KEY----- canary' }),
  );
  assert.equal([keyed.body.data.attributes['has-ssh-key'], keyed.body.data.attributes['ssh-key']], [true, undefined]);
  for (const path of ['authorized-repos', 'vcs-organizations'])
    assert.equal((await request(`GET /oauth-tokens/${token.id}/${path}`)).body.data, []);
  assert.is((await request(`DELETE /oauth-tokens/${token.id}`)).status, 204);
  assert.equal(await list(), []);
});

scopes('what this service does not have is an empty list or 404, and never an error of its own', async ({ request, as }) => {
  const me = (await request('GET /account/details')).body.data.id;
  for (const path of [
    '/github-app-installations',
    '/github-app/installations?filter[name]=acme',
    '/organizations/acme/github-app-installations',
    '/organizations/acme/vcs-events?filter[levels]=error',
    '/organizations/acme/vcs/tree?identifier=acme/web',
    `/users/${me}/github-app-oauth-tokens`,
    '/organizations/acme/reserved-tag-keys',
  ]) {
    const { status, body } = await request(`GET ${path}`);
    assert.equal([status, body.data], [200, []], path);
  }
  for (const path of ['/github-app/installation/ghain-1', '/github-app-installations/ghain-1/repos', '/account/hcp-organizations/x'])
    assert.is((await request(`GET ${path}`)).status, 404, path);
  const checked = (await request('GET /organizations/acme/vcs/repo?identifier=acme/web')).body.data;
  assert.equal(checked, { id: 'acme/web', type: 'vcs-repo-check', attributes: { exists: false, identifier: 'acme/web' } });
  assert.equal((await as(null)('GET //api/meta/ip-ranges')).body.api, ['127.0.0.1/32', '::1/128']);
});

scopes('keys of tags are reserved', async (context) => {
  const { request } = context;
  const { id, attributes } = await create(context, 'reserved-tag-keys', { key: 'env', 'disable-overrides': true });
  assert.equal([attributes.key, attributes['disable-overrides'], attributes['created-at']], ['env', true, '2026-05-01T12:00:00.000Z']);
  const change = document('reserved-tag-keys', { key: 'stage' });
  assert.is((await request(`PATCH /reserved-tag-keys/${id}`, change)).body.data.attributes.key, 'stage');
  assert.is((await request(`DELETE /reserved-tag-keys/${id}`)).status, 204);
  assert.equal((await request('GET /organizations/acme/reserved-tag-keys')).body.data, []);
});

scopes.run();
