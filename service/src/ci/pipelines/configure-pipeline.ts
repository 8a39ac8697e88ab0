import { describeDiagnostic } from '../configuration/describe-diagnostic.ts';
import { randomBytes } from 'node:crypto';
import { UnstorableText } from '../../store/failures.ts';
import { sha256Hex } from '../../access/callers.ts';
import type { ReadTransaction, StoredRecord, Store } from '../../store/store.ts';
import type { PipelineValues } from '../configuration/templates/pipeline-values.ts';
import type { ConfigurationDiagnostic } from '../configuration/configuration-diagnostic.ts';
import type { CompiledPipeline } from './compile-pipeline.ts';
import type { EvaluatedDecision } from '../policies/evaluate-configuration.ts';
import { renderProjectSlug } from '../projects/require-project.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import { createOrbFinder, type FindOrbs } from '../orbs/find-published.ts';
import { withPublishedOrbs } from '../orbs/with-published.ts';
import { TaskAbandoned, type WorkerCompilation, compileInWorker } from '../threads/index.ts';
import { readGitFile } from '../../code-hosts/git.ts';
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
const toPipelineError = (diagnostic: ConfigurationDiagnostic): PipelineError => ({
  type: 'config',
  message: describeDiagnostic(diagnostic),
});

interface ProjectWithOrganization {
  readonly project: StoredRecord<CiProject>;
  readonly organization: StoredRecord<CiOrganization>;
}
const loadProject = async (store: Store, pipeline: StoredRecord<Pipeline>): Promise<ProjectWithOrganization | undefined> =>
  store.read(async (view) => {
    const [project, organization] = [
      await view.get<CiProject>('ci-projects', pipeline.scope),
      await view.get<CiOrganization>('ci-organizations', pipeline.body.organization),
    ];
    return project && organization && { project, organization };
  });

/** A setup configuration is recognized when it is read; its workflows start one step later. */
const isPendingSetup = ({ state }: Pipeline, { isSetup }: CompiledPipeline): boolean => isSetup && state === 'pending';

/** A compiled configuration on its way to its workflows. */
interface ReadyConfiguration {
  readonly text: string;
  readonly compilation: CompiledPipeline;
  readonly decision: EvaluatedDecision | undefined;
}

/** The pipeline's record once its configuration is compiled and checked. `waits`: as a setup pipeline it starts a step later. */
const configuredPipeline = (
  body: Pipeline,
  { text, compilation: { isSetup, yaml, changedParameters } }: ReadyConfiguration,
  errors: readonly PipelineError[],
  at: Date,
  waitMilliseconds: number | undefined,
): Pipeline => {
  const waits = waitMilliseconds !== undefined;
  const { setup, compiledSetup } = isSetup ? { setup: text, compiledSetup: yaml } : body.config;
  return {
    ...body,
    errors,
    ...(isSetup && changedParameters.length > 0 ? { changedParameters } : {}),
    state: errors.length > 0 ? 'errored' : waits ? 'setup-pending' : isSetup ? 'setup' : 'created',
    updatedAt: at.toISOString(),
    movesAt: waits ? new Date(at.getTime() + waitMilliseconds).toISOString() : null,
    config: { source: text, compiled: yaml, setup, compiledSetup },
  };
};

const createContinuation = async ({ tx, newId }: PipelineContext, pipeline: string): Promise<void> => {
  const secret = randomBytes(32).toString('base64url');
  const [id, key] = [newId('uuid'), sha256Hex(secret)];
  await tx.insert<Continuation>({ id, kind: 'ci-continuations', scope: '', key, name: '', body: { pipeline, secret } });
};

const beginWorkflows = async (
  ctx: PipelineContext,
  snapshot: StoredRecord<Pipeline>,
  project: CiProject,
  ready: ReadyConfiguration,
): Promise<void> => {
  const { tx, clock, settings } = ctx;
  const { compilation, decision } = ready;
  // The time at which it was due, however late it is read.
  const at = new Date(snapshot.body.movesAt ?? clock.now());
  const errors = await findStartErrors(ctx, snapshot, project, compilation, decision);
  const waits = errors.length === 0 && isPendingSetup(snapshot.body, compilation);
  const pipeline = await tx.update<Pipeline>(snapshot, {
    body: configuredPipeline(snapshot.body, ready, errors, at, waits ? settings.ciStatusMilliseconds : undefined),
  });
  if (waits) return;
  await tx.unlink(pendingLink, 'all', snapshot.id);
  if (errors.length > 0) return;
  if (compilation.isSetup) await createContinuation(ctx, snapshot.id);
  await createWorkflows(ctx, pipeline, compilation, at);
};

