import {
  type Attribute,
  type Attributes,
  serviceDefault,
  isAbsent,
  isUnknown,
  type AttributeKind,
  unknown,
  type Values,
} from '@slipway/declarations/declare';
import { isEqual } from './is-equal.ts';
import { markDependents } from './mark-dependents.ts';

/** The values of the provider block for attributes that inherit. */
export interface ProviderDefaults {
  readonly organization: string | null;
}

/** One attribute's planned value before anything follows. `prior` undefined: the object that holds it is new. */
const proposeAttribute = (attribute: Attribute, prior: unknown, config: unknown, inherited: ProviderDefaults): unknown => {
  const isNew = prior === undefined;
  if (attribute.writeOnly) return null;
  if (attribute.mode === 'computed') return isNew ? unknown : (prior ?? null);
  if (!isAbsent(config)) return proposeValue(attribute.kind, prior, config, inherited);
  if (attribute.unanswered && !isNew && isAbsent(prior) && !attribute.inherits) return null;
  // An existing object keeps its value: a change of the provider block must not replace objects.
  if (attribute.inherits) return isAbsent(prior) ? inherited[attribute.inherits] : prior;
  if (attribute.default === serviceDefault) return attribute.ownership !== undefined ? (prior ?? null) : isNew ? unknown : (prior ?? null);
  return attribute.default ?? null;
};

/** A configured value: in the prior spelling if both are equal; objects member by member. */
const proposeValue = (kind: AttributeKind, prior: unknown, config: unknown, inherited: ProviderDefaults): unknown => {
  if (isUnknown(config)) return config;
  if (kind.members) return proposeMembers(kind.members, isAbsent(prior) ? undefined : (prior as Values), config as Values, inherited);
  if (kind.item?.members) {
    const item = kind.item;
    if (kind.collection === 'map')
      return Object.fromEntries(
        Object.entries(config as Values).map(([key, value]) => [
          key,
          proposeValue(item, (prior as Values | null | undefined)?.[key], value, inherited),
        ]),
      );
    return (config as readonly unknown[]).map((value, index) =>
      proposeValue(item, (prior as readonly unknown[] | null | undefined)?.[index], value, inherited),
    );
  }
  return !isAbsent(prior) && isEqual(kind, prior, config) ? prior : config;
};

/** All attributes of an object, those that follow included. */
const proposeMembers = (
  members: Attributes,
  prior: Values | undefined,
  config: Values,
  inherited: ProviderDefaults,
): Record<string, unknown> => {
  const planned = proposeAttributes(members, prior, config, inherited);
  if (prior !== undefined) markDependents(members, prior, config, planned);
  return planned;
};

/** Each attribute for itself, before anything follows. */
export const proposeAttributes = (
  members: Attributes,
  prior: Values | undefined,
  config: Values,
  inherited: ProviderDefaults,
): Record<string, unknown> => {
  const planned: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members))
    planned[name] = proposeAttribute(member, prior === undefined ? undefined : (prior[name] ?? null), config[name], inherited);
  for (const [name, { equivalents, kind }] of Object.entries(members))
    if (prior !== undefined && !isAbsent(prior[name]) && equivalents?.some((other) => isEqual(kind, prior[other], planned[name])))
      planned[name] = prior[name];
  for (const [name, { clearedUnless }] of Object.entries(members))
    if (clearedUnless?.every((other) => !planned[other]) && prior !== undefined && isAbsent(config[name])) planned[name] = null;
  for (const [name, { writeOnly }] of Object.entries(members))
    if (writeOnly?.insteadOf !== undefined && isAbsent(config[writeOnly.insteadOf]))
      planned[writeOnly.insteadOf] = withoutReplaced(planned[writeOnly.insteadOf], config[name]);
  for (const [name, { readableCopy }] of Object.entries(members))
    if (readableCopy) planned[name] = proposeCopy(readableCopy, members, prior, config, planned);
  return planned;
};

/** The planned value of an attribute that is not configured, if the write-only attribute in its place is. */
const withoutReplaced = (planned: unknown, writeOnly: unknown): unknown => {
  if (isAbsent(writeOnly) || isAbsent(planned)) return planned;
  // If it turns out to be null, the value is kept.
  return isUnknown(writeOnly) ? unknown : null;
};

/** The readable copy of a value: null while it is sensitive or written in the write-only attribute. */
const proposeCopy = (
  { of, unless }: NonNullable<Attribute['readableCopy']>,
  members: Attributes,
  prior: Values | undefined,
  config: Values,
  planned: Values,
): unknown => {
  const [replacing] = Object.entries(members).find(([, { writeOnly }]) => writeOnly?.insteadOf === of) ?? [];
  const writeOnly = replacing === undefined ? null : config[replacing];
  const isHidden = planned[unless];
  if (isHidden === true || (!isAbsent(writeOnly) && !isUnknown(writeOnly))) return null;
  if (isUnknown(isHidden) || isUnknown(writeOnly)) return unknown;
  // A variable that becomes readable: the service returns what it holds.
  if (isAbsent(planned[of])) return prior === undefined || prior[unless] === true ? unknown : null;
  return planned[of];
};
