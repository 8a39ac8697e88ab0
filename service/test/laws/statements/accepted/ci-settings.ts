import { sign } from '../../../ci/code-host-events/support.ts';
import { type AcceptedRequest, type AcceptedRequests, pathOf, type World } from './accepted-request.ts';

const hook = { event_source: { provider: 'webhook', webhook: { sender: 's' } }, checkout_ref: 'main', config_ref: 'main' };
const claims = { audience: ['one'], ttl: '1h' };
const definitions = '/projects/<ci project_id>/pipeline-definitions/<pipeline_definition_id>';

const pushed = JSON.stringify({
  ref: 'refs/heads/main',
  after: 'a'.repeat(40),
  before: '0'.repeat(40),
  repository: { id: 1, full_name: 'acme/web', default_branch: 'main' },
  head_commit: { id: 'a'.repeat(40), message: 'm' },
  sender: { login: 'olivia' },
});
const resourceClass = async ({ askCi }: World, name: string) => ({
  'a class': (await askCi('POST //api/v3/runner/resource', { resource_class: `acme/${name}`, description: '' })).id as string,
  'its name': name,
});
const withClaims = (path: string): AcceptedRequest => ({
  prepare: ({ askCi, values }) =>
    askCi(`PATCH ${path.replace('<org_id>', values['org_id']!).replace('<ci project_id>', values['ci project_id']!)}`, claims),
  path: `${path}?claims=audience`,
});
const [ofOrganization, ofProject] = ['/org/<org_id>/oidc-custom-claims', '/org/<org_id>/project/<ci project_id>/oidc-custom-claims'];

export const ciSettings: AcceptedRequests = {
  'PUT /organizations/{org_id}/roles/{member_id}': { body: { role: 'viewer' } },
  'PUT /projects/{project_id}/roles/{member_id}': { path: '/projects/<ci project_id>/roles/<member_id>', body: { role: 'admin' } },
  'DELETE /organization/{org-slug-or-id}': {
    prepare: async ({ askCi }) => ({
      'an organization': (await askCi('POST /organization', { name: 'gone-ci', vcs_type: 'circleci' })).id as string,
    }),
    path: '/organization/<an organization>',
  },
  'POST /project/{provider}/{organization}/{project}': { path: '/project/gh/acme/another' },
  'POST /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers': {
    path: `${definitions}/triggers`,
    body: { ...hook, event_name: 'another' },
  },
  'PATCH /projects/{project_id}/triggers/{trigger_id}': { body: { event_name: 'changed', checkout_ref: 'next' } },
  'POST /api/v3/triggers': {
    body: {
      data: {
        attributes: {
          is_disabled: false,
          event: { type: 'webhook', webhook: { name: 'n', source: 's' } },
          config: { ref: 'main' },
          checkout: { ref: 'main' },
        },
        references: { pipeline: { id: '<pipeline_definition_id>' } },
      },
    },
  },
  'POST /hooks/{id}': {
    prepare: async ({ askCi, values }) => {
      const path = `/projects/${values['ci project_id']}/pipeline-definitions/${values['pipeline_definition_id']}/triggers`;
      return { 'an address': pathOf((await askCi(`POST ${path}`, { ...hook, event_name: 'called' })).event_source.webhook.url) };
    },
    path: '<an address>',
    body: {},
    headers: { 'content-type': 'application/json' },
    token: null,
  },
  'POST /hooks/code-host/{organization}': {
    prepare: async ({ askCi, values }) => ({
      'a signature': sign((await askCi(`POST /organizations/${values['org_id']}/code-host-secret`)).secret, pushed),
    }),
    body: pushed,
    headers: { 'content-type': 'application/json', 'x-github-event': 'push', 'x-hub-signature-256': '<a signature>' },
    token: null,
  },
  'POST /organizations/{org_id}/code-host-events': {
    body: { event: 'push', repository: '1', branch: 'main', revision: 'a'.repeat(40) },
  },
  'PATCH /schedule/{schedule-id}': { body: { description: 'other' } },
  'GET /owner/{ownerID}/context/{context}/policy-bundle/{policyName}': {
    path: '/owner/<ownerID>/context/config/policy-bundle/a',
  },
  'PATCH /org/{org_id}/oidc-custom-claims': { body: claims },
  'DELETE /org/{org_id}/oidc-custom-claims': withClaims(ofOrganization),
  'PATCH /org/{org_id}/project/{project_id}/oidc-custom-claims': { body: claims },
  'DELETE /org/{org_id}/project/{project_id}/oidc-custom-claims': withClaims(ofProject),
  'POST /api/v3/runner/resource': { body: { resource_class: 'acme/new', description: '' } },
  'DELETE /api/v3/runner/resource/{resource-class-id}': {
    prepare: (world) => resourceClass(world, 'gone'),
    path: '//api/v3/runner/resource/<a class>',
  },
  'DELETE /api/v3/runner/resource/{namespace}/{name}': {
    prepare: (world) => resourceClass(world, 'gone-by-name'),
    path: '//api/v3/runner/resource/acme/<its name>',
  },
  'POST /api/v3/orgs/{org_id}/update-settings': { body: { enable_ai_agents: true } },
  'GET /api/v3/users': { path: '//api/v3/users?filter[user_id]=me' },
  'GET /api/v3/runs': { path: '//api/v3/runs?filter[user_id]=me' },
};

/** Where there are orbs. */
export const ciOrbs: AcceptedRequests = {
  'POST /api/v3/orb/packages/validate': { body: { yaml: 'version: 2.1\norbs: { slack: acme/slack@4 }\n' } },
};
