import { newId } from '../../store/new-id.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isEngineUsed } from '../runs/is-engine-used.ts';
import type { RunContext } from '../runs/run-context.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { keepAssessmentScript } from './assessment-script.ts';
import { activeAssessmentsLink, assessedWorkspacesLink, queuedAssessmentsLink, type StoredAssessment } from './stored.ts';

/** When an assessment that moves now moves again. */
export const addAssessmentStep = ({ clock, settings }: Pick<RunContext, 'clock' | 'settings'>): string =>
  new Date(clock.now().getTime() + settings.runStatusMilliseconds).toISOString();

/** Starts an assessment, which runs in parallel with runs of its workspace and locks nothing. Returns the workspace with its reference. */
export const startAssessment = async (
  context: RunContext,
  workspace: StoredRecord<StoredWorkspace>,
): Promise<StoredRecord<StoredWorkspace>> => {
  const { tx, clock } = context;
  const id = newId('asmt');
  const isExecuted = !(await keepAssessmentScript(tx, workspace.id, id)) && isEngineUsed(context.settings);
  const body: StoredAssessment = {
    organization: workspace.scope,
    workspace: workspace.id,
    status: 'pending',
    movesAt: isExecuted ? null : addAssessmentStep(context),
    createdAt: clock.now().toISOString(),
    engineVersion: workspace.body.attributes['engine-version'],
  };
  await tx.insert<StoredAssessment>({ id, kind: 'assessments', scope: workspace.id, key: id, name: '', body });
  if (isExecuted) await tx.link(queuedAssessmentsLink, 'all', id);
  await tx.link(activeAssessmentsLink, 'all', id);
  await tx.link(assessedWorkspacesLink, 'all', workspace.id);
  return tx.update<StoredWorkspace>(workspace, {
    body: { ...workspace.body, assessment: { result: null, at: null, ...workspace.body.assessment, pending: id } },
  });
};
