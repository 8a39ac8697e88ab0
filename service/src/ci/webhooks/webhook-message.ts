import type { StoredRecord, ReadTransaction } from '../../store/store.ts';
import { renderVcs } from '../pipelines/render-pipeline.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Pipeline } from '../pipelines/pipeline-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { renderProjectSlug } from '../projects/require-project.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject, Webhook } from '../projects/project-records.ts';
import type { WebhookDelivery } from './webhook-delivery-records.ts';

/** The records that a delivery is about. */
interface DeliverySubject {
  readonly job: StoredRecord<Job> | undefined;
  readonly workflow: StoredRecord<Workflow>;
  readonly pipeline: StoredRecord<Pipeline>;
  readonly project: StoredRecord<CiProject>;
  readonly organization: StoredRecord<CiOrganization>;
}

/** Loads what a delivery is about; undefined if a part of it was deleted. */
const loadSubject = async (view: ReadTransaction, { type, subject }: WebhookDelivery): Promise<DeliverySubject | undefined> => {
  const job = type === 'job-completed' ? await view.get<Job>('ci-jobs', subject) : undefined;
  const workflow = await view.get<Workflow>('ci-workflows', job?.body.workflow ?? subject);
  const pipeline = workflow && (await view.get<Pipeline>('ci-pipelines', workflow.scope));
  const project = pipeline && (await view.get<CiProject>('ci-projects', pipeline.scope));
  const organization = project && (await view.get<CiOrganization>('ci-organizations', project.scope));
  if (!workflow || !pipeline || !project || !organization || (type === 'job-completed' && !job)) return undefined;
  return { job, workflow, pipeline, project, organization };
};

/** Messages leave out what is empty, as those of the hosted service do. */
const renderPipeline = ({ id, body }: StoredRecord<Pipeline>) => ({
  id,
  number: body.number,
  created_at: body.createdAt,
  trigger: { type: body.trigger.type },
  vcs: Object.fromEntries(Object.entries(renderVcs(body.vcs, 'neutral')).filter(([, value]) => value !== null)),
});
const renderWorkflow = ({ id, body }: StoredRecord<Workflow>) => ({
  id,
  name: body.name,
  status: body.status,
  created_at: body.createdAt,
  stopped_at: body.stoppedAt,
});
const renderJob = ({ id, body }: StoredRecord<Job>, { status, happenedAt }: WebhookDelivery) => ({
  id,
  name: body.name,
  number: body.number,
  status,
  started_at: body.startedAt,
  stopped_at: happenedAt,
});

/** The body of a webhook request: about a workflow, and about a job of it for `job-completed`. Undefined if its subject was deleted. */
export const buildWebhookMessage = async (
  view: ReadTransaction,
  webhook: StoredRecord<Webhook>,
  { id, body }: StoredRecord<WebhookDelivery>,
): Promise<string | undefined> => {
  const subject = await loadSubject(view, body);
  if (!subject) return undefined;
  const { job, workflow, pipeline, project, organization } = subject;
  return JSON.stringify({
    id,
    type: body.type,
    happened_at: body.happenedAt,
    webhook: { id: webhook.id, name: webhook.body.name },
    project: { id: project.id, name: project.body.name, slug: renderProjectSlug({ project, organization }, 'neutral') },
    organization: { id: organization.id, name: organization.body.name },
    pipeline: renderPipeline(pipeline),
    workflow: renderWorkflow(workflow),
    ...(job ? { job: renderJob(job, body) } : {}),
  });
};
