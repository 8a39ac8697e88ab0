import { bool, computed, int, mapOf, setOf, string, time } from '../../../declare/index.ts';
import { workspace } from '../workspace.ts';

const {
  tags: _,
  ignore_additional_tags: __,
  tag_names: ___,
  ignore_additional_tag_names: ____,
  force_delete: _____,
  ...writable
} = workspace.attributes;

/** Everything the service tells of a workspace (spec 1, read-only attributes included). */
export const workspaceAttributes = {
  ...writable,
  tag_names: computed(setOf(string), 'Its flat tags.'),
  locked_reason: computed(string, 'Why it is locked.'),
  auto_destroy_status: computed(string, 'Where the next automatic destroy stands.'),
  inherits_project_auto_destroy: computed(bool, 'Whether the project decides when it is destroyed.'),
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
  no_code_upgrade_available: computed(bool, 'For a no-code workspace: whether its module has moved on.'),
};
