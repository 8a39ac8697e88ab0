import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, findEngine } from 'slipway/engine/find-engine';
import { parseDiagnostics, type EngineDiagnostic } from 'slipway/engine/messages';
import { packageRoot } from 'slipway/engine/package-root';
import type { EngineResult, EngineRun } from 'slipway/engine/run-engine';
import { countChanges, parsePlan, parseState, resourcesOf } from 'slipway/engine/show-json';
import * as engineCommands from 'slipway/engine/engine-commands';
import { readAnnotations, type Annotation } from '../app/annotations.ts';
import type { Stack } from 'slipway/engine/stacks';
import { synthesize } from '../app/synthesize.ts';
import { CliError } from '../cli-error.ts';
import { formatExistingResources } from './existing-resources.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** Runs steps in order, and prints the title and the duration of each. */
function createStepRunner(print: (text: string) => void) {
  let number = 0;
  return async <T>(title: string, work: () => T | Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    print(`\n${++number}. ${title}\n`);
    const result = await work();
    print(`   ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    return result;
  };
}

export interface MainJobOptions {
  /** The folder of the app. */
  readonly app: string;
  /** Leave the service running. */
  readonly keep?: boolean;
  readonly print?: (text: string) => void;
  /** The folder it works in; emptied first. Default: `.slipway/main-job` of this package. */
  readonly folder?: string;
}

const requireExitCode = (what: string, result: EngineResult, ...codes: number[]): EngineResult => {
  if (codes.includes(result.code)) return result;
  const errors = parseDiagnostics(result.stdout)
    .filter(({ severity }) => severity === 'error')
    .map(({ summary, detail }) => `${summary}\n${detail ?? ''}`.trim());
  throw new CliError(`${what} failed:\n\n${errors.join('\n\n') || result.stderr || result.stdout}`.trimEnd());
};
const collectWarnings = (annotations: readonly Annotation[], diagnostics: readonly EngineDiagnostic[]): readonly string[] => [
  ...new Set([
    ...annotations.filter(({ level }) => level !== 'info').map(({ construct, message }) => `at synth, ${construct}: ${message}`),
    ...diagnostics
      .filter(({ severity }) => severity === 'warning')
      .map(({ summary, detail, address }) => `at plan${address ? `, ${address}` : ''}: ${[summary, detail].filter(Boolean).join(': ')}`),
  ]),
];

interface Progress {
  readonly engine: Engine;
  readonly step: ReturnType<typeof createStepRunner>;
  readonly print: (text: string) => void;
}

const startService = (app: string, folder: string, { step, print }: Progress): Promise<ServiceProcess> => {
  const seed = join(app, 'seed.yaml');
  return step('Start the embedded service', async () => {
    const service = await startServiceProcess(join(folder, 'service.log'), '--in-memory', ...(existsSync(seed) ? ['--seed', seed] : []));
    print(`   ${service.address}, organization ${service.organization}\n`);
    return service;
  });
};

const environmentFor = ({ address, token, organization }: ServiceProcess): EngineRun['environment'] => ({
  ...process.env,
  SLIPWAY_WORKSPACES_ADDRESS: address,
  SLIPWAY_WORKSPACES_TOKEN: token,
  SLIPWAY_WORKSPACES_ORGANIZATION: organization,
  SLIPWAY_CI_ADDRESS: address,
  SLIPWAY_CI_TOKEN: token,
  SLIPWAY_CI_ORGANIZATION: `gh/${organization}`,
  // The example needs a secret: a new one for each run, which no file holds.
  TF_VAR_database_password: process.env.TF_VAR_database_password ?? randomBytes(18).toString('base64url'),
});

/** Plans into `file`; returns the diagnostics of the plan. */
const planStack = async (run: EngineRun, file: string, { engine, print }: Progress): Promise<readonly EngineDiagnostic[]> => {
  const planned = requireExitCode('plan', await engineCommands.runPlan(engine, run, '-json', `-out=${file}`), 0, 2);
  const shown = requireExitCode('show', await engineCommands.runShow(engine, run, '-json', file), 0);
  const { create, update, replace, destroy } = countChanges(parsePlan(shown.stdout));
  print(`   ${create} to create, ${update} to update, ${replace} to replace, ${destroy} to destroy\n`);
  return parseDiagnostics(planned.stdout);
};

/** Initializes, plans and applies a stack, and checks that a second plan is empty. Returns the diagnostics of the first plan. */
const deployStack = async (
  { name, folder }: Stack,
  environment: EngineRun['environment'],
  progress: Progress,
): Promise<readonly EngineDiagnostic[]> => {
  const { engine, step, print } = progress;
  const run: EngineRun = { folder, environment: environment! };
  const file = join(folder, '.terraform', 'main-job.tfplan');
  const backend = { terraform: { backend: { local: { path: 'terraform.tfstate' } } } };
  writeFileSync(join(folder, 'backend_override.tf.json'), JSON.stringify(backend));
  await step(`Initialize ${name} with ${engine.name} ${engine.version}`, async () =>
    requireExitCode('init', await engineCommands.runInit(engine, run), 0),
  );
  const diagnostics = await step(`Plan ${name}`, () => planStack(run, file, progress));
  await step(`Apply ${name}`, async () => {
    const onOutput = (text: string) => print(text.replace(/^(?=.)/gm, '   '));
    requireExitCode('apply', await engineCommands.runApply(engine, { ...run, onOutput }, file), 0);
  });
  await step(`Plan ${name} again`, async () => {
    const again = requireExitCode('the second plan', await engineCommands.runPlan(engine, run), 0, 2);
    if (again.code !== 0) throw new CliError(`The second plan wants to change something:\n${again.stdout}`);
    print('   No changes.\n');
  });
  const state = parseState(requireExitCode('show', await engineCommands.runShow(engine, run, '-json'), 0).stdout);
  print(`\nWhat exists now in ${name}:\n${formatExistingResources(resourcesOf(state))}\n`);
  return diagnostics;
};

const keepHint = ({ address, organization, token, pid }: ServiceProcess): string => `
The service goes on running. To look at it:
  curl -H 'Authorization: Bearer ${token}' ${address}/api/v2/organizations/${organization}/workspaces
To stop it:
  kill ${pid}
`;

/**
 * The main job: starts a service, synthesizes the app, plans, applies and plans again, and prints what exists then.
 * Throws CliError or EngineError when a step fails.
 */
export async function runMainJob({
  app,
  keep = false,
  print = (text) => process.stdout.write(text),
  folder = join(packageRoot(), '.slipway', 'main-job'),
}: MainJobOptions): Promise<void> {
  const progress: Progress = { engine: findEngine(), step: createStepRunner(print), print };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const service = await startService(app, folder, progress);
  try {
    const environment = environmentFor(service);
    const { project, stacks } = await progress.step('Synthesize the app', () => synthesize({ output: folder }, app));
    const diagnostics: EngineDiagnostic[] = [];
    for (const stack of stacks) diagnostics.push(...(await deployStack(stack, environment, progress)));
    const warnings = collectWarnings(readAnnotations(project.output, stacks), diagnostics);
    print(warnings.length ? `\nWarnings:\n${warnings.map((warning) => `  ${warning}\n`).join('')}` : '\nThere were no warnings.\n');
  } catch (error) {
    service.stop();
    throw error;
  }
  if (!keep) return service.stop();
  service.detach();
  print(keepHint(service));
}
