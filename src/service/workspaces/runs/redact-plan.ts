import { isRecord } from '../../../record.ts';

type JsonObject = { readonly [name: string]: unknown };

const redactedText = 'REDACTED';

/** The value with everything replaced that the marks say is sensitive: `true` marks a whole value, objects and lists mark parts. */
const redactValue = (value: unknown, marks: unknown): unknown => {
  if (marks === true) return value === null || value === undefined ? value : redactedText;
  if (Array.isArray(marks) && Array.isArray(value)) return value.map((item, index) => redactValue(item, marks[index]));
  if (!isRecord(marks) || !isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactValue(member, marks[name])]));
};

const redactChange = (change: unknown): unknown =>
  isRecord(change)
    ? {
        ...change,
        ...('before' in change ? { before: redactValue(change['before'], change['before_sensitive']) } : {}),
        ...('after' in change ? { after: redactValue(change['after'], change['after_sensitive']) } : {}),
      }
    : change;

const redactResource = (resource: unknown): unknown =>
  isRecord(resource) && 'change' in resource ? { ...resource, change: redactChange(resource['change']) } : resource;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * The plan as the engine that watches a run renders it: from the plan's JSON (`show -json`) and the schemas of its providers
 * (`providers schema -json`). Values that are marked as sensitive are replaced. State, configuration and variables are not part of it.
 */
export const redactPlan = (plan: JsonObject, schemas: JsonObject): JsonObject => ({
  plan_format_version: plan['format_version'] ?? '1.2',
  resource_changes: listOf(plan['resource_changes']).map(redactResource),
  resource_drift: listOf(plan['resource_drift']).map(redactResource),
  output_changes: Object.fromEntries(
    Object.entries(isRecord(plan['output_changes']) ? plan['output_changes'] : {}).map(([name, change]) => [name, redactChange(change)]),
  ),
  relevant_attributes: listOf(plan['relevant_attributes']),
  ...(plan['deferred_changes'] === undefined ? {} : { deferred_changes: plan['deferred_changes'] }),
  ...(plan['action_invocations'] === undefined ? {} : { action_invocations: plan['action_invocations'] }),
  provider_format_version: schemas['format_version'] ?? '1.0',
  provider_schemas: isRecord(schemas['provider_schemas']) ? schemas['provider_schemas'] : {},
});
