import type { FlagType, FlagValues } from '../flag.ts';
import { formatCsvRecord, parseCsvRecord } from './csv.ts';
import { formatDuration, parseDuration } from './duration.ts';
import { parseInt64, parseUint } from './number.ts';
import { quote } from './quote.ts';

const parseBool = (text: string): boolean => {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return true;
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text)) return false;
  throw new Error(`strconv.ParseBool: parsing ${quote(text)}: invalid syntax`);
};

/** Nanoseconds as milliseconds, and back. */
const nanosecondsPerMillisecond = 1e6;

/** A text as a value of each type; throws what is wrong with it, in Go's words. */
export const flagParsers: { readonly [T in FlagType]: (text: string) => FlagValues[T] } = {
  bool: parseBool,
  string: (text) => text,
  int: parseInt64,
  uint: (text) => parseUint(text, 64),
  uint16: (text) => parseUint(text, 16),
  duration: (text) => Number(parseDuration(text)) / nanosecondsPerMillisecond,
  strings: parseCsvRecord,
  stringArray: (text) => [text],
};

/** Milliseconds as Go prints a duration. */
export const formatMilliseconds = (milliseconds: number): string =>
  formatDuration(BigInt(Math.round(milliseconds * nanosecondsPerMillisecond)));

/** A value as help shows a default. */
export const formatFlagValue = <T extends FlagType>(type: T, value: FlagValues[T]): string => {
  if (type === 'duration') return formatMilliseconds(value as number);
  if (type === 'strings' || type === 'stringArray') return `[${formatCsvRecord(value as readonly string[])}]`;
  return String(value);
};
