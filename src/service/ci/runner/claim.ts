import type { StoredRecord, Store } from '../../store/store.ts';
import { act, withJob } from '../pipelines/act.ts';
import { type Moving, refusalsFor } from '../pipelines/going.ts';
import { type Job, queue, type Workflow } from '../pipelines/stored.ts';
import { become } from '../pipelines/timeline.ts';
import { type Described, describe } from './described.ts';
import type { Claim } from './stored.ts';

type Around = Omit<Moving, 'tx'>;

/** Whether there is anything to claim: a question that costs nothing. */
export const isWaiting = async (store: Store): Promise<boolean> => (await store.read((view) => view.listLinks(queue, { from: 'all' }))).length > 0;

const refusalOf = async (moving: Moving, { pipeline, job }: Described): Promise<string | undefined> =>
  [...(await refusalsFor(moving, pipeline, new Set(job.body.contexts))).values()][0];

const begin = async (moving: Moving, job: StoredRecord<Job>, runner: string): Promise<Described | undefined> => {
  const workflow = await moving.tx.get<Workflow>('ci-workflows', job.body.workflow);
  const described = await describe(moving.tx, job);
  if (!workflow || !described) { await moving.tx.unlink(queue, 'all', job.id); return undefined; }
  // Restrictions may have come since it began to wait.
  const refusal = await refusalOf(moving, described);
  await act(moving, workflow, (going, now, { pace }) => {
    const there = going.jobs.get(job.body.name)!;
    if (refusal === undefined) return withJob(going, become(there, 'running', now, { ...pace, runs: true }));
    return withJob(going, { ...become(there, 'unauthorized', now, pace), messages: [...there.messages, { type: 'error', message: refusal, reason: 'unauthorized' }] });
  });
  if (refusal !== undefined) return undefined;
  await moving.tx.insert<Claim>({ id: moving.newId('uuid'), kind: 'ci-claims', scope: '', key: job.id, name: '', body: { runner } });
  return { ...described, job: (await moving.tx.get<Job>('ci-jobs', job.id))! };
};

/** Takes the job that waits longest, whose claim is then the only one; undefined: none waits that may run. */
export const claimNext = (store: Store, around: Around, runner: string): Promise<Described | undefined> => store.write(async (tx) => {
  for (const { to } of await tx.listLinks(queue, { from: 'all' })) {
    const job = await tx.get<Job>('ci-jobs', to);
    if (job?.body.status !== 'queued') { await tx.unlink(queue, 'all', to); continue; }
    const begun = await begin({ ...around, tx }, job, runner);
    if (begun) return begun;
  }
  return undefined;
});
