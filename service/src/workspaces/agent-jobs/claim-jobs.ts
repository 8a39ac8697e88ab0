import { arrayValue, freeObject, objectValue, stringValue, jsonContent } from '../../http/body-schemas.ts';
import { notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteOptions, type RouteResponse, route } from '../../http/route.ts';
import { noContent } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { isInPoolScope } from '../agent-pools/agent-pool-scope.ts';
import type { StoredAgent } from '../agent-pools/agent-status.ts';
import { requireOwnAgent } from '../agent-pools/require-agent.ts';
import { claimQueuedRun, issueClaim } from '../runs/engine/claim-run.ts';
import { type ClaimedRun, toPhaseId } from '../runs/engine/claimed-run.ts';
import type { PhaseStatus } from '../runs/engine/end-phase.ts';
import { findRunStops } from '../runs/engine/find-run-stops.ts';
import { loadRunFacts } from '../runs/engine/run-input.ts';
import { revokeRunTokens } from '../runs/engine/run-token.ts';
import { isEngineUsed } from '../runs/is-engine-used.ts';
import type { StoredRun } from '../runs/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { holdRun, listRunsOfAgent, noteAgent } from './held-runs.ts';
import type { AgentJob, AgentOrders } from './protocol.ts';
import { isObject } from '../../json-api/parse-document.ts';

const maxJobs = 1000;

/** IDs of the jobs that an agent reports as in progress. Throws 422. */
const parseReportedJobs = ({ body }: RequestContext): readonly string[] => {
  const jobs = isObject(body) ? body['jobs'] : undefined;
  if (!Array.isArray(jobs) || jobs.length > maxJobs || !jobs.every((job) => typeof job === 'string'))
    throw unprocessable('expected {"jobs": […]}, the IDs of the jobs that the agent works on', '/jobs');
  return jobs as readonly string[];
};

const phaseOf = (run: StoredRecord<StoredRun>): PhaseStatus => run.body.status as PhaseStatus;

/** Finds a job that this agent claimed without learning of it, because the response was lost: its work has not begun. */
const claimAgain = async (
  ctx: RequestContext<Transaction>,
  agent: StoredRecord<StoredAgent>,
  known: readonly string[],
  limit: number,
): Promise<ClaimedRun | undefined> => {
  const held = await listRunsOfAgent(ctx.tx, agent.id);
  const run = held.find((one) => !known.includes(toPhaseId({ id: one.id, phase: phaseOf(one) })));
  if (!run) return undefined;
  await revokeRunTokens(ctx.tx, run.id);
  return issueClaim(ctx, run, phaseOf(run), limit);
};

/** The pool may have been closed to a workspace after its run had begun to wait. */
const isAllowed = async (ctx: RequestContext, pool: string, { body }: StoredRecord<StoredRun>): Promise<boolean> => {
  const workspace = await ctx.tx.get<StoredWorkspace>('workspaces', body.workspace);
  return workspace !== undefined && isInPoolScope(ctx, pool, { id: workspace.id, project: workspace.body.project });
};

const describeJob = async (ctx: RequestContext, claim: ClaimedRun): Promise<AgentJob> => {
  const run = (await ctx.tx.get<StoredRun>('runs', claim.id))!;
  const facts = await loadRunFacts(ctx.tx, run);
  if (!facts) throw notFound(`the workspace of the run ${run.id}`);
  return { claim, facts };
};

const claim = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const agent = await requireOwnAgent(ctx);
  const known = parseReportedJobs(ctx);
  if (!isEngineUsed(ctx.settings) || agent.body.status === 'exited') return noContent;
  const limit = ctx.settings.jobMilliseconds;
  const accepts = (run: StoredRecord<StoredRun>): Promise<boolean> => isAllowed(ctx, agent.scope, run);
  const claimed =
    (await claimAgain(ctx, agent, known, limit)) ?? (await claimQueuedRun(ctx, { queue: agent.scope, runner: agent.id, limit, accepts }));
  if (!claimed) return noContent;
  await holdRun(ctx.tx, claimed.id);
  await noteAgent(ctx.tx, agent, ctx.clock.now());
  return { status: 200, headers: { 'content-type': 'application/json' }, body: await describeJob(ctx, claimed) };
};

/** Notes a ping of the agent, or of the executor of one of its jobs. */
const ping = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const agent = await requireOwnAgent(ctx, true);
  const { agentJob } = ctx.caller;
  const jobs = parseReportedJobs(ctx).filter((job) => agentJob === undefined || job === agentJob);
  const stops = await findRunStops(ctx.tx, jobs, agent.id);
  await noteAgent(ctx.tx, agent, ctx.clock.now());
  const body: AgentOrders = { stops: Object.fromEntries(stops) };
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
};

const options: RouteOptions = { plainJson: true, purposes: ['agent'], unaudited: true };
const request = objectValue({ jobs: arrayValue(stringValue) });

/** Routes for agents only, with a token of their pool. */
export const routes = [
  route('POST /agents/{agent_id}/actions/ping', ping, {
    ...options,
    description: {
      summary: 'An agent says that it works, and on what; the answer names what has to stop.',
      request,
      responses: { 200: jsonContent(objectValue({ stops: { type: 'object', additionalProperties: { enum: ['interrupt', 'kill'] } } })) },
    },
  }),
  route('POST /agents/{agent_id}/actions/claim', claim, {
    ...options,
    description: {
      summary: 'An agent takes the plan or the apply that has waited longest for its pool; 204: nothing waits.',
      request,
      responses: { 200: jsonContent(objectValue({ claim: freeObject, facts: freeObject })), 204: null },
    },
  }),
];
