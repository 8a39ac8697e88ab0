import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwnFile } from '../../../runner/own-files.ts';
import { preparePlanDocuments } from '../plan-documents/prepare-plan-documents.ts';
import { EngineFailed } from './engine-process.ts';
import { hasEngineSettings } from './initialization.ts';
import type { RunFacts } from './run-input.ts';
import { erroredOutcome, initialize, isStructured, type PhaseOutcome, type RunPhase } from './run-phase.ts';
import { findSchemas, hasSchemas, keepSchemas, toSchemaKey } from './schema-cache.ts';

const generatedFile = 'generated_resources.tf';
const planName = 'plan';

/** The options of a run as arguments of the engine's command line. */
const listPlanOptions = ({ isDestroy, refresh, options = {} }: RunFacts['run']): readonly string[] => [
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

/** The schemas of these providers. */
type ReadSchemas = (providers: readonly string[]) => Promise<string>;

/**
 * Starts reading the schemas, in parallel with the plan, unless they are cached: they depend on the engine and on the providers in the lock
 * file.
 */
const startReadingSchemas = ({ processes, engine, input }: RunPhase, lock: string | null): ReadSchemas => {
  const key = toSchemaKey(`${engine.file} ${engine.version}`, lock);
  const isKept = !hasEngineSettings(input.variables);
  const read = async (): Promise<string> => {
    const text = await processes.read(['providers', 'schema', '-json']);
    if (isKept) keepSchemas(key, text);
    return text;
  };
  const started = isKept && hasSchemas(key) ? undefined : read();
  started?.catch(() => undefined);
  return async (providers) => {
    const kept = isKept ? findSchemas(key, providers) : undefined;
    return kept ?? (await (started ?? read()));
  };
};

/** The providers whose resources a plan names, as JSON of the engine: without spaces. */
const listProviders = (json: string): readonly string[] => [
  ...new Set([...json.matchAll(/"provider_name":"([^"\\]+)"/g)].map(([, name]) => name!)),
];

/** Schemas for a plan without resources, which needs none. */
const noSchemas = '{"format_version":"1.0"}';

/** The rest of the plan: its documents, and the files that its apply needs. */
const readPlan = async (phase: RunPhase, json: string, lock: string | null, readSchemas: ReadSchemas): Promise<PhaseOutcome> => {
  const { folders, engine, secrets, secretVariables } = phase;
  const providers = listProviders(json);
  const schemas = providers.length === 0 ? noSchemas : await readSchemas(providers);
  const { documents, counts, findings } = await preparePlanDocuments({
    json,
    schemas,
    secrets,
    secretVariables,
  });
  const plan = await readOwnFile(folders.output, planName);
  if (!plan) throw new EngineFailed('The file of the plan was replaced while the run was under way.');
  const generated = (await exists(join(folders.work, generatedFile))) ? { generatedConfiguration: true as const } : {};
  return {
    result: { ...counts, status: 'finished', hasChanges: false, ...generated },
    documents,
    findings,
    planFiles: { plan: plan.toString('base64'), lock, version: engine.version },
  };
};

/** Plans in prepared folders. Throws EngineFailed where the plan cannot be read. */
export const executePlan = async (phase: RunPhase): Promise<PhaseOutcome> => {
  const { input, folders, processes, log } = phase;
  const { run } = input;
  if (!(await initialize(phase))) return erroredOutcome;
  const lock = (await readOwnFile(folders.work, '.terraform.lock.hcl'))?.toString() ?? null;
  const readSchemas = startReadingSchemas(phase, lock);
  const file = join(folders.output, planName);
  const words = ['plan', '-input=false', isStructured(run) ? '-json' : '-no-color', '-detailed-exitcode', `-out=${file}`];
  const all = [...words, `-var-file=${folders.variables}`, ...listPlanOptions(run)];
  const shown = await processes.plan(all, file, (chunk) => log.write(chunk));
  if (!shown) return erroredOutcome;
  const outcome = await readPlan(phase, shown.json, lock, readSchemas);
  return { ...outcome, result: { ...outcome.result, hasChanges: shown.hasChanges } };
};
