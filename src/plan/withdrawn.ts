import {
  type Attribute,
  type Attributes,
  isAbsent,
  isLeftAlone,
  isUnknown,
  serviceDefault,
  unknown,
  type Values,
  valueAt,
} from '@slipway/declarations/declare';

/**
 * Paths such as `tags` and `setting_overwrites.agent_pool` of what a configuration sets although the service has a value of its own for
 * it. Private state keeps those of the last apply: what is no longer among them is withdrawn (docs/decisions/0160).
 */
export const configuredPaths = (attributes: Attributes, config: Values, container = ''): readonly string[] =>
  Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = config[name];
    if (attribute.mode !== 'optional' || isAbsent(value)) return [];
    const path = `${container}${name}`;
    const own = attribute.default === serviceDefault || attribute.writeOnly?.insteadOf !== undefined ? [path] : [];
    const members = attribute.kind.members;
    return members === undefined || isUnknown(value) ? own : [...own, ...configuredPaths(members, value as Values, `${path}.`)];
  });

const attributeAt = (attributes: Attributes, path: string): Attribute | undefined => {
  const [first, ...rest] = path.split('.') as [string, ...string[]];
  const attribute = attributes[first];
  return rest.length === 0 ? attribute : attributeAt(attribute?.kind.members ?? {}, rest.join('.'));
};

/** Whether an object around the path is not there: then it decides alone. */
const isInsideAbsent = (config: Values, path: string): boolean => path.includes('.') && isAbsent(config[path.split('.', 1)[0]!]);

/** The paths of the last apply that the configuration no longer sets, and that are not left alone. */
export const withdrawnPaths = (attributes: Attributes, config: Values, configured: readonly string[] = []): readonly string[] =>
  configured.filter((path) => {
    const attribute = attributeAt(attributes, path);
    if (attribute === undefined || isLeftAlone(attribute) || attribute.impliedBy) return false;
    if (!isAbsent(valueAt(config, path)) || isInsideAbsent(config, path)) return false;
    const replaced = attribute.writeOnly?.insteadOf;
    if (replaced !== undefined) return isAbsent(config[replaced]) && !isLeftAlone(attributes[replaced]!);
    return !Object.entries(attributes).some(([name, { writeOnly }]) => writeOnly?.insteadOf === path && !isAbsent(config[name]));
  });

/** The paths of the last apply that the configuration no longer sets, and that keep the value of the object; secrets aside. */
export const keptPaths = (attributes: Attributes, prior: Values, config: Values, configured: readonly string[] = []): readonly string[] =>
  configured.filter((path) => {
    const attribute = attributeAt(attributes, path);
    return attribute?.leftAlone && !attribute.secret && isAbsent(valueAt(config, path)) && !isAbsent(valueAt(prior, path));
  });

const replaceAt = (values: Record<string, unknown>, path: string, value: unknown): void => {
  const [first, member] = path.split('.') as [string, string?];
  if (member === undefined) values[first] = value;
  else if (!isAbsent(values[first]) && !isUnknown(values[first])) values[first] = { ...(values[first] as Values), [member]: value };
};

/**
 * Plans what was configured and is not any more: what is owned or secret is gone, and what the service decides is known after apply.
 * Nothing changes where the object has no value.
 */
export const planWithdrawn = (
  attributes: Attributes,
  prior: Values,
  config: Values,
  configured: readonly string[] | undefined,
  planned: Record<string, unknown>,
): void => {
  for (const path of withdrawnPaths(attributes, config, configured)) {
    const attribute = attributeAt(attributes, path)!;
    const isCleared = attribute.clearedUnless !== undefined && isAbsent(valueAt(planned, path));
    if (attribute.writeOnly || isCleared || isAbsent(valueAt(prior, path))) continue;
    replaceAt(planned, path, attribute.ownership !== undefined || attribute.secret ? null : unknown);
  }
};

/** By attribute at the top, what an update sends of the withdrawn paths, in place of what is planned. */
export const withdrawnValues = (
  attributes: Attributes,
  config: Values,
  configured: readonly string[] | undefined,
  planned: Values,
): Values => {
  const sent: Record<string, unknown> = {};
  for (const path of withdrawnPaths(attributes, config, configured)) {
    const attribute = attributeAt(attributes, path)!;
    const name = attribute.writeOnly?.insteadOf ?? path.split('.', 1)[0]!;
    if (attributes[name]!.local || attributes[name]!.ownership !== undefined) continue;
    sent[name] ??= planned[name] ?? null;
    replaceAt(sent, attribute.writeOnly?.insteadOf ?? path, attribute.withdrawnAs ?? null);
  }
  return sent;
};
