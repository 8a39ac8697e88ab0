import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TaskAbandoned } from '../../../threads/thread-pool.ts';
import { Problem } from '../../../http/problem.ts';
import { createMasks, TooManySecrets } from '../../../runner/mask/output-mask.ts';
import { isStopping, type RunnerFacts } from '../../../runner/runner-facts.ts';
import type { ClaimedWork, StopMode, WorkPlace } from '../../../runner/work-kind.ts';
import { toApplyId, toPlanId } from '../run-ids.ts';
import { endPhase, type PhaseEnd, type PhaseStatus } from './end-phase.ts';
import { createEngineProcesses, EngineFailed, type EngineProcesses } from './engine-process.ts';
import { executeApply } from './execute-apply.ts';
import { executePlan } from './execute-plan.ts';
import { renderEngineSettings } from './engine-settings.ts';
import { EngineMissing, listInstalledEngines, selectEngine } from './installed-engines.ts';
import { openPhaseLog, type PhaseLog } from './phase-log.ts';
import { ConfigurationFault, prepareFolders, readLeftState } from './prepare-folders.ts';
import { buildRunEnvironment } from './run-environment.ts';
import { loadRunInput, type RunInput } from './run-input.ts';
import { erroredOutcome, type PhaseOutcome, renderRunError } from './run-phase.ts';

/** A phase of a run that was claimed. Its work has the id of the plan or the apply: one may follow while the other is cleaned up. */
export interface ClaimedRun {
  /** Of the run. */
  readonly id: string;
  readonly phase: PhaseStatus;
  /** The secret of its token. */
  readonly token: string;
}

export const toPhaseId = ({ id, phase }: Pick<ClaimedRun, 'id' | 'phase'>): string => (phase === 'planning' ? toPlanId(id) : toApplyId(id));

/** How a phase is told to stop, before and after its processes are there. */
interface StopSwitch {
  readonly modes: Set<StopMode | 'withinGrace'>;
  processes: EngineProcesses | undefined;
  /** What the log says of it. */
  reason: string | undefined;
}
const throwSwitch = (stops: StopSwitch, mode: StopMode | 'withinGrace', reason?: string): void => {
  stops.modes.add(mode);
  stops.reason ??= reason;
  stops.processes?.stop(mode);
};

const retryDelay = 1000;

/** What is the fault of whoever started the run, or of what they uploaded, in words. Others are thrown again. */
const describeFault = (error: unknown): string => {
  if (error instanceof EngineMissing || error instanceof ConfigurationFault || error instanceof EngineFailed) return error.message;
  if (error instanceof Problem) return error.errors.map(({ detail }) => detail).join('; ');
  if (error instanceof TaskAbandoned) return `The plan is too large for the service: ${error.message}.`;
  if (error instanceof TooManySecrets) return 'Too many values have to be masked in the log of this run.';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'No space is left on the disk of the service.';
  throw error;
};

const renderDuration = (milliseconds: number): string =>
  milliseconds < 60_000 ? `${milliseconds / 1000} s` : `${Math.round(milliseconds / 60_000)} min`;

const listSecrets = ({ token }: ClaimedRun, { variables }: RunInput): readonly string[] => [
  token,
  ...variables.filter(({ isSensitive }) => isSensitive).map(({ value }) => value),
];

const execute = async (runner: RunnerFacts, claimed: ClaimedRun, place: WorkPlace, input: RunInput, log: PhaseLog, stops: StopSwitch) => {
  const { enginesFolder, providerMirror, runCpuSeconds = null, runMemoryMegabytes = null } = runner.options;
  const { body } = input.run;
  const wanted = input.planFiles?.version ?? body.engineVersion ?? 'latest';
  const engine = selectEngine(await listInstalledEngines(enginesFolder), wanted, body.program);
  const { address, settings } = runner.dependencies;
  const service = { address, publicUrl: settings().publicUrl, token: claimed.token };
  const folders = await prepareFolders(input, place.root, renderEngineSettings(providerMirror, service));
  const environment = buildRunEnvironment(input, folders, place.mark);
  const limits = { cpuSeconds: runCpuSeconds, memoryMegabytes: runMemoryMegabytes };
  const processes = createEngineProcesses(engine.file, folders, environment, place, limits);
  stops.processes = processes;
  for (const mode of stops.modes) processes.stop(mode);
  const phase = { input, engine, folders, processes, log, secrets: listSecrets(claimed, input) };
  return claimed.phase === 'planning' ? executePlan(phase) : executeApply(phase);
};

