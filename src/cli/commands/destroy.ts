import type { Command } from 'commander';
import { stacksCommand } from '../app/stacks-command.ts';

export const destroyCommand = (): Command =>
  stacksCommand('destroy', 'destroy deployed stacks, the last one first')
    .option('-y, --auto-approve', 'destroy without asking')
    .action(async (names: string[], options) => {
      const { forEachStack: eachStack } = await import('../app/for-each-stack.ts');
      const { planAndApply: carryOut } = await import('../app/plan-and-apply.ts');
      await eachStack(names, { ...options, backwards: true }, (stack, engine) =>
        carryOut('destroy', stack, engine, options.autoApprove === true),
      );
    });
