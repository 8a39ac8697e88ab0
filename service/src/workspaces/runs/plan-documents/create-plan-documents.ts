import { redactPlan } from '../redact-plan.ts';
import type { RunSecrets } from '../engine/list-run-secrets.ts';
import { countPlannedChanges } from '../engine/count-changes.ts';
import { findDrift, type PlanFindings } from './find-drift.ts';
import type { ResourceCounts } from '../stored-parts.ts';
import { createPlanHider } from './plan-secrets.ts';

type JsonObject = { readonly [name: string]: unknown };

/** What a plan leaves for its readers, as JSON texts. */
export interface PlanDocuments {
  /** In the format of `show -json`. */
  readonly json: string;
  /** In the format of `providers schema -json`. */
  readonly schemas: string;
  /** The redacted plan, which the engine of a client renders that watches the run. */
  readonly redacted: string;
}

/** What an engine wrote of its plan, and what the redacted document does not show. */
export interface PlanTexts extends RunSecrets {
  readonly json: string;
  readonly schemas: string;
}
export interface PreparedPlan {
  readonly documents: PlanDocuments;
  readonly counts: ResourceCounts;
  readonly findings: PlanFindings;
}

/**
 * The documents of a plan, what it changes and what it found. Takes a second for 100 MB: a large plan belongs in a worker thread. Throws
 * TooManySecrets.
 */
export const createPlanDocuments = ({ json, schemas, ...secrets }: PlanTexts): PreparedPlan => {
  const plan = JSON.parse(json) as JsonObject;
  const redacted = redactPlan(plan, JSON.parse(schemas) as JsonObject, createPlanHider(plan, secrets));
  return { documents: { json, schemas, redacted: JSON.stringify(redacted) }, counts: countPlannedChanges(plan), findings: findDrift(plan) };
};
