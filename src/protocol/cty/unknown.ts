/** The key every "known after apply" value carries; registered, because other layers make such values of their own. */
export const mark: unique symbol = Symbol.for('slipway.unknown') as never;

/** `refined`: what the engine already knows of the value, in its own encoding, to be given back unchanged. */
export interface Unknown { readonly [mark]: true; readonly refined?: Uint8Array }

export const unknown: Unknown = Object.freeze({ [mark]: true as const });

export const isUnknown = (value: unknown): value is Unknown => typeof value === 'object' && value !== null && mark in value;
