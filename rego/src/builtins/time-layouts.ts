/** A time of the calendar with its offset from UTC. Months count from 1, weekdays from Sunday, 0. */
export interface CivilTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly yearDay: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanosecond: number;
  readonly offset: { readonly seconds: number; readonly name: string };
}

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** Layouts by name: each writes the time 2006-01-02 15:04:05 MST in its way. */
const namedLayouts: Readonly<Record<string, string>> = {
  ANSIC: 'Mon Jan _2 15:04:05 2006',
  UnixDate: 'Mon Jan _2 15:04:05 MST 2006',
  RubyDate: 'Mon Jan 02 15:04:05 -0700 2006',
  RFC822: '02 Jan 06 15:04 MST',
  RFC822Z: '02 Jan 06 15:04 -0700',
  RFC850: 'Monday, 02-Jan-06 15:04:05 MST',
  RFC1123: 'Mon, 02 Jan 2006 15:04:05 MST',
  RFC1123Z: 'Mon, 02 Jan 2006 15:04:05 -0700',
  RFC3339: '2006-01-02T15:04:05Z07:00',
  RFC3339Nano: '2006-01-02T15:04:05.999999999Z07:00',
};
export const rfc3339Layout = namedLayouts.RFC3339Nano as string;

const chunkPattern = new RegExp(
  'January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|002|0[1-6]|15|1|2006|__2|_2(?!006)|2|3|4|5|PM|pm|' +
    '[-Z]070000|[-Z]07:00:00|[-Z]0700|[-Z]07:00|[-Z]07|[.,](?:0+|9+)(?![0-9])',
  'g',
);
const pad = (value: number, length: number, fill = '0'): string => String(value).padStart(length, fill);

function formatOffset(chunk: string, seconds: number): string {
  if (chunk.startsWith('Z') && seconds === 0) return 'Z';
  const total = Math.abs(seconds);
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60].map((each) => pad(each, 2));
  const count = chunk.replace(/[^0-9]/g, '').length / 2;
  return (seconds < 0 ? '-' : '+') + parts.slice(0, count).join(chunk.includes(':') ? ':' : '');
}
function formatFraction(chunk: string, nanosecond: number): string {
  const digits = pad(nanosecond, 9).slice(0, chunk.length - 1);
  if (chunk[1] === '0') return chunk[0] + digits;
  const trimmed = digits.replace(/0+$/, '');
  return trimmed === '' ? '' : chunk[0] + trimmed;
}
/** Formats each chunk. */
const writers: Readonly<Record<string, (time: CivilTime) => string>> = {
  '2006': ({ year }) => (year < 0 ? '-' : '') + pad(Math.abs(year), 4),
  '06': ({ year }) => pad(year % 100, 2),
  January: ({ month }) => months[month - 1] as string,
  Jan: ({ month }) => (months[month - 1] as string).slice(0, 3),
  '01': ({ month }) => pad(month, 2),
  '1': ({ month }) => String(month),
  Monday: ({ weekday }) => weekdays[weekday] as string,
  Mon: ({ weekday }) => (weekdays[weekday] as string).slice(0, 3),
  '2': ({ day }) => String(day),
  _2: ({ day }) => pad(day, 2, ' '),
  '02': ({ day }) => pad(day, 2),
  __2: ({ yearDay }) => pad(yearDay, 3, ' '),
  '002': ({ yearDay }) => pad(yearDay, 3),
  '15': ({ hour }) => pad(hour, 2),
  '3': ({ hour }) => String(hour % 12 || 12),
  '03': ({ hour }) => pad(hour % 12 || 12, 2),
  '4': ({ minute }) => String(minute),
  '04': ({ minute }) => pad(minute, 2),
  '5': ({ second }) => String(second),
  '05': ({ second }) => pad(second, 2),
  PM: ({ hour }) => (hour >= 12 ? 'PM' : 'AM'),
  pm: ({ hour }) => (hour >= 12 ? 'pm' : 'am'),
  MST: ({ offset }) => offset.name,
};

/** Writes a time by a layout, or by the name of one. */
export const formatTime = (time: CivilTime, layout: string): string =>
  (namedLayouts[layout] ?? layout).replace(chunkPattern, (chunk) => {
    if (/^[-Z]0/.test(chunk)) return formatOffset(chunk, time.offset.seconds);
    return /^[.,]/.test(chunk) ? formatFraction(chunk, time.nanosecond) : (writers[chunk] as (time: CivilTime) => string)(time);
  });

