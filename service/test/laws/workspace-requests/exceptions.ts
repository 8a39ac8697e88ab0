import { routes } from '../../../src/workspaces/index.ts';

/** `PATCH /things/{id} member`, by why no document has it, or has another value. */
const members: { readonly [why: string]: readonly string[] } = {
  'a secret that a response has a word for, or that no declaration describes': [
    'POST /policy-sets/{policy_set_id}/parameters value',
    'PATCH /notification-configurations/{notification_configuration_id} token',
    'PATCH /tasks/{run_task_id} hmac-key',
    'PATCH /account/password current_password',
    'PATCH /account/password password',
    'PATCH /account/password password_confirmation',
  ],
  'a relationship of the document: organizations.test.ts, ssh-key.test.ts': [
    'POST /organizations default-agent-pool-id',
    'PATCH /organizations/{organization_name} default-agent-pool-id',
    'PUT /organizations/{organization_name} default-agent-pool-id',
    'PATCH /workspaces/{workspace_id}/relationships/ssh-key id',
  ],
  'documents of their own: token-lifetimes.test.ts, change-requests.test.ts, the comments of a run, the versions of a module': [
    'PATCH /organizations/{organization_name}/token-ttl-policies token-ttl-policies',
    'POST /organizations/{organization_name}/explorer/bulk-actions action_type',
    'POST /organizations/{organization_name}/explorer/bulk-actions action_inputs',
    'POST /organizations/{organization_name}/explorer/bulk-actions target_ids',
    'POST /runs comment',
    'POST /organizations/{organization_name}/registry-modules/vcs initial-version',
    'POST /registry-modules initial-version',
  ],
  'content, which has an address of its own: state-versions.test.ts': [
    'POST /workspaces/{workspace_id}/state-versions state',
    'POST /workspaces/{workspace_id}/state-versions json-state',
    'POST /workspaces/{workspace_id}/state-versions json-state-outputs',
  ],
  'whether a conflict is overruled: state-versions.test.ts': ['POST /workspaces/{workspace_id}/state-versions force'],
  'the name and the provider of the document': [
    'POST /organizations/{organization_name}/registry-modules/vcs module-provider',
    'POST /registry-modules module-provider',
  ],
  'the attribute creation-source of the document: stacks.test.ts': ['POST /stacks migration'],
  'the relationship `configurable` of the document: older-variables.test.ts': ['POST /vars workspace'],
  'other spellings of auto-apply and engine-version: workspaces.test.ts': [
    'POST /no-code-modules/{id}/workspaces auto_apply',
    'POST /no-code-modules/{id}/workspaces terraform-version',
  ],
};
/** `GET /things parameter`, by why it finds something although its value names nothing. */
const parameters: { readonly [why: string]: readonly string[] } = {
  'what it names is left out': ['GET /organizations/{organization_name}/tags filter[exclude][taggable][id]'],
};

/** Attributes that descriptions call secret. */
const secrets = routes.flatMap(({ endpoint, description }) => {
  const data = (description?.request?.['properties'] as any)?.data;
  return Object.entries<any>(data?.properties?.attributes?.properties ?? {})
    .filter(([, { writeOnly }]) => writeOnly === true)
    .map(([name]) => `${endpoint} ${name}`);
});

export const exceptions = {
  members: new Set([...Object.values(members).flat(), ...secrets]),
  parameters: new Set(Object.values(parameters).flat()),
};
