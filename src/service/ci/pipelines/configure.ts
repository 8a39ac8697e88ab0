import { randomBytes } from 'node:crypto';
import type { Rec, Store } from '../../store/store.ts';
import type { CompilationResult, PipelineValues, Told } from '../configuration/index.ts';
import { blocks, judgePipeline, type Judgment, writeDecision } from '../policies/judge.ts';
import { projectSlug } from '../projects/here.ts';
import { settingsOf } from '../projects/settings.ts';
import type { CiOrganization, CiProject } from '../stored.ts';
import { compileApart } from '../threads/index.ts';
import { fileAt } from './git.ts';
import type { Moving } from './going.ts';
import { launch } from './launch.ts';
import { type Continuation, pending, type Pipeline, type PipelineError } from './stored.ts';
import { valuesOf } from './values.ts';

type Fetched = { readonly text: string } | { readonly missing: string };
const fetched = async ({ from }: Pipeline): Promise<Fetched> => (from.kind === 'text' ? { text: from.text } : from.kind === 'missing' ? { missing: from.message } : fileAt(from.repository, from.revision, from.file));

const isContinued = ({ from }: Pipeline): boolean => from.kind === 'text' && from.continued;
const told = ({ path, line, column, message }: Told): PipelineError => ({ type: 'config', message: `line ${line}, column ${column}${path === '' ? '' : ` (${path})`}: ${message}` });

const homeOf = async (store: Store, pipeline: Rec<Pipeline>): Promise<{ readonly project: Rec<CiProject>; readonly organization: Rec<CiOrganization> } | undefined> => store.read(async (view) => {
  const [project, organization] = [await view.get<CiProject>('ci-projects', pipeline.scope), await view.get<CiOrganization>('ci-organizations', pipeline.body.organization)];
  return project && organization && { project, organization };
});

type Ready = Exclude<CompilationResult, { readonly faults: readonly Told[] }>;

/** What the policies say of a configuration that would start, asked outside of any unit of work; undefined where nobody wants it judged. */
const judgmentOf = async (store: Store, moving: Omit<Moving, 'tx'>, { scope, body }: Rec<Pipeline>, project: CiProject, text: string, { compiled }: Ready): Promise<Judgment | undefined> => {
  if (compiled.setup && !settingsOf(project).setup_workflows) return undefined;
  const { branch, tag, url } = body.vcs;
  return judgePipeline((work) => store.read(work), moving, body.organization, { text, metadata: {
    project_id: scope, build_number: body.number, vcs: { ...(branch === null ? {} : { branch }), ...(tag === null ? {} : { release_tag: tag }), origin_repository_url: url, target_repository_url: url },
  } });
};

/** What keeps it from starting although it compiles. */
const obstacles = async (moving: Moving, project: CiProject, { compiled }: Ready, judgment: Judgment | undefined): Promise<readonly PipelineError[]> => {
  if (compiled.setup && !settingsOf(project).setup_workflows) return [{ type: 'config', message: 'this is a setup configuration, and the project does not take them (setup_workflows)' }];
  if (!judgment) return [];
  await writeDecision(moving, judgment);
  if (!blocks(judgment)) return [];
  const { hard_failures: failures, reason } = judgment.decision;
  return failures.length > 0 ? failures.map((one) => ({ type: 'config' as const, message: `the policy rule ${one.rule} refuses this configuration: ${one.reason}` }))
    : [{ type: 'config', message: `the policies could not judge this configuration: ${reason}` }];
};

const begun = async (moving: Moving, seen: Rec<Pipeline>, project: CiProject, text: string, ready: Ready, judgment: Judgment | undefined): Promise<void> => {
  const { tx, clock, newId } = moving;
  // The moment it was due, however late the clock looked.
  const at = new Date(seen.body.movesAt ?? clock.now());
  const errors = await obstacles(moving, project, ready, judgment);
  const { setup, compiledSetup } = seen.body.config;
  const isSetup = ready.compiled.setup === true;
  const pipeline = await tx.update<Pipeline>(seen, { body: {
    ...seen.body, errors, state: errors.length > 0 ? 'errored' : isSetup ? 'setup' : 'created', movesAt: null, updatedAt: at.toISOString(),
    config: isSetup ? { source: text, compiled: ready.yaml, setup: text, compiledSetup: ready.yaml } : { source: text, compiled: ready.yaml, setup, compiledSetup },
  } });
  await tx.unlink(pending, 'all', seen.id);
  if (errors.length > 0) return;
  if (isSetup) {
    const key = randomBytes(32).toString('base64url');
    await tx.insert<Continuation>({ id: newId('uuid'), kind: 'ci-continuations', scope: '', key, name: '', body: { pipeline: seen.id } });
  }
  await launch(moving, pipeline, ready.compiled, at);
};

const stopped = async ({ tx, clock }: Moving, seen: Rec<Pipeline>, errors: readonly PipelineError[], source: string): Promise<void> => {
  await tx.update<Pipeline>(seen, { body: { ...seen.body, state: 'errored', errors, movesAt: null, updatedAt: clock.now().toISOString(), config: { ...seen.body.config, source } } });
  await tx.unlink(pending, 'all', seen.id);
};

const compiled = (text: string, pipeline: Pipeline, values: PipelineValues): Promise<CompilationResult> =>
  compileApart(text, { parameters: pipeline.parameters, pipelineValues: values, isSetup: !isContinued(pipeline) });

/** Reads and compiles a pipeline's configuration, outside of any unit of work, and begins its workflows in one. */
export const configure = async (store: Store, moving: Omit<Moving, 'tx'>, seen: Rec<Pipeline>): Promise<boolean> => {
  const home = await homeOf(store, seen);
  const values = home ? valuesOf(seen.id, seen.body, { id: seen.scope, name: home.project.name, slug: projectSlug(home, 'neutral') }) : {};
  const text = await fetched(seen.body);
  const result = 'text' in text ? await compiled(text.text, seen.body, values) : undefined;
  const judgment = home && 'text' in text && result && !('faults' in result) ? await judgmentOf(store, moving, seen, home.project.body, text.text, result) : undefined;
  return store.write(async (tx) => {
    const now = await tx.get<Pipeline>('ci-pipelines', seen.id);
    if (now?.version !== seen.version) return false;
    const all = { ...moving, tx };
    if ('missing' in text) await stopped(all, now, [{ type: 'config-fetch', message: text.missing }], '');
    else if (!result || 'faults' in result) await stopped(all, now, (result?.faults ?? []).map(told), text.text);
    else if (home) await begun(all, now, home.project.body, text.text, result, judgment);
    return true;
  });
};
