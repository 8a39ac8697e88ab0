import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EngineRun } from 'slipway/engine/run-engine';
import { runApply, runPlan } from 'slipway/engine/engine-commands';
import { countChanges, type PlanJson } from 'slipway/engine/show-json';
import { isInterrupted } from 'slipway/engine/interruption';
import { CliError } from '../cli-error.ts';
import { adviseLogin } from '../login/login-environment.ts';
import { requireConfirmation } from './confirmation.ts';
import { type EngineOptions, parallelismArguments, planArguments } from './engine-options.ts';
import { showPlan, warnOfDestructions } from './examine-plan.ts';
import { followApply, renderMessage } from './follow-apply.ts';
import type { PreparedStack } from './for-each-stack.ts';
import { readMessageLines } from './message-lines.ts';
import { markPlan } from './plan-file.ts';
import { holdOutput } from './presumed-engine.ts';
import { describeUndeployed } from './undeployed-stacks.ts';

export interface PlanOptions extends EngineOptions {
  readonly json?: boolean;
  /** With `plan`: plans the destruction of all resources. */
  readonly destroy?: boolean;
}
export interface ApplyOptions extends PlanOptions {
  readonly autoApprove?: boolean;
}

interface PlanOutput {
  readonly onOutput: NonNullable<EngineRun['onOutput']>;
  /** To be called at the end. Where the plan failed for want of outputs of other stacks: what to deploy first, in words. */
  end(isFailed: boolean): string | undefined;
}

/** What the engine prints goes to the terminal of the stack; with `json`, its messages with the name of the stack. */
const planOutput = ({ name, terminal, dependsOn }: PreparedStack, json: boolean): PlanOutput => {
  const errors: string[] = [];
  if (!json)
    return {
      // Errors of a stack that reads outputs of others may have to be told in other words.
      onOutput: (text, stream) => (stream === 'stderr' && dependsOn.length > 0 ? errors.push(text) : terminal.write(text, stream)),
      end: (isFailed) => {
        const first = isFailed ? describeUndeployed(name, errors.join(''), dependsOn) : undefined;
        if (first === undefined) errors.forEach((text) => terminal.write(text, 'stderr'));
        return first;
      },
    };
  const messages = readMessageLines(
    (message) => {
      if (message['@level'] === 'error') errors.push(JSON.stringify(message));
      terminal.write(renderMessage(name, message));
    },
    (line) => terminal.write(`${line}\n`, 'stderr'),
  );
  return {
    onOutput: (text, stream) => (stream === 'stdout' ? messages.take(text) : terminal.write(text, 'stderr')),
    end: (isFailed) => {
      messages.end();
      return isFailed ? describeUndeployed(name, errors.join(''), dependsOn) : undefined;
    },
  };
};

/** Plans and prints the output of the engine; true if there are changes. */
export async function planStack(stack: PreparedStack, options: PlanOptions, ...more: string[]): Promise<boolean> {
  const { engine, name, folder, environment, confirmed, signal } = stack;
  const { onOutput, end } = planOutput(stack, options.json === true);
  const flags = [...(options.json ? ['-json'] : []), ...(options.destroy ? ['-destroy'] : [])];
  const run = { folder, environment, onOutput: holdOutput(confirmed, onOutput), ...(signal ? { signal } : {}) };
  const { code } = await runPlan(engine, run, ...planArguments(options), ...flags, ...more);
  await confirmed;
  const first = end(code !== 0 && code !== 2);
  if (first !== undefined) throw new CliError(first);
  if (code === 0 || code === 2) return code === 2;
  if (isInterrupted()) throw new CliError(`Interrupted: ${engine.name} did not finish the plan of stack ${name}.`);
  throw new CliError(`${engine.name} could not plan stack ${name}; see its output above.${adviseLogin(folder, environment)}`);
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

/** Applies a plan that is in a file, and shows how far it is. */
async function applyPlan(stack: PreparedStack, file: string, plan: PlanJson, options: ApplyOptions, advice: string): Promise<void> {
  const { engine, name, folder, environment, terminal } = stack;
  const { create, update, replace, destroy } = countChanges(plan);
  const { onOutput, end } = followApply(name, create + update + 2 * replace + destroy, terminal, { json: options.json === true });
  const { code } = await runApply(engine, { folder, environment, onOutput }, '-json', ...parallelismArguments(options), file).finally(end);
  if (code === 0) return;
  if (isInterrupted()) throw new CliError(`Interrupted: ${engine.name} did not finish the apply of stack ${name}. ${advice}`);
  throw new CliError(`${engine.name} could not apply the plan of stack ${name}; see its output above. ${advice}`);
}

/**
 * Plans a deployment or a destruction, asks for a confirmation, and applies that plan. The plan file may contain secrets: it is removed in
 * any case.
 */
export async function planAndApply(what: 'deploy' | 'destroy', stack: PreparedStack, options: ApplyOptions): Promise<void> {
  const { name, folder, terminal } = stack;
  const file = join(folder, '.terraform', 'slipway.tfplan');
  mkdirSync(join(folder, '.terraform'), { recursive: true });
  try {
    if (!(await planStack(stack, { ...options, destroy: what === 'destroy' }, `-out=${file}`))) return;
    const plan = await showPlan(stack, file);
    await warnOfDestructions(stack, plan, options.json === true);
    const question = what === 'deploy' ? `Apply this to stack ${name}?` : `Destroy all of stack ${name}?`;
    await terminal.ask(() => requireConfirmation(options.autoApprove === true, question));
    await applyPlan(stack, file, plan, options, 'What was completed is in the state: run the command again.');
  } finally {
    rmSync(file, { force: true });
  }
}

/** Applies a plan that `savePlan` wrote, without a confirmation. It repeats the warnings of what the plan destroys. */
export async function applySavedPlan(stack: PreparedStack, name: string, options: ApplyOptions): Promise<void> {
  const file = resolve(name);
  const plan = await showPlan(stack, file);
  await warnOfDestructions(stack, plan, options.json === true);
  await applyPlan(stack, file, plan, options, 'What was completed is in the state: plan again.');
}
