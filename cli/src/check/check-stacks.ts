import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { runPlan, runShow } from 'slipway/engine/engine-commands';
import { parseDiagnostics } from 'slipway/engine/messages';
import { version } from '@slipway/declarations/version';
import type { Annotation } from '../app/annotations.ts';
import { planArguments } from '../app/engine-options.ts';
import { findDestructionsOf, showPlan } from '../app/examine-plan.ts';
import { forEachStack, type PreparedStack, type StacksOptions } from '../app/for-each-stack.ts';
import { renderDiagnostic } from '../app/render-diagnostic.ts';
import type { PlanOptions } from '../app/plan-and-apply.ts';
import { describeUndeployed } from '../app/undeployed-stacks.ts';
import { CliError } from '../cli-error.ts';
import { writeTextFile } from '../write-text-file.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';
import { listChangedOutputs, listCheckedResources, type StackCheck } from './stack-check.ts';

/** Files for the reports. The summary goes to standard output unless it has a file. */
export interface CheckOptions extends PlanOptions, StacksOptions {
  readonly summary?: string;
  readonly junit?: string;
  readonly sarif?: string;
}

/** Plans a stack without showing it. A plan that fails is a finding, too. */
async function checkStack(stack: PreparedStack, options: CheckOptions): Promise<StackCheck> {
  const { engine, name, folder, environment } = stack;
  const file = join(folder, '.terraform', 'slipway-check.tfplan');
  const run = { folder, environment };
  const nothing = {
    stack: name,
    folder: relative(process.cwd(), folder) || '.',
    resources: [],
    outputs: [],
    destructions: [],
    planText: '',
  };
  try {
    const flags = options.destroy ? ['-destroy'] : [];
    const { code, stdout, stderr } = await runPlan(engine, run, '-json', `-out=${file}`, ...flags, ...planArguments(options));
    const diagnostics = parseDiagnostics(stdout);
    if (code !== 0 && code !== 2) {
      const first = describeUndeployed(name, stdout, stack.dependsOn);
      const told = first === undefined ? diagnostics : [{ severity: 'error' as const, summary: first }];
      const words = told.filter(({ severity }) => severity === 'error').map((diagnostic) => renderDiagnostic(diagnostic));
      const failure = first ?? (words.join('\n').trim() || stderr || `${engine.name} ended with ${code}`);
      return { ...nothing, diagnostics: told, hasChanges: false, failure };
    }
    const plan = await showPlan(stack, file);
    return {
      ...nothing,
      diagnostics,
      resources: listCheckedResources(plan, { refreshOnly: options.refreshOnly === true }),
      outputs: listChangedOutputs(plan),
      destructions: (await findDestructionsOf(stack, plan)).found,
      planText: code === 2 ? (await runShow(engine, run, file)).stdout : '',
      hasChanges: code === 2,
    };
  } finally {
    rmSync(file, { force: true });
  }
}

const writeReport = (name: string, text: string): void => {
  mkdirSync(dirname(resolve(name)), { recursive: true });
  writeTextFile(name, text);
};

/** `slipway plan --check`: plans every stack, also after a failure, and writes the reports; true if there are changes. */
export async function checkStacks(names: readonly string[], options: CheckOptions): Promise<boolean> {
  const byName = new Map<string, StackCheck>();
  let annotations: readonly Annotation[] = [];
  const order: string[] = [];
  const onSynthesis = (found: { readonly annotations: readonly Annotation[]; readonly names: readonly string[] }) => {
    ({ annotations } = found);
    order.push(...found.names);
  };
  await forEachStack(names, { ...options, onSynthesis }, async (stack) => {
    byName.set(stack.name, await checkStack(stack, options));
  });
  const checks = order.flatMap((name) => byName.get(name) ?? []);
  if (options.summary === undefined) process.stdout.write(renderMarkdown(checks));
  else writeReport(options.summary, renderMarkdown(checks));
  if (options.junit !== undefined) writeReport(options.junit, renderJunit(checks));
  if (options.sarif !== undefined) writeReport(options.sarif, renderSarif(checks, annotations, version));
  const failed = checks.filter(({ failure }) => failure !== undefined);
  if (failed.length > 0) throw new CliError(failed.map(({ stack, failure }) => `stack ${stack} has no plan:\n${failure}`).join('\n'));
  return checks.some(({ hasChanges }) => hasChanges);
}
