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
import { setJobStatus } from './workflow-timeline.ts';

const accepted = (body: unknown = { message: 'Accepted.' }) => ({ status: 202, body });

export const routes = [
  route('GET /workflow/{id}', async (asking) => {
    const { workflow, ...home } = await requireWorkflow(asking);
    return ciOk(renderWorkflow(workflow, renderProjectSlug(home, asking.dialect)));
  }),
  route('GET /workflow/{id}/job', async (asking) => {
    const { workflow, ...home } = await requireWorkflow(asking);
    const slug = renderProjectSlug(home, asking.dialect);
    const ids = new Map((await asking.tx.getMany<Job>('ci-jobs', workflow.body.jobs)).map(({ id, body }) => [body.name, id]));
    return renderCiRecords<Job>(asking, { kind: 'ci-jobs', scope: home.project.id, ids: workflow.body.jobs }, (records) =>
      records.map((one) => renderJobListItem(one, ids, slug)),
    );
  }),
  route('POST /workflow/{id}/rerun', async (asking) => {
    const { workflow, organization } = await requireWorkflow(asking);
    return accepted({ workflow_id: await rerunWorkflow(asking, workflow, organization.id) });
  }),
  route('POST /workflow/{id}/cancel', async (asking) => {
    const { workflow, organization } = await requireWorkflow(asking);
    await cancelWorkflow(asking, workflow, organization.id);
    return accepted();
  }),
  route('POST /workflow/{id}/approve/{approval_request_id}', async (asking) => {
    const { workflow, organization } = await requireWorkflow(asking);
    const id = uuidPathParameter(asking, 'approval_request_id');
    const job = workflow.body.jobs.includes(id) ? await asking.tx.get<Job>('ci-jobs', id) : undefined;
    if (job?.body.type !== 'approval') throw notFound(`the approval ${id}`);
    const actor = await resolveActor(asking, organization.id);
    await changeWorkflow(asking, workflow, (going, now, { execution: pace }) => {
      const there = going.jobs.get(job.body.name)!;
      if (there.status !== 'on_hold') throw badRequest(`the approval is ${there.status}; one that is on_hold is approved`);
      return replaceJob(going, { ...setJobStatus(there, 'success', now, pace), approvedBy: actor.id });
    });
    return accepted();
  }),
];
