import { type Attribute, type Attributes, type Constraint, isAbsent, serviceDefault, type Values } from '../declare/index.ts';
import { revisionAttributes } from './defaults.ts';

const isEmptyCollection = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Whether a configuration says no more with the value than without it, or cannot contain it. */
const isOmitted = (attribute: Attribute, value: unknown): boolean => {
  if (attribute.mode === 'computed' || isAbsent(value)) return true;
  if (attribute.mode === 'required') return false;
  if (attribute.deprecated !== undefined || attribute.sensitive || attribute.writeOnly || attribute.formerNameOf !== undefined) return true;
  if (attribute.ownership !== undefined && isEmptyCollection(value)) return true;
  return attribute.default !== serviceDefault && JSON.stringify(value) === JSON.stringify(attribute.default);
};

const writeMembers = (attributes: Attributes, state: Values): Record<string, unknown> => {
  const revisions = revisionAttributes(attributes);
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const value = state[name] ?? null;
      if (isOmitted(attribute, value) || revisions.has(name)) return [name, null];
      return [name, attribute.kind.members ? writeMembers(attribute.kind.members, value as Values) : value];
    }),
  );
};

/** Leaves out the settings that flags say are inherited, and the flags. */
const omitInherited = (attributes: Attributes, state: Values, config: Record<string, unknown>): void => {
  for (const [name, { kind }] of Object.entries(attributes))
    for (const [member, { inheritanceOf }] of Object.entries(kind.members ?? {})) {
      if (inheritanceOf === undefined) continue;
      if ((state[name] as Values | null)?.[member] === true) for (const setting of inheritanceOf) config[setting] = null;
      config[name] = null;
    }
};

const implyingAttribute = ({ impliedBy, kind }: Attribute): string | undefined =>
  impliedBy?.attribute ?? Object.values(kind.members ?? {}).find((member) => member.impliedBy)?.impliedBy?.attribute;

/** Leaves out what a rule does not take beside the rest, as far as it can be left out. */
const omitContradictions = (attributes: Attributes, constraints: readonly Constraint[], config: Record<string, unknown>): void => {
  for (const constraint of constraints) {
    const name = constraint.findViolation(config)?.split('.', 1)[0];
    if (name !== undefined && attributes[name]!.mode === 'optional' && !isAbsent(config[name])) config[name] = null;
  }
};

/**
 * The configuration of an object that is imported: what its next plan needs to change nothing. Null where nothing is written: defaults,
 * what the service or another attribute decides, secrets, deprecated attributes.
 */
export const generateConfig = (
  { attributes, constraints = [] }: { readonly attributes: Attributes; readonly constraints?: readonly Constraint[] },
  state: Values,
): Values => {
  const config = writeMembers(attributes, state);
  for (const [name, attribute] of Object.entries(attributes)) {
    const deciding = implyingAttribute(attribute);
    if (deciding !== undefined && state[deciding] !== 'custom') config[name] = null;
  }
  omitInherited(attributes, state, config);
  omitContradictions(attributes, constraints, config);
  return config;
};
