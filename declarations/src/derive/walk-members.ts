import {
  type Attribute,
  attributeEntries,
  type Attributes,
  isAbsent,
  isUnknown,
  type AttributeKind,
  type Values,
  withFormerNames,
} from '../declare/index.ts';
import { type Finding, isSensitive, type FindingLocation } from './finding.ts';

/** The kind of input: a configuration, or the body of a request. */
export interface WalkOptions {
  /** What is not ours to write: refused in a configuration, ignored in a request (people send back what they were answered). */
  readonly unexpectedMembers: 'refused' | 'ignored';
  /** Required attributes may be absent: a partial update. Null is still refused. Applies to the root only. */
  readonly partial: boolean;
}

export const configWalk: WalkOptions = { unexpectedMembers: 'refused', partial: false };
export const rootLocation: FindingLocation = { path: [], sensitive: false };

const stepInto = (location: FindingLocation, step: FindingLocation['path'][number]): FindingLocation =>
  location.element === undefined ? { ...location, path: [...location.path, step] } : location;

const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && !Array.isArray(of) && Object.hasOwn(of, name) ? (of as Values)[name] : undefined;

/** What is wrong with an object's members. `before` is what silent members keep. */
export function* walkMembers(
  attributes: Attributes,
  values: Values,
  location: FindingLocation,
  options: WalkOptions,
  before?: unknown,
): Generator<Finding> {
  // Requests are in the wire's names, which no new name changes.
  const written = options.unexpectedMembers === 'ignored' ? attributes : withFormerNames(attributes);
  for (const [name, attribute] of attributeEntries(written)) {
    const value = memberOf(values, name);
    // Most attributes are absent: a generator for each of them was a fiftieth of a create.
    if (!isAbsent(value)) yield* walkAttribute(name, attribute, value, location, options, memberOf(before, name));
    else if (isMissing(attribute, value, options, memberOf(before, name))) yield { what: 'missing', place: location, name, attribute };
  }
  if (options.unexpectedMembers === 'ignored') return;
  if (written !== attributes) yield* walkFormerNames(attributes, values, location);
  const names = Object.keys(attributes).filter((name) => attributes[name]?.mode !== 'computed');
  for (const name of Object.keys(values)) if (!Object.hasOwn(written, name)) yield { what: 'stranger', place: location, name, names };
}

/** Reports both names of one attribute, or neither if it is required. */
function* walkFormerNames(attributes: Attributes, values: Values, location: FindingLocation): Generator<Finding> {
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!attribute.renamedFrom || attribute.mode === 'computed') continue;
    const former = attribute.renamedFrom.name;
    const [value, formerValue] = [memberOf(values, name), memberOf(values, former)];
    if (isAbsent(value) && isAbsent(formerValue) && attribute.mode === 'required')
      yield { what: 'missing', place: location, name, attribute };
    if ([value, formerValue].every((one) => !isAbsent(one) && !isUnknown(one)))
      yield { what: 'named twice', place: location, name, former };
  }
}

const isMissing = ({ mode }: Attribute, value: unknown, { partial }: WalkOptions, before: unknown): boolean => {
  const isKept = value === undefined && (partial || !isAbsent(before));
  return mode === 'required' && !isKept;
};

/** Checks a value that is not null. */
function* walkAttribute(
  name: string,
  attribute: Attribute,
  value: unknown,
  location: FindingLocation,
  options: WalkOptions,
  before: unknown,
): Generator<Finding> {
  const here = {
    ...stepInto(location, name),
    sensitive: location.sensitive || isSensitive(attribute),
    ...(location.element === undefined ? {} : { element: `\`${name}\` in ${location.element}` }),
  };
  if (attribute.mode !== 'computed') yield* walkValue(attribute.kind, value, here, { ...options, partial: false }, before);
  else if (options.unexpectedMembers === 'refused') yield { what: 'read-only', place: here };
}

/** Checks one written value; an unknown one has no fault. */
function* walkValue(
  kind: AttributeKind,
  value: unknown,
  location: FindingLocation,
  options: WalkOptions,
  before: unknown,
): Generator<Finding> {
  if (isUnknown(value)) return;
  if (isAbsent(value) || !kind.accepts(value)) yield { what: 'wrong', place: location, kind, value };
  else if (kind.members) yield* walkMembers(kind.members, value as Values, location, options, before);
  else if (kind.item)
    for (const [step, item] of Object.entries(value as object))
      yield* walkValue(kind.item, item, elementLocation(kind, location, step), options, undefined);
}

const elementLocation = (kind: AttributeKind, location: FindingLocation, step: string): FindingLocation =>
  kind.collection === 'set'
    ? { ...location, element: location.element ?? 'an element' }
    : stepInto(location, kind.collection === 'list' ? Number(step) : { key: step });
