import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import { createForgivingHider } from '../runs/plan-documents/secret-hider.ts';
import { markSecretOutputs } from '../runs/plan-documents/secret-outputs.ts';
import type { StateOutput } from '../workspaces/stored.ts';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** A step of a path as a state has it: the name of a member, or `{"value", "type"}` of an index. */
const toMember = (step: unknown): string | undefined => {
  const value = isObject(step) ? step['value'] : undefined;
  const name = isObject(value) ? value['value'] : value;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
};

/** The value at a path. Where a step leads nowhere (into a set, whose members have no name), all that holds it. */
const findValue = (attributes: unknown, path: readonly unknown[]): unknown => {
  let value = attributes;
  for (const step of path) {
    const member = toMember(step);
    if (typeof value !== 'object' || value === null || member === undefined || !Object.hasOwn(value, member)) return value;
    value = (value as { readonly [name: string]: unknown })[member];
  }
  return value;
};

const listScalars = (value: unknown): readonly string[] => {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listScalars);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
};

/** The scalars that a state marks as sensitive: those of its resources (`sensitive_attributes`) and of its outputs. */
const listStateSecrets = (resources: readonly JsonObject[], outputs: readonly StateOutput[]): readonly string[] => {
  const ofResources = resources
    .flatMap(({ instances }) => listOf(instances).filter(isObject))
    .flatMap(({ attributes, sensitive_attributes: paths }) => listOf(paths).map((path) => findValue(attributes, listOf(path))));
  const ofOutputs = outputs.filter(({ sensitive }) => sensitive).map(({ value }) => value);
  return [...new Set([...ofResources, ...ofOutputs].flatMap(listScalars))];
};

/** Marks outputs as sensitive that contain a value marked elsewhere in the state, regardless of who wrote it (decision 146). */
export const markOutputsOfState = (resources: readonly JsonObject[], outputs: readonly StateOutput[]): readonly StateOutput[] => {
  if (outputs.every(({ sensitive }) => sensitive)) return outputs;
  const secrets = listStateSecrets(resources, outputs);
  return secrets.length === 0 ? outputs : markSecretOutputs(createForgivingHider(secrets.map((text) => ({ text }))), outputs);
};
