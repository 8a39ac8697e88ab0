import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Constraint } from '@slipway/declarations/declare';
import * as resources from '@slipway/declarations/resources/workspaces';
import { document } from '../documents.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

interface Parts extends WorkspaceTestService {
  readonly token: string;
  readonly pool: string;
}
const hosted = suite<Parts>('requests of clients of the hosted service');
hosted.before.each(async (context) => {
  const parts = await createWorkspaceTestService({ profile: 'hosted' });
  const { request } = parts;
  const connection = { 'service-provider': 'github', 'http-url': 'https://github.com', 'api-url': 'https://api.github.com' };
  const client = (await request('POST /organizations/acme/oauth-clients', document('oauth-clients', connection))).body.data;
  const pool = (await request('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'rack' }))).body.data.id;
  Object.assign(context, parts, { token: client.relationships['oauth-tokens'].data[0].id, pool });
});
hosted.after.each(async ({ close }) => {
  await close();
});

/** Rules of which a member is an ID, as their pages say them. Each has its cases below. */
const exclusions = [
  'noCodeWorkspace: execution_mode, agent_pool_id',
  'variableSet: global, parent_project_id',
  'workspace: execution_mode, agent_pool_id',
  'workspace: operations, agent_pool_id',
  'workspace: vcs_repo, vcs_repo.oauth_token_id, vcs_repo.codehost_app_installation_id',
  'workspace: vcs_repo.oauth_token_id, vcs_repo.codehost_app_installation_id',
];

hosted('each rule between attributes of which one is an ID has its cases here', () => {
  const rules = Object.entries(resources).flatMap(([name, { constraints = [] }]: [string, { constraints?: readonly Constraint[] }]) =>
    constraints.filter(({ paths }) => paths.some((path) => path.endsWith('_id'))).map(({ paths }) => `${name}: ${paths.join(', ')}`),
  );
  assert.equal([...new Set(rules)].sort(), exclusions);
});

const nothing = { 'an empty text': '', null: null, 'no member': undefined } as const;
for (const [what, empty] of Object.entries(nothing)) {
  hosted(`${what} for the connection that is not used is no second connection`, async (parts) => {
    const { createWorkspace, createWorkspaceId, patch, token } = parts;
    const repository = (own: object, other: string) => ({ 'vcs-repo': { identifier: 'acme/web', branch: '', ...own, [other]: empty } });
    const byToken = repository({ 'oauth-token-id': token }, 'github-app-installation-id');
    const byApp = repository({ 'github-app-installation-id': 'ghain-0123456789abcdef' }, 'oauth-token-id');
    const connection = (response: any) => {
      const repo = response.body.data.attributes['vcs-repo'];
      return [response.status, repo['oauth-token-id'] ?? null, repo['github-app-installation-id'] ?? null];
    };
    assert.equal(connection(await createWorkspace('web', byToken)), [201, token, null]);
    assert.equal(connection(await createWorkspace('app', byApp)), [201, null, 'ghain-0123456789abcdef']);
    const id = await createWorkspaceId('plain');
    assert.equal(connection(await patch(id, byToken)), [200, token, null]);
    assert.equal(connection(await patch(id, byApp)), [200, null, 'ghain-0123456789abcdef']);
    assert.equal(connection(await patch(id, byToken)), [200, token, null]);
  });

  hosted(`${what} for the pool goes with every mode but that of agents`, async ({ createWorkspace, createWorkspaceId, patch, pool }) => {
    const mode = (response: any) => [response.status, response.body.data?.attributes['execution-mode']];
    const without = (attributes: object) => ({ ...attributes, 'agent-pool-id': empty });
    const id = await createWorkspaceId('rack', { 'execution-mode': 'agent', 'agent-pool-id': pool });
    assert.equal(mode(await createWorkspace('a', without({ 'execution-mode': 'remote' }))), [201, 'remote']);
    assert.equal(mode(await createWorkspace('b', without({ 'execution-mode': 'local' }))), [201, 'local']);
    assert.equal(mode(await createWorkspace('c', without({ operations: true }))), [201, 'remote']);
    assert.equal(mode(await createWorkspace('d', without({ 'execution-mode': 'agent' }))), [422, undefined]);
    assert.equal(mode(await patch(id, without({ 'execution-mode': 'local' }))), [200, 'local']);
    assert.equal(mode(await patch(id, without({ operations: true }))), [200, 'remote']);
  });
}

hosted('an empty text for the pool of a no-code workspace is no pool', async ({ request }) => {
  const registry = '/organizations/acme/registry-modules';
  const module = { name: 'vpc', provider: 'aws', 'registry-name': 'private' };
  const { id } = (await request(`POST ${registry}`, document('registry-modules', module))).body.data;
  const version = { version: '1.0.0', variables: [] };
  await request(`POST ${registry}/private/acme/vpc/aws/versions`, document('registry-module-versions', version));
  const of = { 'registry-module': { data: { type: 'registry-modules', id } } };
  const offer = (await request('POST /organizations/acme/no-code-modules', document('no-code-modules', { enabled: true }, of))).body.data;
  const make = (name: string, attributes: object) =>
    request(`POST /no-code-modules/${offer.id}/workspaces`, document('workspaces', { name, 'agent-pool-id': '', ...attributes }));
  assert.equal((await make('a', { 'execution-mode': 'remote' })).body.data.attributes['agent-pool-id'], null);
  assert.is((await make('b', { 'execution-mode': 'agent' })).status, 422);
});

const destroy = (response: any) => {
  const { attributes } = response.body.data;
  return [attributes['auto-destroy-at'], attributes['auto-destroy-activity-duration'], attributes['inherits-project-auto-destroy']];
};

hosted('a time of destruction of null clears the duration too, unless the request names one', async ({ createWorkspaceId, patch }) => {
  const id = await createWorkspaceId('web', { 'auto-destroy-activity-duration': '1d' });
  assert.equal(destroy(await patch(id, { 'auto-destroy-at': null })), [null, null, true]);
  assert.equal(destroy(await patch(id, { 'auto-destroy-activity-duration': '5d', 'auto-destroy-at': null })).slice(1), ['5d', false]);
  assert.equal(destroy(await patch(id, { 'auto-destroy-at': '2026-06-01T12:00:00Z' })), ['2026-06-01T12:00:00.000Z', null, false]);
  assert.equal(destroy(await patch(id, { 'auto-destroy-at': null })), [null, null, true]);
});

hosted('a workspace without a setting of its own inherits, also from a project that sets nothing', async (parts) => {
  const { createWorkspaceId, patch, project, request } = parts;
  const short = await project('short', { 'auto-destroy-activity-duration': '3d' });
  const inShort = { project: { data: { type: 'projects', id: short } } };
  const timed = await createWorkspaceId('timed', { 'auto-destroy-at': '2026-06-01T12:00:00Z' }, inShort);
  const idle = await createWorkspaceId('idle', { 'auto-destroy-activity-duration': '1d' }, inShort);
  assert.equal(destroy(await patch(idle, { 'auto-destroy-at': null })).slice(1), ['3d', true]);
  await request(`PATCH /projects/${short}`, document('projects', { 'auto-destroy-activity-duration': null }));
  assert.equal(destroy(await patch(timed, { 'auto-destroy-at': null })), [null, null, true]);
  assert.equal(destroy(await request(`GET /workspaces/${idle}`)), [null, null, true]);
});

hosted.run();
