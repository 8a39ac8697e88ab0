import { objectValue, stringValue, jsonContent } from '../../http/body-schemas.ts';
import { conflict, notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteOptions, type RouteResponse, route } from '../../http/route.ts';
import { isObject } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import type { StoredAgent } from '../agent-pools/agent-status.ts';
import { createApiToken, generateTokenSecret } from '../organizations/bootstrap.ts';
import { toPhaseId } from '../runs/engine/claimed-run.ts';
import type { PhaseStatus } from '../runs/engine/end-phase.ts';
import { revokeWithRun, tokenMargin } from '../runs/engine/run-token.ts';
import { listRunsOfAgent } from './held-runs.ts';
import { requireAgentJob } from './require-agent-job.ts';

/** Issues a token for the executor of one job of an agent: it gives access to this job only, and ends with it. */
const issueJobToken = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { tx, clock, caller, settings } = ctx;
  if (caller.agentJob !== undefined) throw notFound();
  const { agent, run, address } = await requireAgentJob(ctx);
  const secret = generateTokenSecret();
  const token = await createApiToken(tx, ctx, {
    secret,
    owner: { kind: 'organization', id: agent.body.organization },
    description: `job ${address.phase} of the agent ${agent.id}`,
    expiresAt: new Date(clock.now().getTime() + settings.jobMilliseconds + tokenMargin).toISOString(),
    purpose: 'agent',
    agentPool: agent.scope,
    agentJob: address.phase,
  });
  await revokeWithRun(tx, run.id, token.id);
  return { status: 201, headers: { 'content-type': 'application/json' }, body: { token: secret } };
};

/** Marks a job as begun by its executor; a second executor is refused, a repeated request of the same one is not. Throws 409, 422. */
const begin = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { agent, address } = await requireAgentJob(ctx);
  const by = isObject(ctx.body) ? ctx.body['by'] : undefined;
  if (typeof by !== 'string' || by === '' || by.length > 100) throw unprocessable('expected {"by": "…"}, who begins the job', '/by');
  const held = await listRunsOfAgent(ctx.tx, agent.id);
  const jobs = new Set(held.map(({ id, body }) => toPhaseId({ id, phase: body.status as PhaseStatus })));
  const begun = Object.fromEntries(Object.entries(agent.body.begun ?? {}).filter(([job]) => jobs.has(job)));
  const before = begun[address.phase];
  if (before !== undefined && before !== by) throw conflict(`the job ${address.phase} was begun by another process`);
  if (before === undefined) await ctx.tx.update<StoredAgent>(agent, { body: { ...agent.body, begun: { ...begun, [address.phase]: by } } });
  return noContent;
};

const options: RouteOptions = { plainJson: true, purposes: ['agent'] };
const path = 'POST /agents/{agent_id}/jobs/{job_id}';
export const routes = [
  route(`${path}/token`, issueJobToken, {
    ...options,
    description: {
      summary: 'Issues a token that reaches one job of an agent, and ends with it.',
      responses: { 201: jsonContent(objectValue({ token: stringValue })) },
    },
  }),
  route(`${path}/begin`, begin, {
    ...options,
    unaudited: true,
    description: {
      summary: 'Begins a job, once: another process that begins it is refused.',
      request: objectValue({ by: stringValue }),
      responses: { 204: null },
    },
  }),
];
