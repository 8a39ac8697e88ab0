import type { Command } from 'commander';
import { engineOptions } from '../app/engine-options.ts';
import { stacksCommand } from '../app/stacks-command.ts';

export const deployCommand = (): Command =>
  engineOptions(stacksCommand('deploy', 'synthesize, plan and apply').option('-y, --auto-approve', 'apply without asking')).action(
    async (names: string[], options) => {
      const { forEachStack: eachStack } = await import('../app/for-each-stack.ts');
      const { planAndApply: carryOut } = await import('../app/plan-and-apply.ts');
      await eachStack(names, options, (stack) => carryOut('deploy', stack, options));
    },
  );
