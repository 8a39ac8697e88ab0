import { deleteOldDeliveries, enqueueDelivery } from '../../delivery/delivery-queue.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isJobOver, isWorkflowOver } from '../configuration/states/statuses.ts';
import type { PipelineContext } from '../pipelines/pipeline-context.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import type { Webhook } from '../projects/project-records.ts';
import { outboxLink, type WebhookDelivery } from './webhook-delivery-records.ts';

/** Number of deliveries of a project that are kept. */
const maxDeliveries = 100;

interface EndedSubjects {
  readonly project: string;
  readonly workflow: StoredRecord<Workflow> | undefined;
  readonly jobs: readonly StoredRecord<Job>[];
}

const listEnded = ({ workflow, jobs }: EndedSubjects) => [
  ...jobs
    .filter(({ body }) => isJobOver(body.status) && body.status !== 'not_run')
    .map(({ id, body }) => ({ type: 'job-completed' as const, subject: id, status: body.status, at: body.stoppedAt })),
  ...(workflow && isWorkflowOver(workflow.body.status)
    ? [{ type: 'workflow-completed' as const, subject: workflow.id, status: workflow.body.status, at: workflow.body.stoppedAt }]
    : []),
];

/** Queues deliveries about workflows and jobs that have just ended, in the same transaction. Background work sends them. */
export const queueWebhookDeliveries = async (ctx: Pick<PipelineContext, 'tx' | 'newId'>, ended: EndedSubjects): Promise<void> => {
  const { tx, newId } = ctx;
  const over = listEnded(ended);
  if (over.length === 0) return;
  const webhooks = (await tx.list<Webhook>({ kind: 'ci-webhooks', scope: ended.project })).records;
  for (const webhook of webhooks)
    for (const { type, subject, status, at } of over) {
      const key = `${webhook.id}:${type}:${subject}`;
      if (!webhook.body.events.includes(type) || at === null || (await tx.getByKey('ci-outbox', ended.project, key))) continue;
      await enqueueDelivery<WebhookDelivery>(
        tx,
        { link: outboxLink },
        {
          id: newId('uuid'),
          kind: 'ci-outbox',
          scope: ended.project,
          key,
          name: '',
          body: { webhook: webhook.id, type, subject, status, happenedAt: at, state: 'waiting', attempts: 0, dueAt: at, answer: null },
        },
      );
    }
  if (webhooks.length > 0) await deleteOldDeliveries(tx, 'ci-outbox', ended.project, maxDeliveries);
};
