import { conflict, notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredAgent } from '../agent-pools/agent-status.ts';
import { requireOwnAgent } from '../agent-pools/require-agent.ts';
import type { PhaseStatus } from '../runs/engine/end-phase.ts';
import { toRunId } from '../runs/run-ids.ts';
import type { LogAddress } from '../runs/run-log.ts';
import type { StoredRun } from '../runs/stored.ts';
import { isExecuting } from '../runs/timeline.ts';

/** A job of an agent. */
export interface HeldJob {
  readonly agent: StoredRecord<StoredAgent>;
  readonly run: StoredRecord<StoredRun>;
  readonly phase: PhaseStatus;
  readonly address: LogAddress;
}

/**
 * The job of the path. Throws 404 where this agent never had it, 409 where it has it no longer: it ended, or was taken for lost.
 * `afterForce`: also a job whose run was ended by force meanwhile.
 */
export const requireAgentJob = async (ctx: RequestContext, afterForce = false): Promise<HeldJob> => {
  const agent = await requireOwnAgent(ctx, true);
  const job = ctx.params['job_id']!;
  const phase: PhaseStatus = job.startsWith('plan-') ? 'planning' : 'applying';
  const id = toRunId('plan', job) ?? toRunId('apply', job);
  const run = id === undefined ? undefined : await ctx.tx.get<StoredRun>('runs', id);
  const isOther = ctx.caller.agentJob !== undefined && ctx.caller.agentJob !== job;
  if (!run || isOther || run.body.runner !== agent.id) throw notFound(`the job ${job} of this agent`);
  const isUnderWay = run.body.status === phase && isExecuting(run.body);
  if (!isUnderWay && !(afterForce && run.body.status === 'force_canceled'))
    throw conflict(`the job ${job} is over: its run is ${run.body.status}, and further reports are not accepted`);
  return { agent, run, phase, address: { workspace: run.body.workspace, phase: job } };
};
