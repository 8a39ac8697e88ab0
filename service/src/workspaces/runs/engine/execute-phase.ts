import { TaskAbandoned } from '@slipway/schema-tools/threads';
import { Problem } from '../../../http/problem.ts';
import { describeIsolation } from '../../../runner/isolation/isolation.ts';
import { TooManySecrets } from '../../../runner/mask/output-mask.ts';
import { LinkPlanted } from '../../../runner/own-files.ts';
import type { RunnerFacts } from '../../../runner/runner-facts.ts';
import type { StopMode, WorkPlace } from '../../../runner/work-kind.ts';
import type { ClaimedRun } from './claimed-run.ts';
import { createEngineProcesses, EngineFailed, type EngineProcesses } from './engine-process.ts';
import { executeApply } from './execute-apply.ts';
import { executeCommand } from './execute-command.ts';
import { executePlan } from './execute-plan.ts';
import { renderEngineSettings } from './engine-settings.ts';
import { EngineMissing, findChosenProgram, listInstalledEngines, selectEngine } from './installed-engines.ts';
import type { PhaseLog } from './phase-log.ts';
import type { PhasePort } from './phase-port.ts';
import { ConfigurationFault, prepareFolders } from './prepare-folders.ts';
import { listEnvironment } from './render-variables.ts';
import { buildRunEnvironment } from './run-environment.ts';
import type { RunSecrets } from './list-run-secrets.ts';
import { createRunSandbox } from './run-sandbox.ts';
import type { RunInput } from './run-input.ts';
import { erroredOutcome, type PhaseOutcome, renderRunError } from './run-phase.ts';
import { watchLimits } from './watch-limits.ts';
import { toBytes } from '../../../runner/watch-work.ts';

/** Stops a phase, before or after its processes have started. */
export interface StopSwitch {
  readonly modes: Set<StopMode | 'withinGrace'>;
  processes: EngineProcesses | undefined;
  /** The reason of the stop, for the phase's log. */
  reason: string | undefined;
}
export const throwSwitch = (stops: StopSwitch, mode: StopMode | 'withinGrace', reason?: string): void => {
  stops.modes.add(mode);
  stops.reason ??= reason;
  stops.processes?.stop(mode);
};

/** A phase that is about to be executed. */
export interface PreparedPhase extends RunSecrets {
  readonly claimed: ClaimedRun;
  readonly port: PhasePort;
  readonly place: WorkPlace;
  readonly input: RunInput;
  readonly log: PhaseLog;
  readonly stops: StopSwitch;
}

/** A sentence about a fault of the run's author or of the uploaded files. Other errors are thrown again. */
const describeFault = (error: unknown, { executor }: PhasePort): string => {
  if (error instanceof EngineMissing || error instanceof ConfigurationFault || error instanceof EngineFailed) return error.message;
  if (error instanceof Problem) return error.errors.map(({ detail }) => detail).join('; ');
  if (error instanceof TaskAbandoned) return `The plan is too large for the ${executor}: ${error.message}.`;
  if (error instanceof LinkPlanted) return 'A folder of this run was replaced by a link while it was under way.';
  if (error instanceof TooManySecrets) return 'Too many values have to be masked in the log of this run.';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `No space is left on the disk of the ${executor}.`;
  throw error;
};

const execute = async (
  runner: RunnerFacts,
  { claimed, place, input, log, stops, secrets, secretVariables }: PreparedPhase,
): Promise<PhaseOutcome> => {
  const { enginesFolder, providerMirror, runCpuSeconds = null, runMemoryMegabytes = null, runDiskMegabytes } = runner.options;
  const { engineVersion, program } = input.run;
  const wanted = input.planFiles?.version ?? engineVersion ?? 'latest';
  const chosen = findChosenProgram(listEnvironment(input.variables));
  const engine = selectEngine(await listInstalledEngines(enginesFolder), wanted, { chosen, preferred: program });
  const { publicUrl, token } = claimed;
  const service = { address: runner.dependencies.address, publicUrl, token };
  const folders = await prepareFolders(input, place.root, renderEngineSettings(providerMirror, service));
  const environment = buildRunEnvironment(input, folders, place.mark);
  // The address space of a process is more than it uses: where the memory of all of them is limited, it is not.
  const isLimited = place.cgroups.limited !== undefined || runner.options.isolation?.container !== undefined;
  const limits = {
    cpuSeconds: runCpuSeconds,
    memoryMegabytes: isLimited ? null : runMemoryMegabytes,
    fileBytes: toBytes(runDiskMegabytes),
  };
  const sandbox = createRunSandbox(runner.options, engine.file, folders);
  const processes = createEngineProcesses(engine.file, folders, environment, { ...place, sandbox }, limits);
  stops.processes = processes;
  for (const mode of stops.modes) processes.stop(mode);
  const phase = {
    input,
    engine,
    isolation: describeIsolation(runner.options.isolation),
    folders,
    processes,
    log,
    secrets,
    secretVariables,
  };
  if (input.command) return executeCommand(phase, input.command);
  return claimed.phase === 'planning' ? executePlan(phase) : executeApply(phase);
};

/** Executes a phase and returns its outcome; a fault is written to its log. */
export const executePhase = async (runner: RunnerFacts, phase: PreparedPhase): Promise<PhaseOutcome> => {
  const { clock, report } = runner.dependencies;
  const { claimed, port, place, input, log, stops } = phase;
  const limits = watchLimits(runner.options, place, ({ reason, mode }) => throwSwitch(stops, mode, reason));
  let outcome: PhaseOutcome;
  let message: string | undefined;
  try {
    outcome = await execute(runner, phase);
  } catch (error) {
    outcome = erroredOutcome;
    try {
      message = stops.modes.size > 0 ? undefined : describeFault(error, port);
    } catch {
      report('executing a run', error);
      message = `The ${port.executor} failed to execute this run.`;
    }
  }
  for (const said of [stops.reason ?? message, await limits.end()])
    if (said !== undefined) log.addClosingMessage(renderRunError(input.run, said, clock.now()));
  return stops.reason !== undefined && outcome.result.status === 'finished' && claimed.phase === 'planning' ? erroredOutcome : outcome;
};