/** Names are parsed case-insensitively. */
const listOf = (names: readonly string[], length?: number): string =>
  names.map((name) => name.slice(0, length).replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)).join('|');
const offsetPatterns: Readonly<Record<string, string>> = {
  '07': '[+-]\\d\\d',
  '0700': '[+-]\\d{4}',
  '07:00': '[+-]\\d\\d:\\d\\d',
  '070000': '[+-]\\d{6}',
  '07:00:00': '[+-]\\d\\d:\\d\\d:\\d\\d',
};
/** Parses each chunk. */
const readers: Readonly<Record<string, string>> = {
  '2006': '(?<year>\\d{4})',
  '06': '(?<shortYear>\\d\\d)',
  January: `(?<month>${listOf(months)})`,
  Jan: `(?<month>${listOf(months, 3)})`,
  '01': '(?<month>\\d\\d)',
  '1': '(?<month>\\d\\d?)',
  Monday: `(?:${listOf(weekdays)})`,
  Mon: `(?:${listOf(weekdays, 3)})`,
  '2': '(?<day>\\d\\d?)',
  _2: ' ?(?<day>\\d\\d?)',
  '02': '(?<day>\\d\\d)',
  __2: ' {0,2}(?<yearDay>\\d{1,3})',
  '002': '(?<yearDay>\\d{3})',
  '15': '(?<hour>\\d\\d?)',
  '3': '(?<hour12>\\d\\d?)',
  '03': '(?<hour12>\\d\\d)',
  '4': '(?<minute>\\d\\d?)',
  '04': '(?<minute>\\d\\d)',
  '5': '(?<second>\\d\\d?)',
  '05': '(?<second>\\d\\d)',
  PM: '(?<half>AM|PM)',
  pm: '(?<half>am|pm)',
  MST: '(?<zone>UTC|[A-Z]{3,4}T?(?:[+-]\\d{1,2})?|[+-]\\d\\d(?:\\d\\d)?)',
};
function readerOf(chunk: string, next: string | undefined): string {
  if (/^[-Z]0/.test(chunk)) return `(?<offset>${chunk.startsWith('Z') ? 'Z|' : ''}${offsetPatterns[chunk.slice(1)]})`;
  if (/^[.,]0/.test(chunk)) return `[.,](?<fraction>\\d{${chunk.length - 1}})`;
  if (/^[.,]9/.test(chunk)) return '(?:[.,](?<fraction>\\d{1,9})\\d*)?';
  // A fraction may follow seconds although the layout has none.
  return (readers[chunk] as string) + (/^0?5$/.test(chunk) && !/^[.,]/.test(next ?? '') ? '(?:[.,](?<fraction>\\d{1,9})\\d*)?' : '');
}
const escapeLiteral = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replace(/ +/g, ' +');

/** The named parts of a text by a layout, or by the name of one; undefined when it has another form. */
export function matchLayout(layout: string, text: string): Readonly<Record<string, string | undefined>> | undefined {
  const full = namedLayouts[layout] ?? layout;
  const chunks = [...full.matchAll(chunkPattern)];
  let [pattern, at] = ['', 0];
  const seen = new Set<string>();
  for (const [index, chunk] of chunks.entries()) {
    const reader = readerOf(chunk[0], full[chunk.index + chunk[0].length] === undefined ? undefined : chunks[index + 1]?.[0]);
    // A part that is repeated is read as its first mention.
    const name = /\(\?<(\w+)>/.exec(reader)?.[1] ?? '';
    pattern += escapeLiteral(full.slice(at, chunk.index)) + (seen.has(name) ? reader.replace(/\?<\w+>/, '?:') : reader);
    if (name !== '') seen.add(name);
    at = chunk.index + chunk[0].length;
  }
  const match = new RegExp(`^${pattern}${escapeLiteral(full.slice(at))}$`).exec(text);
  return match ? (match.groups ?? {}) : undefined;
}
/** The month of its number or of its name in English. */
export const monthOf = (text: string): number =>
  /^\d/.test(text) ? Number(text) : months.findIndex((name) => name.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase()) + 1;
