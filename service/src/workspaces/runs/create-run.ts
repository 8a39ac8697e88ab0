import { requireWorkspaceRight } from '../../access/permissions.ts';
import { notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route, type LookupContext } from '../../http/route.ts';
import { type JsonObject, parseDocument, parseToOne } from '../../json-api/parse-document.ts';
import { createdDocument } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { type CallingEngine, findCallingEngine } from '../calling-engine.ts';
import type { StoredConfigurationVersion } from '../configuration-versions/stored.ts';
import { updateConfiguration } from '../ingress/follow-repository.ts';
import { resolveExecution } from '../workspaces/execution.ts';
import { loadWorkspaceParents } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { addComment } from './comments/add-comment.ts';
import { createRunDescription } from './describe-runs.ts';
import { isEngineUsed } from './is-engine-used.ts';
import { parseRunOptions, validateNewRun } from './parse-new-run.ts';
import { renderRuns } from './render-runs.ts';
import { toAuthor } from './run-context.ts';
import { markSecretVariables } from './secret-run-variables.ts';
import { type NewRun, startRun } from './start-run.ts';

/** 422 where no run can happen: the workspace only stores the state of runs elsewhere. */
export const requireRunsHere = async (
  ctx: RequestContext,
  { scope, body }: StoredRecord<StoredWorkspace>,
  pointer?: string,
): Promise<void> => {
  const { mode, pool } = resolveExecution(body.attributes, await loadWorkspaceParents(ctx, scope, body.project));
  if (mode === 'agent' && pool === null && isEngineUsed(ctx.settings))
    throw unprocessable(
      `the execution mode of the workspace "${body.name}" is agent, and it has no agent pool whose agents would take its runs`,
      pointer,
    );
  if (mode === 'local')
    throw unprocessable(
      `the execution mode of the workspace "${body.name}" is local: its runs happen where the engine is started`,
      pointer,
    );
};

/** The workspace that the request names; 404 unless the caller may queue a run there, 422 where none can happen. `what`: `a run` */
export const requireWorkspaceOfRun = async (
  ctx: RequestContext,
  relationships: JsonObject,
  what: 'a run' | 'a query',
): Promise<StoredRecord<StoredWorkspace>> => {
  const reference = parseToOne(ctx, relationships, 'workspace', 'workspaces');
  const pointer = '/data/relationships/workspace/data';
  if (!reference) throw unprocessable(`${what} needs a workspace`, pointer);
  const named = `the workspace ${reference.id}`;
  const workspace = await ctx.tx.get<StoredWorkspace>('workspaces', reference.id);
  if (!workspace) throw notFound(named);
  await requireWorkspaceRight(ctx, 'queue-run', workspace, named);
  await requireRunsHere(ctx, workspace, pointer);
  return workspace;
};

/** Requires the right to plan a destruction (`queue-run`), and more for a run that can be applied (decision 138). */
const requireDestroyAllowed = async (ctx: RequestContext, workspace: StoredRecord<StoredWorkspace>, planOnly: boolean): Promise<void> => {
  if (!planOnly) await requireWorkspaceRight(ctx, 'queue-destroy', workspace, `the workspace ${workspace.id}`);
  if (workspace.body.attributes['allow-destroy-plan'] === false)
    throw unprocessable('allow-destroy-plan of this workspace is false', '/data/attributes/is-destroy');
};

/** The configuration version that the request names; undefined: it names none. 422 unless it is of the workspace, and has its content
 * or waits for it: a script needs none. */
export const parseConfiguration = async (
  ctx: RequestContext,
  workspace: StoredRecord<StoredWorkspace>,
  relationships: JsonObject,
): Promise<StoredRecord<StoredConfigurationVersion> | undefined> => {
  const reference = parseToOne(ctx, relationships, 'configuration-version', 'configuration-versions');
  if (!reference) return undefined;
  const pointer = '/data/relationships/configuration-version/data/id';
  const found = await ctx.tx.get<StoredConfigurationVersion>('configuration-versions', reference.id);
  if (found?.scope !== workspace.id)
    throw unprocessable(`there is no configuration version ${reference.id} of the workspace "${workspace.body.name}"`, pointer);
  if (!['pending', 'fetching', 'uploaded'].includes(found.body.status))
    throw unprocessable(`the configuration version ${found.id} is ${found.body.status}: a run needs one whose content is there`, pointer);
  return found;
};

/** An engine that would print structured logs as they are gets text. */
const describeCaller = (engine: CallingEngine | undefined): Pick<NewRun, 'source' | 'program' | 'structured'> =>
  engine
    ? { source: engine.source, program: engine.program, ...(engine.rendersStructured ? {} : { structured: false }) }
    : { source: 'tfe-api' };

/** Whether runs lock their workspace: clients of the hosted service wait for that; the specification has no such lock (decision 21). */
const isLocking = ({ dialect, settings }: RequestContext): boolean => dialect === 'hosted' && settings.runs === 'scripted';

/** In the hosted dialect the first event of a run is its creation: clients read of it who created the run, and when. */
const describeCreation = (ctx: RequestContext): Pick<NewRun, 'events'> =>
  ctx.dialect === 'hosted'
    ? { events: [{ action: 'queued', description: 'The run was created', at: ctx.clock.now().toISOString(), by: toAuthor(ctx) }] }
    : {};

const createRun = async (ctx: LookupContext<Transaction>): Promise<RouteResponse> => {
  const { attributes, relationships } = parseDocument(ctx, 'runs');
  validateNewRun(attributes);
  const isDestroy = attributes['is-destroy'] === true;
  const found = await requireWorkspaceOfRun(ctx, relationships, 'a run');
  const configuration = await parseConfiguration(ctx, found, relationships);
  const planOnly = attributes['plan-only'] === true || configuration?.body.speculative === true;
  if (isDestroy) await requireDestroyAllowed(ctx, found, planOnly);
  const workspace = configuration ? found : await updateConfiguration(ctx, found, toAuthor(ctx));
  if (planOnly && attributes['auto-apply'] === true)
    throw unprocessable(
      'a run of a speculative configuration version is never applied; leave out auto-apply',
      '/data/attributes/auto-apply',
    );
  const options = await markSecretVariables(ctx.tx, workspace, parseRunOptions(attributes));
  // The command line decides for its own runs, by -auto-approve.
  const engine = findCallingEngine(ctx);
  const version = attributes['engine-version'] as string | null | undefined;
  const run = await startRun(ctx, workspace, {
    kind: 'plain',
    message: (attributes['message'] as string | null | undefined) ?? '',
    isDestroy,
    aim: {},
    autoApply: (attributes['auto-apply'] as boolean | null | undefined) ?? (!engine && found.body.attributes['auto-apply'] === true),
    ...(isLocking(ctx) ? { holdsLock: true } : {}),
    ...(planOnly ? { planOnly } : {}),
    ...(attributes['save-plan'] === true && !planOnly ? { savePlan: true } : {}),
    ...(attributes['refresh'] === false ? { refresh: false } : {}),
    ...(options ? { options } : {}),
    ...(version ? { engineVersion: version } : {}),
    ...describeCaller(engine),
    createdBy: toAuthor(ctx),
    ...describeCreation(ctx),
    ...(configuration ? { configuration } : {}),
  });
  const comment = attributes['comment'] as string | null | undefined;
  const commented = comment ? await addComment(ctx, run, comment) : run;
  return createdDocument((await renderRuns(ctx, [commented]))[0]!);
};

export const routes = [route('POST /runs', createRun, { looksUp: true, description: createRunDescription })];
