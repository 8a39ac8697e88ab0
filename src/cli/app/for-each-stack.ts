import { runInit } from '../../engine/engine-commands.ts';
import { findEngine, type Engine, type ProcessEnvironment } from '../../engine/find-engine.ts';
import type { Stack } from '../../engine/stacks.ts';
import { CliError } from '../cli-error.ts';
import { withRunningProvider } from './running-provider.ts';
import { stackEnvironment } from './stack-environment.ts';
import { selectStacks, synthesize, type SynthOptions } from './synthesize.ts';

/** A stack whose folder is initialized, and what runs engines there. */
export interface PreparedStack extends Stack {
  readonly engine: Engine;
  readonly environment: ProcessEnvironment;
}

const initialize = async ({ name, folder, engine, environment }: PreparedStack): Promise<void> => {
  const ready = await runInit(engine, { folder, environment });
  if (ready.code !== 0) throw new CliError(`${engine.name} init failed for stack ${name}:\n${ready.stderr || ready.stdout}`.trimEnd());
};

/** Synthesizes, then takes each chosen stack in turn: it is initialized, and `work` is done. The first failure ends it. */
export async function forEachStack(
  names: readonly string[],
  options: SynthOptions & { readonly backwards?: boolean; readonly quiet?: boolean },
  work: (stack: PreparedStack) => Promise<unknown>,
): Promise<void> {
  const engine = findEngine();
  const { stacks } = await synthesize(options);
  const ordered = selectStacks(stacks, names);
  // Ctrl-C reaches the engine too, which ends in good order; we wait for it.
  const wait = () => {};
  process.on('SIGINT', wait);
  try {
    for (const stack of options.backwards ? [...ordered].reverse() : ordered) {
      if (ordered.length > 1 && !options.quiet) console.log(`${stack.name}:`);
      await withRunningProvider(stackEnvironment(stack.folder), async (environment) => {
        const prepared = { ...stack, engine, environment };
        await initialize(prepared);
        await work(prepared);
      });
    }
  } finally {
    process.off('SIGINT', wait);
  }
}
