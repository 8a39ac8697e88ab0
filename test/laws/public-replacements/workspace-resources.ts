import { inPlace, notThere, type PublicResources, replaced } from './conditions.ts';

const organization = { organization: replaced('organization', 'acme', 'umbrella') };
const workspace = replaced('workspace_id', 'ws-1', 'ws-2');

/** Of `hashicorp/tfe`, release of August 2026: its schemas and what its plan modifiers add. */
export const workspaceResources: PublicResources = {
  tfe_agent_pool: { ours: ['agent_pool'], replacedFor: organization },
  tfe_agent_pool_allowed_projects: {
    ours: ['agent_pool'],
    replacedFor: { agent_pool_id: notThere('the pool itself has the list') },
  },
  tfe_agent_pool_allowed_workspaces: {
    ours: ['agent_pool'],
    replacedFor: { agent_pool_id: notThere('the pool itself has the list') },
  },
  tfe_agent_pool_excluded_workspaces: {
    ours: ['agent_pool'],
    replacedFor: { agent_pool_id: notThere('the pool itself has the list') },
  },
  tfe_agent_token: {
    ours: ['agent_token'],
    replacedFor: {
      agent_pool_id: replaced('agent_pool_id', 'apool-1', 'apool-2'),
      description: replaced('description', 'one', 'two'),
    },
  },
  tfe_data_retention_policy: {
    ours: ['data_retention_policy'],
    replacedFor: {
      organization: notThere('policies of organizations are not among our resources'),
      workspace_id: workspace,
      'delete_older_than.days': inPlace('the endpoint that sets a policy replaces the former one', 'delete_older_than_n_days', 30, 60),
      dont_delete: inPlace('the endpoint that sets a policy replaces the former one', 'dont_delete', null, true),
    },
  },
  tfe_no_code_module: {
    ours: ['no_code_module'],
    replacedFor: {
      ...organization,
      registry_module: inPlace('the specification: an update can change the module', 'registry_module_id', 'mod-1', 'mod-2'),
    },
  },
  tfe_notification_configuration: {
    ours: ['notification_configuration'],
    replacedFor: { workspace_id: workspace, destination_type: replaced('destination_type', 'generic', 'slack') },
  },
  tfe_oauth_client: {
    ours: ['oauth_client'],
    replacedFor: {
      ...organization,
      service_provider: replaced('service_provider', 'github', 'gitlab_hosted'),
      http_url: replaced('http_url', 'https://a.test', 'https://b.test'),
      api_url: replaced('api_url', 'https://a.test', 'https://b.test'),
      name: inPlace("the vendor's document has it in the update", 'name', 'a', 'b'),
      key: inPlace("the vendor's document has it in the update", 'key', 'a', 'b'),
      secret: inPlace("the vendor's document has it in the update", 'secret', 'a', 'b'),
      rsa_public_key: inPlace("the vendor's document has it in the update", 'rsa_public_key', 'a', 'b'),
      private_key: inPlace(
        'the update sends it; another connection would take the token from each workspace and module that uses it',
        'private_key',
        'a',
        'b',
      ),
    },
  },
  tfe_organization_default_settings: {
    ours: ['organization_settings'],
    replacedFor: {
      ...organization,
      default_execution_mode: inPlace(
        'settings of an organization that stays; the update has them',
        'default_execution_mode',
        'remote',
        'local',
      ),
      default_agent_pool_id: inPlace(
        'settings of an organization that stays; the update has them',
        'default_agent_pool_id',
        'apool-1',
        'apool-2',
      ),
    },
  },
  tfe_organization_module_sharing: { ours: ['organization_settings'], replacedFor: organization },
  tfe_org_max_token_ttl_policy: { ours: ['organization_settings'], replacedFor: organization },
  tfe_organization_membership: {
    ours: ['organization_membership'],
    replacedFor: { ...organization, email: replaced('email', 'ann@example.com', 'bob@example.com') },
  },
  tfe_project: { ours: ['project'], replacedFor: organization },
  tfe_project_settings: { ours: ['project'], replacedFor: { project_id: notThere('the project itself has its settings') } },
  tfe_project_variable_set: {
    ours: ['variable_set_project'],
    replacedFor: {
      variable_set_id: replaced('variable_set_id', 'varset-1', 'varset-2'),
      project_id: replaced('project_id', 'prj-1', 'prj-2'),
    },
  },
  tfe_registry_module: {
    ours: ['registry_module'],
    replacedFor: {
      ...organization,
      name: replaced('name', 'vpc', 'dns'),
      module_provider: replaced('module_provider', 'aws', 'google'),
      namespace: notThere('our modules are private: their namespace is their organization'),
      registry_name: notThere('our modules are private'),
    },
  },
  tfe_run_trigger: {
    ours: ['run_trigger'],
    replacedFor: { workspace_id: workspace, sourceable_id: replaced('sourceable_id', 'ws-3', 'ws-4') },
  },
  tfe_ssh_key: {
    ours: ['ssh_key'],
    replacedFor: {
      ...organization,
      key_wo_version: inPlace("the vendor's document has the value in the update", 'value_wo_version', 1, 2),
    },
  },
  tfe_team: { ours: ['team'], replacedFor: organization },
  tfe_team_access: {
    ours: ['team_workspace_access'],
    replacedFor: { team_id: replaced('team_id', 'team-1', 'team-2'), workspace_id: workspace },
  },
  tfe_team_member: {
    ours: ['team_member'],
    replacedFor: {
      team_id: replaced('team_id', 'team-1', 'team-2'),
      username: notThere('a member is named by the membership in the organization, as in the next row'),
    },
  },
  tfe_team_organization_member: {
    ours: ['team_member'],
    replacedFor: {
      team_id: replaced('team_id', 'team-1', 'team-2'),
      organization_membership_id: replaced('organization_membership_id', 'ou-1', 'ou-2'),
    },
  },
  tfe_team_organization_members: {
    ours: ['team_member'],
    replacedFor: { team_id: notThere('one of ours is one member: another team replaces it, as in the row above') },
  },
  tfe_team_project_access: {
    ours: ['team_project_access'],
    replacedFor: { team_id: replaced('team_id', 'team-1', 'team-2'), project_id: replaced('project_id', 'prj-1', 'prj-2') },
  },
  tfe_team_token: {
    ours: ['team_token'],
    replacedFor: {
      team_id: replaced('team_id', 'team-1', 'team-2'),
      description: replaced('description', 'one', 'two'),
      expired_at: replaced('expired_at', '2098-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'),
      force_regenerate: notThere('the engine has it for every resource: `-replace`'),
    },
  },
  tfe_variable: {
    ours: ['workspace_variable', 'variable_set_variable'],
    replacedFor: {
      'workspace_id, or variable_set_id': replaced('owner', 'id-1', 'id-2'),
      'key while sensitive is true': replaced('key', 'A', 'B', { sensitive: true }),
      'sensitive from true to false': replaced('sensitive', true, false),
      'sensitive from true to unset': replaced('sensitive', true, null),
      'category while sensitive is true': replaced('category', 'env', 'infra', { sensitive: true }),
      'category while sensitive is false': inPlace(
        'the specification has it in the update, and the value can be read before and after',
        'category',
        'env',
        'infra',
        { sensitive: false },
      ),
    },
  },
  tfe_variable_set: {
    ours: ['variable_set'],
    replacedFor: { ...organization, parent_project_id: replaced('parent_project_id', 'prj-1', 'prj-2') },
  },
  tfe_workspace: { ours: ['workspace'], replacedFor: organization },
  tfe_workspace_settings: {
    ours: ['workspace', 'remote_state_consumers'],
    replacedFor: { workspace_id: notThere('the workspace itself has its settings; the list of consumers is the next row') },
  },
  'tfe_workspace_settings.remote_state_consumer_ids': { ours: ['remote_state_consumers'], replacedFor: { workspace_id: workspace } },
  tfe_workspace_variable_set: {
    ours: ['variable_set_workspace'],
    replacedFor: { variable_set_id: replaced('variable_set_id', 'varset-1', 'varset-2'), workspace_id: workspace },
  },
};

/** Those that the public provider also replaces when the organization of the provider block changes and none is written beside it. */
export const replacedWithTheProvider: readonly string[] = [
  'tfe_agent_pool',
  'tfe_no_code_module',
  'tfe_oauth_client',
  'tfe_organization_membership',
  'tfe_project',
  'tfe_variable_set',
  'tfe_workspace',
];
