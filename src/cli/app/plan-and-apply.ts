import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../engine/find-engine.ts';
import type { EngineRun } from '../../engine/run-engine.ts';
import type { Stack } from '../../engine/stacks.ts';
import { runApply, runPlan } from '../../engine/engine-commands.ts';
import { CliError } from '../cli-error.ts';
import { loginEnvironment } from '../login/login-environment.ts';
import { requireConfirmation } from './confirmation.ts';

/** How the engine runs in a stack: what it prints is shown, and the login of this user is used. */
const streamedRun = ({ folder }: Stack): EngineRun => ({ folder, output: 'stream', environment: loginEnvironment(folder) });

/** Plans and prints the output of the engine; true if there are changes. */
export async function planStack(stack: Stack, engine: Engine, ...more: string[]): Promise<boolean> {
  const { code } = await runPlan(engine, streamedRun(stack), ...more);
  if (code !== 0 && code !== 2) throw new CliError(`${engine.name} could not plan stack ${stack.name}; its words stand above.`);
  return code === 2;
}

/** Plans a deployment or a destruction, asks, and does exactly that. The saved plan may hold secrets: it is removed in any case. */
export async function planAndApply(what: 'deploy' | 'destroy', stack: Stack, engine: Engine, approved: boolean): Promise<void> {
  const file = join(stack.folder, '.terraform', 'slipway.tfplan');
  try {
    if (!(await planStack(stack, engine, `-out=${file}`, ...(what === 'destroy' ? ['-destroy'] : [])))) return;
    await requireConfirmation(approved, what === 'deploy' ? `Apply this to stack ${stack.name}?` : `Destroy all of stack ${stack.name}?`);
    const { code } = await runApply(engine, streamedRun(stack), file);
    if (code !== 0)
      throw new CliError(
        `${engine.name} could not ${what} stack ${stack.name}; its words stand above. What it did is recorded: run the command again.`,
      );
  } finally {
    rmSync(file, { force: true });
  }
}
