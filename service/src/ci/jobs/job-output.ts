import { open } from 'node:fs/promises';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Store, ReadTransaction } from '../../store/store.ts';
import { requireJob } from '../pipelines/require-pipeline.ts';
import { ciOk } from '../responses.ts';
import { describeValue, invalidRequest } from '../requests/read-request.ts';
import type { JobNode } from './job-records.ts';

/** The parallel runs of a job that a runner ran, in order. */
export const listJobNodes = async (view: ReadTransaction, job: string): Promise<readonly StoredRecord<JobNode>[]> =>
  [...(await view.list<JobNode>({ kind: 'ci-job-nodes', scope: job })).records].sort((a, b) => Number(a.key) - Number(b.key));

const renderNode = ({ key, body }: StoredRecord<JobNode>) => ({
  index: Number(key),
  status: body.status,
  steps: body.steps.map(({ name, status, startedAt, stoppedAt, from, to }) => ({
    name,
    status,
    started_at: startedAt,
    stopped_at: stoppedAt,
    from,
    to,
  })),
});

/**
 * A job's parallel runs with their steps and what each wrote, secrets hidden; undefined: there is no such job. Reads files, so no unit
 * of work may be open.
 */
export const readJobOutput = async (store: Store, job: string): Promise<{ readonly nodes: readonly unknown[] } | undefined> => {
  const found = await store.read(async (view) => ((await view.get('ci-jobs', job)) ? listJobNodes(view, job) : undefined));
  if (!found) return undefined;
  const nodes: unknown[] = [];
  for (const node of found) {
    const text = await readLogFile(node.body.file);
    nodes.push({
      ...renderNode(node),
      steps: node.body.steps.map((step, at) => ({
        ...renderNode(node).steps[at],
        output: text.subarray(step.from, step.to ?? text.length).toString('utf8'),
      })),
    });
  }
  return { nodes };
};
const readLogFile = async (file: string): Promise<Buffer> => {
  try {
    const handle = await open(file, 'r');
    try {
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // The folder of another process, or one that was removed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
};

const requireJobNode = async (ctx: RequestContext): Promise<StoredRecord<JobNode>> => {
  const { job } = await requireJob(ctx);
  const index = ctx.params['node-index']!;
  if (!/^\d{1,6}$/.test(index))
    throw invalidRequest({ detail: `expected a number from 0 on, ${describeValue(index)}`, parameter: 'node-index' });
  const node = await ctx.tx.getByKey<JobNode>('ci-job-nodes', job.id, String(Number(index)));
  if (!node) throw notFound(`the output of the parallel run ${index}`);
  return node;
};

/** The output of jobs that a runner ran: not in the specification. */
export const routes = [
  route(
    'GET /output/job/{job-id}',
    async (ctx) => {
      const { job } = await requireJob(ctx);
      return ciOk({
        items: (await listJobNodes(ctx.tx, job.id)).map((node) => ({
          ...renderNode(node),
          url: `${ctx.origin}/output/job/${job.id}/${node.key}`,
        })),
      });
    },
    { atRoot: true },
  ),
  route(
    'GET /output/job/{job-id}/{node-index}',
    async (ctx) => ({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
      file: { path: (await requireJobNode(ctx)).body.file, description: 'the output' },
    }),
    { atRoot: true },
  ),
];
