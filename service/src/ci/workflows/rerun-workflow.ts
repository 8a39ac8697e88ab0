import { badRequest } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { isWorkflowOver } from '../configuration/states/statuses.ts';
import { booleanMember, parseCiBody, invalidRequest, optionalMember } from '../requests/read-request.ts';
import { isUuid } from '../slugs/short-id.ts';
import { changeWorkflow } from './change-workflow.ts';
import { createRerun, selectRerunJobs, type RerunSelection } from './create-rerun.ts';
import { resolveActor } from '../pipelines/start-pipeline.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Workflow } from './workflow-records.ts';

const rerunLimits = { reruns: 100, days: 90 };
const uuidListMember = {
  description: 'a list of UUIDs',
  accepts: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && isUuid(one)),
  schema: { type: 'array', minItems: 1, items: { type: 'string', format: 'uuid' } },
};

export const rerunMembers = {
  enable_ssh: optionalMember(booleanMember),
  from_failed: optionalMember(booleanMember),
  jobs: optionalMember(uuidListMember),
  sparse_tree: optionalMember(booleanMember),
};

const parseRerunSelection = (ctx: RequestContext): RerunSelection => {
  if (ctx.body === undefined) return 'all';
  const { from_failed: failed, jobs } = parseCiBody(ctx, rerunMembers) as {
    readonly from_failed?: boolean;
    readonly jobs?: readonly string[];
  };
  if (failed && jobs) throw invalidRequest({ detail: 'from_failed and jobs exclude each other' });
  return jobs ? new Set(jobs.map((id) => id.toLowerCase())) : failed ? 'failed' : 'all';
};

const checkRerun = (workflow: StoredRecord<Workflow>, jobs: readonly StoredRecord<Job>[], selection: RerunSelection, now: Date): void => {
  const { status, rerun, createdAt } = workflow.body;
  if (!isWorkflowOver(status)) throw badRequest(`the workflow is ${status}; one that is over is run again`);
  if (rerun >= rerunLimits.reruns) throw badRequest(`the workflow was run again ${rerunLimits.reruns} times; no more is possible`);
  if (now.getTime() - Date.parse(createdAt) > rerunLimits.days * 86_400_000)
    throw badRequest(`the workflow is older than ${rerunLimits.days} days`);
  if (selection === 'failed' && status === 'success') throw badRequest('no job of the workflow failed');
  const stranger = typeof selection === 'string' ? undefined : [...selection].find((id) => !jobs.some((job) => job.id === id));
  if (stranger !== undefined) throw invalidRequest({ detail: `the job ${stranger} is none of this workflow`, pointer: '/jobs' });
};

/** Reruns a workflow as a request describes it; returns the id of the new workflow. */
export const rerunWorkflow = (ctx: RequestContext<Transaction>, workflow: StoredRecord<Workflow>, organization: string): Promise<string> =>
  rerunJobs(ctx, workflow, organization, parseRerunSelection(ctx));

/** Reruns these jobs of a workflow, and what requires them; returns the id of the new workflow. */
export const rerunJobs = async (
  ctx: RequestContext<Transaction>,
  workflow: StoredRecord<Workflow>,
  organization: string,
  selection: RerunSelection,
): Promise<string> => {
  const now = ctx.clock.now();
  const jobs = await ctx.tx.getMany<Job>('ci-jobs', workflow.body.jobs);
  checkRerun(workflow, jobs, selection, now);
  const { id: startedBy } = await resolveActor(ctx, organization);
  const names = selectRerunJobs(jobs, selection);
  // The caller becomes the opener: carried-over approvals no longer determine on whose behalf jobs run.
  const carriedApprovals = jobs.flatMap(({ body }) => (body.type === 'approval' && !names.has(body.name) ? [body.name] : []));
  const next = await createRerun(
    ctx,
    workflow,
    jobs,
    names,
    { startedBy, autoRerun: workflow.body.autoRerun, ...(carriedApprovals.length === 0 ? {} : { carriedApprovals }) },
    now,
  );
  await changeWorkflow(ctx, next, (state) => state);
  return next.id;
};
