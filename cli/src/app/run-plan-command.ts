import { CliError } from '../cli-error.ts';
import { checkStacks, type CheckOptions } from '../check/check-stacks.ts';
import { forEachStack } from './for-each-stack.ts';
import { planStack, savePlan } from './plan-and-apply.ts';

export interface PlanCommandOptions extends CheckOptions {
  readonly detailedExitcode?: boolean;
  readonly out?: string;
  readonly check?: boolean;
}

/** `slipway plan`; returns true if the exit code has to signal changes. */
export async function runPlanCommand(names: readonly string[], options: PlanCommandOptions): Promise<boolean> {
  const { check, out, summary, junit, sarif } = options;
  if (check) {
    if (out !== undefined || options.json) throw new CliError('--check goes with neither --out nor --json.', 2);
    return checkStacks(names, options);
  }
  if (summary !== undefined || junit !== undefined || sarif !== undefined)
    throw new CliError('--summary, --junit and --sarif belong to --check.', 2);
  let changes = false;
  const only = out === undefined ? {} : { onlyOneFor: '--out' };
  await forEachStack(names, { ...options, ...only, beginsWithPlan: true, total: 'planned' }, async (stack) => {
    const found = out === undefined ? await planStack(stack, options) : await savePlan(stack, options, out);
    changes ||= found;
  });
  return changes && options.detailedExitcode === true;
}
