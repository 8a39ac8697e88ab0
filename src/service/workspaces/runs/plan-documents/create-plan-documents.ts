import { isRecord } from '../../../../record.ts';
import type { SecretValue } from '../../../runner/mask/secret-leaves.ts';
import { redactPlan } from '../redact-plan.ts';
import { countPlannedChanges } from '../engine/count-changes.ts';
import { findDrift, type PlanFindings } from './find-drift.ts';
import type { ResourceCounts } from '../stored-parts.ts';
import { createSecretHider } from './secret-hider.ts';

type JsonObject = { readonly [name: string]: unknown };

/** What a plan leaves for its readers, as JSON texts. */
export interface PlanDocuments {
  /** As `show -json` writes it. */
  readonly json: string;
  /** As `providers schema -json` writes it. */
  readonly schemas: string;
  /** What the engine that watches a run renders. */
  readonly redacted: string;
}

/** What an engine wrote of its plan. */
export interface PlanTexts {
  readonly json: string;
  readonly schemas: string;
  /** Values that the redacted document does not show. */
  readonly secrets: readonly SecretValue[];
  /** Names of variables whose values it does not show, either: what their expressions result in stands in the plan. */
  readonly secretVariables: readonly string[];
}

const listScalars = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(listScalars)
    : typeof value === 'string' || typeof value === 'number'
      ? [String(value)]
      : [];

/** The scalars of variables as the engine evaluated them. */
const listVariableScalars = (plan: JsonObject, names: readonly string[]): readonly SecretValue[] => {
  const variables = isRecord(plan['variables']) ? plan['variables'] : {};
  return names.flatMap((name) => listScalars(isRecord(variables[name]) ? variables[name]['value'] : undefined)).map((text) => ({ text }));
};

/** The documents of a plan, what it changes and what it found. Takes a second for 100 MB: a large plan belongs in a worker thread. */
export const createPlanDocuments = ({
  json,
  schemas,
  secrets,
  secretVariables,
}: PlanTexts): { documents: PlanDocuments; counts: ResourceCounts; findings: PlanFindings } => {
  const plan = JSON.parse(json) as JsonObject;
  const hider = createSecretHider([...secrets, ...listVariableScalars(plan, secretVariables)]);
  return {
    documents: { json, schemas, redacted: JSON.stringify(redactPlan(plan, JSON.parse(schemas) as JsonObject, hider)) },
    counts: countPlannedChanges(plan),
    findings: findDrift(plan),
  };
};
