import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineRun } from '../../engine/run-engine.ts';
import { runApply, runPlan } from '../../engine/engine-commands.ts';
import { CliError } from '../cli-error.ts';
import { requireConfirmation } from './confirmation.ts';
import { type EngineOptions, parallelismArguments, planArguments } from './engine-options.ts';
import type { PreparedStack } from './for-each-stack.ts';

/** How the engine runs in a stack: what it prints is shown. */
const streamedRun = ({ folder, environment }: PreparedStack): EngineRun => ({ folder, output: 'stream', environment });

/** Plans and prints the output of the engine; true if there are changes. */
export async function planStack(stack: PreparedStack, options: EngineOptions, ...more: string[]): Promise<boolean> {
  const { engine, name } = stack;
  const { code } = await runPlan(engine, streamedRun(stack), ...planArguments(options), ...more);
  if (code !== 0 && code !== 2) throw new CliError(`${engine.name} could not plan stack ${name}; its words stand above.`);
  return code === 2;
}

export interface ApplyOptions extends EngineOptions {
  readonly autoApprove?: boolean;
}

/** Plans a deployment or a destruction, asks, and does exactly that. The saved plan may hold secrets: it is removed in any case. */
export async function planAndApply(what: 'deploy' | 'destroy', stack: PreparedStack, options: ApplyOptions): Promise<void> {
  const { engine, name, folder } = stack;
  const file = join(folder, '.terraform', 'slipway.tfplan');
  try {
    if (!(await planStack(stack, options, `-out=${file}`, ...(what === 'destroy' ? ['-destroy'] : [])))) return;
    await requireConfirmation(
      options.autoApprove === true,
      what === 'deploy' ? `Apply this to stack ${name}?` : `Destroy all of stack ${name}?`,
    );
    const { code } = await runApply(engine, streamedRun(stack), ...parallelismArguments(options), file);
    if (code !== 0)
      throw new CliError(
        `${engine.name} could not ${what} stack ${name}; its words stand above. What it did is recorded: run the command again.`,
      );
  } finally {
    rmSync(file, { force: true });
  }
}
