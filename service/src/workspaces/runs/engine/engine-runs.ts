import { setTimeout as delay } from 'node:timers/promises';
import type { RunnerFacts, WorkContext } from '../../../runner/runner-facts.ts';
import type { LostWork, WorkKind } from '../../../runner/work-kind.ts';
import type { StoredRecord, Store } from '../../../store/store.ts';
import type { StoredWorkspace } from '../../workspaces/stored.ts';
import { appendLog } from '../run-log.ts';
import { activeRunsLink, ownRunsQueue, queuedRunsLink, type StoredRun } from '../stored.ts';
import { isExecuting } from '../timeline.ts';
import { claimQueuedRun } from './claim-run.ts';
import { type ClaimedRun, toPhaseId } from './claimed-run.ts';
import { endPhase, type PhaseStatus } from './end-phase.ts';
import { findRunStops } from './find-run-stops.ts';
import type { PhasePort } from './phase-port.ts';
import { readLeftState } from './prepare-folders.ts';
import { loadRunInput } from './run-input.ts';
import { erroredOutcome, renderRunError } from './run-phase.ts';

const claimNextRun = ({ id: runner, dependencies, options }: RunnerFacts): Promise<ClaimedRun | undefined> =>
  dependencies.store.write((tx) => {
    const { clock, settings, listeners } = dependencies;
    const context = { tx, clock, settings: settings(), listeners };
    return claimQueuedRun(context, { queue: ownRunsQueue, runner, limit: options.jobMilliseconds });
  });

/** Milliseconds between two attempts while the store accepts no writes: its disk is full, or its database unreachable. */
const retryDelay = 1000;

/**
 * Retries until the store accepts the write or the runner stops: an engine that applies waits in the meantime, and is not ended because of
 * its log.
 */
const insistOnStore = async ({ dependencies, stopped }: RunnerFacts, write: () => Promise<void>): Promise<void> => {
  for (;;)
    try {
      return await write();
    } catch (error) {
      if (stopped.signal.aborted) throw error;
      dependencies.report('storing the log of a run', error);
      await delay(retryDelay, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
};

/** The store of this process. */
const createStorePort = (runner: RunnerFacts, claimed: ClaimedRun): PhasePort => ({
  executor: 'service',
  loadInput: () =>
    runner.dependencies.store.read(async (view) => {
      const run = await view.get<StoredRun>('runs', claimed.id);
      return run?.body.status === claimed.phase && run.body.runner === runner.id ? loadRunInput(view, run) : undefined;
    }),
  appendLog: (text) =>
    insistOnStore(runner, () =>
      runner.dependencies.store.write((tx) => appendLog(tx, { workspace: claimed.workspace, phase: toPhaseId(claimed) }, text)),
    ),
  saveEnd: async (end) => {
    await endPhase(runner.dependencies, claimed.id, end);
    return true;
  },
});

/** Runs that a runner of a service executes at the moment; those of agents are with their agents. */
const listExecuted = (store: Store): Promise<readonly StoredRecord<StoredRun>[]> =>
  store.read(async (view) => {
    const links = await view.listLinks(activeRunsLink, { from: 'all' });
    const ids = links.map(({ to }) => to);
    const active = ids.length === 0 ? [] : await view.getMany<StoredRun>('runs', ids);
    return active.filter(({ body }) => body.executor === 'engine' && body.agentPool === undefined && isExecuting(body));
  });

const lostMessage = 'The service that executed this run ended before the run did.';

/** Ends the run of a lost runner as errored. The state file that its apply has written becomes the current state. */
const endLostRun = async (context: WorkContext, { id, body }: StoredRecord<StoredRun>, { rootOf }: LostWork): Promise<void> => {
  const runner = body.runner ?? '';
  const phase = body.status as PhaseStatus;
  const workspace = await context.store.read((view) => view.get<StoredWorkspace>('workspaces', body.workspace));
  const state = phase === 'applying' && rootOf ? await readLeftState(rootOf(runner, toPhaseId({ id, phase }))) : undefined;
  const stateBefore = workspace?.body.currentStateVersion ?? null;
  const log = renderRunError(body, lostMessage, context.clock.now());
  await endPhase(context, id, { ...erroredOutcome, phase, runner, log: `\n${log}`, stateBefore, ...(state ? { state } : {}) });
};

/** Runs of workspaces that the engine executes, as a kind of work. */
export const engineRuns: WorkKind = {
  name: 'run',
  watched: [queuedRunsLink, 'runs'],
  hasQueued: async (store) => (await store.read((view) => view.listLinks(queuedRunsLink, { from: ownRunsQueue }))).length > 0,
  claimNext: async (runner) => {
    // What executes is loaded with the first run, and before the run is claimed: a failure to load it leaves the run queued.
    const { createRunWork } = await import('./perform-run.ts');
    const claimed = await claimNextRun(runner);
    return claimed && createRunWork(runner, claimed, createStorePort(runner, claimed));
  },
  findStops: (store, ids) => store.read((view) => findRunStops(view, ids)),
  endLost: async (context, lost) => {
    const runs = (await listExecuted(context.store)).filter(({ body }) => !lost.alive.has(body.runner ?? ''));
    for (const run of runs) await endLostRun(context, run, lost);
    return runs.length;
  },
};
