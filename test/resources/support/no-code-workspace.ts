export const document = (attributes: object = {}, related: object = {}) => ({
  data: {
    id: 'ws-1',
    type: 'workspaces',
    attributes: {
      name: 'shop',
      description: 'a shop',
      'execution-mode': 'agent',
      'agent-pool-id': 'apool-1',
      'auto-apply': true,
      'engine-version': '1.9.8',
      'source-name': 'the platform team',
      'source-url': 'https://platform.example',
      'source-module-id': 'private/acme/vpc/aws/1.2.0',
      'no-code-upgrade-available': false,
      ...attributes,
    },
    relationships: {
      organization: { data: { id: 'acme', type: 'organizations' } },
      project: { data: { id: 'prj-1', type: 'projects' } },
      'current-run': { data: { id: 'run-0', type: 'runs' } },
      ...related,
    },
  },
});
export const variables = {
  region: { value: 'eu' },
  TOKEN: { category: 'env', description: 'a key', hcl: false, sensitive: true },
};
export const known = {
  region: { value: 'eu', category: 'infra', description: '', hcl: false, sensitive: false },
  TOKEN: { ...variables.TOKEN, value: null },
};
export const config = {
  no_code_module_id: 'nocode-1',
  name: 'shop',
  description: 'a shop',
  project_id: 'prj-1',
  execution_mode: 'agent',
  agent_pool_id: 'apool-1',
  auto_apply: true,
  engine_version: '1.9.8',
  source_name: 'the platform team',
  source_url: 'https://platform.example',
  variables,
  variable_values_wo: { TOKEN: 'secret' },
  variable_values_wo_version: 1,
  module_version: '1.2.0',
};
export const state = {
  ...config,
  variables: known,
  variable_values_wo: null,
  id: 'ws-1',
  organization: 'acme',
  wait_for_first_run: false,
  upgrade_timeout: 1800,
  force_delete: false,
  source_module_id: 'private/acme/vpc/aws/1.2.0',
  no_code_upgrade_available: false,
};
export const vars = (region: string) => ({
  vars: {
    data: [
      { type: 'vars', attributes: { key: 'region', value: region, description: '', category: 'infra', hcl: false, sensitive: false } },
      { type: 'vars', attributes: { key: 'TOKEN', value: 'secret', description: 'a key', category: 'env', hcl: false, sensitive: true } },
    ],
  },
});
export const create = {
  request: 'POST /no-code-modules/nocode-1/workspaces',
  body: {
    data: {
      type: 'workspaces',
      attributes: {
        name: 'shop',
        description: 'a shop',
        'execution-mode': 'agent',
        'agent-pool-id': 'apool-1',
        auto_apply: true,
        'engine-version': '1.9.8',
        'source-name': 'the platform team',
        'source-url': 'https://platform.example',
      },
      relationships: { project: { data: { type: 'project', id: 'prj-1' } }, ...vars('eu') },
    },
  },
};
export const read = 'GET /workspaces/ws-1';
export const offer = {
  request: 'GET /no-code-modules/nocode-1',
  status: 200 as const,
  answer: {
    data: {
      id: 'nocode-1',
      type: 'no-code-modules',
      attributes: { enabled: true },
      relationships: { organization: { data: { id: 'acme', type: 'organizations' } } },
    },
  },
};
export const byName = 'GET /organizations/acme/workspaces/shop';
export const start = (region: string) => ({
  request: 'POST /no-code-modules/nocode-1/workspaces/ws-1/upgrade',
  body: { data: { type: 'workspaces', relationships: vars(region) } },
});
export const one = '/no-code-modules/nocode-1/workspaces/ws-1/upgrade/run-1';
export const upgrade = (status: string) => ({
  data: {
    id: 'run-1',
    type: 'workspace-upgrade',
    attributes: { status, 'plan-url': 'https://service.test/run-1' },
    relationships: { workspace: { data: { id: 'ws-1', type: 'workspaces' } } },
  },
});
export const seen = (status: string) => ({ request: `GET ${one}`, status: 200 as const, answer: upgrade(status) });
export const confirmed = { request: `POST ${one}`, status: 200 as const, answer: 'Workspace update completed' };
export const toUs = { ...config, variables: { ...variables, region: { value: 'us' } } };
export const inUs = { ...known, region: { ...known.region, value: 'us' } };
