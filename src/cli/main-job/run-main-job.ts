import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEngine } from '../../engine/find-engine.ts';
import { parseDiagnostics, type EngineDiagnostic } from '../../engine/messages.ts';
import { packageRoot } from '../../engine/package-root.ts';
import type { EngineResult, EngineRun } from '../../engine/run-engine.ts';
import { countChanges, parsePlan, parseState, resourcesOf } from '../../engine/show-json.ts';
import * as verbs from '../../engine/engine-commands.ts';
import { readAnnotations, type Annotation } from '../app/annotations.ts';
import { synthesize } from '../app/synthesize.ts';
import { CliError } from '../cli-error.ts';
import { formatExistingResources } from './existing-resources.ts';
import { startServiceProcess } from './service-process.ts';
import { createStepRunner } from './step-runner.ts';

export interface MainJobOptions {
  /** The folder of the app. */
  readonly app: string;
  /** Leave the service running. */
  readonly keep?: boolean;
  readonly print?: (text: string) => void;
  /** Where everything it writes goes; emptied first. `.slipway/main-job` of this package unless said. */
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

/**
 * The main job, whole: a service, an app synthesized, planned, applied and planned again, and what it made.
 * Throws CliFault or EngineFault when a step fails.
 */
export async function runMainJob({
  app,
  keep = false,
  print = (text) => process.stdout.write(text),
  folder: folder = join(packageRoot(), '.slipway', 'main-job'),
}: MainJobOptions): Promise<void> {
  const engine = findEngine();
  const step = createStepRunner(print);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  const seed = join(app, 'seed.yaml');
  const service = await step('Start the embedded service', async () => {
    const started = await startServiceProcess(join(folder, 'service.log'), '--in-memory', ...(existsSync(seed) ? ['--seed', seed] : []));
    print(`   ${started.address}, organization ${started.organization}\n`);
    return started;
  });
  try {
    const environment = {
      ...process.env,
      SLIPWAY_WORKSPACES_ADDRESS: service.address,
      SLIPWAY_WORKSPACES_TOKEN: service.token,
      SLIPWAY_WORKSPACES_ORGANIZATION: service.organization,
      SLIPWAY_CI_ADDRESS: service.address,
      SLIPWAY_CI_TOKEN: service.token,
      SLIPWAY_CI_ORGANIZATION: `gh/${service.organization}`,
      // The example's secret is nobody's: it is new each time, and stands in no file.
      TF_VAR_database_password: process.env.TF_VAR_database_password ?? randomBytes(18).toString('base64url'),
    };
    const { project, stacks } = await step('Synthesize the app', () => synthesize({ output: folder }, app));
    const diagnostics: EngineDiagnostic[] = [];

    for (const stack of stacks) {
      const run: EngineRun = { folder: stack.folder, environment };
      const file = join(stack.folder, '.terraform', 'main-job.tfplan');
      writeFileSync(
        join(stack.folder, 'backend_override.tf.json'),
        JSON.stringify({ terraform: { backend: { local: { path: 'terraform.tfstate' } } } }),
      );

      await step(`Initialize ${stack.name} with ${engine.name} ${engine.version}`, async () =>
        requireExitCode('init', await verbs.runInit(engine, run), 0),
      );
      await step(`Plan ${stack.name}`, async () => {
        diagnostics.push(
          ...parseDiagnostics(requireExitCode('plan', await verbs.runPlan(engine, run, '-json', `-out=${file}`), 0, 2).stdout),
        );
        const { create, update, replace, destroy } = countChanges(
          parsePlan(requireExitCode('show', await verbs.runShow(engine, run, '-json', file), 0).stdout),
        );
        print(`   ${create} to create, ${update} to update, ${replace} to replace, ${destroy} to destroy\n`);
      });
      await step(`Apply ${stack.name}`, async () => {
        const onOutput = (text: string) => print(text.replace(/^(?=.)/gm, '   '));
        requireExitCode('apply', await verbs.runApply(engine, { ...run, onOutput: onOutput }, file), 0);
      });
      await step(`Plan ${stack.name} again`, async () => {
        const again = requireExitCode('the second plan', await verbs.runPlan(engine, run), 0, 2);
        if (again.code !== 0) throw new CliError(`The second plan wants to change something:\n${again.stdout}`);
        print('   No changes.\n');
      });
      const state = parseState(requireExitCode('show', await verbs.runShow(engine, run, '-json'), 0).stdout);
      print(`\nWhat exists now in ${stack.name}:\n${formatExistingResources(resourcesOf(state))}\n`);
    }

    const warnings = collectWarnings(readAnnotations(project.output, stacks), diagnostics);
    print(warnings.length ? `\nWarnings:\n${warnings.map((warning) => `  ${warning}\n`).join('')}` : '\nNothing was warned about.\n');
    if (keep) {
      service.detach();
      print(`
The service goes on running. To look at it:
  curl -H 'Authorization: Bearer ${service.token}' ${service.address}/api/v2/organizations/${service.organization}/workspaces
To stop it:
  kill ${service.pid}
`);
    } else service.stop();
  } catch (error) {
    service.stop();
    throw error;
  }
}
