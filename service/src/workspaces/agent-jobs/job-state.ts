import { conflict } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { noContent } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import { saveRunDocument } from '../runs/run-documents.ts';
import { requireAgentJob } from './require-agent-job.ts';
import { unpackBody } from './unpack-body.ts';

/** Before the body is unpacked: only for a job that is the agent's. */
export const unpackBodyOfJob = async (ctx: PreparationContext): Promise<Buffer> => {
  await ctx.read((view) => requireAgentJob(view, true));
  return unpackBody(ctx);
};

/** Kept until the job ends, or its agent is lost: then it becomes the state. */
const keepState = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { address, phase } = await requireAgentJob(ctx, true);
  if (phase !== 'applying') throw conflict('a plan changes no state');
  await saveRunDocument(ctx.tx, address, 'left-state', (ctx.prepared as Buffer).toString('utf8'));
  return noContent;
};

export const routes = [
  route('PUT /agents/{agent_id}/jobs/{job_id}/state', keepState, {
    binaryBody: true,
    purposes: ['agent'],
    unaudited: true,
    prepare: unpackBodyOfJob,
    description: { summary: 'Keeps the state that an apply has written so far, compressed with gzip.', responses: { 204: null } },
  }),
];
