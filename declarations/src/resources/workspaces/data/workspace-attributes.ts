import {
  bool,
  computed,
  identifierLinkage,
  int,
  mapOf,
  setOf,
  string,
  time,
  toManyRelationship,
  toOneRelationship,
} from '../../../declare/index.ts';
import { workspace } from '../workspace.ts';

const {
  tags: _,
  ignore_additional_tags: __,
  tag_names: ___,
  ignore_additional_tag_names: ____,
  force_delete: _____,
  ...writable
} = workspace.attributes;

/** All attributes of a workspace in responses (spec 1, including read-only ones). */
export const workspaceAttributes = {
  ...writable,
  tag_names: computed(setOf(string), 'Its flat tags.'),
  locked_reason: computed(string, 'Why it is locked.'),
  auto_destroy_status: computed(string, 'Where the next automatic destroy stands.'),
  environment: computed(string, 'Its environment.'),
  latest_change_at: computed(time, 'When its infrastructure last changed.'),
  last_assessment_result_at: computed(time, 'When it was last assessed.'),
  oauth_client_name: computed(string, 'The connection to its repository.'),
  permissions: computed(mapOf(bool), 'What this token may do with it: `can-update`, `can-lock` …'),
  apply_duration_average: computed(int, 'Milliseconds, on average, of an apply.'),
  plan_duration_average: computed(int, 'Milliseconds, on average, of a plan.'),
  policy_check_failures: computed(int, 'How many policy checks failed.'),
  run_failures: computed(int, 'How many runs failed.'),
  source: computed(string, 'How it was made.'),
  structured_run_output_enabled: computed(bool, 'Whether runs answer structured output.'),
  vcs_repo_identifier: computed(string, 'The repository it follows.'),
  workspace_kpis_runs_count: computed(int, 'How many runs its averages are made of.'),
  unarchived_workspace_change_requests_count: computed(int, 'Open change requests, for users who have that feature.', {
    at: 'unarchived_workspace_change_requests_count',
  }),
  is_destroyable: computed(bool, 'Whether a destroy run may be queued.', { at: 'actions.is-destroyable' }),
  locked_by_id: computed(string, 'The ID of the user, team or run that holds the lock.', { at: toOneRelationship('locked-by', '*') }),
  current_run_id: computed(string, 'The ID of the current run.', { at: toOneRelationship('current-run', 'runs') }),
  current_state_version_id: computed(string, 'The ID of the current state version.', {
    at: toOneRelationship('current-state-version', 'state-versions'),
  }),
  current_configuration_version_id: computed(string, 'The ID of the current configuration version.', {
    at: toOneRelationship('current-configuration-version', 'configuration-versions'),
  }),
  current_assessment_result_id: computed(string, 'The ID of the latest health assessment.', {
    at: toOneRelationship('current-assessment-result', '*'),
  }),
  output_ids: computed(setOf(string), 'The IDs of the outputs of the current state; `slipway_workspace_outputs` reads their values.', {
    at: toManyRelationship('outputs', identifierLinkage('workspace-outputs')),
  }),
  variable_ids: computed(setOf(string), 'The IDs of its variables.', { at: toManyRelationship('vars', identifierLinkage('vars')) }),
  no_code_module_id: computed(string, 'The ID of the no-code module it was made of.', {
    at: toOneRelationship('no-code-module-version', '*'),
  }),
  data_retention_policy_id: computed(string, 'The ID of its data retention policy; only the self-hosted edition has it.', {
    at: toOneRelationship('data-retention-policy', '*'),
  }),
  html_url: computed(string, 'The path of its page at the service.', { at: { place: 'link', name: 'self-html' } }),
  no_code_upgrade_available: computed(bool, 'For a no-code workspace: whether its module has moved on.'),
};
