/** Attribute values by name, in snake case: what a configuration, a plan or a state holds. */
export interface Values {
  readonly [name: string]: unknown;
}

/**
 * The symbol that marks every "known after apply" value. The protocol's codec, which may not import this layer, marks its own unknowns with
 * the same registered symbol.
 */
export const unknownMark: unique symbol = Symbol.for('slipway.unknown') as never;

/** A value that the engine learns only when it applies. */
export const unknown: object = Object.freeze({ [unknownMark]: true });

export const isUnknown = (value: unknown): boolean => typeof value === 'object' && value !== null && unknownMark in value;

/** Whether any part of the value is not yet known. */
export const hasUnknown = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (isUnknown(value)) return true;
  return Object.values(value).some(hasUnknown);
};

/** `null` and absent are one thing in a configuration. */
export const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;
