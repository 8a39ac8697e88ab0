import { isArray, normalizeNumber, toBigInt, type RegoValue } from '../values/index.ts';
import { defineBuiltin, typeMismatch, asNumber, asString, asInteger, type Builtin } from './builtin.ts';
import { formatTime, matchLayout, monthOf, rfc3339Layout, weekdays, type CivilTime } from './time-layouts.ts';
import { zoneOffsetAt } from './time-zones.ts';

const nanosecondsPerMillisecond = 1_000_000n;
/** Times have to fit into 64 bits of nanoseconds: the years 1678 to 2261. */
const isInRange = (nanoseconds: bigint): boolean => BigInt.asIntN(64, nanoseconds) === nanoseconds;
const toResult = (nanoseconds: bigint): RegoValue | undefined => (isInRange(nanoseconds) ? normalizeNumber(nanoseconds) : undefined);

/** Milliseconds of a time of the calendar as if it were UTC; undefined for a day that does not exist. */
function utcMilliseconds(year: number, month: number, day: number, time: readonly [number, number, number]): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.setUTCHours(...time);
}
const numbersIn = (text: string): readonly number[] => (text.match(/\d\d?/g) ?? []).map(Number);
function offsetSeconds(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = numbersIn(text);
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}
function hourOf({ hour, hour12, half }: Readonly<Record<string, string | undefined>>): number {
  const found = Number(hour ?? hour12 ?? 0);
  if (hour12 !== undefined && found > 12) return Number.NaN;
  if (/^p/i.test(half ?? '') && found < 12) return found + 12;
  return /^a/i.test(half ?? '') && found === 12 ? 0 : found;
}
function yearOf({ year, shortYear }: Readonly<Record<string, string | undefined>>): number {
  if (shortYear === undefined) return Number(year ?? 0);
  return Number(shortYear) + (Number(shortYear) >= 69 ? 1900 : 2000);
}

/** Nanoseconds since 1970 of a text by a layout; undefined for a text of another form, and for a time that does not exist. */
function parseTime(layout: string, text: string): RegoValue | undefined {
  const parts = matchLayout(layout, text);
  if (!parts) return undefined;
  const [hour, minute, second] = [hourOf(parts), Number(parts.minute ?? 0), Number(parts.second ?? 0)];
  if (!(hour < 24) || minute > 59 || second > 59) return undefined;
  const [year, yearDay] = [yearOf(parts), parts.yearDay];
  const isLeap = utcMilliseconds(year, 2, 29, [0, 0, 0]) !== undefined;
  if (yearDay !== undefined && (Number(yearDay) < 1 || Number(yearDay) > (isLeap ? 366 : 365))) return undefined;
  const month = yearDay === undefined ? monthOf(parts.month ?? '1') : 1;
  const start = utcMilliseconds(year, month, yearDay === undefined ? Number(parts.day ?? 1) : 1, [hour, minute, second]);
  if (start === undefined) return undefined;
  const milliseconds = start + (yearDay === undefined ? 0 : (Number(yearDay) - 1) * 86_400_000);
  const { offset } = parts;
  const ahead = offset === undefined || offset === 'Z' ? 0 : offsetSeconds(offset);
  return toResult(BigInt(milliseconds - ahead * 1000) * nanosecondsPerMillisecond + BigInt((parts.fraction ?? '').padEnd(9, '0')));
}

const nanosecondsByUnit: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
function parseDuration(text: string): RegoValue | undefined {
  const match = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.exec(text);
  if (!match) return /^[+-]?0$/.test(text) ? 0 : undefined;
  let total = 0n;
  for (const [, whole, fraction = '', unit] of (match[2] as string).matchAll(/(\d*)\.?(\d*)(ns|us|µs|μs|ms|s|m|h)/g)) {
    const size = nanosecondsByUnit[unit as string] as bigint;
    total += BigInt(whole || 0) * size + (BigInt(fraction || 0) * size) / 10n ** BigInt(fraction.length);
  }
  return toResult(match[1] === '-' ? -total : total);
}

