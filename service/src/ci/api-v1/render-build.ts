import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { durationOf } from '../jobs/job-duration.ts';
import type { Job, JobNode } from '../jobs/job-records.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { Pipeline } from '../pipelines/pipeline-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { toBuildStatus } from './build-status.ts';
import { type ResponseDialect, renderAvatarUrl } from '../hosted-dialect.ts';
import { renderProjectNames } from './projects.ts';

/** A job with a number, and the workflow, pipeline and project that its build shows. */
export interface Build {
  readonly job: StoredRecord<Job>;
  readonly project: StoredRecord<CiProject>;
  readonly organization: StoredRecord<CiOrganization>;
  readonly pipeline: StoredRecord<Pipeline> | undefined;
  readonly workflow: StoredRecord<Workflow> | undefined;
}

const renderCommit = ({ vcs, login }: Pick<Pipeline, 'vcs' | 'login'>, dialect: ResponseDialect) => ({
  branch: vcs.branch,
  vcs_tag: vcs.tag,
  vcs_revision: vcs.revision,
  subject: vcs.commit?.subject ?? null,
  body: vcs.commit?.body ?? null,
  user: { is_user: true, login, name: login, avatar_url: renderAvatarUrl(dialect) },
});
const noCommit = { branch: null, vcs_tag: null, vcs_revision: null, subject: null, body: null, user: null };

const renderWorkflow = ({ job, workflow }: Build) => ({
  job_id: job.id,
  job_name: job.body.name,
  workflow_id: job.body.workflow,
  workspace_id: job.body.workflow,
  workflow_name: workflow?.body.name ?? '',
  upstream_job_ids: [],
});

/** A build in a list. */
export const renderBuildSummary = (ctx: RequestContext, build: Build) => {
  const { job, project, organization, pipeline } = build;
  const { status, lifecycle, outcome } = toBuildStatus(job.body.status);
  const names = renderProjectNames({ project, organization }, ctx.dialect);
  return {
    ...names,
    build_num: job.body.number,
    build_url: `${ctx.origin}/api/v1.1/project/${names.vcs_type}/${names.username}/${names.reponame}/${job.body.number}`,
    ...(pipeline ? renderCommit(pipeline.body, ctx.dialect) : noCommit),
    why: pipeline?.body.trigger.type ?? null,
    status,
    lifecycle,
    outcome,
    canceled: job.body.status === 'canceled',
    timedout: job.body.status === 'timedout',
    infrastructure_fail: outcome === 'infrastructure_fail',
    dont_build: null,
    queued_at: job.body.queuedAt,
    usage_queued_at: job.body.createdAt,
    start_time: job.body.startedAt,
    stop_time: job.body.stoppedAt,
    build_time_millis: durationOf(job.body),
    parallel: job.body.parallelism,
    platform: '2.0',
    build_parameters: { CIRCLE_JOB: job.body.name, ...pipeline?.body.parameters },
    messages: job.body.messages,
    retries: null,
    retry_of: null,
    ssh_users: [],
    workflows: renderWorkflow(build),
  };
};

/** Steps of a build by name; each has one action for each parallel run. */
const renderSteps = ({ origin }: RequestContext, job: string, nodes: readonly StoredRecord<JobNode>[]) => {
  const names = nodes.flatMap(({ key, body }) => body.steps.map((step, at) => ({ at, index: Number(key), step })));
  const count = Math.max(0, ...names.map(({ at }) => at + 1));
  return Array.from({ length: count }, (_, at) => {
    const actions = names.filter((one) => one.at === at);
    return {
      name: actions[0]!.step.name,
      actions: actions.map(({ index, step }) => ({
        index,
        step: at,
        name: step.name,
        status: step.status,
        exit_code: step.status === 'success' ? 0 : null,
        failed: step.status === 'success' || step.status === 'running' ? null : true,
        start_time: step.startedAt,
        end_time: step.stoppedAt,
        has_output: (step.to ?? step.from + 1) > step.from,
        output_url: `${origin}/output/job/${job}/${index}`,
      })),
    };
  });
};

/** One build, with its steps where a runner ran it. */
export const renderBuild = (ctx: RequestContext, build: Build, nodes: readonly StoredRecord<JobNode>[], hasArtifacts: boolean) => ({
  ...renderBuildSummary(ctx, build),
  has_artifacts: hasArtifacts,
  previous: null,
  previous_successful_build: null,
  node: null,
  steps: renderSteps(ctx, build.job.id, nodes),
});
