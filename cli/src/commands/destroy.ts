import type { Command } from 'commander';
import { engineOptions } from '../app/engine-options.ts';
import { parallelOptions, stacksCommand } from '../app/stacks-command.ts';

export const destroyCommand = (): Command =>
  parallelOptions(
    engineOptions(
      stacksCommand('destroy', 'destroy deployed stacks, in reverse order').option('-y, --auto-approve', 'destroy without asking'),
      { destroys: true },
    ),
  ).action(async (names: string[], options) => {
    const { forEachStack: eachStack } = await import('../app/for-each-stack.ts');
    const { planAndApply: carryOut } = await import('../app/plan-and-apply.ts');
    await eachStack(names, { ...options, backwards: true, beginsWithPlan: true, total: 'destroyed' }, (stack) =>
      carryOut('destroy', stack, options),
    );
  });
