import type { StoredRecord } from '../../store/store.ts';
import type { PipelineContext } from '../pipelines/pipeline-context.ts';
import { activeLink, type Workflow } from './workflow-records.ts';
import type { Job } from '../jobs/job-records.ts';

/** Which jobs are to run again: every one, those that did not succeed, or these by id. */
export type RerunSelection = 'all' | 'failed' | ReadonlySet<string>;

/** The names of the jobs that run again: the wanted ones, and whatever requires one of them. */
export const selectRerunJobs = (jobs: readonly StoredRecord<Job>[], wanted: RerunSelection): ReadonlySet<string> => {
  const names = new Set(
    jobs
      .filter(({ id, body }) => (wanted === 'all' ? true : wanted === 'failed' ? body.status !== 'success' : wanted.has(id)))
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

/** A new workflow of the same pipeline, begun by nothing yet; jobs that do not run again are kept as they ended. */
export const createRerun = async (
  { tx, newId }: Pick<PipelineContext, 'tx' | 'newId'>,
  workflow: StoredRecord<Workflow>,
  old: readonly StoredRecord<Job>[],
  names: ReadonlySet<string>,
  by: Pick<Workflow, 'startedBy' | 'autoRerun'>,
  at: Date,
): Promise<StoredRecord<Workflow>> => {
  const [id, createdAt] = [newId('uuid'), at.toISOString()];
  const jobs: string[] = [];
  for (const job of old) {
    if (!names.has(job.body.name)) {
      await tx.update<Job>(job, { body: { ...job.body, workflow: id } });
      jobs.push(job.id);
      continue;
    }
    const fresh = newId('uuid');
    jobs.push(fresh);
    await tx.insert<Job>({
      id: fresh,
      kind: 'ci-jobs',
      scope: job.scope,
      key: fresh,
      name: job.name,
      body: { ...job.body, ...blockedJobFields, workflow: id, createdAt },
    });
  }
  const next = await tx.insert<Workflow>({
    id,
    kind: 'ci-workflows',
    scope: workflow.scope,
    key: id,
    name: workflow.name,
    body: {
      ...workflow.body,
      ...by,
      status: 'running',
      canceledBy: null,
      erroredBy: null,
      rerun: workflow.body.rerun + 1,
      stop: null,
      jobs,
      createdAt,
      stoppedAt: null,
    },
  });
  await tx.link(activeLink, 'all', id);
  return next;
};
