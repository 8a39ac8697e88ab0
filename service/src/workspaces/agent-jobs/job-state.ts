import { conflict, Problem, unprocessable } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { noContent } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import { saveRunDocument } from '../runs/run-documents.ts';
import { requireAgentJob } from './require-agent-job.ts';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { maxUnpackedBytes } from './protocol.ts';

/** The body, which is compressed with gzip. Throws 422, 413. */
const unpackBody = async ({ body }: PreparationContext): Promise<Buffer> => {
  if (!(body instanceof Uint8Array)) throw unprocessable('expected a body, compressed with gzip');
  try {
    return await promisify(gunzip)(body, { maxOutputLength: maxUnpackedBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Problem(413, [{ detail: `the body has more than ${maxUnpackedBytes} bytes when it is unpacked` }]);
    throw unprocessable('the body is not compressed with gzip');
  }
};

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
