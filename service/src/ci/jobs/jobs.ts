import { route } from '../../http/route.ts';
import type { TestCase } from '../../store/ledger/ledger.ts';
import { sequenceCursor, renderCiPage } from '../pages/page.ts';
import { projectUrl } from '../projects/project-url.ts';
import { renderProjectSlug } from '../projects/require-project.ts';
import { ciOk, acknowledged } from '../responses.ts';
import { listJobNodes } from './job-output.ts';
import { cancelJob } from '../pipelines/cancel.ts';
import { requireNumberedJob, requireJob } from '../pipelines/require-pipeline.ts';
import { renderJob } from '../pipelines/render-pipeline.ts';
import { type Job, maxTestBytes } from './job-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';

/** Whether test results are listed: not for a job whose reports or stored results exceed the limit. */
export const canListTests = ({ testsOver }: Pick<Job, 'testsOver'>, bytes: number): boolean => !testsOver && bytes <= maxTestBytes;

export const routes = [
  route('GET /project/{project-slug}/job/{job-number}', async (ctx) => {
    const { job, project, organization } = await requireNumberedJob(ctx);
    const [workflow, nodes] = await Promise.all([ctx.tx.get<Workflow>('ci-workflows', job.body.workflow), listJobNodes(ctx.tx, job.id)]);
    return ciOk(
      renderJob(job, {
        slug: renderProjectSlug({ project, organization }, ctx.dialect),
        project: { id: project.id, name: project.name, url: projectUrl({ project, organization }) },
        dialect: ctx.dialect,
        organization: organization.body.name,
        workflow: workflow?.body.name ?? '',
        origin: ctx.origin,
        nodes: new Map(nodes.map(({ key, body }) => [Number(key), body.status])),
      }),
    );
  }),
  route('POST /project/{project-slug}/job/{job-number}/cancel', async (ctx) => {
    const { job, organization } = await requireNumberedJob(ctx, 'start-builds');
    await cancelJob(ctx, job, organization.id);
    return { status: 202, body: { message: 'Job canceled.' } };
  }),
  route('POST /jobs/{job-id}/cancel', async (ctx) => {
    const { job, organization } = await requireJob(ctx, 'start-builds');
    await cancelJob(ctx, job, organization.id);
    return acknowledged('Job canceled.');
  }),
  route('GET /project/{project-slug}/{job-number}/tests', async (ctx) => {
    const { job } = await requireNumberedJob(ctx);
    const listing = renderCiPage<TestCase & { readonly seq: number }, number>(ctx, {
      listId: `tests of ${job.id}`,
      cursor: sequenceCursor,
      positionOf: ({ seq }) => seq,
      find: (after, limit) => ctx.tx.ledger.listTests(job.id, { ...(after === undefined ? {} : { after }), limit }),
      render: (tests) => tests.map(({ seq: _seq, ...test }) => test),
    });
    const [page, { bytes }] = await Promise.all([listing, ctx.tx.ledger.measureTests(job.id)]);
    return canListTests(job.body, bytes) ? page : ciOk({ items: [], next_page_token: null });
  }),
];
