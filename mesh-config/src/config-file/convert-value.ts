import type { Flag } from '../flags/flag.ts';
import { quote } from '../flags/values/quote.ts';
import { flagParsers } from '../flags/values/flag-value.ts';

const expectations: Readonly<Record<Flag['type'], string>> = {
  bool: 'true or false',
  string: 'a text',
  int: 'a whole number',
  uint: 'a whole number from 0 on',
  uint16: 'a whole number from 0 to 65535',
  duration: 'a duration with its unit, such as 2s or 1m30s',
  strings: 'a list of texts',
  stringArray: 'a list of texts',
};
const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** A value in words: as much of it as fits into a sentence. */
export const describeValue = (value: unknown): string => {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) return 'keys and values';
  return typeof value === 'string'
    ? quote(value.length > 60 ? `${value.slice(0, 60)}…` : value)
    : String(value instanceof Date ? value.toISOString() : value).slice(0, 60);
};

/** A file's value as the flag's; throws what was expected. A text is read as the command line would read it. */
export const convertValue = ({ type }: Flag, value: unknown): unknown => {
  const wrong = (why?: string): Error =>
    new Error(`expected ${expectations[type]}, found ${describeValue(value)}${why ? ` (${why})` : ''}`);
  const list = type === 'strings' || type === 'stringArray';
  if (list && Array.isArray(value)) {
    if (!value.every(isScalar)) throw wrong();
    return value.map(String);
  }
  // A number without a unit is not a duration.
  if (
    !isScalar(value) ||
    (type === 'bool' && typeof value !== 'boolean' && typeof value !== 'string') ||
    (type === 'duration' && typeof value !== 'string' && Number(value) !== 0)
  )
    throw wrong();
  try {
    return flagParsers[type](String(value));
  } catch (error) {
    throw wrong((error as Error).message);
  }
};