/** The outcome of a phase; a fault stands in its log. */
const executeToEnd = async (
  runner: RunnerFacts,
  claimed: ClaimedRun,
  place: WorkPlace,
  input: RunInput,
  log: PhaseLog,
  stops: StopSwitch,
): Promise<PhaseOutcome> => {
  const { clock, report } = runner.dependencies;
  let outcome: PhaseOutcome;
  let message: string | undefined;
  try {
    outcome = await execute(runner, claimed, place, input, log, stops);
  } catch (error) {
    outcome = erroredOutcome;
    try {
      message = stops.modes.size > 0 ? undefined : describeFault(error);
    } catch {
      report('executing a run', error);
      message = 'The service failed to execute this run.';
    }
  }
  const said = stops.reason ?? message;
  if (said !== undefined) await log.write(Buffer.from(renderRunError(input.run.body, said, clock.now())));
  return stops.reason !== undefined && outcome.result.status === 'finished' && claimed.phase === 'planning' ? erroredOutcome : outcome;
};

/** Stores the end of a phase, again until it succeeds. A state that the service cannot store when it stops is kept as a file. */
const saveEnd = async (runner: RunnerFacts, id: string, end: PhaseEnd, place: WorkPlace): Promise<void> => {
  const { dependencies, stopped } = runner;
  for (;;) {
    try {
      await endPhase(dependencies, id, end);
      return;
    } catch (error) {
      dependencies.report('storing the end of a run', error);
      if (isStopping(runner)) break;
      await delay(retryDelay, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }
  if (!end.state) return;
  const file = join(place.folder.output, `${id}.tfstate`);
  await mkdir(place.folder.output, { recursive: true });
  await writeFile(file, end.state, { mode: 0o600 });
  dependencies.report('storing the state of a run', new Error(`the state that the run ${id} left is kept in ${file}`));
};

const loadInput = async (runner: RunnerFacts, { id, phase }: ClaimedRun): Promise<RunInput | undefined> => {
  const input = await runner.dependencies.store.read((view) => loadRunInput(view, id));
  return input?.run.body.status === phase ? input : undefined;
};

const changedState = async (place: WorkPlace, { state }: RunInput): Promise<Uint8Array | undefined> => {
  const left = await readLeftState(place.root);
  return left === undefined || (state !== undefined && left.equals(state)) ? undefined : left;
};

const perform = async (runner: RunnerFacts, claimed: ClaimedRun, place: WorkPlace, stops: StopSwitch): Promise<void> => {
  const input = await loadInput(runner, claimed);
  if (!input) return;
  const { dependencies, options } = runner;
  const secrets = listSecrets(claimed, input);
  const address = { workspace: input.workspace.id, phase: toPhaseId(claimed) };
  const log = openPhaseLog(dependencies.store, address, createMasks(secrets)());
  const timer = setTimeout(() => {
    throwSwitch(stops, 'withinGrace', `The run took longer than ${renderDuration(options.jobMilliseconds)}.`);
  }, options.jobMilliseconds);
  const outcome = await executeToEnd(runner, claimed, place, input, log, stops);
  clearTimeout(timer);
  const state = claimed.phase === 'applying' ? await changedState(place, input) : undefined;
  const end: PhaseEnd = {
    ...outcome,
    phase: claimed.phase,
    runner: runner.id,
    log: await log.end().catch(() => ''),
    ...(state ? { state } : {}),
    stateBefore: input.workspace.body.currentStateVersion,
  };
  await saveEnd(runner, claimed.id, end, place);
};

/** A phase of a run that this runner claimed, as work. */
export const createRunWork = (runner: RunnerFacts, claimed: ClaimedRun): ClaimedWork => {
  const stops: StopSwitch = { modes: new Set(), processes: undefined, reason: undefined };
  return {
    id: toPhaseId(claimed),
    perform: (place) => runner.slots.use(true, () => perform(runner, claimed, place, stops)),
    stop: (mode) => {
      if (isStopping(runner)) throwSwitch(stops, 'withinGrace', 'The service was stopped while this run was under way.');
      else throwSwitch(stops, mode);
    },
  };
};
