import { bool, computed, int, listOf, mapOf, number, object, renamed, string, time, uuid } from '../../declare/index.ts';

const texts = listOf(string);
const fault = object({ type: computed(string, 'Its kind, such as `config`.'), message: computed(string, 'What is wrong.') });
const reference = (doc: string) => computed(object({ id: computed(uuid, 'Its ID.'), name: computed(string, 'Its name.') }), doc);

/** Responses of service 2 besides the documents that resources declare (spec 2, resources and their fields). */
export const pipelineAttributes = {
  id: computed(uuid, 'The ID of the pipeline.'),
  project_slug: computed(string, 'Its project.'),
  number: computed(int, 'Its number in the project.'),
  state: computed(string, '`created`, `errored`, `setup-pending`, `setup` or `pending`.'),
  errors: computed(listOf(fault), 'Why it has no workflows.'),
  trigger_parameters: computed(mapOf(string), 'What came with its trigger.'),
  trigger: computed(
    object({
      type: computed(string, '`scheduled_pipeline`, `explicit`, `api` or `webhook`.'),
      received_at: computed(time, 'When it came.'),
      actor: computed(object({ login: computed(string, 'Who.'), avatar_url: computed(string, 'A picture.') }), 'Who caused it.'),
    }),
    'What started it.',
  ),
  vcs: computed(
    object({
      provider_name: computed(string, 'The code host.'),
      branch: computed(string, 'The branch.'),
      tag: computed(string, 'The tag.'),
      revision: computed(string, 'The commit.'),
      review_id: computed(string, 'The review.'),
      commit: computed(object({ subject: computed(string, 'Its first line.'), body: computed(string, 'The rest.') }), 'Its message.'),
    }),
    'What it runs on.',
  ),
  created_at: computed(time, 'When it was made.'),
  updated_at: computed(time, 'When it last changed.'),
};

export const workflowAttributes = {
  id: computed(uuid, 'The ID of the workflow.'),
  name: computed(string, 'Its name.'),
  status: computed(string, 'Its status, such as `running` or `success`.'),
  pipeline_id: computed(uuid, 'Its pipeline.'),
  pipeline_number: computed(int, 'The number of its pipeline.'),
  project_slug: computed(string, 'Its project.'),
  tag: computed(string, '`setup` for a setup workflow.'),
  started_by: computed(uuid, 'Who started it.'),
  canceled_by: computed(uuid, 'Who canceled it.'),
  errored_by: computed(uuid, 'Who made it fail.'),
  auto_rerun_number: computed(int, 'Which automatic rerun it is.'),
  max_auto_reruns: computed(int, 'How many there may be.'),
  created_at: computed(time, 'When it was made.'),
  stopped_at: computed(time, 'When it ended.'),
};

export const workflowJobAttributes = {
  id: computed(uuid, 'The ID of the job.'),
  name: computed(string, 'Its name.'),
  job_number: computed(int, 'Its number; an approval has none.'),
  type: computed(string, '`build` or `approval`.'),
  status: computed(string, 'Its status.'),
  project_slug: computed(string, 'Its project.'),
  dependencies: computed(texts, 'Jobs that come before it, by ID.'),
  approval_request_id: computed(uuid, 'What an approval is approved by.'),
  approved_by: computed(uuid, 'Who approved it.'),
  canceled_by: computed(uuid, 'Who canceled it.'),
  started_at: computed(time, 'When it began.'),
  stopped_at: computed(time, 'When it ended.'),
};

