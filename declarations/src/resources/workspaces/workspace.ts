import {
  bool,
  serviceDefault,
  computed,
  conflictsWith,
  id,
  int,
  listOf,
  nameLinkage,
  object,
  oneOf,
  optional,
  keyValueLinkage,
  renamedAttributes,
  required,
  resource,
  setOf,
  string,
  time,
  toManyRelationship,
  toOneRelationship,
  when,
} from '../../declare/index.ts';
import { organization } from './organization.ts';
import { ignoreAdditional, tagMap, tagName } from './tags.ts';
import { vcsRepo } from './vcs-repo.ts';
import { idleDuration, workspaceName } from './workspace-name.ts';
import { moveFromTfe } from '../state-moves.ts';

export const workspace = resource('workspace', {
  service: 'workspaces',
  doc: 'A workspace: running infrastructure and its settings.',
  type: 'workspaces',
  naturalKey: ['organization', 'name'],
  imports: ['{id}', '{organization}/{name}'],
  stateMoves: [
    moveFromTfe('tfe_workspace', {
      id: 'id',
      organization: 'organization',
      name: 'name',
      force_delete: 'force_delete',
      ignore_additional_tags: 'ignore_additional_tags',
      ignore_additional_tag_names: 'ignore_additional_tag_names',
    }),
  ],
  upgrades: [renamedAttributes],

  endpoints: {
    create: 'POST /organizations/{organization}/workspaces',
    list: 'GET /organizations/{organization}/workspaces',
    read: 'GET /workspaces/{id}',
    'show by name': 'GET /organizations/{organization}/workspaces/{name}',
    update: 'PATCH /workspaces/{id}',
    delete: 'POST /workspaces/{id}/actions/safe-delete',
    'delete when force_delete': 'DELETE /workspaces/{id}',
    'get tags': 'GET /workspaces/{id}/tag-bindings',
    'add tag_names': 'POST /workspaces/{id}/relationships/tags',
    'remove tag_names': 'DELETE /workspaces/{id}/relationships/tags',
  },

  attributes: {
    id: computed(id('ws'), 'The ID of the workspace.'),
    organization,
    name: required(workspaceName, 'Its name, unique in the organization. A rename changes its URL.'),
    project_id: optional(id('prj'), 'Its project; a new workspace is in the default one. A change moves it.', {
      default: serviceDefault,
      leftAlone: true,
      at: toOneRelationship('project', 'projects'),
    }),
    description: optional(string, 'What it is for.'),
    execution_mode: optional(oneOf('remote', 'local', 'agent'), 'Where runs happen; `local` stores state only.', {
      default: serviceDefault,
      changesWith: ['operations', 'setting_overwrites', 'project_id'],
    }),
    operations: optional(bool, 'Whether runs happen remotely.', {
      default: serviceDefault,
      changesWith: ['execution_mode', 'setting_overwrites', 'project_id'],
      deprecated: 'Use `execution_mode`: "remote" for true, "local" for false.',
    }),
    agent_pool_id: optional(id('apool'), 'The agents that run it.', {
      default: serviceDefault,
      changesWith: ['execution_mode', 'operations', 'setting_overwrites', 'project_id'],
    }),
    setting_overwrites: optional(
      object({
        execution_mode: optional(
          bool,
          'Whether the execution mode is inherited from the project or the organization; false: it is `execution_mode`.',
          {
            default: serviceDefault,
            changesWith: '*',
            inheritanceOf: ['execution_mode', 'operations'],
          },
        ),
        agent_pool: optional(bool, 'Whether the agent pool is inherited from there; false: it is `agent_pool_id`.', {
          default: serviceDefault,
          changesWith: '*',
          inheritanceOf: ['agent_pool_id'],
        }),
      }),
      'Which settings the workspace inherits. With true, `execution_mode` and `agent_pool_id` are only compared with what it inherits.',
      {
        default: serviceDefault,
        changesWith: ['execution_mode', 'agent_pool_id', 'operations', 'project_id'],
        companions: ['execution_mode', 'agent_pool_id'],
      },
    ),
    allow_destroy_plan: optional(bool, 'Whether destroy plans may be queued.', { default: true }),
    assessments_enabled: optional(
      bool,
      'Whether health assessments run: only the hosted edition has them, in workspaces of the execution mode `remote`.',
      {
        default: serviceDefault,
        withdrawnAs: false,
        optionalInResponse: true,
      },
    ),
    auto_apply: optional(bool, 'Whether a successful plan is applied without confirmation, for runs started by VCS, UI or CLI.', {
      default: false,
    }),
    auto_apply_run_trigger: optional(bool, 'The same for runs started by run triggers.', { default: false }),
    auto_destroy_at: optional(
      time,
      'When the next destroy run starts. Removing it cancels that run, unless an activity duration of the workspace or its ' +
        'project sets the time.',
      {
        default: serviceDefault,
        changesWith: ['auto_destroy_activity_duration', 'project_id'],
        clearedUnless: ['auto_destroy_activity_duration', 'inherits_project_auto_destroy'],
      },
    ),
    auto_destroy_activity_duration: optional(idleDuration, 'After how long without activity a destroy run starts, such as `14d`.'),
    file_triggers_enabled: optional(bool, 'Whether only changes under the trigger paths start runs.', { default: true }),
    global_remote_state: optional(bool, 'Whether every workspace of the organization may read its state.', { default: serviceDefault }),
    queue_all_runs: optional(bool, 'Whether runs queue from the beginning.', { default: false }),
    source_name: optional(string, 'Who made it, shown as "Created via".'),
    source_url: optional(string, 'Where its maker is found.'),
    speculative_enabled: optional(bool, 'Whether plans run on pull requests.', { default: true }),
    engine_version: optional(
      string,
      'A version or a constraint such as `~> 1.0.0`, which means the newest match; a new workspace has the latest release.',
      { default: serviceDefault, leftAlone: true },
    ),
    trigger_patterns: optional(listOf(string), "Globs, from the repository's root, whose files start runs.", { default: [] }),
    trigger_prefixes: optional(listOf(string), 'Paths watched beside the working directory.', { default: [] }),
    working_directory: optional(string, "Where the engine runs, relative to the repository's root."),
    vcs_repo: optional(vcsRepo, 'The repository it follows; none unless set.'),
    tags: optional(
      tagMap,
      'Key-value tags. Removed when it is unset again; tags made elsewhere are left alone unless it is set. `{}` removes all.',
      {
        default: serviceDefault,
        ownership: 'ignore_additional_tags',
        at: toManyRelationship('tag-bindings', keyValueLinkage('tag-bindings'), { as: 'map' }),
      },
    ),
    ignore_additional_tags: ignoreAdditional(
      'ignore_additional_tags',
      'tags_own',
      'Whether tags that `tags` does not name are left alone; by default they are removed.',
    ),
    tag_names: optional(
      setOf(tagName),
      'Flat tags. Removed when it is unset again; tags made elsewhere are left alone unless it is set. `[]` removes all.',
      {
        default: serviceDefault,
        ownership: 'ignore_additional_tag_names',
        at: toManyRelationship('tags', nameLinkage('tags'), { read: 'tag-names' }),
      },
    ),
    ignore_additional_tag_names: ignoreAdditional(
      'ignore_additional_tag_names',
      'tag_names_own',
      'Whether flat tags that `tag_names` does not name are left alone; by default they are removed.',
    ),
    force_delete: optional(
      bool,
      'Whether destroying it forgets the resources it manages. By default a workspace that manages resources is not deleted.',
      { default: false, local: true },
    ),
    ssh_key_id: computed(id('sshkey'), 'The SSH key its modules are fetched with; assigned by `slipway_workspace_ssh_key`.', {
      at: toOneRelationship('ssh-key', 'ssh-keys'),
    }),
    inherits_project_auto_destroy: computed(bool, 'Whether it sets no destruction of its own, so that its project decides.', {
      changesWith: ['auto_destroy_at', 'auto_destroy_activity_duration', 'project_id'],
      optionalInResponse: true,
    }),
    locked: computed(bool, 'Whether it is locked.'),
    resource_count: computed(int, 'How many resources it manages.'),
    source_module_id: computed(string, 'The module it was made from, for a no-code workspace.', { optionalInResponse: true }),
    created_at: computed(time, 'When it was made.'),
    updated_at: computed(time, 'When it last changed.', { changesWith: '*' }),
  },

  constraints: [
    conflictsWith('execution_mode', 'operations', 'the first is the old spelling of the second'),
    when('execution_mode', 'agent').needs('agent_pool_id'),
    when('execution_mode', 'remote', 'local').forbids('agent_pool_id'),
    when('operations', true).forbids('agent_pool_id'),
    { ...when('setting_overwrites.execution_mode', false).needsOneOf('execution_mode', 'operations'), configurationOnly: true },
    when('vcs_repo').needsOneOf('vcs_repo.oauth_token_id', 'vcs_repo.codehost_app_installation_id'),
    conflictsWith('vcs_repo.oauth_token_id', 'vcs_repo.codehost_app_installation_id'),
  ],

  notes: [
    'A move to another project shows settings that the project may decide as known after apply.',
    'A change of `ignore_additional_tags` to `true` shows tags made elsewhere as leaving the plan; they stay at the service.',
    'A `locked` or `resource_count` that changed elsewhere is only refreshed, never a difference.',
  ],
});
