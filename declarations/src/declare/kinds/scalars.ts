import type { AttributeKind } from '../kind.ts';

export const string: AttributeKind<string> = {
  type: 'string',
  json: { type: 'string' },
  description: 'a string',
  accepts: (value) => typeof value === 'string',
};

/** Any value, as JSON text: documents contain the value itself. */
export const jsonText: AttributeKind<string> = { ...string, description: 'a JSON text', fromWire: (value) => JSON.stringify(value) };

export const bool: AttributeKind<boolean> = {
  type: 'bool',
  json: { type: 'boolean' },
  description: 'true or false',
  accepts: (value) => typeof value === 'boolean',
};

export const int: AttributeKind<number> = {
  type: 'number',
  json: { type: 'integer' },
  description: 'a whole number',
  accepts: (value) => Number.isSafeInteger(value),
};

/** A whole number of at least `least` and at most `most`. */
export const intBetween = (least: number, most: number): AttributeKind<number> => ({
  type: 'number',
  json: { type: 'integer', minimum: least, maximum: most },
  description: `a whole number from ${least} to ${most}`,
  accepts: (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
});

/** Any number, with or without a fraction. */
export const number: AttributeKind<number> = {
  type: 'number',
  json: { type: 'number' },
  description: 'a number',
  accepts: (value) => typeof value === 'number' && Number.isFinite(value),
};
