import type { Values } from '../../../declarations/src/declare/index.ts';
import { each, type Situation, type World } from './situation.ts';

const workspaceOf = async (world: World, tag: string): Promise<Values> => ({
  workspace_id: (await world.create('workspace', { name: tag, global_remote_state: false }))['id'],
});
const teamOf = async (world: World, tag: string): Promise<Values> => ({ team_id: (await world.create('team', { name: tag }))['id'] });

const variable: Situation['choices'] = {
  ...each('description', 'what it is for'),
  ...each('hcl', true),
  ...each('sensitive', true),
};

const levels = ['plan', 'write', 'maintain', 'admin', 'custom'];

export const workspaceSituations: readonly Situation[] = [
  {
    type: 'workspace',
    base: async (world, tag) => {
      const pool = await world.create('agent_pool', { name: tag });
      const project = await world.create('project', { name: `${tag} own` });
      return { name: tag, $pool: pool['id'], $project: project['id'] };
    },
    choices: {
      ...each('project_id', '$project'),
      ...each('description', 'the shop'),
      execution: [
        { execution_mode: 'local' },
        { execution_mode: 'remote' },
        { execution_mode: 'agent', agent_pool_id: '$pool' },
        { operations: false },
        { operations: true },
        { execution_mode: 'local', setting_overwrites: { execution_mode: false } },
        { execution_mode: 'agent', agent_pool_id: '$pool', setting_overwrites: { execution_mode: false, agent_pool: false } },
        { setting_overwrites: { execution_mode: true } },
        { setting_overwrites: { execution_mode: true, agent_pool: true } },
      ],
      ...each('allow_destroy_plan', false),
      ...each('auto_apply', true),
      ...each('auto_apply_run_trigger', true),
      destroy: [{ auto_destroy_at: '2099-01-01T00:00:00Z' }, { auto_destroy_activity_duration: '14d' }],
      ...each('file_triggers_enabled', false),
      ...each('global_remote_state', true, false),
      ...each('queue_all_runs', true),
      ...each('source_name', 'the portal'),
      ...each('speculative_enabled', false),
      ...each('engine_version', '1.9.8'),
      triggers: [{ trigger_patterns: ['/modules/**'] }, { trigger_prefixes: ['/modules'] }],
      ...each('working_directory', '/infra'),
      tags: [{ tags: { a: 'b', c: '' } }, { tags: {} }, { tags: { a: 'b' }, ignore_additional_tags: true }],
      flat: [{ tag_names: ['eu', 'us'] }, { tag_names: [] }, { tag_names: ['eu'], ignore_additional_tag_names: true }],
      ...each('force_delete', true),
    },
  },
  {
    type: 'project',
    base: async (_, tag) => ({ name: tag }),
    choices: {
      ...each('description', 'web'),
      ...each('auto_destroy_activity_duration', '14d'),
      tags: [{ tags: { a: 'b' } }, { tags: {} }, { tags: { a: 'b' }, ignore_additional_tags: true }],
    },
  },
  {
    type: 'team',
    base: async (_, tag) => ({ name: tag }),
    choices: {
      ...each('visibility', 'organization'),
      ...each('sso_team_id', 'sso-1'),
      ...each('allow_member_token_management', false),
      ...each(
        'organization_access',
        { manage_workspaces: true, read_workspaces: true, read_projects: true },
        { manage_modules: true },
        { manage_modules: true, read_workspaces: true },
        { manage_workspaces: true },
        { manage_modules: true, read_projects: false },
      ),
    },
  },
  {
    type: 'team_workspace_access',
    base: async (world, tag) => ({ ...(await teamOf(world, tag)), ...(await workspaceOf(world, tag)), access: 'read' }),
    choices: {
      ...each('access', ...levels),
      ...each('runs', 'plan', 'apply'),
      ...each('variables', 'read', 'write'),
      ...each('state_versions', 'read-outputs', 'write'),
      ...each('sentinel_mocks', 'read'),
      ...each('workspace_locking', true),
      ...each('run_tasks', true, false),
      ...each('policy_overrides', true),
    },
  },
  {
    type: 'team_project_access',
    base: async (world, tag) => ({
      ...(await teamOf(world, tag)),
      project_id: (await world.create('project', { name: tag }))['id'],
      access: 'read',
    }),
    choices: {
      ...each('access', ...levels),
      ...each('project_access', { settings: 'update' }, { teams: 'manage', variable_sets: 'write' }, { settings: 'read' }),
      ...each('workspace_access', { create: true, runs: 'apply' }, { state_versions: 'read-outputs', locking: true }, {}),
    },
  },
  {
    type: 'agent_pool',
    base: async (world, tag) => ({ name: tag, $workspace: (await workspaceOf(world, tag))['workspace_id'] }),
    choices: { scope: [{ organization_scoped: false, allowed_workspace_ids: ['$workspace'] }, { organization_scoped: false }] },
  },
  {
    type: 'variable_set',
    base: async (_, tag) => ({ name: tag }),
    choices: { ...each('description', 'shared'), ...each('global', true), ...each('priority', true) },
  },
  {
    type: 'workspace_variable',
    base: async (world, tag) => ({ ...(await workspaceOf(world, tag)), key: 'a', category: 'infra', value: 'v' }),
    choices: variable,
  },
  {
    type: 'variable_set_variable',
    base: async (world, tag) => ({
      variable_set_id: (await world.create('variable_set', { name: tag }))['id'],
      key: 'a',
      category: 'infra',
      value: 'v',
    }),
    choices: variable,
  },
  {
    type: 'notification_configuration',
    base: async (world, tag) => ({
      ...(await workspaceOf(world, tag)),
      name: 'chat',
      destination_type: 'generic',
      url: 'https://chat.example.com/hook',
    }),
    choices: {
      ...each('triggers', ['run:completed']),
      secret: [{ token: 'secret-1' }, { token_wo: 'secret-2' }],
    },
  },
  {
    type: 'oauth_client',
    base: async (_, tag) => ({
      name: tag,
      service_provider: 'github',
      http_url: 'https://github.com',
      api_url: 'https://api.github.com',
      oauth_token_string: 'token-1',
    }),
    choices: { ...each('organization_scoped', false), ...each('key', 'app') },
  },
  {
    type: 'data_retention_policy',
    base: workspaceOf,
    choices: { policy: [{ delete_older_than_n_days: 30 }, { dont_delete: true }] },
  },
  {
    type: 'no_code_module',
    base: async (world, tag) => {
      const module = await world.create('registry_module', { name: tag, module_provider: 'aws' });
      await world.api('POST', `/organizations/acme/registry-modules/private/acme/${tag}/aws/versions`, {
        data: {
          type: 'registry-module-versions',
          attributes: { version: '1.0.0', variables: [{ name: 'region', type: 'string', required: true }] },
        },
      });
      return { registry_module_id: module['id'] };
    },
    choices: { ...each('enabled', true), ...each('variable_options', { region: { type: 'string', options: ['eu', 'us'] } }) },
  },
  {
    type: 'remote_state_consumers',
    base: async (world, tag) => {
      const ground = await workspaceOf(world, tag);
      const others = [await workspaceOf(world, `${tag}-1`), await workspaceOf(world, `${tag}-2`)].map((one) => one['workspace_id']);
      return { ...ground, $first: others[0], $second: others[1], consumer_ids: ['$first'] };
    },
    choices: { ...each('consumer_ids', ['$first', '$second'], ['$second']) },
  },
];
