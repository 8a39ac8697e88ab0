import type { Flag, Flags, FlagType } from './flag.ts';
import { formatFlagValue } from './values/flag-value.ts';

const zeroValues: Readonly<Record<FlagType, string>> = {
  bool: 'false',
  string: '',
  int: '0',
  uint: '0',
  uint16: '0',
  duration: '0s',
  strings: '[]',
  stringArray: '[]',
};

/** ` (default "x")`; empty for a default that means absent. */
const formatDefault = ({ type, default: value }: Flag): string => {
  const text = formatFlagValue(type, value as never);
  return text === zeroValues[type] ? '' : ` (default ${type === 'string' ? JSON.stringify(text) : text})`;
};

/** One line a flag, sorted by name byte for byte, without those that are deprecated. */
export const formatFlags = (flags: Flags): readonly string[] => {
  const shown = Object.entries(flags)
    .filter(([, { deprecated }]) => deprecated === undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const heads = shown.map(
    ([name, { short, type }]) => `${short ? `  -${short}, ` : '      '}--${name}${type === 'bool' ? '' : ` ${type}`}`,
  );
  const width = Math.max(0, ...heads.map(({ length }) => length));
  return shown.map(([, flag], index) => `${heads[index]!.padEnd(width)}   ${flag.usage}${formatDefault(flag)}`);
};
