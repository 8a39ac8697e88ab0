import { type Attributes, isAbsent, type Values } from '@slipway/declarations/declare';

type Tags = { readonly [key: string]: unknown };
const keysOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : isAbsent(value) ? [] : Object.keys(value as Tags));

/** Whether the object owns a part of the collection only. */
export const isPartlyOwned = (attributes: Attributes, name: string, values: Values): boolean => {
  const by = attributes[name]?.ownership;
  return by !== undefined && values[by] === true;
};

/** The entries of a partly owned collection that the state names. */
export const ownedEntries = (ours: unknown, present: unknown): unknown => {
  const keys = new Set(keysOf(ours));
  if (Array.isArray(present)) return present.filter((entry) => keys.has(entry as string));
  return Object.fromEntries(Object.entries((present ?? {}) as Tags).filter(([key]) => keys.has(key)));
};

/**
 * The map to send if only some entries are ours: the present entries, without our previous ones (only if we owned a part before), with the
 * configured ones.
 */
export const mergeOwned = (present: unknown, previous: unknown, desired: unknown): Tags => {
  const drop = new Set(keysOf(previous));
  const rest = Object.entries((present ?? {}) as Tags).filter(([key]) => !drop.has(key));
  return { ...Object.fromEntries(rest), ...((desired ?? {}) as Tags) };
};
