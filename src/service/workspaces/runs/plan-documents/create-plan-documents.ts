import { createMasks } from '../../../runner/mask/output-mask.ts';
import { redactPlan } from '../redact-plan.ts';
import { countPlannedChanges } from '../engine/count-changes.ts';
import { findDrift, type PlanFindings } from './find-drift.ts';
import type { ResourceCounts } from '../stored-parts.ts';

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
  readonly secrets: readonly string[];
}

/** Hides what is masked in a text. */
const createHide = (secrets: readonly string[]): ((text: string) => string) => {
  const createMask = createMasks(secrets);
  return (text) => {
    const mask = createMask();
    return Buffer.concat([mask.push(Buffer.from(text)), mask.end()]).toString('utf8');
  };
};

const parseHidden = (json: string, secrets: readonly string[]): JsonObject => {
  if (secrets.length === 0) return JSON.parse(json) as JsonObject;
  const hide = createHide(secrets);
  return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? hide(value) : value)) as JsonObject;
};

/** The documents of a plan, what it changes and what it found. Takes a second for 100 MB: a large plan belongs in a worker thread. */
export const createPlanDocuments = ({
  json,
  schemas,
  secrets,
}: PlanTexts): { documents: PlanDocuments; counts: ResourceCounts; findings: PlanFindings } => {
  const plan = JSON.parse(json) as JsonObject;
  return {
    documents: { json, schemas, redacted: JSON.stringify(redactPlan(parseHidden(json, secrets), JSON.parse(schemas) as JsonObject)) },
    counts: countPlannedChanges(plan),
    findings: findDrift(plan),
  };
};
