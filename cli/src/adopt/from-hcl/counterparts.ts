/** How Slipway writes a nested block of the public provider. */
export type BlockForm =
  /** `name { … }` becomes `name = { … }`. `members`: those with another name. */
  | { readonly form: 'object'; readonly members?: AttributeNames }
  /** Its members become attributes next to it. `instead`: what is written for an attribute that the resource does not have. */
  | {
      readonly form: 'inline';
      readonly members?: AttributeNames;
      readonly instead?: { readonly attribute: string; readonly value: string };
    }
  /** Several of them are one map, by this member. */
  | { readonly form: 'map'; readonly key: string }
  /** The presence of the block becomes an attribute with the value true. */
  | { readonly form: 'flag' };

/**
 * Names of the public provider by ours; a value that is only read may be a path, `vcs_info.provider`, or the single element of a set,
 * `one(oauth_token_ids)`.
 */
export type AttributeNames = { readonly [theirs: string]: string };

export interface Counterpart {
  /** The name of our resource, without `slipway_`. */
  readonly to: string;
  readonly attributes?: AttributeNames;
  readonly blocks?: { readonly [name: string]: BlockForm };
  /** Values with another name here, by attribute. */
  readonly values?: { readonly [attribute: string]: { readonly [theirs: string]: string } };
  /** An attribute that the block must have: which of several counterparts is meant. */
  readonly when?: string;
  /** Contents that prevent a block from being rewritten, with the reasons. */
  readonly unless?: { readonly [name: string]: string };
  /** Attributes that Slipway does not need; they are removed. */
  readonly unneeded?: readonly string[];
}
export type Counterparts = { readonly [type: string]: readonly Counterpart[] };

const variableValues = { category: { terraform: 'infra' } };

/** Resources of `hashicorp/tfe`, from its reference pages. Names that are not listed are the same in both. */
const tfeResources: Counterparts = {
  tfe_agent_pool: [{ to: 'agent_pool' }],
  tfe_agent_token: [{ to: 'agent_token' }],
  tfe_data_retention_policy: [
    {
      to: 'data_retention_policy',
      when: 'workspace_id',
      unless: { organization: 'Slipway has retention policies of workspaces only' },
      blocks: {
        delete_older_than: { form: 'inline', members: { days: 'delete_older_than_n_days' } },
        dont_delete: { form: 'flag' },
      },
    },
  ],
  tfe_no_code_module: [
    {
      to: 'no_code_module',
      attributes: { module: 'registry_module_id', registry_module: 'registry_module_id' },
      blocks: { variable_options: { form: 'map', key: 'name' } },
    },
  ],
  tfe_notification_configuration: [{ to: 'notification_configuration' }],
  tfe_oauth_client: [{ to: 'oauth_client', attributes: { oauth_token: 'oauth_token_string', oauth_token_id: 'one(oauth_token_ids)' } }],
  tfe_organization_default_settings: [{ to: 'organization_settings' }],
  tfe_organization_membership: [{ to: 'organization_membership' }],
  tfe_project: [{ to: 'project' }],
  tfe_project_variable_set: [{ to: 'variable_set_project' }],
  tfe_registry_module: [
    { to: 'registry_module', unless: { vcs_repo: 'Slipway has modules that are published by uploads, not by a repository' } },
  ],
  tfe_run_trigger: [{ to: 'run_trigger' }],
  tfe_ssh_key: [{ to: 'ssh_key', attributes: { key: 'value', key_wo: 'value_wo', key_wo_version: 'value_wo_version' } }],
  tfe_team: [{ to: 'team', blocks: { organization_access: { form: 'object' } } }],
  tfe_team_access: [
    { to: 'team_workspace_access', blocks: { permissions: { form: 'inline', instead: { attribute: 'access', value: '"custom"' } } } },
  ],
  tfe_team_organization_member: [{ to: 'team_member' }],
  tfe_team_project_access: [
    { to: 'team_project_access', blocks: { project_access: { form: 'object' }, workspace_access: { form: 'object' } } },
  ],
  tfe_variable: [
    { to: 'variable_set_variable', when: 'variable_set_id', values: variableValues },
    { to: 'workspace_variable', when: 'workspace_id', values: variableValues },
  ],
  tfe_variable_set: [{ to: 'variable_set' }],
  tfe_workspace: [
    {
      to: 'workspace',
      attributes: { terraform_version: 'engine_version' },
      blocks: { vcs_repo: { form: 'object', members: { github_app_installation_id: 'codehost_app_installation_id' } } },
    },
  ],
  tfe_workspace_variable_set: [{ to: 'variable_set_workspace' }],
};

