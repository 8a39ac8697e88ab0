import { document } from '../../documents.ts';

const one = (type: string, slot: string) => ({ data: { type, id: `<${slot}>` } });

/** Queries that name something, by path. */
export const queries: { readonly [path: string]: string } = {
  '/team-workspaces': 'filter[workspace][id]=<workspace_id>',
  '/team-projects': 'filter[project][id]=<project_id>',
  '/state-versions': 'filter[workspace][name]=<name of workspaces>&filter[organization][name]=<organization_name>',
  '/vars': 'filter[workspace][name]=<name of workspaces>&filter[organization][name]=<organization_name>',
  '/organizations/{organization_name}/workspaces': 'filter[project][id]=<project_id>&filter[current-run][status]=applied',
  '/organizations/{organization_name}/stacks': 'filter[project][id]=<project_id>',
  '/runs': 'workspace_id=<workspace_id>&organization_name=<organization_name>',
  '/context': 'owner-id=<org_id>',
  '/webhook': 'scope-id=<ci project_id>&scope-type=project',
  '/deploy/environments': 'org-id=<org_id>&page-size=20',
  '/deploy/components': 'org-id=<org_id>&page-size=20&project-id=<ci project_id>',
  '/pipeline': 'org-slug=gh/<ci organization>',
  '/api/v3/projects': 'filter[slug]=gh/<ci organization>/<ci project>',
  '/api/v3/orgs': 'filter[slug]=gh/<ci organization>',
  '/api/v3/workflows': 'filter[run_id]=<pipeline-id>',
  '/api/v3/jobs': 'filter[workflow_id]=<id of workflow>',
  '/api/v3/pipelines': 'filter[project_id]=<ci project_id>',
  '/api/v3/triggers': 'filter[project_id]=<ci project_id>&filter[pipeline_id]=<pipeline_definition_id>',
  '/api/v3/namespaces': 'filter[name]=<ci namespace>',
  '/api/v3/runner/resource': 'namespace=<ci namespace>',
  '/api/v3/deploy/deployments': 'filter[org_id]=<org_id>&filter[project_id]=<ci project_id>',
  '/api/v3/deploy/environments': 'filter[org_id]=<org_id>',
  '/api/v3/deploy/components': 'filter[org_id]=<org_id>&filter[project_id]=<ci project_id>',
  '/api/v3/deploy/settings': 'filter[project_id]=<ci project_id>',
  '/api/v3/orb/packages': 'filter[namespace_id]=<org_id>&filter[visibility]=private',
  '/api/v3/orb/versions': 'filter[orb_id]=<orb_id>',
  '/api/v3/runner/resource-classes': 'filter[slug]=<ci namespace>/linux',
  '/api/v3/runner': 'resource-class=<ci namespace>/linux',
  '/api/v3/runner/token': 'resource-class=<ci namespace>/linux',
  '/api/v3/runner/tasks': 'resource-class=<ci namespace>/linux',
  '/api/v3/runner/tasks/running': 'resource-class=<ci namespace>/linux',
};

const connection = { identifier: 'a/terraform-aws-b', 'oauth-token-id': '<oauth_token_id>' };
const newWorkspace = 'POST /organizations/{organization_name}/workspaces';

