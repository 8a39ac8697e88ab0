import type { StoredRecord } from '../../store/store.ts';
import { type Held, hold, type Moving, store } from './going.ts';
import { notFound } from '../../problem.ts';
import { rerunItself } from './rerun-itself.ts';
import type { Job, Workflow } from './stored.ts';
import { type Going, movedOn, settled } from './timeline.ts';

/** Changes a workflow by what a request asks or a job that ran tells, and everything that follows from it at once. */
export const act = async (asking: Moving, workflow: StoredRecord<Workflow>, change: (going: Going, now: number, held: Held) => Going): Promise<void> => {
  const held = await hold(asking, workflow);
  if (!held) throw notFound(`the workflow ${workflow.id}`);
  const now = asking.clock.now().getTime();
  // What was due before the request comes first, whether or not the clock looked meanwhile.
  const going = change(movedOn(held.going, now, held.pace), now, held);
  await rerunItself(asking, await store(asking, held, movedOn(settled(going, now, held.pace), now, held.pace)));
};

/** With another job in the place of the one of this name. */
export const withJob = ({ workflow, jobs }: Going, job: Job): Going => ({ workflow, jobs: new Map([...jobs, [job.name, job]]) });
