import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredRun } from '../stored.ts';
import { countPlannedChanges } from './count-changes.ts';
import { erroredOutcome, initialize, isStructured, type PhaseOutcome, type RunPhase } from './run-phase.ts';

const generatedFile = 'generated_resources.tf';

/** What a run is told, as words of the engine's command line. */
const listPlanOptions = ({ isDestroy, refresh, options = {} }: StoredRun): readonly string[] => [
  ...(isDestroy ? ['-destroy'] : []),
  ...(refresh === false ? ['-refresh=false'] : []),
  ...(options.refreshOnly ? ['-refresh-only'] : []),
  ...(options.targets ?? []).map((address) => `-target=${address}`),
  ...(options.replacements ?? []).map((address) => `-replace=${address}`),
  ...(options.invokedActions ?? []).map((address) => `-invoke=${address}`),
  ...(options.allowConfigGeneration ? [`-generate-config-out=${generatedFile}`] : []),
];

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The rest of the plan: its documents, and the files that its apply needs. */
const readPlan = async (phase: RunPhase, file: string, schemas: Promise<string>): Promise<PhaseOutcome> => {
  const { processes, folders, engine } = phase;
  const json = JSON.parse(await processes.read(['show', '-json', file])) as { readonly [name: string]: unknown };
  return {
    result: {
      ...countPlannedChanges(json),
      status: 'finished',
      hasChanges: false,
      ...((await exists(join(folders.work, generatedFile))) ? { generatedConfiguration: true } : {}),
    },
    json,
    schemas: JSON.parse(await schemas) as { readonly [name: string]: unknown },
    planFiles: {
      plan: (await readFile(file)).toString('base64'),
      lock: await readFile(join(folders.work, '.terraform.lock.hcl'), 'utf8').catch(() => null),
      version: engine.version,
    },
  };
};

/** Plans in prepared folders. Throws EngineFailed where the plan cannot be read. */
export const executePlan = async (phase: RunPhase): Promise<PhaseOutcome> => {
  const { input, folders, processes, log } = phase;
  const run = input.run.body;
  if (!(await initialize(phase))) return erroredOutcome;
  // Beside the plan: the schemas depend on the providers only.
  const schemas = processes.read(['providers', 'schema', '-json']);
  schemas.catch(() => undefined);
  const file = join(folders.root, 'plan');
  const code = await processes.run(
    [
      'plan',
      '-input=false',
      isStructured(run) ? '-json' : '-no-color',
      '-detailed-exitcode',
      `-out=${file}`,
      `-var-file=${join(folders.root, 'variables.tfvars')}`,
      ...listPlanOptions(run),
    ],
    (chunk) => log.write(chunk),
  );
  // 0: nothing to do; 2: changes.
  if (code !== 0 && code !== 2) return erroredOutcome;
  const outcome = await readPlan(phase, file, schemas);
  return { ...outcome, result: { ...outcome.result, hasChanges: code === 2 } };
};
