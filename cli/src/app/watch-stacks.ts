import { resolve } from 'node:path';
import { isInterrupted, onInterruption } from 'slipway/engine/interruption';
import { printError } from '../color/colors.ts';
import { formatError } from '../format-error.ts';
import { forEachStack, type StacksOptions } from './for-each-stack.ts';
import { planStack, type PlanOptions } from './plan-and-apply.ts';
import { findOutputFolder } from './synthesize.ts';
import { watchFiles } from './watch-files.ts';

/** Plans, and again whenever a file below this folder changes, until Ctrl-C. An error of the app or the engine is printed, and no end. */
export async function watchStacks(names: readonly string[], options: PlanOptions & StacksOptions): Promise<void> {
  const folder = process.cwd();
  const output = findOutputFolder(options, folder);
  const files = watchFiles(folder, (path) => path === output);
  const stopListening = onInterruption(() => files.close());
  try {
    for (let changed: readonly string[] | undefined = []; changed; changed = await files.next()) {
      if (changed.length > 0) process.stderr.write(`\nchanged: ${changed.slice(0, 5).join(', ')}${changed.length > 5 ? ', …' : ''}\n`);
      try {
        await forEachStack(names, { ...options, beginsWithPlan: true }, (stack) => planStack(stack, options));
      } catch (error) {
        if (isInterrupted()) break;
        printError(`slipway: ${formatError(error).words}`);
      }
      process.stderr.write(`\nWaiting for changes below ${resolve(folder)}; Ctrl-C ends.\n`);
    }
  } finally {
    stopListening();
    files.close();
  }
}
