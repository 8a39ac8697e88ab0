import type { StoredRecord } from '../../store/store.ts';
import type { RunContext } from '../runs/run-context.ts';
import { hasAssessments } from '../workspaces/assessments.ts';
import { loadWorkspaceParents } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';

/** Whether assessments of the workspace happen: switched on or enforced, on the plan tier and in the mode that have them. */
export const isAssessed = async ({ tx, settings }: RunContext, { scope, body }: StoredRecord<StoredWorkspace>): Promise<boolean> =>
  settings.edition === 'hosted' && hasAssessments(settings, await loadWorkspaceParents({ tx }, scope, body.project), body.attributes);

/** Why no assessment can start in a workspace that is assessed; undefined: one can. */
export const findAssessmentObstacle = ({ body }: StoredRecord<StoredWorkspace>): string | undefined => {
  const { currentRun, assessment, currentStateVersion } = body;
  if (assessment?.pending) return `the assessment ${assessment.pending} of the workspace "${body.name}" is not over`;
  if (currentRun === null)
    return currentStateVersion === null ? `nothing was applied in the workspace "${body.name}" yet: there is nothing to assess` : undefined;
  return currentRun.status === 'applied' || currentRun.status === 'planned_and_finished'
    ? undefined
    : `the run ${currentRun.id} is ${currentRun.status}: an assessment needs a latest run that succeeded`;
};
