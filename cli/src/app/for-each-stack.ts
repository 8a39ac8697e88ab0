import { runInit } from 'slipway/engine/engine-commands';
import { type Engine, type EngineSearch, type ProcessEnvironment, startFindingEngine } from 'slipway/engine/find-engine';
import { finishWhenInterrupted } from 'slipway/engine/interruption';
import type { Stack } from 'slipway/engine/stacks';
import { CliError } from '../cli-error.ts';
import { printError } from '../color/colors.ts';
import { formatError } from '../format-error.ts';
import { loginEnvironment } from '../login/login-environment.ts';
import { describeEngineTargets } from '../login/print-target.ts';
import type { Annotation } from './annotations.ts';
import { formatDuration } from '../quantities.ts';
import { isInitialized, noteInitialized } from './initialized-stack.ts';
import { type PresumedEngine, workWithPresumedEngine } from './presumed-engine.ts';
import { findPredecessors, runInOrder, type OrderedRun } from './run-in-order.ts';
import { loadProvider, withRunningProvider } from './running-provider.ts';
import { stackEnvironment } from './stack-environment.ts';
import { selectStacks, synthesize, type SynthOptions } from './synthesize.ts';
import { createTerminal, processStreams, type StackTerminal } from './terminal.ts';

/** A stack whose folder is initialized, what runs engines there, and where it prints. */
export interface PreparedStack extends Stack, Partial<Omit<PresumedEngine, 'engine'>> {
  readonly engine: Engine;
  readonly environment: ProcessEnvironment;
  readonly terminal: StackTerminal;
}
export interface StacksOptions extends SynthOptions {
  readonly backwards?: boolean;
  /** Stacks at once; default 4. */
  readonly concurrency?: string;
  readonly json?: boolean;
  /** The command takes one stack; without a name the app must have only one. The value names the option that requires it: `--out`. */
  readonly onlyOneFor?: string;
  /** The work begins with `planStack`, so it can begin before the engine's version is known. */
  readonly beginsWithPlan?: boolean;
  /** What is done to the stacks. If there are several, it is printed with the time from the first to the last. */
  readonly total?: 'planned' | 'deployed' | 'destroyed';
  /** Called before work begins, with the chosen stacks in order and the annotations of constructs. */
  readonly onSynthesis?: (found: { readonly names: readonly string[]; readonly annotations: readonly Annotation[] }) => void;
}

const initialize = async ({ name, folder, engine, environment }: PreparedStack): Promise<void> => {
  if (isInitialized({ folder, engine, environment })) return;
  const ready = await runInit(engine, { folder, environment });
  if (ready.code !== 0) throw new CliError(`${engine.name} init failed for stack ${name}:\n${ready.stderr || ready.stdout}`.trimEnd());
  noteInitialized({ folder, engine, environment });
};

/** Throws the first failure; prints the others, and names the stacks that were not begun. */
function raiseFailures({ failures: [first, ...others], skipped }: OrderedRun): void {
  if (!first) return;
  for (const { error } of others) printError(`slipway: ${formatError(error).words}`);
  if (skipped.length > 0) printError(`slipway: not begun: ${skipped.join(', ')}`);
  throw first.error;
}

/** On the stream that has the durations of the stacks: a plan can then be compared with another one. */
const printTotal = (total: NonNullable<StacksOptions['total']>, count: number, milliseconds: number): void =>
  void process[total === 'planned' ? 'stderr' : 'stdout'].write(`${count} stacks ${total} in ${formatDuration(milliseconds)}\n`);

/**
 * Initializes stacks and does `work`: in the order of their dependencies, and at once where they have none. A cache of providers that
 * engines share takes one `init` at a time.
 */
export async function workOnStacks(
  search: EngineSearch,
  stacks: readonly Stack[],
  all: readonly Stack[],
  { backwards = false, concurrency = '4', json = false, beginsWithPlan = false, total }: StacksOptions,
  work: (stack: PreparedStack) => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  const folders = stacks.map(({ folder }) => folder);
  for (const line of describeEngineTargets(folders, loginEnvironment())) process.stderr.write(`${line}\n`);
  const byName = new Map((backwards ? [...stacks].reverse() : stacks).map((stack) => [stack.name, stack]));
  const predecessors = findPredecessors([...byName.values()], all, backwards);
  const terminal = json
    ? createTerminal([], { stdout: process.stdout, stderr: process.stderr })
    : createTerminal([...byName.keys()], processStreams());
  let initialized: Promise<unknown> = Promise.resolve();
  const workOn = (stack: Stack) =>
    withRunningProvider(stackEnvironment(stack.folder), async (environment) => {
      const inFolder = { ...stack, environment, terminal: terminal.of(stack.name) };
      try {
        if (beginsWithPlan && (await workWithPresumedEngine(search, inFolder, (presumed) => work({ ...inFolder, ...presumed })))) return;
        const prepared: PreparedStack = { ...inFolder, engine: await search.engine };
        const ready = initialized.then(() => initialize(prepared));
        initialized = ready.catch(() => {});
        await ready;
        await work(prepared);
      } finally {
        inFolder.terminal.flush();
      }
    });
  raiseFailures(await finishWhenInterrupted(() => runInOrder(predecessors, Number(concurrency), (name) => workOn(byName.get(name)!))));
  if (total !== undefined && stacks.length > 1 && !json) printTotal(total, stacks.length, performance.now() - startedAt);
}

/** Synthesizes and does `work` on each chosen stack. The first failure ends it. */
export async function forEachStack(
  names: readonly string[],
  options: StacksOptions,
  work: (stack: PreparedStack) => Promise<unknown>,
): Promise<void> {
  const search = startFindingEngine();
  // A failure is reported where the engine or the provider is awaited; this prevents an unhandled rejection until then.
  search.engine.catch(() => {});
  setImmediate(() => loadProvider().catch(() => {}));
  const { stacks, annotations } = await synthesize(options);
  const chosen = selectStacks(stacks, names);
  if (options.onlyOneFor !== undefined && chosen.length !== 1)
    throw new CliError(`${options.onlyOneFor} takes one stack. Name it: ${chosen.map(({ name }) => name).join(', ')}`, 2);
  options.onSynthesis?.({ names: chosen.map(({ name }) => name), annotations });
  await workOnStacks(search, chosen, stacks, options, work);
}
