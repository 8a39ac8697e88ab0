import type { StoredRecord } from '../../store/store.ts';
import type { PipelineContext } from '../pipelines/pipeline-context.ts';
import { activeLink, type Workflow } from './workflow-records.ts';
import type { Job } from '../jobs/job-records.ts';

/** The jobs that run again: all, those that did not succeed, or jobs by id. */
export type RerunSelection = 'all' | 'failed' | ReadonlySet<string>;

/** Names of the jobs that run again: the selected ones, and every job that requires one of them. */
export const selectRerunJobs = (jobs: readonly StoredRecord<Job>[], selection: RerunSelection): ReadonlySet<string> => {
  const names = new Set(
    jobs
      .filter(({ id, body }) => (selection === 'all' ? true : selection === 'failed' ? body.status !== 'success' : selection.has(id)))
      .map(({ body }) => body.name),
  );
  for (let before = -1; before !== names.size;) {
    before = names.size;
    for (const { body } of jobs) if (body.dependencies.some((name) => names.has(name))) names.add(body.name);
  }
  return names;
};

const blockedJobFields = {
  status: 'blocked',
  number: null,
  messages: [],
  approvedBy: null,
  canceledBy: null,
  movesAt: null,
  queuedAt: null,
  startedAt: null,
  stoppedAt: null,
} as const;

/** Moves a job to the new workflow: as it ended, or as a new blocked job if it runs again. Returns the id of the job there. */
const carryJob = async (
  { tx, newId }: Pick<PipelineContext, 'tx' | 'newId'>,
  job: StoredRecord<Job>,
  workflow: string,
  runsAgain: boolean,
  createdAt: string,
): Promise<string> => {
  if (!runsAgain) {
    await tx.update<Job>(job, { body: { ...job.body, workflow } });
    return job.id;
  }
  const id = newId('uuid');
  const body: Job = { ...job.body, ...blockedJobFields, workflow, createdAt };
  await tx.insert<Job>({ id, kind: 'ci-jobs', scope: job.scope, key: id, name: job.name, body });
  return id;
};

/** Creates a new workflow of the same pipeline in which the named jobs run again. No job of it has started. */
export const createRerun = async (
  ctx: Pick<PipelineContext, 'tx' | 'newId'>,
  workflow: StoredRecord<Workflow>,
  previousJobs: readonly StoredRecord<Job>[],
  names: ReadonlySet<string>,
  by: Pick<Workflow, 'startedBy' | 'openedBy' | 'carriedApprovals' | 'autoRerun'>,
  at: Date,
): Promise<StoredRecord<Workflow>> => {
  const { tx, newId } = ctx;
  const [id, createdAt] = [newId('uuid'), at.toISOString()];
  const jobs: string[] = [];
  for (const job of previousJobs) jobs.push(await carryJob(ctx, job, id, names.has(job.body.name), createdAt));
  const rerun = workflow.body.rerun + 1;
  const reset = { status: 'running', canceledBy: null, erroredBy: null, stop: null, stoppedAt: null } as const;
  const { openedBy: _openedBy, carriedApprovals: _carried, ...former } = workflow.body;
  const body: Workflow = { ...former, ...by, ...reset, rerun, jobs, createdAt };
  const next = await tx.insert<Workflow>({ id, kind: 'ci-workflows', scope: workflow.scope, key: id, name: workflow.name, body });
  await tx.link(activeLink, 'all', id);
  return next;
};
