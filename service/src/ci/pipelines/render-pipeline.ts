import { createHash } from 'node:crypto';
import { renderAvatarUrl } from '../hosted-dialect.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { codeHostNames, parseCodeHost } from '../slugs/code-hosts.ts';
import { durationOf } from '../jobs/job-duration.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Pipeline } from './pipeline-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';

/** A stand-in for the commit of a repository that the service cannot read: clients of the hosted service expect a revision. */
const placeholderRevision = ({ url, branch, tag }: Pipeline['vcs']): string =>
  createHash('sha1')
    .update(JSON.stringify([url, branch, tag]))
    .digest('hex');

export const renderVcs = (vcs: Pipeline['vcs'], dialect: RequestContext['dialect']) => ({
  provider_name: codeHostNames(parseCodeHost(vcs.host)!, dialect).displayName,
  branch: vcs.branch,
  tag: vcs.tag,
  review_id: null,
  revision: vcs.revision,
  commit: vcs.commit,
  ...(dialect === 'hosted'
    ? {
        origin_repository_url: vcs.url,
        target_repository_url: vcs.url,
        review_url: null,
        revision: vcs.revision ?? placeholderRevision(vcs),
      }
    : {}),
});

const triggerParameterPrefix = 'pipeline.trigger_parameters.';
/** The trigger's values below `pipeline.trigger_parameters.`, and the parameters of the request. */
const renderTriggerParameters = ({ parameters, values }: Pipeline): { readonly [name: string]: string } =>
  Object.fromEntries(
    [
      ...Object.entries(values ?? {}).flatMap(([name, value]) =>
        name.startsWith(triggerParameterPrefix) && value !== null ? [[name.slice(triggerParameterPrefix.length), value] as const] : [],
      ),
      ...Object.entries(parameters),
    ].map(([name, value]) => [name, String(value)]),
  );

export const renderPipeline = ({ id, body }: StoredRecord<Pipeline>, slug: string, dialect: RequestContext['dialect']) => ({
  id,
  errors: body.errors,
  project_slug: slug,
  updated_at: body.updatedAt,
  number: body.number,
  trigger_parameters: renderTriggerParameters(body),
  state: body.state,
  created_at: body.createdAt,
  trigger: {
    type: body.trigger.type,
    received_at: body.trigger.receivedAt,
    actor: { login: body.login, avatar_url: renderAvatarUrl(dialect) },
  },
  vcs: renderVcs(body.vcs, dialect),
});

export const renderWorkflow = ({ id, scope, body }: StoredRecord<Workflow>, slug: string) => ({
  pipeline_id: scope,
  id,
  name: body.name,
  project_slug: slug,
  status: body.status,
  started_by: body.startedBy,
  canceled_by: body.canceledBy,
  errored_by: body.erroredBy,
  tag: body.tag,
  pipeline_number: body.pipelineNumber,
  auto_rerun_number: body.autoRerun,
  max_auto_reruns: body.maxAutoReruns,
  created_at: body.createdAt,
  stopped_at: body.stoppedAt,
});

/** The statuses that a job requires of others, by their ids. */
const renderRequirements = ({ requires }: Job, ids: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    requires.flatMap(({ job, statuses }) => {
      const id = ids.get(job);
      return id === undefined ? [] : [[id, statuses] as const];
    }),
  );

/** A job in the list of a workflow's jobs. `ids`: of those jobs, by name. */
export const renderJobListItem = (
  { id, body }: StoredRecord<Job>,
  ids: ReadonlyMap<string, string>,
  slug: string,
  dialect: RequestContext['dialect'],
) => ({
  id,
  job_number: body.number,
  name: body.name,
  type: body.type,
  status: body.status,
  started_at: body.startedAt,
  stopped_at: body.stoppedAt,
  dependencies: body.dependencies.flatMap((name) => ids.get(name) ?? []),
  ...(dialect === 'hosted' ? { requires: renderRequirements(body, ids) } : {}),
  project_slug: slug,
  approval_request_id: body.type === 'approval' ? id : null,
  approved_by: body.approvedBy,
  canceled_by: body.canceledBy,
});

export interface JobRenderContext {
  readonly slug: string;
  /** `url`: of its repository. */
  readonly project: { readonly id: string; readonly name: string; readonly url: string };
  readonly organization: string;
  readonly workflow: string;
  /** The service's address. */
  readonly origin: string;
  readonly nodes: ReadonlyMap<number, string>;
  readonly dialect: RequestContext['dialect'];
}
/** The largest number of parallel runs in a response. Each run of a scripted job has the status of the job. */
const maxParallelRuns = 1000;
const renderParallelRuns = ({ startedAt, parallelism, status }: Job, nodes: ReadonlyMap<number, string>) =>
  startedAt === null
    ? []
    : Array.from({ length: Math.min(parallelism, maxParallelRuns) }, (_, index) => ({
        index,
        status: nodes.get(index) ?? (nodes.size > 0 && status === 'running' ? 'queued' : status),
      }));

/**
 * A job in the response to a request for it. `nodes`: statuses of its stored parallel runs. `duration`: milliseconds, null until it
 * ends.
 */
export const renderJob = (
  { body }: StoredRecord<Job>,
  { slug, project, organization, workflow, origin, nodes, dialect }: JobRenderContext,
) => ({
  web_url: `${origin}/api/v2/project/${slug}/job/${body.number}`,
  project: { id: project.id, slug, name: project.name, ...(dialect === 'hosted' ? { external_url: project.url } : {}) },
  parallel_runs: renderParallelRuns(body, nodes),
  started_at: body.startedAt,
  latest_workflow: { id: body.workflow, name: workflow },
  name: body.name,
  executor: { resource_class: body.executor.resourceClass, type: body.executor.type },
  parallelism: body.parallelism,
  status: body.status,
  number: body.number,
  pipeline: { id: body.pipeline },
  duration: durationOf(body),
  created_at: body.createdAt,
  messages: body.messages,
  contexts: body.contexts.map((name) => ({ name })),
  organization: { name: organization },
  queued_at: body.queuedAt,
  stopped_at: body.stoppedAt,
});
