import { settingIn } from '../../records.ts';
import { unprocessable } from '../../problem.ts';
import type { Json } from '../../json-api/read.ts';
import type { Settings } from '../../route.ts';
import { atLeast, resolveEngine } from './engine-version.ts';
import { executionOf, type Home } from './execution.ts';
import type { Chosen } from './stored.ts';

/** Why a workspace cannot have health assessments (spec 1, assessments-enabled); undefined: it can. */
const obstacle = (settings: Settings, home: Home, chosen: Chosen): string | undefined => {
  if (settings.tier !== 'plus') return `health assessments are part of the plan tier "plus"; this service runs on "${settings.tier}"`;
  const { mode } = executionOf(chosen, home);
  if (mode !== 'remote') return `health assessments need execution-mode "remote"; here it is "${mode}"`;
  const release = resolveEngine(settings, chosen['engine-version']);
  return release !== undefined && atLeast(release, '0.15.4') ? undefined : `health assessments need engine version 0.15.4 or newer; here it is ${chosen['engine-version']}`;
};

export const refuseAssessments = (settings: Settings, home: Home, chosen: Chosen, sent: Json): void => {
  const pointer = '/data/attributes/assessments-enabled';
  if (settings.edition !== 'hosted') {
    if (sent['assessments-enabled'] !== undefined && sent['assessments-enabled'] !== null) throw unprocessable('only the hosted edition has health assessments; leave assessments-enabled out', pointer);
    return;
  }
  const touched = ['assessments-enabled', 'execution-mode', 'operations', 'setting-overwrites', 'engine-version'].some((name) => sent[name] !== undefined);
  const reason = touched && chosen['assessments-enabled'] ? obstacle(settings, home, chosen) : undefined;
  if (reason !== undefined) throw unprocessable(reason, pointer);
};

/** Whether they run: chosen, or enforced by the organization, where they can. */
export const assessmentsOf = (settings: Settings, home: Home, chosen: Chosen): boolean =>
  (chosen['assessments-enabled'] === true || settingIn(home.organization, settings, 'assessmentsEnforced')) && obstacle(settings, home, chosen) === undefined;
