import { resolve } from 'node:path';
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
  const stop = () => files.close();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  try {
    for (let changed: readonly string[] | undefined = []; changed; changed = await files.next()) {
      if (changed.length > 0) process.stderr.write(`\nchanged: ${changed.slice(0, 5).join(', ')}${changed.length > 5 ? ', …' : ''}\n`);
      try {
        await forEachStack(names, options, (stack) => planStack(stack, options));
      } catch (error) {
        process.stderr.write(`slipway: ${formatError(error).words}\n`);
      }
      process.stderr.write(`\nWaiting for changes below ${resolve(folder)}; Ctrl-C ends.\n`);
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    files.close();
  }
}
