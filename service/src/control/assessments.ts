import { notFound } from '../http/problem.ts';
import { type AssessmentScript, scriptNextAssessment } from '../workspaces/assessments/assessment-script.ts';
import type { ControlEndpoints } from './control.ts';
import { parseAnyObject, parseCount, parseScriptMembers, requireText } from './script-values.ts';

const checkMembers = { passed: parseCount, failed: parseCount, errored: parseCount, unknown: parseCount };

export const assessmentControls: ControlEndpoints = {
  /** Sets the outcome of the next assessment to start, in any workspace or in `workspace`: `{"drifted": 2}`. */
  'POST /_local/assessment-outcome': async ({ store }, request) => {
    const { workspace, ...script } = parseScriptMembers(request.json() ?? {}, '', {
      workspace: requireText,
      error: requireText,
      drifted: parseCount,
      undrifted: parseCount,
      checks: (value, at) => parseScriptMembers(value, at, checkMembers),
      log: requireText,
      json: parseAnyObject,
      schemas: parseAnyObject,
    });
    const id = workspace as string | undefined;
    await store.write(async (tx) => {
      if (id !== undefined && !(await tx.get('workspaces', id))) throw notFound(`the workspace ${id}`);
      await scriptNextAssessment(tx, script as AssessmentScript, id);
    });
    return { status: 201 };
  },
};
