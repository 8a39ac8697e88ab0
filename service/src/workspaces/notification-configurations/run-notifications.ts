import type { StoredRecord } from '../../store/store.ts';
import type { RunListener } from '../runs/run-listeners.ts';
import type { RunStatus, StoredRun } from '../runs/stored.ts';
import { isConfirmable } from '../runs/timeline.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { queueNotifications } from './deliver-notifications.ts';
import type { NotificationEvent, NotificationTrigger } from './notification-events.ts';

/** The title and the trigger of each status. `needsAttention` decides for a plan that waits for a confirmation. */
const triggers: { readonly [status in RunStatus]?: readonly [trigger: NotificationTrigger, message: string] } = {
  pending: ['run:created', 'Run Created'],
  planning: ['run:planning', 'Run Planning'],
  applying: ['run:applying', 'Run Applying'],
  applied: ['run:completed', 'Run Applied'],
  planned_and_finished: ['run:completed', 'Run Planned and Finished'],
  errored: ['run:errored', 'Run Errored'],
  policy_soft_failed: ['run:errored', 'Run Policy Check Soft Failed'],
  canceled: ['run:errored', 'Run Canceled'],
  force_canceled: ['run:errored', 'Run Force Canceled'],
};

const needsAttention = (run: StoredRun): boolean =>
  isConfirmable(run) || run.status === 'policy_override' || run.status === 'post_plan_awaiting_decision';

const findUpdater = ({ createdBy, confirmedBy, canceledBy }: StoredRun, status: RunStatus): string | null => {
  if (status === 'canceled' || status === 'force_canceled') return canceledBy?.name ?? null;
  return (confirmedBy ?? createdBy)?.name ?? null;
};

const createEvent = (
  { id, body }: StoredRecord<StoredRun>,
  workspace: StoredRecord<StoredWorkspace>,
  status: RunStatus,
  [trigger, message]: readonly [NotificationTrigger, string],
): NotificationEvent => ({
  trigger,
  message,
  organization: body.organization,
  workspace: { id: workspace.id, name: workspace.body.name },
  run: {
    id,
    message: body.message,
    createdAt: body.createdAt,
    createdBy: body.createdBy?.name ?? null,
    status,
    updatedAt: body.reached[status] ?? body.createdAt,
    updatedBy: findUpdater(body, status),
  },
});

/** Queues notifications about runs. Plan-only runs cause none, as in the hosted service. */
export const runNotifications: RunListener = {
  entered: async (context, run, statuses) => {
    if (run.body.planOnly) return;
    const workspace = await context.tx.get<StoredWorkspace>('workspaces', run.body.workspace);
    if (!workspace) return;
    const events = statuses.flatMap((status) => (triggers[status] ? [createEvent(run, workspace, status, triggers[status])] : []));
    if (needsAttention(run.body)) events.push(createEvent(run, workspace, run.body.status, ['run:needs_attention', 'Run Needs Attention']));
    await queueNotifications(context, [workspace.id, workspace.body.project], events);
  },
};
