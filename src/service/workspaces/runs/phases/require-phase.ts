import { isSameSecret } from '../../../access/is-same-secret.ts';
import type { WorkspaceRight } from '../../../access/workspace-rights.ts';
import { notFound } from '../../../http/problem.ts';
import type { RequestContext } from '../../../http/route.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { findRunInWorkspace, type RunInWorkspace } from '../require-run.ts';
import { toRunId } from '../run-ids.ts';
import type { StoredRun } from '../stored.ts';

export type PhaseNoun = 'plan' | 'apply';

/** The run whose plan or apply the path names by `{plan_id}` or `{apply_id}`, or itself by `{run_id}`. */
export const requirePhase = async (ctx: RequestContext, noun: PhaseNoun, right: WorkspaceRight): Promise<RunInWorkspace> => {
  const { run_id: run, [`${noun}_id`]: id } = ctx.params;
  if (run !== undefined) return findRunInWorkspace(ctx, run, right, `the run ${run}`);
  return findRunInWorkspace(ctx, toRunId(noun, id!), right, `the ${noun} ${id}`);
};

/** The same by the secret of the run in the address; 404 unless it is right. Needs no token. */
export const requirePhaseBySecret = async (ctx: RequestContext, noun: PhaseNoun, secret: string): Promise<StoredRecord<StoredRun>> => {
  const id = toRunId(noun, ctx.params[`${noun}_id`]!);
  const run = id === undefined ? undefined : await ctx.tx.get<StoredRun>('runs', id);
  if (run?.body.secret === undefined || !isSameSecret(run.body.secret, secret)) throw notFound('the log');
  return run;
};
