import type { FlagType, FlagValues } from '../flag.ts';
import { formatRecord, parseRecord } from './csv.ts';
import { formatDuration, parseDuration } from './duration.ts';
import { parseInt64, parseUint } from './number.ts';
import { quoted } from './quoted.ts';

const parseBool = (text: string): boolean => {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return true;
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text)) return false;
  throw new Error(`strconv.ParseBool: parsing ${quoted(text)}: invalid syntax`);
};

/** Nanoseconds as milliseconds, and back. */
const perMillisecond = 1e6;

/** A text as a value of each type; throws what is wrong with it, in Go's words. */
export const parsers: { readonly [T in FlagType]: (text: string) => FlagValues[T] } = {
  bool: parseBool, string: (text) => text, int: parseInt64, uint: (text) => parseUint(text, 64), uint16: (text) => parseUint(text, 16),
  duration: (text) => Number(parseDuration(text)) / perMillisecond, strings: parseRecord, stringArray: (text) => [text],
};

/** Milliseconds as Go prints a duration. */
export const durationText = (milliseconds: number): string => formatDuration(BigInt(Math.round(milliseconds * perMillisecond)));

/** A value as help shows a default. */
export const valueText = <T extends FlagType>(type: T, value: FlagValues[T]): string => {
  if (type === 'duration') return durationText(value as number);
  if (type === 'strings' || type === 'stringArray') return `[${formatRecord(value as readonly string[])}]`;
  return String(value);
};
