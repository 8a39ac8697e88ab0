/** The words of the CI service, by what they are, and the folders whose tests must quote each: where the service says or takes it. */
export interface SpecWords {
  readonly of: string;
  readonly below: readonly string[];
  readonly words: readonly string[];
}

const service = 'service/test/ci';
const limits = `${service}/limits.test.ts`;
const [pipelines, workflows] = [`${service}/pipelines`, `${service}/workflows`];
const [configuration, runner] = [`${service}/configuration`, 'service/test/runner'];

export const specWords: readonly SpecWords[] = [
  { of: 'pipeline state', below: [pipelines, limits], words: ['created', 'errored', 'setup-pending', 'setup', 'pending'] },
  { of: 'pipeline error type', below: [pipelines, limits], words: ['config', 'config-fetch', 'timeout', 'permission', 'other', 'plan'] },
  { of: 'pipeline trigger type', below: [limits], words: ['scheduled_pipeline', 'explicit', 'api', 'webhook'] },
  {
    of: 'workflow status',
    below: [pipelines, workflows, configuration],
    words: ['success', 'running', 'not_run', 'failed', 'error', 'failing', 'on_hold', 'canceled', 'unauthorized'],
  },
  { of: 'workflow tag', below: [pipelines, workflows], words: ['setup'] },
  { of: 'insights run status', below: [`${service}/insights`], words: ['success', 'failed', 'error', 'canceled', 'unauthorized'] },
  {
    of: 'job status',
    below: [pipelines, workflows, `${service}/jobs`, configuration, runner],
    words: [
      'success',
      'running',
      'not_run',
      'failed',
      'retried',
      'queued',
      'not_running',
      'infrastructure_fail',
      'timedout',
      'on_hold',
      'terminated-unknown',
      'blocked',
      'canceled',
      'unauthorized',
    ],
  },
  { of: 'job type', below: [pipelines, workflows, configuration], words: ['build', 'approval'] },
  { of: 'usage export state', below: [`${service}/usage-exports`], words: ['created', 'processing', 'completed', 'failed'] },
  { of: 'decision status', below: [`${service}/policies`], words: ['PASS', 'SOFT_FAIL', 'HARD_FAIL', 'ERROR'] },
  { of: 'restriction type', below: [`${service}/contexts`], words: ['project', 'expression', 'group'] },
  {
    of: 'event preset',
    below: [`${service}/triggers`, `${service}/code-host-events`],
    words: [
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
    ],
  },
  {
    of: 'provider of a definition or trigger',
    below: [`${service}/triggers`, `${service}/pipeline-definitions`],
    words: ['codehost_app', 'codehost_dc', 'webhook'],
  },
  {
    of: 'provider of a definition or trigger, of the hosted service',
    below: [service],
    words: ['github_app', 'bitbucket_dc', 'github_oauth', 'github_server', 'schedule'],
  },
  {
    of: 'provider of a slug',
    below: [`${service}/projects/projects.test.ts`, `${service}/organizations`],
    words: ['github', 'gh', 'bitbucket', 'bb', 'native', 'circleci'],
  },
  { of: 'code host of a project', below: [service], words: ['GitHub', 'Bitbucket', 'CircleCI'] },
  {
    of: 'type of a checkout key',
    below: [`${service}/projects/checkout-keys.test.ts`],
    words: ['deploy-key', 'user-key', 'github-user-key', 'bitbucket-user-key'],
  },
  { of: 'digest of a checkout key', below: [`${service}/projects/checkout-keys.test.ts`], words: ['sha256', 'md5'] },
  {
    of: 'advanced setting',
    below: [`${service}/projects/project-settings.test.ts`],
    words: [
      'autocancel_builds',
      'build_fork_prs',
      'build_prs_only',
      'disable_ssh',
      'forks_receive_secret_env_vars',
      'oss',
      'set_vcs_status',
      'setup_workflows',
      'write_settings_requires_admin',
      'pr_only_branch_overrides',
      'set_github_status',
    ],
  },
  { of: 'owner type of a context', below: [`${service}/contexts`], words: ['account', 'organization'] },
  {
    of: 'reporting window',
    below: [`${service}/insights`],
    words: ['last-7-days', 'last-90-days', 'last-24-hours', 'last-30-days', 'last-60-days'],
  },
  { of: 'granularity', below: [`${service}/insights`], words: ['daily', 'hourly'] },
  { of: 'type of a rollback', below: [`${service}/deployments`, service], words: ['PIPELINE'] },
];
