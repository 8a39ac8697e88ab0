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
      if (!isServiceDecided(attributes, config, name)) continue;
      const isAffected = attribute.changesWith === '*' ? changed.length > 0 : attribute.changesWith.some((other) => every.includes(other));
      if (isAffected) {
        planned[name] = unknown;
        changedAgain = true;
      }
    }
  }
};
