import type { ApiDefinition } from '../pipeline/api-definition.ts';
import { startLostJobPolling } from './agent-jobs/end-lost-jobs.ts';
import { startAssessmentPolling } from './assessments/advance-assessments.ts';
import { startAuditTrailPolling } from './audit-trail/prune-audit-trail.ts';
import { startAutoDestroyPolling } from './auto-destroy/destroy-due.ts';
import { startNotificationPolling } from './notification-configurations/deliver-notifications.ts';
import { startPolicyPolling } from './policies/evaluation/evaluate-pending.ts';
import { startTaskPolling } from './run-tasks/call-tasks.ts';
import { startRunPolling } from './runs/advance-runs.ts';
import { startUploadPolling } from './state-versions/sweep-uploads.ts';

/**
 * Moves runs and assessments on, evaluates policies, delivers notifications, calls run tasks, ends runs of lost agents, prunes audit
 * trails and what is left of interrupted uploads, until stopped.
 */
export const startBackgroundWork: NonNullable<ApiDefinition['startBackgroundWork']> = ({ store, clock, settings, address, report }) => {
  const works = [
    startAssessmentPolling(store, clock, settings, report),
    startAutoDestroyPolling(store, clock, settings, report),
    startAuditTrailPolling(store, clock, report),
    startUploadPolling(store, clock, report),
    startRunPolling(store, clock, settings, report),
    startPolicyPolling(store, clock, settings, report),
    startNotificationPolling(store, clock, settings, address, report),
    startTaskPolling(store, clock, settings, address, report),
    startLostJobPolling({ store, clock, settings, report }),
  ];
  return {
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()));
    },
  };
};
