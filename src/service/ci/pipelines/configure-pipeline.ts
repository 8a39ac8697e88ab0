import { randomBytes } from 'node:crypto';
import type { StoredRecord, Store } from '../../store/store.ts';
import type { Compilation, PipelineValues, ConfigurationDiagnostic } from '../configuration/index.ts';
import type { EvaluatedDecision } from '../policies/evaluate-configuration.ts';
import { renderProjectSlug } from '../projects/require-project.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import { type WorkerCompilation, compileInWorker } from '../threads/index.ts';
import { readGitFile } from './git.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { createWorkflows } from '../workflows/create-workflows.ts';
import { judgeConfiguration, findStartErrors } from './start-errors.ts';
import { type Continuation, pendingLink, type Pipeline, type PipelineError } from './pipeline-records.ts';
import { buildPipelineValues } from './pipeline-values.ts';

type ConfigurationText = { readonly text: string } | { readonly missing: string };
const fetchConfiguration = async ({ from }: Pipeline): Promise<ConfigurationText> =>
  from.kind === 'text'
    ? { text: from.text }
    : from.kind === 'missing'
      ? { missing: from.message }
      : readGitFile(from.repository, from.revision, from.file);

const isContinued = ({ from }: Pipeline): boolean => from.kind === 'text' && from.continued;
const toPipelineError = ({ path, line, column, message }: ConfigurationDiagnostic): PipelineError => ({
  type: 'config',
  message: `line ${line}, column ${column}${path === '' ? '' : ` (${path})`}: ${message}`,
});

const loadProject = async (
  store: Store,
  pipeline: StoredRecord<Pipeline>,
): Promise<{ readonly project: StoredRecord<CiProject>; readonly organization: StoredRecord<CiOrganization> } | undefined> =>
  store.read(async (view) => {
    const [project, organization] = [
      await view.get<CiProject>('ci-projects', pipeline.scope),
      await view.get<CiOrganization>('ci-organizations', pipeline.body.organization),
    ];
    return project && organization && { project, organization };
  });

/** A setup is known for one as soon as it is read, and begins a step later. */
const isPendingSetup = ({ state }: Pipeline, { compiled }: Compilation): boolean => compiled.setup === true && state === 'pending';

const beginWorkflows = async (
  moving: PipelineContext,
  seen: StoredRecord<Pipeline>,
  project: CiProject,
  text: string,
  ready: Compilation,
  judgment: EvaluatedDecision | undefined,
): Promise<void> => {
  const { tx, clock, settings, newId } = moving;
  // The moment it was due, however late the clock looked.
  const at = new Date(seen.body.movesAt ?? clock.now());
  const errors = await findStartErrors(moving, seen, project, ready, judgment);
  const { setup, compiledSetup } = seen.body.config;
  const isSetup = ready.compiled.setup === true,
    waits = errors.length === 0 && isPendingSetup(seen.body, ready);
  const pipeline = await tx.update<Pipeline>(seen, {
    body: {
      ...seen.body,
      errors,
      state: errors.length > 0 ? 'errored' : waits ? 'setup-pending' : isSetup ? 'setup' : 'created',
      updatedAt: at.toISOString(),
      movesAt: waits ? new Date(at.getTime() + settings.ciStatusMilliseconds).toISOString() : null,
      config: isSetup
        ? { source: text, compiled: ready.yaml, setup: text, compiledSetup: ready.yaml }
        : { source: text, compiled: ready.yaml, setup, compiledSetup },
    },
  });
  if (waits) return;
  await tx.unlink(pendingLink, 'all', seen.id);
  if (errors.length > 0) return;
  if (isSetup) {
    const key = randomBytes(32).toString('base64url');
    await tx.insert<Continuation>({ id: newId('uuid'), kind: 'ci-continuations', scope: '', key, name: '', body: { pipeline: seen.id } });
  }
  await createWorkflows(moving, pipeline, ready.compiled, at);
};

const failPipeline = async (
  { tx, clock }: PipelineContext,
  seen: StoredRecord<Pipeline>,
  errors: readonly PipelineError[],
  source: string,
): Promise<void> => {
  await tx.update<Pipeline>(seen, {
    body: {
      ...seen.body,
      state: 'errored',
      errors,
      movesAt: null,
      updatedAt: clock.now().toISOString(),
      config: { ...seen.body.config, source },
    },
  });
  await tx.unlink(pendingLink, 'all', seen.id);
};

/** What became of a configuration that cannot start; undefined: it can. */
export const compilationErrors = (result: WorkerCompilation): readonly PipelineError[] | undefined =>
  'late' in result ? [{ type: 'timeout', message: result.late }] : 'faults' in result ? result.faults.map(toPipelineError) : undefined;

const compilePipelineConfiguration = (text: string, pipeline: Pipeline, values: PipelineValues): Promise<WorkerCompilation> =>
  compileInWorker(text, { parameters: pipeline.parameters, pipelineValues: values, isSetup: !isContinued(pipeline) });

/** Reads and compiles a pipeline's configuration, outside of any unit of work, and begins its workflows in one. */
export const configurePipeline = async (
  store: Store,
  moving: Omit<PipelineContext, 'tx'>,
  seen: StoredRecord<Pipeline>,
): Promise<boolean> => {
  const home = await loadProject(store, seen);
  const values = home
    ? buildPipelineValues(seen.id, seen.body, { id: seen.scope, name: home.project.name, slug: renderProjectSlug(home, 'neutral') })
    : {};
  const text = seen.body.state === 'setup-pending' ? { text: seen.body.config.setup } : await fetchConfiguration(seen.body);
  const result = 'text' in text ? await compilePipelineConfiguration(text.text, seen.body, values) : undefined;
  const judgment =
    home && 'text' in text && result && 'compiled' in result
      ? await judgeConfiguration(store, moving, seen, home.project.body, text.text, result)
      : undefined;
  return store.write(async (tx) => {
    const now = await tx.get<Pipeline>('ci-pipelines', seen.id);
    if (now?.version !== seen.version) return false;
    const all = { ...moving, tx };
    if ('missing' in text) await failPipeline(all, now, [{ type: 'config-fetch', message: text.missing }], '');
    else if (result && !('compiled' in result)) await failPipeline(all, now, compilationErrors(result) ?? [], text.text);
    else if (home && result) await beginWorkflows(all, now, home.project.body, text.text, result, judgment);
    return true;
  });
};