const failPipeline = async (
  { tx, clock }: PipelineContext,
  snapshot: StoredRecord<Pipeline>,
  errors: readonly PipelineError[],
  source: string,
): Promise<void> => {
  await tx.update<Pipeline>(snapshot, {
    body: {
      ...snapshot.body,
      state: 'errored',
      errors,
      movesAt: null,
      updatedAt: clock.now().toISOString(),
      // What it compiled to before, as a setup, is that of another text.
      config: { ...snapshot.body.config, source, compiled: '' },
    },
  });
  await tx.unlink(pendingLink, 'all', snapshot.id);
};

/** `defect`: what the compiler threw. */
type PipelineCompilationResult = WorkerCompilation | { readonly defect: string };

/** The errors of a configuration that does not compile; undefined if it compiles. */
export const compilationErrors = (result: PipelineCompilationResult): readonly PipelineError[] | undefined =>
  'defect' in result
    ? [{ type: 'other', message: `This is a bug in Slipway; please report it: compiling the configuration failed: ${result.defect}` }]
    : 'late' in result
      ? [{ type: 'timeout', message: result.late }]
      : 'faults' in result
        ? result.faults.map(toPipelineError)
        : undefined;

/**
 * Any error of the compiler ends the pipeline, because it would otherwise wait for ever; only if too many tasks are queued is it tried
 * again.
 */
const compilePipelineConfiguration = (
  text: string,
  pipeline: Pipeline,
  values: PipelineValues,
  { orbsFolder }: PipelineContext['settings'],
  findOrbs: FindOrbs,
): Promise<PipelineCompilationResult> =>
  withPublishedOrbs(
    (published) =>
      compileInWorker({
        text,
        orbs: orbsFolder,
        published,
        options: { parameters: pipeline.parameters, pipelineValues: values, allowSetup: !isContinued(pipeline) },
        target: { branch: pipeline.vcs.branch ?? undefined, tag: pipeline.vcs.tag ?? undefined },
      }),
    findOrbs,
  ).catch((error: unknown) => {
    if (error instanceof TaskAbandoned) throw error;
    return { defect: (error instanceof Error ? error.message : String(error)).split('\n')[0]! };
  });

const projectValues = (snapshot: StoredRecord<Pipeline>, resolved: ProjectWithOrganization | undefined): PipelineValues =>
  resolved
    ? buildPipelineValues(snapshot.id, snapshot.body, {
        id: snapshot.scope,
        name: resolved.project.name,
        slug: renderProjectSlug(resolved, 'neutral'),
      })
    : {};

const unstorableError: PipelineError = {
  type: 'config',
  message: 'expected texts without U+0000 and without halves of surrogate pairs: the service cannot store them',
};

/** Reads and compiles a pipeline's configuration outside of a transaction, then creates its workflows in one. False if it changed. */
export const configurePipeline = async (
  store: Store,
  ctx: Omit<PipelineContext, 'tx'>,
  snapshot: StoredRecord<Pipeline>,
): Promise<boolean> => {
  const resolved = await loadProject(store, snapshot);
  const { body } = snapshot;
  const read = <T>(work: (reading: { readonly tx: ReadTransaction }) => Promise<T>) => store.read((tx) => work({ tx }));
  const findOrbs = createOrbFinder({ read, clock: ctx.clock }, resolved?.organization.id);
  const source = body.state === 'setup-pending' ? { text: body.config.setup } : await fetchConfiguration(body);
  const text = 'text' in source ? source.text : undefined;
  const result =
    text === undefined
      ? undefined
      : await compilePipelineConfiguration(text, body, projectValues(snapshot, resolved), ctx.settings, findOrbs);
  const decision =
    resolved && text !== undefined && result && 'yaml' in result
      ? await judgeConfiguration(store, ctx, snapshot, resolved.project.body, text, result)
      : undefined;
  const save = (write: (writing: PipelineContext, current: StoredRecord<Pipeline>) => Promise<void>): Promise<boolean> =>
    store.write(async (tx) => {
      const current = await tx.get<Pipeline>('ci-pipelines', snapshot.id);
      if (current?.version !== snapshot.version) return false;
      await write({ ...ctx, tx }, current);
      return true;
    });
  try {
    return await save(async (writing, current) => {
      if ('missing' in source) await failPipeline(writing, current, [{ type: 'config-fetch', message: source.missing }], '');
      else if (result && !('yaml' in result)) await failPipeline(writing, current, compilationErrors(result) ?? [], source.text);
      else if (resolved && result)
        await beginWorkflows(writing, current, resolved.project.body, { text: source.text, compilation: result, decision });
    });
  } catch (error) {
    // Otherwise the pipeline would wait for ever, and be tried again each time.
    if (!(error instanceof UnstorableText)) throw error;
    return save((writing, current) => failPipeline(writing, current, [unstorableError], ''));
  }
};
