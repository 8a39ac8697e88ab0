import type { WorkspaceRight } from '../../../access/workspace-rights.ts';
import { notFound } from '../../../http/problem.ts';
import type { RequestContext } from '../../../http/route.ts';
import type { StoredRecord } from '../../../store/store.ts';
import type { StoredWorkspace } from '../../workspaces/stored.ts';
import type { StoredTaskResult } from '../gates/stored.ts';
import { findRunInWorkspace, type RunInWorkspace } from '../require-run.ts';
import { toRunId } from '../run-ids.ts';
import type { StoredRun } from '../stored.ts';
import { requireLogAddress } from './phase-addresses.ts';

export type PhaseNoun = 'plan' | 'apply';

/** Lets the token of a run task read only the plan of its own run. */
const requireRunOfTask = async (ctx: RequestContext, id: string | undefined, what: string): Promise<RunInWorkspace> => {
  const result = await ctx.tx.get<StoredTaskResult>('task-results', ctx.caller.taskResult!);
  const run = result && result.body.run === id ? await ctx.tx.get<StoredRun>('runs', result.body.run) : undefined;
  const workspace = run && (await ctx.tx.get<StoredWorkspace>('workspaces', run.body.workspace));
  if (!run || !workspace) throw notFound(what);
  return { run, workspace };
};

/** The run whose plan or apply the path names by `{plan_id}` or `{apply_id}`, or itself by `{run_id}`. */
export const requirePhase = async (ctx: RequestContext, noun: PhaseNoun, right: WorkspaceRight): Promise<RunInWorkspace> => {
  const { run_id: run, [`${noun}_id`]: id } = ctx.params;
  if (ctx.caller.taskResult !== undefined) return requireRunOfTask(ctx, run ?? toRunId(noun, id!), `the ${noun} ${run ?? id}`);
  if (run !== undefined) return findRunInWorkspace(ctx, run, right, `the run ${run}`);
  return findRunInWorkspace(ctx, toRunId(noun, id!), right, `the ${noun} ${id}`);
};

/** The phase of a log's signed address, which works without a token. Throws 404. */
export const requirePhaseOfLog = async (ctx: RequestContext, noun: PhaseNoun): Promise<StoredRecord<StoredRun>> => {
  const phase = ctx.params[`${noun}_id`]!;
  const id = toRunId(noun, phase);
  const run = id === undefined ? undefined : await ctx.tx.get<StoredRun>('runs', id);
  if (run?.body.secret === undefined) throw notFound('the log');
  requireLogAddress(ctx, { id: phase, run: run.body, noun }, ctx.params['secret']!);
  return run;
};
