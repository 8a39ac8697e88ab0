import { type Attributes, serviceDefault, isAbsent, isUnknown, unknown, type Values } from '@slipway/declarations/declare';
import { isEqual } from './is-equal.ts';

/** The names of attributes whose planned value differs from the prior one. */
export const changedNames = (attributes: Attributes, prior: Values, planned: Values): readonly string[] =>
  Object.entries(attributes)
    .filter(([name, attribute]) => !isEqual(attribute.kind, prior[name], planned[name]))
    .map(([name]) => name);

/** The service decides it, and the configuration does not: computed, or `chosen` and unsaid. */
const isServiceDecided = (attributes: Attributes, config: Values, name: string): boolean => {
  const attribute = attributes[name];
  return (
    attribute?.mode === 'computed' || (attribute?.default === serviceDefault && isAbsent(config[name]) && attribute.ownership === undefined)
  );
};

/** A configured object in which the service decides the members that are not configured: those are not known. */
const withOpenMembers = (members: Attributes, config: unknown, planned: unknown): unknown => {
  if (isAbsent(config) || isUnknown(config) || isAbsent(planned)) return planned;
  const open = Object.keys(members).filter(
    (name) => isServiceDecided(members, config as Values, name) && !isUnknown((planned as Values)[name]),
  );
  return open.length === 0 ? planned : { ...(planned as Values), ...Object.fromEntries(open.map((name) => [name, unknown])) };
};

/**
 * Marks what may change because something else does, to a fixed point. A change of a `local` attribute reaches only who
 * follows it by name (most of them make no request), but for the revision of a write-only one.
 */
export const markDependents = (attributes: Attributes, prior: Values, config: Values, planned: Record<string, unknown>): void => {
  const revisions = new Set(Object.values(attributes).map((attribute) => attribute.writeOnly?.revision));
  for (let changedAgain = true; changedAgain;) {
    changedAgain = false;
    const every = changedNames(attributes, prior, planned);
    const changed = every.filter((name) => !attributes[name]?.local || revisions.has(name));
    for (const [name, attribute] of Object.entries(attributes)) {
      const isCleared = attribute.clearedUnless !== undefined && isAbsent(planned[name]) && !isAbsent(prior[name]);
      if (attribute.changesWith === undefined || isUnknown(planned[name]) || isCleared) continue;
      const isDecided = isServiceDecided(attributes, config, name);
      if (!isDecided && attribute.kind.members === undefined) continue;
      const isAffected = attribute.changesWith === '*' ? changed.length > 0 : attribute.changesWith.some((other) => every.includes(other));
      if (!isAffected) continue;
      const next = isDecided ? unknown : withOpenMembers(attribute.kind.members!, config[name], planned[name]);
      changedAgain ||= next !== planned[name];
      planned[name] = next;
    }
  }
};
