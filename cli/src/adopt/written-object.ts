import {
  type Attribute,
  type Attributes,
  type AttributeKind,
  isAbsent,
  type Resource,
  serviceDefault,
  type Values,
} from '@slipway/declarations/declare';
import { validateConfig } from '@slipway/declarations/derive';
import type { EstateObject } from './estate.ts';

/** An object as a person would write it: what the service decides is left out. */
export interface WrittenObject extends EstateObject {
  readonly config: Values;
  /** Write-only attributes of secrets that no response contains. */
  readonly hidden: readonly string[];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A value without what the service computes or decides; undefined if nothing is left. */
const writtenValue = (kind: AttributeKind, value: unknown): unknown => {
  if (!kind.members) return value;
  const members = writtenMembers(kind.members, value as Values, true);
  return Object.keys(members).length === 0 ? undefined : members;
};

const isWritten = ({ mode, default: defaultValue, deprecated, formerNameOf, writeOnly, local }: Attribute, value: unknown): boolean =>
  mode !== 'computed' &&
  !writeOnly &&
  !isAbsent(value) &&
  deprecated === undefined &&
  formerNameOf === undefined &&
  (mode === 'required' || !(local || isSame(value, defaultValue)));

/** The members of an object; those that the service decided are written only if they are neither false nor empty. */
const writtenMembers = (attributes: Attributes, values: Values, isNested: boolean): Values =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = values[name];
      if (!isWritten(attribute, value)) return [];
      if (attribute.default === serviceDefault && (value === false || isSame(value, []) || isSame(value, {}))) return [];
      if (isNested && attribute.default === serviceDefault && value === '') return [];
      const written = writtenValue(attribute.kind, value);
      return written === undefined ? [] : [[name, written]];
    }),
  );

const isInherited = (
  { inherits, equivalents = [] }: Attribute,
  value: unknown,
  values: Values,
  organizations: readonly unknown[],
): boolean =>
  inherits !== undefined &&
  [value, ...equivalents.map((name) => values[name])].some((one) => !isAbsent(one) && organizations.includes(one));

/** Attributes that only repeat the service's own default, by resource. */
const decidedByService: { readonly [resource: string]: (values: Values) => readonly string[] } = {
  workspace: ({ execution_mode: mode }) => ['setting_overwrites', ...(mode === 'remote' ? ['execution_mode'] : [])],
};

/**
 * Settings that an object inherits, as flags beside them say: written down, they would be its own from then on. A pool stays with an
 * execution mode of its own that needs it.
 */
const inheritedSettings = ({ attributes }: Resource, values: Values): readonly string[] => {
  const settings = Object.entries(attributes).flatMap(([name, { kind }]) =>
    Object.entries(kind.members ?? {}).flatMap(([member, { inheritanceOf = [] }]) =>
      (values[name] as Values | null)?.[member] === true ? inheritanceOf : [],
    ),
  );
  const isModeInherited = settings.includes('execution_mode');
  return settings.filter((name) => name !== 'agent_pool_id' || isModeInherited);
};

/** The configuration without attributes that rules forbid in combination with others. */
const withoutForbidden = (resource: Resource, config: Values): Values => {
  const whole = { ...config };
  for (const { path } of validateConfig(resource, config)) {
    const [name] = path;
    if (typeof name === 'string' && name in whole && resource.attributes[name]!.mode !== 'required') delete whole[name];
  }
  return whole;
};

/** The secrets that cannot be read, each as the write-only attribute that would send it. */
const hiddenAttributes = ({ attributes, requiredOnCreate }: Resource, config: Values): readonly string[] => {
  const wanted = new Set(requiredOnCreate?.flat() ?? []);
  return Object.entries(attributes).flatMap(([name, { writeOnly }]) =>
    writeOnly?.insteadOf !== undefined && isAbsent(config[writeOnly.insteadOf]) && wanted.has(name) ? [name] : [],
  );
};

/** `organizations`: those of the provider block, which no object repeats. */
export const writeObject = (object: EstateObject, organizations: readonly (string | null)[]): WrittenObject => {
  const { resource, values } = object;
  const all = writtenMembers(resource.attributes, values, false);
  const skipped = [...(decidedByService[resource.name]?.(values) ?? []), ...inheritedSettings(resource, values)];
  const config = Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) => !skipped.includes(name) && !isInherited(resource.attributes[name]!, value, values, organizations),
    ),
  );
  const allowed = withoutForbidden(resource, config);
  return { ...object, config: allowed, hidden: hiddenAttributes(resource, allowed) };
};
