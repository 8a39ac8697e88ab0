import type { RunnerFacts, WorkContext } from '../../../runner/runner-facts.ts';
import type { LostWork, StopMode, WorkKind } from '../../../runner/work-kind.ts';
import type { StoredRecord, Store } from '../../../store/store.ts';
import type { StoredWorkspace } from '../../workspaces/stored.ts';
import { toRunId } from '../run-ids.ts';
import { saveRun } from '../save-run.ts';
import { activeRunsLink, queuedRunsLink, type StoredRun } from '../stored.ts';
import { enterRunStatus, isExecuting } from '../timeline.ts';
import { endPhase, type PhaseStatus } from './end-phase.ts';
import { type ClaimedRun, createRunWork, toPhaseId } from './perform-run.ts';
import { readLeftState } from './prepare-folders.ts';
import { erroredOutcome, renderRunError } from './run-phase.ts';
import { issueRunToken } from './run-token.ts';

const claimNextRun = ({ id: runner, dependencies: { store, clock, settings }, options }: RunnerFacts): Promise<ClaimedRun | undefined> =>
  store.write(async (tx) => {
    for (const { to: id } of await tx.listLinks(queuedRunsLink, { from: 'all' })) {
      const run = await tx.get<StoredRun>('runs', id);
      const phase: PhaseStatus | undefined =
        run?.body.status === 'plan_queued' ? 'planning' : run?.body.status === 'apply_queued' ? 'applying' : undefined;
      if (!run || !phase) {
        await tx.unlink(queuedRunsLink, 'all', id);
        continue;
      }
      await saveRun({ tx, clock, settings: settings() }, run, enterRunStatus({ ...run.body, runner }, phase, clock.now(), settings()));
      return { id, phase, token: await issueRunToken(tx, clock, run, options.jobMilliseconds) };
    }
    return undefined;
  });

/** Runs that an engine executes at the moment, whoever started it. */
const listExecuted = (store: Store): Promise<readonly StoredRecord<StoredRun>[]> =>
  store.read(async (view) => {
    const links = await view.listLinks(activeRunsLink, { from: 'all' });
    const ids = links.map(({ to }) => to);
    const active = ids.length === 0 ? [] : await view.getMany<StoredRun>('runs', ids);
    return active.filter(({ body }) => body.executor === 'engine' && isExecuting(body));
  });

const lostMessage = 'The service that executed this run ended before the run did.';

/** A run whose runner is gone ends as errored. What its apply wrote to its state file until then becomes the state. */
const endLostRun = async (context: WorkContext, { id, body }: StoredRecord<StoredRun>, { rootOf }: LostWork): Promise<void> => {
  const runner = body.runner ?? '';
  const phase = body.status as PhaseStatus;
  const workspace = await context.store.read((view) => view.get<StoredWorkspace>('workspaces', body.workspace));
  const state = phase === 'applying' && rootOf ? await readLeftState(rootOf(runner, toPhaseId({ id, phase }))) : undefined;
  const stateBefore = workspace?.body.currentStateVersion ?? null;
  const log = renderRunError(body, lostMessage, context.clock.now());
  await endPhase(context, id, { ...erroredOutcome, phase, runner, log: `\n${log}`, stateBefore, ...(state ? { state } : {}) });
};

const findRunId = (work: string): string => toRunId('plan', work) ?? toRunId('apply', work) ?? work;

/** Runs of workspaces that the engine executes, as a kind of work. */
export const engineRuns: WorkKind = {
  queueLink: queuedRunsLink,
  hasQueued: async (store) => (await store.read((view) => view.listLinks(queuedRunsLink, { from: 'all' }))).length > 0,
  claimNext: async (runner) => {
    const claimed = await claimNextRun(runner);
    return claimed && createRunWork(runner, claimed);
  },
  findStops: async (store, ids) => {
    const found = await store.read((view) => view.getMany<StoredRun>('runs', [...new Set(ids.map(findRunId))]));
    const runs = new Map(found.map(({ id, body }) => [id, body]));
    const stops = new Map<string, StopMode>();
    for (const id of ids) {
      const run = runs.get(findRunId(id));
      // Its end is stored: what is left is to clean up.
      if (!run || !isExecuting(run) || id !== toPhaseId({ id: findRunId(id), phase: run.status as PhaseStatus })) stops.set(id, 'kill');
      else if (run.forceCancelAt !== undefined) stops.set(id, 'interrupt');
    }
    return stops;
  },
  endLost: async (context, lost) => {
    const runs = (await listExecuted(context.store)).filter(({ body }) => !lost.alive.has(body.runner ?? ''));
    for (const run of runs) await endLostRun(context, run, lost);
    return runs.length;
  },
};
