import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runApply, runPlan } from 'slipway/engine/engine-commands';
import { countChanges, type PlanJson } from 'slipway/engine/show-json';
import { InterruptedError, isForced, isInterrupted } from 'slipway/engine/interruption';
import { CliError } from '../cli-error.ts';
import { hasEngineColors } from '../color/colors.ts';
import { adviseLogin } from '../login/login-environment.ts';
import { formatDuration } from '../quantities.ts';
import { requireConfirmation } from './confirmation.ts';
import { describeInterruptedApply, describeInterruptedPlan } from './describe-interruption.ts';
import { type EngineOptions, parallelismArguments, planArguments } from './engine-options.ts';
import { showPlan, warnOfDestructions } from './examine-plan.ts';
import { type ApplyOutcome, followApply } from './follow-apply.ts';
import type { PreparedStack } from './for-each-stack.ts';
import { markPlan } from './plan-file.ts';
import { planOutput } from './plan-output.ts';
import { holdOutput } from './presumed-engine.ts';
import { reportApply } from './report-apply.ts';

export interface PlanOptions extends EngineOptions {
  readonly json?: boolean;
  /** With `plan`: plans the destruction of all resources. */
  readonly destroy?: boolean;
}
export interface ApplyOptions extends PlanOptions {
  readonly autoApprove?: boolean;
}

/** Plans and prints the output of the engine; true if there are changes. */
async function runStackPlan(stack: PreparedStack, options: PlanOptions, more: readonly string[]): Promise<boolean> {
  const { engine, name, folder, environment, confirmed, signal } = stack;
  const { onOutput, end } = planOutput(stack, options.json === true);
  const flags = [...(options.json ? ['-json'] : []), ...(options.destroy ? ['-destroy'] : [])];
  const colors = !options.json && hasEngineColors();
  const run = { folder, environment, colors, onOutput: holdOutput(confirmed, onOutput), ...(signal ? { signal } : {}) };
  const { code } = await runPlan(engine, run, ...planArguments(options), ...flags, ...more);
  await confirmed;
  const first = end(code !== 0 && code !== 2);
  if (first !== undefined) throw new CliError(first);
  if (code === 0 || code === 2) return code === 2;
  if (isInterrupted()) throw new InterruptedError(describeInterruptedPlan(name, isForced(), engine.name));
  throw new CliError(`${engine.name} could not plan stack ${name}; see its output above.${adviseLogin(folder, environment)}`);
}

/** Plans, prints the output of the engine, and on stderr how long it took; true if there are changes. */
export async function planStack(stack: PreparedStack, options: PlanOptions, ...more: string[]): Promise<boolean> {
  const startedAt = performance.now();
  const changes = await runStackPlan(stack, options, more);
  if (options.json !== true) stack.terminal.write(`Planned in ${formatDuration(performance.now() - startedAt)}\n`, 'stderr');
  return changes;
}

/** Writes a plan file for `slipway deploy`, and warns of what it would destroy; returns true if there are changes. */
export async function savePlan(stack: PreparedStack, options: PlanOptions, out: string): Promise<boolean> {
  const { name, folder } = stack;
  const file = resolve(out);
  const changes = await planStack(stack, options, `-out=${file}`);
  markPlan(file, { stack: name, folder });
  if (changes) await warnOfDestructions(stack, await showPlan(stack, file), options.json === true);
  if (options.json !== true) stack.terminal.write(`\nSaved the plan. To do exactly that: slipway deploy ${out}\n`);
  return changes;
}

interface PlannedApply {
  readonly file: string;
  readonly plan: PlanJson;
  /** Milliseconds that the plan took. */
  readonly planned: number;
  /** What to do after a failure. */
  readonly advice: string;
}

function throwUnfinished(
  { name, engine }: PreparedStack,
  { done, unfinished, hasStateProblem }: ApplyOutcome,
  total: number,
  advice: string,
) {
  if (!isInterrupted()) throw new CliError(`${engine.name} could not apply the plan of stack ${name}; see its output above. ${advice}`);
  const state = { stack: name, engine: engine.name, isForced: isForced(), done, total, unfinished, hasStateProblem };
  throw new InterruptedError(describeInterruptedApply(state));
}

/** Applies a plan that is in a file, shows how far it is, and prints what was done. */
async function applyPlan(stack: PreparedStack, { file, plan, planned, advice }: PlannedApply, options: ApplyOptions): Promise<void> {
  const { engine, name, folder, environment, terminal } = stack;
  const startedAt = performance.now();
  const { create, update, replace, destroy } = countChanges(plan);
  const total = create + update + 2 * replace + destroy;
  const json = options.json === true;
  const { onOutput, end } = followApply(name, total, terminal, { json });
  let outcome: ApplyOutcome | undefined;
  const { code } = await runApply(engine, { folder, environment, onOutput }, '-json', ...parallelismArguments(options), file).finally(
    () => {
      outcome = end();
    },
  );
  const milliseconds = planned + performance.now() - startedAt;
  reportApply(stack, { plan, changes: outcome!.changes, milliseconds, isFinished: code === 0 }, json);
  if (code !== 0) throwUnfinished(stack, outcome!, total, advice);
}

/**
 * Plans a deployment or a destruction, asks for a confirmation, and applies that plan. The plan file may contain secrets: it is removed in
 * any case.
 */
export async function planAndApply(what: 'deploy' | 'destroy', stack: PreparedStack, options: ApplyOptions): Promise<void> {
  const { name, folder, terminal } = stack;
  const startedAt = performance.now();
  const file = join(folder, '.terraform', 'slipway.tfplan');
  mkdirSync(join(folder, '.terraform'), { recursive: true });
  try {
    if (!(await planStack(stack, { ...options, destroy: what === 'destroy' }, `-out=${file}`))) return;
    const plan = await showPlan(stack, file);
    await warnOfDestructions(stack, plan, options.json === true);
    const planned = performance.now() - startedAt;
    const question = what === 'deploy' ? `Apply this to stack ${name}?` : `Destroy all of stack ${name}?`;
    await terminal.ask(() => requireConfirmation(options.autoApprove === true, question));
    await applyPlan(stack, { file, plan, planned, advice: 'What was completed is in the state: run the command again.' }, options);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Applies a plan that `savePlan` wrote, without a confirmation. It repeats the warnings of what the plan destroys. */
export async function applySavedPlan(stack: PreparedStack, name: string, options: ApplyOptions): Promise<void> {
  const file = resolve(name);
  const plan = await showPlan(stack, file);
  await warnOfDestructions(stack, plan, options.json === true);
  await applyPlan(stack, { file, plan, planned: 0, advice: 'What was completed is in the state: plan again.' }, options);
}
