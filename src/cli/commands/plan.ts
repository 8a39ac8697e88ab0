import type { Command } from 'commander';
import { stacksCommand } from '../app/stacks-command.ts';

export const planCommand = (): Command =>
  stacksCommand('plan', 'synthesize and show the changes of a deployment')
    .option('--detailed-exitcode', 'exit with 2 if there are changes')
    .action(async (names: string[], options) => {
      const { forEachStack: eachStack } = await import('../app/for-each-stack.ts');
      const { planStack } = await import('../app/plan-and-apply.ts');
      let changes = false;
      await eachStack(names, options, async (stack, engine) => {
        changes = (await planStack(stack, engine)) || changes;
      });
      if (changes && options.detailedExitcode) process.exitCode = 2;
    });