export const jobAttributes = {
  name: computed(string, 'Its name.'),
  status: computed(string, 'Its status.'),
  web_url: computed(string, 'Where to look at it.'),
  duration: computed(int, 'Milliseconds.'),
  parallelism: computed(int, 'How many run at once.'),
  parallel_runs: computed(listOf(object({ index: computed(int, 'Which.'), status: computed(string, 'Its status.') })), 'Each of them.'),
  executor: computed(object({ resource_class: computed(string, 'How large.'), type: computed(string, 'What kind.') }), 'Where it runs.'),
  project: computed(
    object({ id: computed(uuid, 'Its ID.'), slug: computed(string, 'Its slug.'), name: computed(string, 'Its name.') }),
    'Its project.',
  ),
  latest_workflow: reference('The workflow that last ran it.'),
  pipeline: computed(object({ id: computed(uuid, 'Its ID.') }), 'Its pipeline.'),
  organization: computed(object({ name: computed(string, 'Its name.') }), 'Its organization.'),
  contexts: computed(listOf(object({ name: computed(string, 'Its name.') })), 'The contexts it uses.'),
  messages: computed(
    listOf(object({ type: computed(string, 'Its kind.'), message: computed(string, 'Its text.'), reason: computed(string, 'Why.') })),
    'Messages of the service.',
  ),
  created_at: computed(time, 'When it was made.'),
  queued_at: computed(time, 'When it was queued.'),
  started_at: computed(time, 'When it began.'),
  stopped_at: computed(time, 'When it ended.'),
};

export const artifactAttributes = {
  path: computed(string, 'Its path.'),
  node_index: computed(int, 'Which of the parallel runs made it.'),
  url: computed(string, 'Where it is.'),
};

export const testResultAttributes = {
  name: computed(string, 'The test.'),
  classname: computed(string, 'Its class.'),
  file: computed(string, 'Its file.'),
  source: computed(string, 'What ran it.'),
  result: computed(string, 'How it went.'),
  message: computed(string, 'Its message.'),
  run_time: computed(number, 'Seconds.'),
};

const rule = listOf(object({ rule: computed(string, 'Which.'), reason: computed(string, 'Why.') }));
/** The decision of the policies. */
export const verdictAttributes = {
  status: computed(string, '`PASS`, `SOFT_FAIL`, `HARD_FAIL` or `ERROR`.'),
  reason: computed(string, 'Why there is no decision.', { optionalInResponse: true }),
  enabled_rules: computed(texts, 'The rules that counted.'),
  hard_failures: computed(rule, 'Rules that refuse.'),
  soft_failures: computed(rule, 'Rules that warn.'),
};
export const decisionAttributes = {
  id: computed(uuid, 'The ID of the decision.'),
  created_at: computed(time, 'When it was made.'),
  time_taken_ms: computed(number, 'Milliseconds it took.'),
  status: computed(string, '`PASS`, `SOFT_FAIL`, `HARD_FAIL` or `ERROR`.', { at: 'decision.status' }),
  reason: computed(string, 'Why there is no decision.', { at: 'decision.reason' }),
  enabled_rules: computed(texts, 'The rules that counted.', { at: 'decision.enabled_rules' }),
  hard_failures: computed(rule, 'Rules that refuse.', { at: 'decision.hard_failures' }),
  soft_failures: computed(rule, 'Rules that warn.', { at: 'decision.soft_failures' }),
  metadata: computed(
    object({
      pipeline_number: computed(int, 'The number of the pipeline.', { at: 'build_number', renamedFrom: renamed('build_number') }),
      project_id: computed(uuid, 'Its project.'),
      ssh_rerun: computed(bool, 'Whether somebody logs in.'),
      vcs: computed(
        object({
          branch: computed(string, 'The branch.'),
          origin_repository_url: computed(string, 'Where it comes from.'),
          target_repository_url: computed(string, 'Where it goes to.'),
          release_tag: computed(string, 'The tag.'),
        }),
        'What it runs on.',
      ),
    }),
    'What was decided about.',
  ),
  policies: computed(mapOf(string), 'The policies that counted, with a hash of each.'),
};

export const policyAttributes = {
  content: computed(string, 'Its text.'),
  created_at: computed(time, 'When it was written.'),
  created_by: computed(string, 'Who wrote it.'),
  name: computed(string, 'Its name.'),
};
export const policyBundleKind = listOf(object(policyAttributes));

export const userAttributes = {
  id: computed(uuid, 'The ID of the user.'),
  login: computed(string, 'What they log in with.'),
  name: computed(string, 'Their name.'),
  avatar_url: computed(string, 'A picture.'),
};
