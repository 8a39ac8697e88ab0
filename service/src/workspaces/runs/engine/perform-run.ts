import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createMasks, TooManySecrets } from '../../../runner/mask/output-mask.ts';
import { isStopping, type RunnerFacts } from '../../../runner/runner-facts.ts';
import type { ClaimedWork, WorkPlace } from '../../../runner/work-kind.ts';
import { type ClaimedRun, toPhaseId } from './claimed-run.ts';
import type { PhaseEnd } from './end-phase.ts';
import { executePhase, type PreparedPhase, type StopSwitch, throwSwitch } from './execute-phase.ts';
import { openPhaseLog } from './phase-log.ts';
import type { PhasePort } from './phase-port.ts';
import { readLeftState } from './prepare-folders.ts';
import { listRunSecrets } from './list-run-secrets.ts';
import type { RunInput } from './run-input.ts';
import { erroredOutcome, isStructured, renderRunError } from './run-phase.ts';
import { watchState } from './watch-state.ts';

const retryDelay = 1000;
/**
 * Minimum duration in milliseconds of a failing apply, if an engine follows the run. It polls a finished plan at most two seconds later,
 * and if the run is errored by then, it shows neither the plan nor the apply's log, so the reason would not be visible.
 */
const shortestFailure = 4000;

const renderDuration = (milliseconds: number): string =>
  milliseconds < 60_000 ? `${milliseconds / 1000} s` : `${Math.round(milliseconds / 60_000)} min`;

/** Whether the end of the phase was accepted; repeats until then, or until the runner stops. */
const tryToSave = async (runner: RunnerFacts, end: PhaseEnd, port: PhasePort): Promise<boolean> => {
  const { dependencies, stopped } = runner;
  for (;;) {
    try {
      return await port.saveEnd(end);
    } catch (error) {
      dependencies.report('storing the end of a run', error);
      if (isStopping(runner)) return false;
      await delay(retryDelay, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }
};

/** Stores the end of a phase. A state that is not accepted is kept as a file. */
const saveEnd = async (runner: RunnerFacts, id: string, end: PhaseEnd, { port, place }: PreparedPhase): Promise<void> => {
  if ((await tryToSave(runner, end, port)) || !end.state) return;
  const file = join(place.folder.output, `${id}.tfstate`);
  await mkdir(place.folder.output, { recursive: true });
  await writeFile(file, end.state, { mode: 0o600 });
  runner.dependencies.report('storing the state of a run', new Error(`the state that the run ${id} left is kept in ${file}`));
};

const changedState = async (place: WorkPlace, { state }: RunInput): Promise<Uint8Array | undefined> => {
  const left = await readLeftState(place.root);
  return left === undefined || (state !== undefined && left.equals(state)) ? undefined : left;
};

/** Waits until an engine that follows the run has seen that its plan succeeded; `begun`: when the apply began, of `performance.now()`. */
const holdFailure = async ({ stopped }: RunnerFacts, { claimed, input, stops }: PreparedPhase, begun: number): Promise<void> => {
  if (claimed.phase !== 'applying' || !input.run.followed || stops.modes.size > 0) return;
  const left = Math.max(0, begun + shortestFailure - performance.now());
  await delay(left, undefined, { signal: stopped.signal }).catch(() => undefined);
};

const perform = async (runner: RunnerFacts, claimed: ClaimedRun, port: PhasePort, place: WorkPlace, stops: StopSwitch): Promise<void> => {
  const begun = performance.now();
  const input = await port.loadInput();
  if (!input) return;
  const { id, phase, limit } = claimed;
  const { secrets, secretVariables } = listRunSecrets(input.variables);
  const masked = [{ text: claimed.token }, ...secrets];
  const log = openPhaseLog(port.appendLog, createMasks(masked, isStructured(input.run)));
  const timer = setTimeout(() => {
    throwSwitch(stops, 'withinGrace', `The run took longer than ${renderDuration(limit)}.`);
  }, limit);
  const prepared = { claimed, port, place, input, log, stops, secrets: masked, secretVariables };
  const watch = phase === 'applying' && port.keepState ? watchState(place.root, input.state, port.keepState) : undefined;
  const outcome = await executePhase(runner, prepared);
  clearTimeout(timer);
  await watch?.stop();
  if (outcome.result.status === 'errored') await holdFailure(runner, prepared, begun);
  const state = phase === 'applying' ? await changedState(place, input) : undefined;
  const end: PhaseEnd = {
    ...outcome,
    phase,
    runner: runner.id,
    log: await log.end().catch(() => ''),
    ...(state ? { state } : {}),
    stateBefore: input.workspace.stateVersion,
  };
  await saveEnd(runner, id, end, prepared);
};

/** Ends a phase that could not begin as errored: while this runner is alive, no other would end it. */
const endAtOnce = async (runner: RunnerFacts, { phase }: ClaimedRun, port: PhasePort, error: unknown): Promise<void> => {
  const { clock, report } = runner.dependencies;
  const isTooMuch = error instanceof TooManySecrets;
  if (!isTooMuch) report('executing a run', error);
  const message = isTooMuch
    ? 'Too many values have to be masked in the log of this run.'
    : `The ${port.executor} failed to execute this run.`;
  const log = `\n${renderRunError({}, message, clock.now())}`;
  await tryToSave(runner, { ...erroredOutcome, phase, runner: runner.id, log, stateBefore: null }, port);
};

/** A phase of a run that this runner claimed, as work. */
export const createRunWork = (runner: RunnerFacts, claimed: ClaimedRun, port: PhasePort, id = toPhaseId(claimed)): ClaimedWork => {
  const stops: StopSwitch = { modes: new Set(), processes: undefined, reason: undefined };
  const { runMemoryMegabytes } = runner.options;
  return {
    id,
    origins: [claimed.id],
    ...(runMemoryMegabytes === undefined ? {} : { memoryLimit: runMemoryMegabytes * 1024 * 1024 }),
    perform: (place) =>
      runner.slots.use(true, () =>
        perform(runner, claimed, port, place, stops).catch((error: unknown) => endAtOnce(runner, claimed, port, error)),
      ),
    stop: (mode) => {
      if (isStopping(runner)) throwSwitch(stops, 'withinGrace', `The ${port.executor} was stopped while this run was under way.`);
      else throwSwitch(stops, mode);
    },
  };
};