/** Bodies with references that the fuzz does not send, by row. */
export const referencingBodies: { readonly [row: string]: readonly unknown[] } = {
  'POST /vars': [document('vars', { key: 'berth', category: 'env' }, { workspace: one('workspaces', 'workspace_id') })],
  'POST /runs': [
    document(
      'runs',
      {},
      { workspace: one('workspaces', 'workspace_id'), 'configuration-version': one('configuration-versions', 'configuration_version_id') },
    ),
  ],
  'POST /queries': [
    document(
      'queries',
      {},
      { workspace: one('workspaces', 'workspace_id'), 'configuration-version': one('configuration-versions', 'configuration_version_id') },
    ),
  ],
  [newWorkspace]: [
    document('workspaces', { name: 'x', 'execution-mode': 'agent', 'agent-pool-id': '<agent_pool_id>' }),
    document('workspaces', { name: 'x', 'vcs-repo': connection }),
  ],
  'PATCH /workspaces/{workspace_id}': [
    document('workspaces', { 'execution-mode': 'agent', 'agent-pool-id': '<agent_pool_id>' }),
    document('workspaces', { 'vcs-repo': connection }),
  ],
  'POST /stacks': [
    document('stacks', { name: 'x', 'vcs-repo': connection }, { project: one('projects', 'project_id') }),
    document('stacks', { name: 'x' }, { project: one('projects', 'project_id'), 'agent-pool': one('agent-pools', 'agent_pool_id') }),
  ],
  'PATCH /stacks/{stack_id}': [
    document('stacks', { 'vcs-repo': connection }),
    document('stacks', {}, { 'agent-pool': one('agent-pools', 'agent_pool_id') }),
    document('stacks', {}, { project: one('projects', 'project_id') }),
  ],
  'PATCH /organizations/{organization_name}': [document('organizations', { 'default-agent-pool-id': '<agent_pool_id>' })],
  'POST /workspaces/{workspace_id}/tasks': [
    document('workspace-tasks', { 'enforcement-level': 'advisory' }, { task: one('tasks', 'run_task_id') }),
  ],
  'POST /workspaces/{workspace_id}/run-triggers': [document('run-triggers', {}, { sourceable: one('workspaces', 'workspace_id') })],
  'POST /organizations/{organization_name}/varsets': [document('varsets', { name: 'x' }, { parent: one('projects', 'project_id') })],
  'POST /organizations/{organization_name}/registry-modules/vcs': [
    document('registry-modules', { 'vcs-repo': { ...connection, 'display-identifier': 'a/terraform-aws-b' } }),
  ],
  'PATCH /no-code-modules/{id}': [document('no-code-modules', {}, { 'registry-module': one('registry-module', 'id of registry-modules') })],
  'POST /no-code-modules/{id}/workspaces': [
    document('workspaces', { name: 'x' }, { project: one('project', 'project_id') }),
    document('workspaces', { name: 'x', 'execution-mode': 'agent', 'agent-pool-id': '<agent_pool_id>' }),
  ],
  'POST /api/v3/runs/search': [{ scope: { project_ids: ['<ci project_id>'] } }],
  'POST /api/v3/namespaces': [{ name: 'x', org_id: '<org_id>' }],
  'POST /api/v3/triggers': [
    {
      data: {
        attributes: { event: { type: 'webhook', webhook: { source: 's' } } },
        references: { pipeline: { id: '<pipeline_definition_id>' } },
      },
    },
  ],
  'POST /api/v3/pipelines': [
    {
      data: {
        attributes: {
          name: 'x',
          config: { file_path: 'c.yml', vcs: { provider: 'codehost_app', repo_id: '1' } },
          checkout: { vcs: { provider: 'codehost_app', repo_id: '1' } },
        },
        references: { project: { id: '<ci project_id>' } },
      },
    },
  ],
  'POST /api/v3/configs/compile': [{ data: { attributes: { config: 'version: 2' }, references: { org: { id: '<org_id>' } } } }],
  'POST /api/v3/orb/packages/validate': [{ yaml: 'version: 2.1', org_id: '<org_id>' }],
  'POST /compile-config-with-defaults': [{ config_yaml: 'version: 2', options: { owner_id: '<org_id>' } }],
  'POST /graphql-unstable': [
    { query: '{ organization(id: "<org_id>") { id } }' },
    { query: '{ contexts(ownerId: "<org_id>") { edges { node { id } } } }' },
    { query: '{ context(id: "<context_id>") { id } }' },
    { query: '{ registryNamespace(name: "<ci namespace>") { id } }' },
    { query: 'mutation { deleteContext(input: { contextId: "<context_id>" }) { clientMutationId } }' },
    { query: 'mutation { createNamespace(name: "x", organizationId: "<org_id>") { errors { message } } }' },
    { query: 'mutation { createOrb(name: "x", registryNamespaceId: "<org_id>") { errors { message } } }' },
    { query: '{ orbConfig(orbYaml: "version: 2.1", ownerId: "<org_id>") { valid errors { message } } }' },
    { query: '{ orbVersion(orbVersionRef: "<ci namespace>/<orb name>@dev:one") { id source orb { id name } } }' },
    { query: 'mutation { importNamespace(name: "<ci namespace>") { namespace { id } errors { message } } }' },
    { query: 'mutation { importOrb(name: "x", registryNamespaceId: "<org_id>") { errors { message } } }' },
    { query: 'mutation { importOrbVersion(orbId: "<orb_id>", version: "dev:x", orbYaml: "version: 2.1") { errors { message } } }' },
    { query: 'mutation { setOrbListStatus(orbId: "<orb_id>", list: false) { listed errors { message } } }' },
    {
      query: 'mutation { publishOrb(namespaceName: "<ci namespace>", orbName: "x", version: "1.0.0", orbYaml: "") { errors { message } } }',
    },
  ],
  'POST /context': [{ name: 'x', owner: { slug: 'gh/<ci organization>', type: 'organization' } }],
  'POST /context/{context_id}/restrictions': [{ restriction_type: 'project', restriction_value: '<ci project_id>' }],
  'POST /project/{project-slug}/schedule': [
    {
      name: 'x',
      timetable: { 'per-hour': 1, 'hours-of-day': [1], 'days-of-week': ['MON'] },
      'attribution-actor': 'current',
      parameters: { branch: 'main' },
    },
  ],
  'POST /organizations/{org_id}/usage_export_job': [
    { start: '2026-04-01T00:00:00Z', end: '2026-05-01T00:00:00Z', shared_org_ids: ['<org_id>'] },
  ],
};
