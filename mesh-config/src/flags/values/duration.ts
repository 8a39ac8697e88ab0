import { quote } from './quote.ts';

/** Nanoseconds of each unit, as Go writes them; both letters that look like a mu. */
const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const maxNanoseconds = 2n ** 63n;

/** Parses `1h2m3.5s` to nanoseconds; it may have a sign, and `0` needs no unit. Throws the message of Go. */
export const parseDuration = (text: string): bigint => {
  const invalid = new Error(`time: invalid duration ${quote(text)}`);
  const [, sign, rest] = /^([-+]?)(.*)$/s.exec(text) as unknown as [string, string, string];
  if (rest === '0') return 0n;
  if (rest === '') throw invalid;
  let [sum, left] = [0n, rest];
  while (left !== '') {
    const [all, whole, point, fraction] = /^(\d*)(\.?)(\d*)/.exec(left) as unknown as [string, string, string, string];
    if (whole === '' && fraction === '') throw invalid;
    left = left.slice(all.length);
    const unit = /^[^\d.]*/.exec(left)![0];
    if (unit === '') throw new Error(`time: missing unit in duration ${quote(text)}`);
    const factor = units[unit];
    if (factor === undefined) throw new Error(`time: unknown unit ${quote(unit)} in duration ${quote(text)}`);
    left = left.slice(unit.length);
    // Beyond 18 digits a fraction of an hour is less than a nanosecond.
    const digits = point ? fraction.slice(0, 18) : '';
    if (whole.replace(/^0+/, '').length > 20) throw invalid;
    sum += BigInt(whole || '0') * factor + (digits ? (BigInt(digits) * factor) / 10n ** BigInt(digits.length) : 0n);
    if (sum > maxNanoseconds) throw invalid;
  }
  if (sign !== '-' && sum === maxNanoseconds) throw invalid;
  return sign === '-' ? -sum : sum;
};

const formatDecimal = (value: bigint, unit: bigint): string => {
  const fraction = (value % unit)
    .toString()
    .padStart(unit.toString().length - 1, '0')
    .replace(/0+$/, '');
  return `${value / unit}${fraction ? `.${fraction}` : ''}`;
};

/** Nanoseconds as Go prints them: `0s`, `100ms`, `1.5s`, `1m0s`, `1h0m0s`. */
export const formatDuration = (nanoseconds: bigint): string => {
  if (nanoseconds < 0n) return `-${formatDuration(-nanoseconds)}`;
  if (nanoseconds === 0n) return '0s';
  for (const unit of ['ns', 'µs', 'ms'] as const) {
    if (nanoseconds < units[unit]! * 1000n) return `${unit === 'ns' ? nanoseconds : formatDecimal(nanoseconds, units[unit]!)}${unit}`;
  }
  const [hours, minutes] = [nanoseconds / units['h']!, (nanoseconds / units['m']!) % 60n];
  const seconds = `${formatDecimal(nanoseconds % units['m']!, units['s']!)}s`;
  return hours > 0n ? `${hours}h${minutes}m${seconds}` : minutes > 0n ? `${minutes}m${seconds}` : seconds;
};
