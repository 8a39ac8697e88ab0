/** A workspace with everything set, as spec 1 spells its document. */
export const attributes = {
  name: 'network', description: 'the network', 'execution-mode': 'agent', operations: true, 'agent-pool-id': 'apool-1', 'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
  'allow-destroy-plan': false, 'assessments-enabled': true, 'auto-apply': true, 'auto-apply-run-trigger': true, 'auto-destroy-at': '2026-02-01T00:00:00.000Z',
  'auto-destroy-activity-duration': '14d', 'file-triggers-enabled': false, 'global-remote-state': true, 'queue-all-runs': true, 'source-name': 'the platform team',
  'source-url': 'https://platform.example', 'speculative-enabled': false, 'engine-version': '~> 1.9.0', 'trigger-patterns': ['modules/**/*'], 'trigger-prefixes': ['shared'],
  'working-directory': 'infra',
  'vcs-repo': {
    identifier: 'acme/network', 'oauth-token-id': 'ot-1', branch: 'main', 'ingress-submodules': true, 'tags-regex': 'v\\d+', 'display-identifier': 'acme/network',
    'repository-http-url': 'https://code.example/acme/network', 'service-provider': 'github', 'webhook-url': 'https://service.test/webhooks/vcs/1',
  },
  'tag-names': ['core'], locked: false, 'resource-count': 3, 'created-at': '2026-01-01T00:00:00.000Z', 'updated-at': '2026-01-02T00:00:00.000Z',
};
const relationships = {
  organization: { data: { id: 'acme', type: 'organizations' } }, project: { data: { id: 'prj-1', type: 'projects' } }, 'agent-pool': { data: { id: 'apool-1', type: 'agent-pools' } },
  'ssh-key': { data: { id: 'sshkey-1', type: 'ssh-keys' } }, 'tag-bindings': { links: { related: '/api/v2/workspaces/ws-1/tag-bindings' } },
};
export const document = { id: 'ws-1', type: 'workspaces', attributes, relationships };
export const workspaceWith = (changed: object, related: object = {}) => ({ data: { ...document, attributes: { ...attributes, ...changed }, relationships: { ...relationships, ...related } } });
export const workspaceWithout = (...names: readonly string[]) => ({ data: { ...document, attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name))) } });

/** What is written for it. */
export const config = {
  name: 'network', description: 'the network', project_id: 'prj-1', execution_mode: 'agent', agent_pool_id: 'apool-1', setting_overwrites: { execution_mode: false, agent_pool: false },
  allow_destroy_plan: false, assessments_enabled: true, auto_apply: true, auto_apply_run_trigger: true, auto_destroy_at: '2026-02-01T00:00:00Z',
  auto_destroy_activity_duration: '14d', file_triggers_enabled: false, global_remote_state: true, queue_all_runs: true, source_name: 'the platform team',
  source_url: 'https://platform.example', speculative_enabled: false, engine_version: '~> 1.9.0', trigger_patterns: ['modules/**/*'], trigger_prefixes: ['shared'],
  working_directory: 'infra', vcs_repo: { identifier: 'acme/network', oauth_token_id: 'ot-1', branch: 'main', ingress_submodules: true, tags_regex: 'v\\d+' },
};
/** What the state holds of it. The moment stays as it was written. */
export const state = {
  ...config, id: 'ws-1', organization: 'acme', operations: true,
  vcs_repo: {
    identifier: 'acme/network', oauth_token_id: 'ot-1', codehost_app_installation_id: null, branch: 'main', ingress_submodules: true, tags_regex: 'v\\d+',
    display_identifier: 'acme/network', repository_http_url: 'https://code.example/acme/network', service_provider: 'github', webhook_url: 'https://service.test/webhooks/vcs/1',
  },
  tags: null, tags_own: 'all', tag_names: null, tag_names_own: 'all', force_delete: false, ssh_key_id: 'sshkey-1', locked: false, resource_count: 3, source_module_id: null,
  created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z',
};

/** A workspace that was made by its name alone. */
export const plainAttributes = {
  name: 'plain', description: null, 'execution-mode': 'remote', operations: true, 'agent-pool-id': null, 'setting-overwrites': { 'execution-mode': true, 'agent-pool': true },
  'allow-destroy-plan': true, 'assessments-enabled': false, 'auto-apply': false, 'auto-apply-run-trigger': false, 'auto-destroy-at': null, 'auto-destroy-activity-duration': null,
  'file-triggers-enabled': true, 'global-remote-state': false, 'queue-all-runs': false, 'source-name': null, 'source-url': null, 'speculative-enabled': true,
  'engine-version': '1.11.4', 'trigger-patterns': [], 'trigger-prefixes': [], 'working-directory': null, 'vcs-repo': null, 'tag-names': [], locked: false, 'resource-count': 0,
  'created-at': '2026-01-01T00:00:00.000Z', 'updated-at': '2026-01-01T00:00:00.000Z',
};
export const plain = (changed: object = {}, related: object = {}) => ({
  data: {
    id: 'ws-2', type: 'workspaces', attributes: { ...plainAttributes, ...changed },
    relationships: { ...relationships, 'agent-pool': { data: null }, 'ssh-key': { data: null }, project: { data: { id: 'prj-0', type: 'projects' } }, ...related },
  },
});
export const plainState = {
  id: 'ws-2', organization: 'acme', name: 'plain', description: null, project_id: 'prj-0', execution_mode: 'remote', operations: true, agent_pool_id: null,
  setting_overwrites: { execution_mode: true, agent_pool: true }, allow_destroy_plan: true, assessments_enabled: false, auto_apply: false, auto_apply_run_trigger: false,
  auto_destroy_at: null, auto_destroy_activity_duration: null, file_triggers_enabled: true, global_remote_state: false, queue_all_runs: false, source_name: null,
  source_url: null, speculative_enabled: true, engine_version: '1.11.4', trigger_patterns: [], trigger_prefixes: [], working_directory: null, vcs_repo: null, tags: null,
  tags_own: 'all', tag_names: null, tag_names_own: 'all', force_delete: false, ssh_key_id: null, locked: false, resource_count: 0, source_module_id: null,
  created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z',
};

/** Key-value tags as a request says them, and as a list answers them. */
export const tag = (key: string, value: string) => ({ type: 'tag-bindings', attributes: { key, value } });
export const tagBindings = (workspace: string, ...tags: readonly (readonly [string, string])[]) => ({
  data: tags.map(([key, value]) => ({ id: `tb-${key}`, ...tag(key, value), links: { target: `/api/v2/workspaces/${workspace}` } })),
});
