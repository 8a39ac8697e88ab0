import { resolveOrganizationSetting, resolveTier } from '../../access/records.ts';
import { unprocessable } from '../../http/problem.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import type { RequestContext, ServiceSettings } from '../../http/route.ts';
import { isAtLeast, resolveEngineVersion } from './engine-version.ts';
import { resolveExecution, type WorkspaceParents } from './execution.ts';
import type { WorkspaceAttributes } from './stored.ts';

/** Why a workspace cannot have health assessments (spec 1, assessments-enabled); undefined: it can. */
const findObstacle = (settings: ServiceSettings, home: WorkspaceParents, settled: WorkspaceAttributes): string | undefined => {
  const tier = resolveTier(home.organization, settings);
  if (tier !== 'plus') return `health assessments are part of the plan tier "plus"; this organization is on "${tier}"`;
  const { mode } = resolveExecution(settled, home);
  if (mode !== 'remote') return `health assessments need execution-mode "remote"; here it is "${mode}"`;
  const release = resolveEngineVersion(settings, settled['engine-version']);
  return release !== undefined && isAtLeast(release, '0.15.4')
    ? undefined
    : `health assessments need engine version 0.15.4 or newer; here it is ${settled['engine-version']}`;
};

export const requireAssessable = (
  { settings, dialect }: Pick<RequestContext, 'settings' | 'dialect'>,
  home: WorkspaceParents,
  settled: WorkspaceAttributes,
  requested: JsonObject,
): void => {
  const pointer = '/data/attributes/assessments-enabled';
  if (settings.edition !== 'hosted') {
    if (requested['assessments-enabled'] !== undefined && requested['assessments-enabled'] !== null)
      throw unprocessable('only the hosted edition has health assessments; leave assessments-enabled out', pointer);
    return;
  }
  // Clients of the hosted service switch the mode and expect that assessments just pause.
  const touched =
    dialect === 'hosted'
      ? requested['assessments-enabled'] === true
      : ['assessments-enabled', 'execution-mode', 'operations', 'setting-overwrites', 'engine-version'].some(
          (name) => requested[name] !== undefined,
        );
  const reason = touched && settled['assessments-enabled'] ? findObstacle(settings, home, settled) : undefined;
  if (reason !== undefined) throw unprocessable(reason, pointer);
};

/** Whether they run: chosen, or enforced by the organization, where they can. */
export const hasAssessments = (settings: ServiceSettings, home: WorkspaceParents, settled: WorkspaceAttributes): boolean =>
  (settled['assessments-enabled'] === true || resolveOrganizationSetting(home.organization, settings, 'assessmentsEnforced')) &&
  findObstacle(settings, home, settled) === undefined;
