import type { AcceptedRequests, World } from './accepted-request.ts';
import { document, many, one } from '../../../documents.ts';

const notification = document('notification-configurations', {
  name: 'whistle',
  'destination-type': 'generic',
  url: 'https://hooks.example/in',
  enabled: false,
});
const oauthClient = document('oauth-clients', {
  'service-provider': 'github',
  'http-url': 'https://github.example',
  'api-url': 'https://api.github.example',
  'oauth-token-string': 's',
});
const source = async ({ ask }: World, name: string) => ({
  'another workspace': (await ask('POST /organizations/acme/workspaces', document('workspaces', { name }))).data.id as string,
});
const task = async ({ ask }: World, name: string) => ({
  'another task': (await ask('POST /organizations/acme/tasks', document('tasks', { name, url: 'https://hooks.example/in' }))).data
    .id as string,
});
const providerSet = async ({ ask }: World, name: string) => {
  const made = document('provider-sets', { name, 'provider-source': 'hashicorp/aws' });
  return { 'another provider set': (await ask('POST /organizations/acme/provider-sets', made)).data.id as string };
};

/** What organizations and workspaces have besides people, variables and runs. */
export const settings: AcceptedRequests = {
  'POST /organizations/{organization_name}/agent-pools': { body: document('agent-pools', { name: 'new' }) },
  'POST /organizations/{organization_name}/cidr-range-lists': { body: document('cidr-range-lists', { name: 'home' }) },
  'PATCH /cidr-range-lists/{cidr_range_list_id}': { body: document('cidr-range-lists', { name: 'offices' }) },
  'POST /cidr-range-lists/{cidr_range_list_id}/relationships/cidr-ranges': {
    body: document('cidr-ranges', { range: '192.0.2.0/24', enabled: false }),
  },
  'PATCH /cidr-ranges/{cidr_range_id}': { body: document('cidr-ranges', { range: '10.0.0.0/9', enabled: false }) },
  ...Object.fromEntries(
    ['POST', 'PATCH', 'DELETE'].map((method) => [
      `${method} /cidr-range-lists/{cidr_range_list_id}/relationships/agent-pools`,
      { body: many('agent-pools', '<agent_pool_id>') },
    ]),
  ),
  'POST /workspaces/{workspace_id}/notification-configurations': { body: notification },
  'POST /projects/{project_id}/notification-configurations': { body: notification },
  'POST /teams/{team_id}/notification-configurations': { body: notification },
  'PATCH /notification-configurations/{notification_configuration_id}': {
    body: document('notification-configurations', { name: 'bell', enabled: false }),
  },
  'POST /organizations/{organization_name}/oauth-clients': { body: oauthClient },
  'POST /oauth-clients': {
    body: document('oauth-clients', oauthClient.data.attributes, { organization: one('organizations', '<organization_name>') }),
  },
  'PATCH /oauth-clients/{oauth_client_id}': { body: document('oauth-clients', { name: 'other' }) },
  ...Object.fromEntries(
    ['POST', 'PATCH', 'DELETE'].map((method) => [
      `${method} /oauth-clients/{oauth_client_id}/relationships/projects`,
      { body: many('projects', '<project_id>') },
    ]),
  ),
  'PATCH /oauth-tokens/{oauth_token_id}': { body: document('oauth-tokens', { 'ssh-key': '-----BEGIN OPENSSH PRIVATE KEY-----' }) },
  'POST /organizations/{organization_name}/policies': { body: document('policies', { name: 'wet' }) },
  'POST /organizations/{organization_name}/policy-sets': { body: document('policy-sets', { name: 'laws' }) },
  'POST /policy-sets/{policy_set_id}/parameters': { body: document('vars', { key: 'depth', value: '3' }) },
  'POST /organizations/{organization_name}/provider-sets': {
    body: document('provider-sets', { name: 'clouds', 'provider-source': 'hashicorp/aws' }),
  },
  'PATCH /provider-sets/{provider_set_id}': { body: document('provider-sets', { description: 'other' }) },
  'DELETE /organizations/{organization_name}/provider-sets': {
    prepare: (world) => providerSet(world, 'gone'),
    body: many('provider-sets', '<another provider set>'),
  },
  ...Object.fromEntries(
    ['workspaces', 'projects'].flatMap((type) =>
      ['POST', 'PATCH', 'DELETE'].map((method) => [
        `${method} /provider-sets/{provider_set_id}/relationships/${type}`,
        { body: many(type, type === 'workspaces' ? '<workspace_id>' : '<project_id>') },
      ]),
    ),
  ),
  'POST /organizations/{organization_name}/reserved-tag-keys': { body: document('reserved-tag-keys', { key: 'cost' }) },
  'PATCH /reserved-tag-keys/{reserved_tag_key_id}': { body: document('reserved-tag-keys', { key: 'costs' }) },
  'POST /organizations/{organization_name}/tasks': { body: document('tasks', { name: 'check', url: 'https://hooks.example/in' }) },
  'PATCH /tasks/{run_task_id}': { body: document('tasks', { name: 'scanner' }) },
  'POST /workspaces/{workspace_id}/tasks': {
    prepare: (world) => task(world, 'measure'),
    body: document('workspace-tasks', { 'enforcement-level': 'advisory' }, { task: one('tasks', '<another task>') }),
  },
  'PATCH /workspaces/{workspace_id}/tasks/{workspace_task_id}': { body: document('workspace-tasks', { 'enforcement-level': 'mandatory' }) },
  'POST /workspaces/{workspace_id}/run-triggers': {
    prepare: (world) => source(world, 'another-source'),
    body: document('run-triggers', {}, { sourceable: one('workspaces', '<another workspace>') }),
  },
  'POST /workspaces/{workspace_id}/relationships/tag-bindings': {
    body: { data: [{ type: 'tag-bindings', attributes: { key: 'k', value: 'v' } }] },
  },
  ...Object.fromEntries(
    ['POST', 'PATCH', 'DELETE'].map((method) => [
      `${method} /workspaces/{workspace_id}/relationships/remote-state-consumers`,
      { prepare: (world: World) => source(world, `consumer-of-${method}`), body: many('workspaces', '<another workspace>') },
    ]),
  ),
};
