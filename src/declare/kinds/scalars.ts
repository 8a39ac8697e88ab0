import type { Kind } from '../kind.ts';

export const string: Kind<string> = {
  type: 'string', json: { type: 'string' }, words: 'a string', accepts: (value) => typeof value === 'string',
};

export const bool: Kind<boolean> = {
  type: 'bool', json: { type: 'boolean' }, words: 'true or false', accepts: (value) => typeof value === 'boolean',
};

export const int: Kind<number> = {
  type: 'number', json: { type: 'integer' }, words: 'a whole number', accepts: (value) => Number.isSafeInteger(value),
};

/** A whole number of at least `least` and at most `most`. */
export const intBetween = (least: number, most: number): Kind<number> => ({
  type: 'number', json: { type: 'integer', minimum: least, maximum: most }, words: `a whole number from ${least} to ${most}`,
  accepts: (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
});

/** Any number. */
export const number: Kind<number> = {
  type: 'number', json: { type: 'number' }, words: 'a number', accepts: (value) => typeof value === 'number' && Number.isFinite(value),
};
