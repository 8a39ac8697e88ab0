import type { StoredRecord } from '../../store/store.ts';
import { queueNotifications } from '../notification-configurations/deliver-notifications.ts';
import type { NotificationEvent } from '../notification-configurations/notification-events.ts';
import type { RunContext } from '../runs/run-context.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredAssessmentResult } from './stored.ts';

type ResultRecord = StoredRecord<StoredAssessmentResult>;

/** A result in the words of the payload. The address is completed when it is sent. */
const describeResult = ({ id, body }: ResultRecord) => ({
  id,
  path: `/api/v2/assessment-results/${id}`,
  succeeded: body.succeeded,
  drifted: body.drifted,
  all_checks_succeeded: body.allChecksSucceeded,
  resources_drifted: body.resourcesDrifted,
  resources_undrifted: body.resourcesUndrifted,
  checks_passed: body.checksPassed,
  checks_failed: body.checksFailed,
  checks_errored: body.checksErrored,
  checks_unknown: body.checksUnknown,
  created_at: body.createdAt,
});

const listCauses = ({ succeeded, drifted, allChecksSucceeded }: StoredAssessmentResult) => {
  if (!succeeded) return [['assessment:failed', 'Health Assessment Failed']] as const;
  return [
    ...(drifted ? [['assessment:drifted', 'Drift Detected'] as const] : []),
    ...(allChecksSucceeded ? [] : [['assessment:check_failure', 'Check Failed'] as const]),
  ];
};

/** Queues notifications about a result: that it drifted, that checks failed, or that the assessment itself did. */
export const notifyAssessed = async (
  context: RunContext,
  workspace: StoredRecord<StoredWorkspace>,
  result: ResultRecord,
  prior: ResultRecord | undefined,
): Promise<void> => {
  const events = listCauses(result.body).map(([trigger, message]): NotificationEvent => ({
    trigger,
    message,
    organization: workspace.scope,
    workspace: { id: workspace.id, name: workspace.body.name },
    run: null,
    details: {
      new_assessment_result: describeResult(result),
      prior_assessment_result: prior ? describeResult(prior) : null,
    },
  }));
  await queueNotifications(context, [workspace.id, workspace.body.project], events);
};
