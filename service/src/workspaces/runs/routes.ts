import type { Route } from '../../http/route.ts';
import { routes as comments } from './comments/comments.ts';
import { routes as costEstimates } from './cost-estimates.ts';
import { routes as newRuns } from './create-run.ts';
import { routes as policyChecks } from './gates/policy-checks.ts';
import { routes as policyEvaluations } from './gates/policy-evaluations.ts';
import { routes as taskStages } from './gates/task-stages.ts';
import { routes as applies } from './phases/applies.ts';
import { routes as runBackingData } from './phases/backing-data.ts';
import { routes as runLogs } from './phases/logs.ts';
import { routes as plans } from './phases/plans.ts';
import { routes as planExports } from './plan-exports/plan-exports.ts';
import { routes as runActions } from './run-actions.ts';
import { routes as runEvents } from './run-events.ts';
import { routes as runLists } from './run-lists.ts';
import { routes as runs } from './runs.ts';

/** The endpoints of runs, their phases, gates, comments and exports. */
export const routes: readonly Route[] = [
  newRuns,
  runLists,
  runs,
  runActions,
  runEvents,
  comments,
  plans,
  applies,
  runLogs,
  runBackingData,
  costEstimates,
  policyChecks,
  policyEvaluations,
  taskStages,
  planExports,
].flat();
