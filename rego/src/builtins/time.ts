import { isArray, normalizeNumber, type RegoValue } from '../values/index.ts';
import { defineBuiltin, typeMismatch, asNumber, asString, asInteger, type Builtin } from './builtin.ts';
import { isInteger } from '../values/index.ts';

const nanosecondsPerMillisecond = 1_000_000n;
const nanosecondsByUnit: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 6e10, h: 3.6e12 };
const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d*)?([Zz]|[+-]\d\d:\d\d)$/;

/** Nanoseconds since 1970 of an RFC 3339 time; undefined for an invalid one, such as February 30. */
function parseTime(text: string): RegoValue | undefined {
  const match = rfc3339.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const milliseconds = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  if (new Date(milliseconds).toISOString().slice(0, 19) !== `${year}-${month}-${day}T${hour}:${minute}:${second}`) return undefined;
  const ahead = /^[zZ]$/.test(zone) ? 0 : (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4)));
  return normalizeNumber(BigInt(milliseconds - ahead * 60_000) * nanosecondsPerMillisecond + BigInt(fraction.padEnd(9, '0')));
}
function parseDuration(text: string): RegoValue | undefined {
  const match = /^([+-]?)((?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+)$/.exec(text);
  if (!match) return text === '0' ? 0 : undefined;
  const total = [...(match[2] as string).matchAll(/(\d+(?:\.\d*)?)(ns|us|µs|ms|s|m|h)/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (nanosecondsByUnit[unit as string] as number),
    0,
  );
  return normalizeNumber(Math.trunc(match[1] === '-' ? -total : total));
}

/** The local time of nanoseconds, or of `[nanoseconds, zone]`. */
function asDate(value: RegoValue): Date {
  const [ns, zone] = isArray(value) ? [asNumber(value[0]), asString(value[1])] : [asNumber(value), ''];
  if (!isInteger(ns)) throw typeMismatch;
  const utc = new Date(Number(BigInt(ns) / nanosecondsPerMillisecond - (BigInt(ns) % nanosecondsPerMillisecond < 0n ? 1n : 0n)));
  if (Number.isNaN(utc.getTime())) throw typeMismatch;
  return zone === '' || zone === 'UTC' ? utc : toTimeZone(utc, zone);
}
/** The local time in a zone, in a date as if it were UTC. */
function toTimeZone(utc: Date, timeZone: string): Date {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(utc);
    const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
    return new Date(Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')));
  } catch {
    throw typeMismatch;
  }
}
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const timeBuiltins: readonly Builtin[] = [
  defineBuiltin('time.now_ns', 0, (_none, { now }) => normalizeNumber(now)),
  defineBuiltin('time.parse_rfc3339_ns', 1, ([value]) => parseTime(asString(value))),
  defineBuiltin('time.parse_duration_ns', 1, ([value]) => parseDuration(asString(value))),
  defineBuiltin('time.date', 1, ([value]) => {
    const at = asDate(value);
    return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  }),
  defineBuiltin('time.clock', 1, ([value]) => {
    const at = asDate(value);
    return [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
  }),
  defineBuiltin('time.weekday', 1, ([value]) => weekdays[asDate(value).getUTCDay()]),
  defineBuiltin('time.add_date', 4, ([ns, years, months, dates]) => {
    const [at, remainder] = [
      asDate(ns),
      ((BigInt(asNumber(ns)) % nanosecondsPerMillisecond) + nanosecondsPerMillisecond) % nanosecondsPerMillisecond,
    ];
    const moved = Date.UTC(
      at.getUTCFullYear() + asInteger(years),
      at.getUTCMonth() + asInteger(months),
      at.getUTCDate() + asInteger(dates),
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
      at.getUTCMilliseconds(),
    );
    return Number.isNaN(moved) ? undefined : normalizeNumber(BigInt(moved) * nanosecondsPerMillisecond + remainder);
  }),
];
