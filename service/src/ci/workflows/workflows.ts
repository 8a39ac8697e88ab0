import { badRequest, notFound } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { renderProjectSlug } from '../projects/require-project.ts';
import { uuidPathParameter } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { changeWorkflow, replaceJob } from './change-workflow.ts';
import { cancelWorkflow } from '../pipelines/cancel.ts';
import { requireWorkflow } from '../pipelines/require-pipeline.ts';
import { renderJobListItem, renderWorkflow } from '../pipelines/render-pipeline.ts';
import { rerunWorkflow } from './rerun-workflow.ts';
import { resolveActor } from '../pipelines/start-pipeline.ts';
import type { Job } from '../jobs/job-records.ts';
import type { WorkflowSnapshot } from './workflow-snapshot.ts';
import { setJobStatus, type WorkflowState } from './workflow-timeline.ts';

const accepted = (body: unknown = { message: 'Accepted.' }) => ({ status: 202, body });

export const routes = [
  route('GET /workflow/{id}', async (ctx) => {
    const { workflow, ...home } = await requireWorkflow(ctx);
    return ciOk(renderWorkflow(workflow, renderProjectSlug(home, ctx.dialect)));
  }),
  route('GET /workflow/{id}/job', async (ctx) => {
    const { workflow, ...home } = await requireWorkflow(ctx);
    const slug = renderProjectSlug(home, ctx.dialect);
    const ids = new Map((await ctx.tx.getMany<Job>('ci-jobs', workflow.body.jobs)).map(({ id, body }) => [body.name, id]));
    return renderCiRecords<Job>(ctx, { kind: 'ci-jobs', scope: home.project.id, ids: workflow.body.jobs }, (records) =>
      records.map((one) => renderJobListItem(one, ids, slug, ctx.dialect)),
    );
  }),
  route('POST /workflow/{id}/rerun', async (ctx) => {
    const { workflow, organization } = await requireWorkflow(ctx, 'start-builds');
    return accepted({ workflow_id: await rerunWorkflow(ctx, workflow, organization.id) });
  }),
  route('POST /workflow/{id}/cancel', async (ctx) => {
    const { workflow, organization } = await requireWorkflow(ctx, 'start-builds');
    await cancelWorkflow(ctx, workflow, organization.id);
    return accepted();
  }),
  route('POST /workflow/{id}/approve/{approval_request_id}', async (ctx) => {
    const { workflow, organization } = await requireWorkflow(ctx, 'start-builds');
    const id = uuidPathParameter(ctx, 'approval_request_id');
    const job = workflow.body.jobs.includes(id) ? await ctx.tx.get<Job>('ci-jobs', id) : undefined;
    if (job?.body.type !== 'approval') throw notFound(`the approval ${id}`);
    const actor = await resolveActor(ctx, organization.id);
    const approve = (state: WorkflowState, now: number, { execution }: WorkflowSnapshot): WorkflowState => {
      const current = state.jobs.get(job.body.name)!;
      if (current.status !== 'on_hold') throw badRequest(`the approval is ${current.status}; one that is on_hold is approved`);
      return replaceJob(state, { ...setJobStatus(current, 'success', now, execution), approvedBy: actor.id });
    };
    await changeWorkflow(ctx, workflow, approve, actor.id);
    return accepted();
  }),
];
