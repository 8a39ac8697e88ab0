import { findEngine, type Engine } from '../../engine/find-engine.ts';
import type { Stack } from '../../engine/stacks.ts';
import { runInit } from '../../engine/engine-commands.ts';
import { loginEnvironment } from '../login/login-environment.ts';
import { CliError } from '../cli-error.ts';
import { selectStacks, synthesize, type SynthOptions } from './synthesize.ts';

/** Synthesizes, then takes each chosen stack in turn: it is initialized, and `work` is done. The first failure ends it. */
export async function forEachStack(
  names: readonly string[],
  options: SynthOptions & { readonly backwards?: boolean },
  work: (stack: Stack, engine: Engine) => Promise<unknown>,
): Promise<void> {
  const engine = findEngine();
  const { stacks } = await synthesize(options);
  const ordered = selectStacks(stacks, names);
  // Ctrl-C reaches the engine too, which ends in good order; we wait for it.
  const wait = () => {};
  process.on('SIGINT', wait);
  try {
    for (const stack of options.backwards ? [...ordered].reverse() : ordered) {
      if (ordered.length > 1) console.log(`${stack.name}:`);
      const ready = await runInit(engine, { folder: stack.folder, environment: loginEnvironment(stack.folder) });
      if (ready.code !== 0)
        throw new CliError(`${engine.name} init failed for stack ${stack.name}:\n${ready.stderr || ready.stdout}`.trimEnd());
      await work(stack, engine);
    }
  } finally {
    process.off('SIGINT', wait);
  }
}
