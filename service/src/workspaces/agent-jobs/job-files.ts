import { octetStream } from '../../http/body-schemas.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { noContent } from '../../json-api/responses.ts';
import { readRunFile, type RunFileName, runFileNames } from '../runs/engine/run-input.ts';
import { requireAgentJob } from './require-agent-job.ts';

const showFile = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { run } = await requireAgentJob(ctx);
  const name = ctx.params['file_name']!;
  if (!runFileNames.includes(name as RunFileName)) throw notFound(`the file ${name} of the job`);
  const content = await readRunFile(ctx.tx, run, name as RunFileName);
  if (content === undefined || content.length === 0) return noContent;
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: content };
};

export const routes = [
  route('GET /agents/{agent_id}/jobs/{job_id}/files/{file_name}', showFile, {
    purposes: ['agent'],
    description: {
      summary: 'The configuration (gzipped tar), the state, or the plan that an agent needs for a job; 204: there is none.',
      responses: { 200: octetStream, 204: null },
    },
  }),
];
