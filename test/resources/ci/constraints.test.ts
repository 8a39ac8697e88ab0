import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { unknown, type Values } from '../../../declarations/src/declare/index.ts';
import { jsonSchema, formatPath, validateConfig } from '../../../declarations/src/derive/index.ts';
import { deprecationWarnings } from '../../../src/provider/deprecation-warnings.ts';
import { actions, dataSources, resources } from '../../../declarations/src/resources/index.ts';

const test = suite('rules of the CI service, as the plan reports them');
const uuid = '33333333-3333-4333-8333-333333333333';
const all: { readonly [name: string]: any } = { ...dataSources, ...actions, ...resources };
const reported = (name: string, config: Values) =>
  validateConfig(all[name], config).map(({ path, summary, detail }) => `${formatPath(path)}: ${summary}. ${detail}`);

const place = { project_id: uuid, pipeline_definition_id: uuid };
const app = { ...place, event_source_provider: 'codehost_app', event_source_repo_external_id: '101' };
const hook = {
  ...place,
  event_source_provider: 'webhook',
  event_source_webhook_sender: 'shop',
  event_name: 'order',
  checkout_ref: 'main',
  config_ref: 'main',
};

test('triggers that are right', () => {
  for (const preset of [
    'all-pushes',
    'only-tags',
    'default-branch-pushes',
    'only-build-prs',
    'only-open-prs',
    'only-labeled-prs',
    'only-merged-prs',
    'only-ready-for-review-prs',
    'only-branch-delete',
    'only-build-pushes-to-non-draft-prs',
    'only-merged-or-closed-prs',
    'pr-comment-equals-run-ci',
    'non-draft-pr-opened',
    'pushes-to-merge-queues',
  ])
    for (const provider of ['codehost_app', 'github_server'])
      assert.equal(reported('ci_trigger', { ...app, event_source_provider: provider, event_preset: preset }), [], preset);
  assert.equal(reported('ci_trigger', { ...app, checkout_ref: 'main', config_ref: 'main', disabled: true, event_name: 'push' }), []);
  assert.equal(reported('ci_trigger', hook), []);
  assert.equal(reported('ci_trigger', { ...app, event_source_provider: 'github_oauth', event_preset: 'only-build-prs' }), []);
  assert.equal(reported('ci_trigger', { ...hook, checkout_ref: unknown, event_source_webhook_sender: unknown }), []);
  assert.equal(reported('ci_trigger', { ...place, event_source_provider: unknown }), []);
});
test('a repository is needed where events come from one, and a sender has no place there', () => {
  for (const provider of ['codehost_app', 'codehost_dc', 'github_server', 'github_oauth']) {
    const preset = provider === 'github_oauth' ? { event_preset: 'all-pushes' } : {};
    assert.equal(reported('ci_trigger', { ...place, event_source_provider: provider, ...preset }), [
      'event_source_repo_external_id: Missing "event_source_repo_external_id". `event_source_repo_external_id` is required ' +
        'when `event_source_provider` is "codehost_app", "codehost_dc", "github_server" or "github_oauth". Set ' +
        '`event_source_repo_external_id`, or change `event_source_provider`.',
    ]);
    assert.equal(reported('ci_trigger', { ...app, event_source_provider: provider, ...preset, event_source_webhook_sender: 'shop' }), [
      'event_source_webhook_sender: "event_source_webhook_sender" does not fit what else is set. `event_source_webhook_sender` ' +
        'cannot be set when `event_source_provider` is "codehost_app", "codehost_dc", "github_server" or "github_oauth". Remove ' +
        '`event_source_webhook_sender`, or change `event_source_provider`.',
    ]);
  }
});
test('a webhook needs its sender, a name and both refs, each told at its place', () => {
  assert.equal(reported('ci_trigger', { ...place, event_source_provider: 'webhook' }), [
    'event_source_webhook_sender: Missing "event_source_webhook_sender". `event_source_webhook_sender` is required when ' +
      '`event_source_provider` is "webhook". Set `event_source_webhook_sender`, or change `event_source_provider`.',
    'event_name: Missing "event_name". `event_name` is required when `event_source_provider` is ' +
      '"webhook". Set `event_name`, or change `event_source_provider`.',
    'checkout_ref: Missing "checkout_ref". `checkout_ref` is required when `event_source_provider` is ' +
      '"webhook". Set `checkout_ref`, or change `event_source_provider`.',
    'config_ref: Missing "config_ref". `config_ref` is required when `event_source_provider` is ' +
      '"webhook". Set `config_ref`, or change `event_source_provider`.',
  ]);
});
test('a webhook has neither a repository nor a preset', () => {
  assert.equal(reported('ci_trigger', { ...hook, event_source_repo_external_id: '101', event_preset: 'all-pushes' }), [
    'event_source_repo_external_id: "event_source_repo_external_id" does not fit what else is set. ' +
      '`event_source_repo_external_id` cannot be set when `event_source_provider` is "webhook". Remove ' +
      '`event_source_repo_external_id`, or change `event_source_provider`.',
    'event_preset: "event_preset" does not fit what else is set. `event_preset` cannot be set when `event_source_provider` is ' +
      '"webhook" or "codehost_dc": its events are of one kind. Remove `event_preset`, or change `event_source_provider`.',
  ]);
});
test('a webhook has no data centre, and a data centre has no preset', () => {
  assert.equal(reported('ci_trigger', { ...app, event_source_provider: 'codehost_dc' }), []);
  assert.equal(reported('ci_trigger', { ...app, event_source_provider: 'codehost_dc', event_preset: 'all-pushes' }), [
    'event_preset: "event_preset" does not fit what else is set. `event_preset` cannot be set when `event_source_provider` is ' +
      '"webhook" or "codehost_dc": its events are of one kind. Remove `event_preset`, or change `event_source_provider`.',
  ]);
});
test('the older connection of the hosted service takes two presets, needs one of them, and is never disabled', () => {
  const oauth = { ...app, event_source_provider: 'github_oauth' };
  assert.equal(reported('ci_trigger', oauth), [
    'event_preset: Missing "event_preset". `event_preset` is required when `event_source_provider` is ' +
      '"github_oauth". Set `event_preset`, or change `event_source_provider`.',
  ]);
  assert.equal(reported('ci_trigger', { ...oauth, event_preset: 'only-tags', disabled: true }), [
    'event_preset: "event_preset" does not fit what else is set. `event_preset` must be "all-pushes" or "only-build-prs" when ' +
      '`event_source_provider` is "github_oauth". Change `event_preset`, or change `event_source_provider`.',
    'disabled: "disabled" does not fit what else is set. `disabled` cannot be set when `event_source_provider` is ' +
      '"github_oauth". Remove `disabled`, or change `event_source_provider`.',
  ]);
});
test('words that are none, and texts that are empty', () => {
  assert.equal(reported('ci_trigger', { ...app, event_preset: 'all-push' }), [
    'event_preset: Wrong value for "event_preset". Expected one of "all-pushes", "only-tags", "default-branch-pushes", ' +
      '"only-build-prs", "only-open-prs", "only-labeled-prs", "only-merged-prs", "only-ready-for-review-prs", "only-branch-delete", ' +
      '"only-build-pushes-to-non-draft-prs", "only-merged-or-closed-prs", "pr-comment-equals-run-ci", "non-draft-pr-opened", ' +
      '"pushes-to-merge-queues"; given "all-push". Write `event_preset = "all-pushes"`.',
  ]);
  assert.equal(reported('ci_trigger', { ...app, checkout_ref: '' }), [
    'checkout_ref: Wrong value for "checkout_ref". Expected a string of 1 to 1024 characters; given "".',
  ]);
});

