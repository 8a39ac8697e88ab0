import type { StoredRecord, ReadTransaction } from '../../store/store.ts';
import { renderVcs } from '../pipelines/render-pipeline.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Pipeline } from '../pipelines/pipeline-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { renderProjectSlug } from '../projects/require-project.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject, Webhook } from '../projects/project-records.ts';
import type { WebhookDelivery } from './webhook-delivery-records.ts';

/** What a webhook is told: of a workflow, and where it is about a job, of that too. Undefined: what it is about is gone. */
export const buildWebhookMessage = async (
  view: ReadTransaction,
  webhook: StoredRecord<Webhook>,
  { id, body }: StoredRecord<WebhookDelivery>,
): Promise<string | undefined> => {
  const job = body.type === 'job-completed' ? await view.get<Job>('ci-jobs', body.subject) : undefined;
  const workflow = await view.get<Workflow>('ci-workflows', job?.body.workflow ?? body.subject);
  const pipeline = workflow && (await view.get<Pipeline>('ci-pipelines', workflow.scope));
  const project = pipeline && (await view.get<CiProject>('ci-projects', pipeline.scope));
  const organization = project && (await view.get<CiOrganization>('ci-organizations', project.scope));
  if (!workflow || !pipeline || !project || !organization || (body.type === 'job-completed' && !job)) return undefined;
  return JSON.stringify({
    id,
    type: body.type,
    happened_at: body.happenedAt,
    webhook: { id: webhook.id, name: webhook.body.name },
    project: { id: project.id, name: project.body.name, slug: renderProjectSlug({ project, organization }, 'neutral') },
    organization: { id: organization.id, name: organization.body.name },
    pipeline: {
      id: pipeline.id,
      number: pipeline.body.number,
      created_at: pipeline.body.createdAt,
      trigger: { type: pipeline.body.trigger.type },
      vcs: renderVcs(pipeline.body.vcs, 'neutral'),
    },
    workflow: {
      id: workflow.id,
      name: workflow.body.name,
      status: workflow.body.status,
      created_at: workflow.body.createdAt,
      stopped_at: workflow.body.stoppedAt,
    },
    ...(job
      ? {
          job: {
            id: job.id,
            name: job.body.name,
            number: job.body.number,
            status: body.status,
            started_at: job.body.startedAt,
            stopped_at: body.happenedAt,
          },
        }
      : {}),
  });
};