interface TimeArgument {
  readonly nanoseconds: bigint;
  readonly zone: string;
  readonly layout: string;
}
/** Nanoseconds, or `[nanoseconds, zone]`, or `[nanoseconds, zone, layout]`. */
function asTime(value: RegoValue): TimeArgument {
  const [number, zone = '', layout = ''] = isArray(value) ? value : [value];
  const nanoseconds = toBigInt(asNumber(number));
  if (nanoseconds === undefined || !isInRange(nanoseconds)) throw typeMismatch;
  return { nanoseconds, zone: asString(zone), layout: asString(layout) };
}
function toCivilTime({ nanoseconds, zone }: TimeArgument): CivilTime {
  const nanosecond = Number(((nanoseconds % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n);
  const seconds = Number((nanoseconds - BigInt(nanosecond)) / 1_000_000_000n);
  const offset = zoneOffsetAt(zone, seconds * 1000);
  const local = new Date((seconds + offset.seconds) * 1000);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
  return {
    year,
    month,
    day,
    weekday: local.getUTCDay(),
    yearDay: Math.round((Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000) + 1,
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    nanosecond,
    offset,
  };
}

/** The time this many years, months and days later in the calendar of its zone. */
function addDate(from: TimeArgument, years: number, months: number, days: number): RegoValue | undefined {
  const { year, month, day, hour, minute, second, nanosecond, offset } = toCivilTime(from);
  const moved = Date.UTC(year + years, month - 1 + months, day + days, hour, minute, second);
  if (Number.isNaN(moved)) return undefined;
  const ahead = zoneOffsetAt(from.zone, moved - offset.seconds * 1000).seconds;
  return toResult(BigInt(moved - ahead * 1000) * nanosecondsPerMillisecond + BigInt(nanosecond));
}

/** Years, months, days, hours, minutes and seconds between two times, on the calendar of the first one's zone. */
function timeDifference(left: TimeArgument, right: TimeArgument): readonly number[] {
  const sorted = left.nanoseconds > right.nanoseconds ? [right, left] : [left, right];
  const [from, to] = sorted.map((each) => toCivilTime({ ...each, zone: left.zone })) as [CivilTime, CivilTime];
  zoneOffsetAt(right.zone, 0);
  let [years, months, days] = [to.year - from.year, to.month - from.month, to.day - from.day];
  let [hours, minutes, seconds] = [to.hour - from.hour, to.minute - from.minute, to.second - from.second];
  if (seconds < 0) [seconds, minutes] = [seconds + 60, minutes - 1];
  if (minutes < 0) [minutes, hours] = [minutes + 60, hours - 1];
  if (hours < 0) [hours, days] = [hours + 24, days - 1];
  if (days < 0) [days, months] = [days + new Date(Date.UTC(from.year, from.month, 0)).getUTCDate(), months - 1];
  if (months < 0) [months, years] = [months + 12, years - 1];
  return [years, months, days, hours, minutes, seconds];
}

export const timeBuiltins: readonly Builtin[] = [
  defineBuiltin('time.now_ns', 0, (_none, { now }) => normalizeNumber(now)),
  defineBuiltin('time.parse_rfc3339_ns', 1, ([value]) => parseTime(rfc3339Layout, asString(value))),
  defineBuiltin('time.parse_ns', 2, ([layout, value]) => parseTime(asString(layout), asString(value))),
  defineBuiltin('time.parse_duration_ns', 1, ([value]) => parseDuration(asString(value))),
  defineBuiltin('time.format', 1, ([value]) => {
    const time = asTime(value);
    return formatTime(toCivilTime(time), time.layout === '' ? rfc3339Layout : time.layout);
  }),
  defineBuiltin('time.date', 1, ([value]) => {
    const { year, month, day } = toCivilTime(asTime(value));
    return [year, month, day];
  }),
  defineBuiltin('time.clock', 1, ([value]) => {
    const { hour, minute, second } = toCivilTime(asTime(value));
    return [hour, minute, second];
  }),
  defineBuiltin('time.weekday', 1, ([value]) => weekdays[toCivilTime(asTime(value)).weekday]),
  defineBuiltin('time.diff', 2, ([left, right]) => timeDifference(asTime(left), asTime(right))),
  defineBuiltin('time.add_date', 4, ([from, years, months, days]) =>
    addDate(asTime(from), asInteger(years), asInteger(months), asInteger(days)),
  ),
];
