import type { StoredRecord } from '../../store/store.ts';
import { again, namesOf } from './again.ts';
import { hold, type Moving, store } from './going.ts';
import type { Job, Workflow } from './stored.ts';
import { settled } from './timeline.ts';

/** A workflow that failed runs its failed jobs again, as often as its configuration says (`max_auto_reruns`). */
export const rerunItself = async (moving: Moving, workflow: StoredRecord<Workflow>): Promise<void> => {
  const { status, autoRerun, maxAutoReruns, startedBy, stoppedAt } = workflow.body;
  if (status !== 'failed' || autoRerun >= maxAutoReruns || stoppedAt === null) return;
  const jobs = await moving.tx.getMany<Job>('ci-jobs', workflow.body.jobs);
  const next = await again(moving, workflow, jobs, namesOf(jobs, 'failed'), { startedBy, autoRerun: autoRerun + 1 }, new Date(stoppedAt));
  const held = await hold(moving, next);
  if (held) await store(moving, held, settled(held.going, Date.parse(stoppedAt), held.pace));
};