test('restrictions', () => {
  const of = { context_id: uuid };
  assert.equal(reported('ci_context_restriction', { ...of, restriction_type: 'project', restriction_value: uuid }), []);
  assert.equal(reported('ci_context_restriction', { ...of, restriction_type: 'group', restriction_value: uuid }), []);
  assert.equal(reported('ci_context_restriction', { ...of, restriction_type: 'expression', restriction_value: unknown }), []);
  assert.equal(reported('ci_context_restriction', { ...of, project_id: uuid }), []);
  assert.equal(reported('ci_context_restriction', of), [
    'restriction_type: Missing "restriction_type". Exactly one of `restriction_type` and `project_id` must be set. Set `restriction_type`.',
  ]);
  assert.equal(reported('ci_context_restriction', { ...of, restriction_type: 'project' }), [
    'restriction_value: Missing "restriction_value". `restriction_value` is required when ' +
      '`restriction_type` is set. Set `restriction_value`, or change `restriction_type`.',
  ]);
  assert.equal(reported('ci_context_restriction', { ...of, restriction_type: 'project', restriction_value: 'web' }), [
    'restriction_value: "restriction_value" does not fit what else is set. `restriction_value` must be a UUID when ' +
      '`restriction_type` is "project" or "group". Change `restriction_value`, or change `restriction_type`.',
  ]);
  assert.equal(reported('ci_context_restriction', { ...of, restriction_type: 'expression', restriction_value: 'pipeline.git.branch =' }), [
    'restriction_value: "restriction_value" does not fit what else is set. `restriction_value` must be a well-formed expression ' +
      'when `restriction_type` is "expression". Change `restriction_value`, or change `restriction_type`.',
  ]);
  assert.equal(reported('ci_context_restriction', { ...of, project_id: uuid, restriction_type: 'project', restriction_value: uuid }), [
    'project_id: "project_id" does not fit what else is set. Exactly one of `restriction_type` and ' +
      '`project_id` must be set. Change `project_id`, or change `restriction_type`.',
    'restriction_value: "restriction_value" does not fit what else is set. `restriction_value` cannot be set together with ' +
      '`project_id`: it already names the project. Remove `restriction_value`, or change `project_id`.',
  ]);
});
test('the old spelling of a restriction is deprecated, in the plan and in the schema', () => {
  assert.equal(deprecationWarnings(resources['ci_context_restriction'] as never, { context_id: uuid, project_id: uuid }), [
    {
      severity: 'warning',
      path: ['project_id'],
      summary: '"project_id" is deprecated',
      detail: 'Use `restriction_type = "project"` with `restriction_value`.',
    },
  ]);
  const { properties } = jsonSchema(resources['ci_context_restriction'] as never) as {
    properties: { project_id: { deprecated?: boolean; 'x-deprecation-message'?: string } };
  };
  assert.is(properties.project_id.deprecated, true);
  assert.is(properties.project_id['x-deprecation-message'], 'Use `restriction_type = "project"` with `restriction_value`.');
});
test('an account owns a context by its ID alone', () => {
  assert.equal(reported('ci_context', { name: 'a', organization: 'gh/acme', owner_type: 'account' }), [
    'organization: "organization" does not fit what else is set. `organization` must be a UUID when ' +
      '`owner_type` is "account". Change `organization`, or change `owner_type`.',
  ]);
  assert.equal(reported('ci_context', { name: 'a', organization: uuid, owner_type: 'account' }), []);
  assert.equal(reported('ci_context', { name: 'a', organization: 'acme' }), [
    'organization: Wrong value for "organization". Expected the UUID of an organization, or its slug: provider/organization; given "acme".',
  ]);
});
test('settings of which none is said, and values of two kinds', () => {
  assert.equal(reported('ci_project_settings', { project_slug: 'gh/acme/web' }), [
    'autocancel_builds: Missing "autocancel_builds". At least one of `autocancel_builds`, `build_fork_prs`, `build_prs_only`, ' +
      '`disable_ssh`, `forks_receive_secret_env_vars`, `oss`, `set_vcs_status`, `setup_workflows`, `write_settings_requires_admin` ' +
      'and `pr_only_branch_overrides` must be set. Set `autocancel_builds`.',
  ]);
  assert.equal(reported('ci_project_settings', { project_slug: 'gh/acme/web', oss: false }), []);
  assert.equal(reported('ci_context_variable', { context_id: uuid, name: 'A', value: 'a', value_wo: 'b' }), [
    'value_wo: "value_wo" does not fit what else is set. `value_wo` cannot be set together ' +
      'with `value`. Remove `value_wo`, or change `value`.',
  ]);
  assert.equal(reported('ci_project_variable', { project_slug: 'gh/acme', name: '1A', value: 'a' }), [
    'project_slug: Wrong value for "project_slug". Expected the slug of a project: provider/organization/project; given "gh/acme".',
    'name: Wrong value for "name". Expected the name of an environment variable: letters, ' +
      'digits and _, not beginning with a digit; given "1A".',
  ]);
});
test('a usage export is of 31 days at most, and ends after it begins', () => {
  const of = { organization_id: uuid, start: '2026-01-01T00:00:00Z' };
  assert.equal(reported('ci_usage_export', { ...of, end: '2026-02-01T00:00:00Z' }), []);
  for (const end of ['2026-02-01T00:00:01Z', '2026-01-01T00:00:00Z'])
    assert.equal(reported('ci_usage_export', { ...of, end }), [
      'end: "end" does not fit what else is set. `end` must come after `start`, at most 31 days later. Change `end`, or change `start`.',
    ]);
});
test('parameters have their limits', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, '']));
  const run = (parameters: Values) => reported('ci_trigger_pipeline', { project_slug: 'gh/acme/web', parameters }).length;
  assert.equal(
    [
      run(many(100)),
      run(many(101)),
      run({ [`${'k'.repeat(128)}`]: 'v'.repeat(512) }),
      run({ [`${'k'.repeat(129)}`]: '' }),
      run({ k: 'v'.repeat(513) }),
    ],
    [0, 1, 0, 1, 1],
  );
});
test('one of two is said', () => {
  assert.equal(reported('ci_trigger_pipeline', { project_slug: 'gh/acme/web', branch: 'a', tag: 'b' }), [
    'tag: "tag" does not fit what else is set. At most one of `branch` and `tag` may be set. Remove `tag`, or change `branch`.',
  ]);
  assert.equal(reported('ci_insights_workflows', { project_slug: 'gh/acme/web', branch: 'a', all_branches: true }).length, 1);
  assert.equal(
    reported('ci_insights_workflow_runs', { project_slug: 'gh/acme/web', workflow_name: 'build', end_date: '2026-01-01T00:00:00Z' }).length,
    1,
  );
  assert.equal(reported('ci_pipeline', { number: 7 }).length, 1);
  assert.equal(reported('ci_cancel_job', { job_id: uuid, job_number: 1, project_slug: 'gh/acme/web' }).length, 1);
});
test.run();