const vcsInfo = {
  vcs_info_provider: 'vcs_info.provider',
  vcs_info_default_branch: 'vcs_info.default_branch',
  vcs_info_url: 'vcs_info.vcs_url',
};

const sourceProviders = { github_app: 'codehost_app', bitbucket_dc: 'codehost_dc' };

/** Resources of `CircleCI-Public/circleci`, from its reference pages. */
const circleciResources: Counterparts = {
  circleci_context: [{ to: 'ci_context', attributes: { organization_id: 'organization' } }],
  circleci_context_environment_variable: [{ to: 'ci_context_variable' }],
  circleci_context_restriction: [{ to: 'ci_context_restriction', attributes: { type: 'restriction_type', value: 'restriction_value' } }],
  circleci_organization: [{ to: 'ci_organization' }],
  circleci_pipeline: [
    { to: 'ci_pipeline_definition', values: { config_source_provider: sourceProviders, checkout_source_provider: sourceProviders } },
  ],
  circleci_project: [
    {
      to: 'ci_project',
      attributes: { organization_id: 'organization', ...vcsInfo },
      unneeded: ['project_provider'],
    },
  ],
  circleci_project_environment_variable: [{ to: 'ci_project_variable' }],
  circleci_runner_resource_class: [{ to: 'ci_runner_resource_class', unneeded: ['organization_id'] }],
  circleci_runner_token: [{ to: 'ci_runner_token', unneeded: ['organization_id'] }],
  circleci_trigger: [
    {
      to: 'ci_trigger',
      attributes: {
        pipeline_id: 'pipeline_definition_id',
        event_source_web_hook_sender: 'event_source_webhook_sender',
        event_source_web_hook_url: 'event_source_webhook_url',
      },
      values: { event_source_provider: sourceProviders },
    },
  ],
  circleci_webhook: [{ to: 'ci_webhook', attributes: { signing_secret: 'signing_secret_wo' } }],
};

const dataSources: Counterparts = {
  tfe_no_code_module: [{ to: 'no_code_module' }],
  tfe_project: [{ to: 'project' }],
  tfe_variable_set: [{ to: 'variable_set' }],
  tfe_workspace: [{ ...tfeResources['tfe_workspace']![0]!, blocks: { vcs_repo: { form: 'object' } } }],
  circleci_context: [{ to: 'ci_context', attributes: { organization_id: 'organization' } }],
  circleci_pipeline: [{ to: 'ci_pipeline_definition' }],
  circleci_project: [{ to: 'ci_project', attributes: vcsInfo }],
  circleci_project_environment_variable: [{ to: 'ci_project_variable' }],
};

/** Data sources that Slipway has with other arguments and results: they have to be converted by hand. */
export const similarDataSources: { readonly [theirs: string]: string } = {
  tfe_outputs: 'workspace_outputs',
  tfe_projects: 'projects',
  tfe_workspace_ids: 'workspaces',
};

/** Types of the public providers that Slipway also has, by the type of block. */
export const counterparts: { readonly [block in 'resource' | 'data']: Counterparts } = {
  resource: { ...tfeResources, ...circleciResources },
  data: dataSources,
};

/** A public provider: its source address, the section of our provider block, and what its settings are called there. */
export interface PublicProvider {
  readonly prefix: 'tfe' | 'circleci';
  readonly source: RegExp;
  readonly section: 'workspaces' | 'ci';
  /** `address`: how an expression of their setting becomes ours. */
  readonly settings: { readonly [theirs: string]: { readonly name: string; readonly address?: 'host' | 'api' } };
}
export const publicProviders: readonly PublicProvider[] = [
  {
    prefix: 'tfe',
    source: /(^|\/)hashicorp\/tfe$/i,
    section: 'workspaces',
    settings: { hostname: { name: 'address', address: 'host' }, token: { name: 'token' }, organization: { name: 'organization' } },
  },
  {
    prefix: 'circleci',
    source: /(^|\/)circleci-public\/circleci$/i,
    section: 'ci',
    settings: { host: { name: 'address', address: 'api' }, key: { name: 'token' } },
  },
];
