import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { type DueWorkKind, dueWorkOfLinks, readLinkedRecords, taskOfDueWork } from '../../pipeline/due-work.ts';
import { newId } from '../../store/new-id.ts';
import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { StoredRecord, Store } from '../../store/store.ts';
import { configurePipeline } from './configure-pipeline.ts';
import { loadWorkflow, saveWorkflow } from '../workflows/workflow-snapshot.ts';
import { rerunAutomatically } from '../workflows/rerun-automatically.ts';
import { activeLink, type Workflow } from '../workflows/workflow-records.ts';
import type { Job } from '../jobs/job-records.ts';
import { pendingLink, type Pipeline } from './pipeline-records.ts';
import { advanceWorkflow } from '../workflows/workflow-timeline.ts';

const isDue = (movesAt: string | null, now: Date): boolean => movesAt !== null && Date.parse(movesAt) <= now.getTime();

const listDuePipelines = (store: Store, now: Date): Promise<readonly StoredRecord<Pipeline>[]> =>
  store.read(async (view) =>
    (
      await view.getMany<Pipeline>(
        'ci-pipelines',
        (await view.listLinks(pendingLink, { from: 'all' })).map(({ to }) => to),
      )
    ).filter(({ body }) => isDue(body.movesAt, now)),
  );

const listDueWorkflows = (store: Store, now: Date): Promise<readonly string[]> =>
  store.read(async (view) => {
    const workflows = await view.getMany<Workflow>(
      'ci-workflows',
      (await view.listLinks(activeLink, { from: 'all' })).map(({ to }) => to),
    );
    const jobs = await view.getMany<Job>(
      'ci-jobs',
      workflows.flatMap(({ body }) => body.jobs),
    );
    const due = new Set(jobs.filter(({ body }) => isDue(body.movesAt, now)).map(({ id }) => id));
    return workflows.filter(({ body }) => body.jobs.some((id) => due.has(id))).map(({ id }) => id);
  });

const advanceDueWorkflow = (store: Store, clock: Clock, settings: ServiceSettings, id: string, now: Date): Promise<boolean> =>
  store.write(async (tx) => {
    const record = await tx.get<Workflow>('ci-workflows', id);
    const ctx = { tx, clock, settings, newId };
    const snapshot = record && (await loadWorkflow(ctx, record));
    if (!snapshot) return false;
    const next = advanceWorkflow(snapshot.state, now.getTime(), snapshot.execution);
    if (next === snapshot.state) return false;
    await rerunAutomatically(ctx, await saveWorkflow(ctx, snapshot, next));
    return true;
  });

/**
 * Moves every pipeline and workflow that is due, as one writer among several; how often one was moved. One that fails holds
 * up no other: the first error is thrown when all were looked at.
 */
export const advancePipelines = async (store: Store, clock: Clock, settings: ServiceSettings): Promise<number> => {
  const now = clock.now();
  const failed = new Map<string, unknown>();
  let moved = 0;
  const attempt = async (id: string, work: () => Promise<boolean>): Promise<void> => {
    try {
      if (await work()) moved += 1;
    } catch (error) {
      failed.set(id, error);
    }
  };
  for (let before = -1; before !== moved;) {
    before = moved;
    for (const one of await listDuePipelines(store, now))
      if (!failed.has(one.id)) await attempt(one.id, () => configurePipeline(store, { clock, settings, newId }, one));
    for (const id of await listDueWorkflows(store, now))
      if (!failed.has(id)) await attempt(id, () => advanceDueWorkflow(store, clock, settings, id, now));
  }
  if (failed.size > 0) throw [...failed.values()][0];
  return moved;
};

export const duePipelines = dueWorkOfLinks<Pipeline>('pipelines', pendingLink, 'ci-pipelines', ({ movesAt }) => movesAt);

/** Jobs that follow a script: those of active workflows, whose times are their jobs'. */
export const dueJobs: DueWorkKind = {
  name: 'jobs',
  kinds: [activeLink, 'ci-workflows', 'ci-jobs'],
  listTimes: async (view) => {
    const times: number[] = [];
    for await (const workflows of readLinkedRecords<Workflow>(view, activeLink, 'ci-workflows')) {
      const jobs = await view.getMany<Job>('ci-jobs', [...new Set(workflows.flatMap(({ body }) => body.jobs))]);
      for (const { body } of jobs) if (body.movesAt !== null) times.push(Date.parse(body.movesAt));
    }
    return times;
  },
};

export const createPipelineTask = ({ store, clock, settings }: BackgroundContext): BackgroundTask =>
  taskOfDueWork(
    { store, clock },
    {
      name: 'moving the pipelines on',
      pause: 50,
      due: [duePipelines, dueJobs],
      perform: () => advancePipelines(store, clock, settings()),
    },
  );
