import type { Command } from 'commander';
import { engineOptions } from '../app/engine-options.ts';
import { stacksCommand } from '../app/stacks-command.ts';

export const planCommand = (): Command =>
  engineOptions(
    stacksCommand('plan', 'synthesize and show the changes of a deployment')
      .alias('diff')
      .option('--detailed-exitcode', 'exit with 2 if there are changes'),
  ).action(async (names: string[], options) => {
    const { forEachStack: eachStack } = await import('../app/for-each-stack.ts');
    const { planStack } = await import('../app/plan-and-apply.ts');
    let changes = false;
    await eachStack(names, options, async (stack) => {
      changes = (await planStack(stack, options)) || changes;
    });
    if (changes && options.detailedExitcode) process.exitCode = 2;
  });
