import { isRecord } from '@slipway/declarations/record';
import { redactMembersByMarks, redactTexts } from './plan-documents/redact-values.ts';
import { hidesNothing, type SecretHider } from './plan-documents/secret-hider.ts';

type JsonObject = { readonly [name: string]: unknown };

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const redactChange = (hider: SecretHider, change: unknown): unknown =>
  isRecord(change) ? redactMembersByMarks(hider, change, { before: 'before_sensitive', after: 'after_sensitive' }) : change;

const redactResource = (hider: SecretHider, resource: unknown): unknown => {
  if (!isRecord(resource) || !('change' in resource)) return redactTexts(hider, resource);
  const { change, ...others } = resource;
  return { ...(redactTexts(hider, others) as JsonObject), change: redactChange(hider, change) };
};

const redactDeferred = (hider: SecretHider, deferred: unknown): unknown =>
  isRecord(deferred) ? { ...deferred, resource_change: redactResource(hider, deferred['resource_change']) } : deferred;

const redactInvocation = (hider: SecretHider, invocation: unknown): unknown =>
  isRecord(invocation) ? redactMembersByMarks(hider, invocation, { config_values: 'config_sensitive' }) : invocation;

/**
 * The plan as the engine that watches a run renders it: from the plan's JSON (`show -json`) and the schemas of its providers (`providers
 * schema -json`). Values that are marked as sensitive are replaced, and secrets everywhere. State, configuration and variables are not part
 * of it.
 */
export const redactPlan = (plan: JsonObject, schemas: JsonObject, hider: SecretHider = hidesNothing): JsonObject => {
  const outputs = isRecord(plan['output_changes']) ? plan['output_changes'] : {};
  const listRedacted = (name: string, redact: typeof redactResource): readonly unknown[] =>
    listOf(plan[name]).map((one) => redact(hider, one));
  return {
    plan_format_version: plan['format_version'] ?? '1.2',
    resource_changes: listRedacted('resource_changes', redactResource),
    resource_drift: listRedacted('resource_drift', redactResource),
    output_changes: Object.fromEntries(Object.entries(outputs).map(([name, change]) => [name, redactChange(hider, change)])),
    relevant_attributes: redactTexts(hider, listOf(plan['relevant_attributes'])),
    ...(plan['deferred_changes'] === undefined ? {} : { deferred_changes: listRedacted('deferred_changes', redactDeferred) }),
    ...(plan['action_invocations'] === undefined ? {} : { action_invocations: listRedacted('action_invocations', redactInvocation) }),
    provider_format_version: schemas['format_version'] ?? '1.0',
    provider_schemas: isRecord(schemas['provider_schemas']) ? schemas['provider_schemas'] : {},
  };
};
