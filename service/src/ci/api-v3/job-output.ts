import { plainText } from '../../http/body-schemas.ts';
import { open } from 'node:fs/promises';
import { notFound } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { QueryParameter } from '../../http/operation-description.ts';
import type { JobNode, StepRun } from '../jobs/job-records.ts';
import { requireJob } from '../pipelines/require-pipeline.ts';
import { describeValue, invalidRequest } from '../requests/read-request.ts';
import { apiV3Path } from './envelope.ts';
import { filterParameter, withPathParameter } from './parameters.ts';

/** Maximum size of a response in bytes; a client requests the rest by range. */
const maxOutputBytes = 8 * 1024 * 1024;

const numberFilter = (ctx: RequestContext, name: string): number => {
  const text = filterParameter(ctx, name) ?? '0';
  if (!/^\d{1,6}$/.test(text))
    throw invalidRequest({ detail: `expected a number from 0 on, ${describeValue(text)}`, parameter: `filter[${name}]` });
  return Number(text);
};

const requireStep = async (ctx: RequestContext): Promise<{ readonly file: string; readonly step: StepRun }> => {
  const { job } = await requireJob(withPathParameter(ctx, 'job-id', ctx.params['job_id']!));
  const [execution, num] = [numberFilter(ctx, 'execution'), numberFilter(ctx, 'step_num')];
  const node = await ctx.tx.getByKey<JobNode>('ci-job-nodes', job.id, String(execution));
  const step = node?.body.steps[num];
  if (!node || !step) throw notFound(`the output of step ${num} of execution ${execution}`);
  return { file: node.body.file, step };
};

/** `bytes=100-`: a part from there on. Other ranges count as none. */
const rangeStart = (header: string | undefined): number => Number(/^bytes=(\d{1,15})-$/.exec(header ?? '')?.[1] ?? 0);

const readRange = async (file: string, from: number, to: number | null): Promise<{ readonly output: Buffer; readonly isLast: boolean }> => {
  try {
    const handle = await open(file, 'r');
    try {
      const end = to ?? (await handle.stat()).size;
      const length = Math.max(0, Math.min(end - from, maxOutputBytes));
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      return { output: buffer.subarray(0, bytesRead), isLast: to !== null && from + bytesRead >= end };
    } finally {
      await handle.close();
    }
  } catch (error) {
    // The folder of another process, or one that was removed.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw notFound('the output of this step');
  }
};

const prepareStdout = async (ctx: PreparationContext): Promise<RouteResponse> => {
  const { file, step } = await ctx.read(requireStep);
  const { output, isLast } = await readRange(file, step.from + rangeStart(ctx.header('range')), step.to);
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', 'x-terminal': String(isLast) },
    body: output,
  };
};

const query: { readonly [name: string]: QueryParameter } = {
  'filter[execution]': { doc: 'Index of the parallel run.', schema: { type: 'integer', minimum: 0, default: 0 } },
  'filter[step_num]': { doc: 'The `num` of the step.', schema: { type: 'integer', minimum: 0, default: 0 } },
};

const path = `${apiV3Path}/jobs/{job_id}`;
/** The output of steps, for jobs that a runner executed. A runner writes both streams into one: `stderr` is empty. */
export const routes = [
  route(`GET ${path}/stdout`, async (ctx) => ctx.prepared as RouteResponse, {
    atRoot: true,
    prepare: prepareStdout,
    description: { summary: 'Shows what a step wrote, from the start of the `Range` header on.', query, responses: { 200: plainText } },
  }),
  route(
    `GET ${path}/stderr`,
    async (ctx) => {
      await requireStep(ctx);
      return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8', 'x-terminal': 'true' }, body: Buffer.alloc(0) };
    },
    { atRoot: true, description: { summary: 'Nothing: `stdout` has both streams of a step.', query, responses: { 200: plainText } } },
  ),
];
