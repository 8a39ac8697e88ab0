import type { ServiceListener } from '../http/listeners.ts';
import { assessedRuns } from './assessments/watch-runs.ts';
import { autoDestroyResults } from './auto-destroy/report-results.ts';
import { runNotifications } from './notification-configurations/run-notifications.ts';
import { policyRunListener } from './policies/evaluation/policy-run-listener.ts';
import { runTaskListener } from './run-tasks/run-task-listener.ts';
import { runTriggering } from './run-triggers/trigger-runs.ts';
import { runListeners } from './runs/run-listeners.ts';

/** The listeners for runs, in the order in which they are notified. */
export const workspacesListeners: readonly ServiceListener[] = [
  policyRunListener,
  runNotifications,
  runTaskListener,
  runTriggering,
  assessedRuns,
  autoDestroyResults,
].map(runListeners.listen);
