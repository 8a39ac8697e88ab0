/** The key every "known after apply" value carries; registered, because other layers make such values of their own. */
export const unknownSymbol: unique symbol = Symbol.for('slipway.unknown') as never;

/** `refined`: what the engine already knows about the value, in its own encoding, returned unchanged. */
export interface UnknownValue {
  readonly [unknownSymbol]: true;
  readonly refined?: Uint8Array;
}

export const unknownValue: UnknownValue = Object.freeze({ [unknownSymbol]: true as const });

export const isUnknownValue = (value: unknown): value is UnknownValue =>
  typeof value === 'object' && value !== null && unknownSymbol in value;
