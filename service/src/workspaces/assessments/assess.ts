import { conflict } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { okDocument } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import { renderWorkspace } from '../workspaces/render-workspaces.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import { findAssessmentObstacle, isAssessed } from './find-obstacle.ts';
import { startAssessment } from './start-assessment.ts';

const assess = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'manage-assessments');
  if (!(await isAssessed(ctx, workspace)))
    throw conflict(
      `the workspace "${workspace.body.name}" has no assessments: assessments-enabled is false, or they are not possible there`,
    );
  const obstacle = findAssessmentObstacle(workspace);
  if (obstacle !== undefined) throw conflict(obstacle);
  return okDocument(await renderWorkspace(ctx, await startAssessment(ctx, workspace)));
};

export const routes = [
  route('POST /workspaces/{workspace_id}/actions/assess', assess, {
    plainJson: true,
    description: {
      summary: 'Starts an assessment of a workspace, which finds drift and evaluates checks.',
      responses: { 200: { type: 'object', required: ['data'], properties: { data: { type: 'object', additionalProperties: true } } } },
    },
  }),
];
