import type { Store } from '../../store/store.ts';
import type { JobStatus } from '../configuration/index.ts';
import { act, withJob } from '../pipelines/act.ts';
import type { Moving } from '../pipelines/going.ts';
import type { ResourceUsage } from '../../store/ledger/ledger.ts';
import type { Job, Workflow } from '../pipelines/stored.ts';
import { become } from '../pipelines/timeline.ts';
import type { Claim, Runner } from './stored.ts';

/** How a job ended that ran. */
export interface JobEnd { readonly status: JobStatus; readonly trouble?: string; readonly testsOver?: true; readonly measured?: ResourceUsage }

const end = async (moving: Moving, id: string, { status, trouble, testsOver, measured }: JobEnd): Promise<void> => {
  const job = await moving.tx.get<Job>('ci-jobs', id);
  const workflow = job && await moving.tx.get<Workflow>('ci-workflows', job.body.workflow);
  // Canceled meanwhile, or gone with its project.
  if (job?.body.status !== 'running' || !workflow) return;
  await act(moving, workflow, (going, now, { pace }) => {
    const there = going.jobs.get(job.body.name)!;
    if (there.status !== 'running') return going;
    const messages = trouble === undefined ? there.messages : [...there.messages, { type: 'error', message: trouble, reason: status }];
    return withJob(going, { ...become(there, status, now, pace), messages, ...(testsOver ? { testsOver } : {}), ...(measured ? { measured } : {}) });
  });
};

/** Ends a job that this runner claimed, with all that follows. False: the claim is not its own any more. */
export const finish = (store: Store, around: Omit<Moving, 'tx'>, runner: string, job: string, how: JobEnd): Promise<boolean> => store.write(async (tx) => {
  const claim = await tx.getByKey<Claim>('ci-claims', '', job);
  if (claim?.body.runner !== runner) return false;
  await tx.delete('ci-claims', claim.id);
  await end({ ...around, tx }, job, how);
  return true;
});

const lost: JobEnd = { status: 'terminated-unknown', trouble: 'the service that ran this job ended before the job did' };
/** A runner that was not seen for so long (milliseconds) is gone. */
export const gone = 60_000;

/** Ends jobs whose runner is gone; `all`: every one, where the store was another process's a moment ago. How many. */
export const endOrphans = async (store: Store, around: Omit<Moving, 'tx'>, all: boolean): Promise<number> => store.write(async (tx) => {
  const runners = (await tx.list<Runner>({ kind: 'ci-runners', scope: '' })).records;
  const alive = new Set(runners.filter(({ body }) => !all && Date.now() - body.seenAt < gone).map(({ id }) => id));
  for (const { id } of runners) if (!alive.has(id)) await tx.delete('ci-runners', id);
  const orphans = (await tx.list<Claim>({ kind: 'ci-claims', scope: '' })).records.filter(({ body }) => !alive.has(body.runner));
  for (const { id, key } of orphans) {
    await tx.delete('ci-claims', id);
    await end({ ...around, tx }, key, lost);
  }
  return orphans.length;
});
