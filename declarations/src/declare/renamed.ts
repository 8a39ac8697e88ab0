import type { Attribute, Attributes } from './attribute.ts';
import type { AttributeKind } from './kind.ts';
import { isAbsent, isUnknown, type Values } from './values.ts';

/**
 * The former name of an attribute. It is kept as a deprecated alias with the same meaning. Plan and apply use new names only;
 * configurations and states are translated when they are received and sent.
 */
export interface Renamed {
  readonly name: string;
  /** The kind of its values. Default: that of the new name. */
  readonly kind?: AttributeKind;
  /** What to use instead. Default: "Use `new name`." */
  readonly deprecated?: string;
  /** Converts a former value to one of the new name, and back. */
  toNew(value: unknown): unknown;
  toFormer(value: unknown): unknown;
}

const same = (value: unknown): unknown => value;

export const renamed = (name: string, more: Partial<Omit<Renamed, 'name'>> = {}): Renamed => ({
  name,
  toNew: same,
  toFormer: same,
  ...more,
});

type Container = Pick<AttributeKind, 'members' | 'item'>;

const kept = new WeakMap<Attributes, boolean>();

/** Whether an attribute here or deeper has a former name. */
export const hasFormerNames = (attributes: Attributes): boolean => {
  let known = kept.get(attributes);
  if (known === undefined) {
    const deeper = ({ members, item }: Container): boolean => (members ? hasFormerNames(members) : item ? deeper(item) : false);
    kept.set(attributes, (known = Object.values(attributes).some(({ renamedFrom, kind }) => renamedFrom !== undefined || deeper(kind))));
  }
  return known;
};

const formerAttribute = (name: string, attribute: Attribute, { kind, deprecated }: Renamed): Attribute => ({
  mode: attribute.mode === 'computed' ? 'computed' : 'optional',
  kind: kind ?? attribute.kind,
  doc: `The former name of \`${name}\`.`,
  deprecated: deprecated ?? `Use \`${name}\`.`,
  formerNameOf: name,
  ...(attribute.sensitive ? { sensitive: true } : {}),
  ...(attribute.pathParameter ? { pathParameter: true } : {}),
  ...(attribute.immutable === true ? { immutable: true } : {}),
});

const asWritten = new WeakMap<Attributes, Attributes>();

const inBothNames = (name: string, attribute: Attribute): readonly (readonly [string, Attribute])[] => {
  const { renamedFrom, mode } = attribute;
  if (!renamedFrom) return [[name, attribute]];
  return [
    [name, { ...attribute, mode: mode === 'required' ? 'optional' : mode }],
    [renamedFrom.name, formerAttribute(name, attribute, renamedFrom)],
  ];
};

/**
 * The writable attributes: each former name after its new one, as an attribute of its own. A required attribute with a former name becomes
 * optional, since either name suffices. Members of objects are unchanged: call it with them.
 */
export const withFormerNames = (attributes: Attributes): Attributes => {
  if (!Object.values(attributes).some(({ renamedFrom }) => renamedFrom)) return attributes;
  let known = asWritten.get(attributes);
  if (!known) {
    known = Object.fromEntries(Object.entries(attributes).flatMap(([name, attribute]) => inBothNames(name, attribute)));
    asWritten.set(attributes, known);
  }
  return known;
};

const translated = (kind: Container, value: unknown, by: (attributes: Attributes, values: Values) => Values): unknown => {
  if (isAbsent(value) || isUnknown(value) || typeof value !== 'object') return value;
  if (kind.members) return by(kind.members, value as Values);
  const { item } = kind;
  if (!item || !(item.members ?? item.item)) return value;
  if (Array.isArray(value)) return value.map((one) => translated(item, one, by));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, translated(item, one, by)]));
};

const convert = (value: unknown, by: (value: unknown) => unknown): unknown => {
  if (isAbsent(value)) return null;
  return isUnknown(value) ? value : by(value);
};

/** The values under new names only. If both names have a value, the new one counts. */
export const toNewNames = (attributes: Attributes, values: Values): Values => {
  if (!hasFormerNames(attributes)) return values;
  const out: Record<string, unknown> = { ...values };
  for (const [name, { renamedFrom, kind }] of Object.entries(attributes)) {
    if (renamedFrom && renamedFrom.name in out) {
      if (isAbsent(out[name])) out[name] = convert(out[renamedFrom.name], renamedFrom.toNew);
      delete out[renamedFrom.name];
    }
    if (name in out) out[name] = translated(kind, out[name], toNewNames);
  }
  return out;
};

/** The values under both names, the former one derived from the new one. */
export const toBothNames = (attributes: Attributes, values: Values): Values => {
  if (!hasFormerNames(attributes)) return values;
  const out: Record<string, unknown> = { ...values };
  for (const [name, { renamedFrom, kind }] of Object.entries(attributes)) {
    if (!(name in out)) continue;
    if (renamedFrom) out[renamedFrom.name] = convert(out[name], renamedFrom.toFormer);
    out[name] = translated(kind, out[name], toBothNames);
  }
  return out;
};

/** Step of `upgrades` for a version of the schema in which attributes got new names. */
export const renamedAttributes = (state: Values, attributes: Attributes): Record<string, unknown> => ({ ...toNewNames(attributes, state) });
