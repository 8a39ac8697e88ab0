import type { Command } from 'commander';
import { engineOptions } from '../app/engine-options.ts';
import { parallelOptions, stacksCommand } from '../app/stacks-command.ts';

export const deployCommand = (): Command =>
  parallelOptions(
    engineOptions(
      stacksCommand(
        'deploy',
        'synthesize, plan and apply; or apply a plan that `slipway plan --out` saved',
        'stacks, or one saved plan',
      ).option('-y, --auto-approve', 'apply without asking'),
    ),
  ).action(async (names: string[], options) => {
    const { forEachStack: eachStack } = await import('../app/for-each-stack.ts');
    const { planAndApply: carryOut } = await import('../app/plan-and-apply.ts');
    const { readPlanMark } = await import('../app/plan-file.ts');
    const mark = names.length === 1 ? readPlanMark(names[0]!) : undefined;
    if (mark) {
      const { deployPlanFile: deployPlan } = await import('../app/deploy-plan-file.ts');
      return deployPlan(names[0]!, mark, options);
    }
    await eachStack(names, { ...options, beginsWithPlan: true, total: 'deployed' }, (stack) => carryOut('deploy', stack, options));
  });
