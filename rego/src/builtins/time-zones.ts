import { typeMismatch } from './builtin.ts';

/** The offset of a zone from UTC at a time, and the name that applies then. */
export interface ZoneOffset {
  readonly seconds: number;
  readonly name: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** A format per language and zone; to create one is slow. @throws typeMismatch for a zone that does not exist. */
function formatOf(language: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`;
  const cached = formats.get(key);
  if (cached) return cached;
  try {
    const format = new Intl.DateTimeFormat(language, {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      timeZoneName: 'short',
    });
    if (formats.size > 200) formats.clear();
    formats.set(key, format);
    return format;
  } catch {
    throw typeMismatch;
  }
}
/** Each names the zones of its own region. */
const languages = ['en-US', 'en-GB', 'en-IN', 'en-AU', 'en-NZ', 'en-ZA'];

/** `+0530`, `-03`: what a zone without a name is called. */
function numericName(seconds: number): string {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  const [hours, rest] = [String(Math.floor(minutes / 60)).padStart(2, '0'), minutes % 60];
  return `${seconds < 0 ? '-' : '+'}${hours}${rest ? String(rest).padStart(2, '0') : ''}`;
}

/** The offset at a time in milliseconds since 1970. `""`, `UTC` and `Local` are UTC. @throws typeMismatch for an unknown zone. */
export function zoneOffsetAt(zone: string, milliseconds: number): ZoneOffset {
  if (zone === '' || zone === 'UTC' || zone === 'Local') return { seconds: 0, name: 'UTC' };
  if (!/^[A-Za-z0-9_+/-]+$/.test(zone) || /^[+-]/.test(zone)) throw typeMismatch;
  const parts = formatOf('en-US', zone).formatToParts(new Date(milliseconds));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  const year = part('era') === 'BC' ? 1 - Number(part('year')) : Number(part('year'));
  const local = new Date(0);
  local.setUTCFullYear(year, Number(part('month')) - 1, Number(part('day')));
  local.setUTCHours(Number(part('hour')), Number(part('minute')), Number(part('second')));
  const seconds = Math.round((local.getTime() - Math.floor(milliseconds / 1000) * 1000) / 1000);
  const names = languages.map(
    (language) =>
      formatOf(language, zone)
        .formatToParts(new Date(milliseconds))
        .find((each) => each.type === 'timeZoneName')?.value ?? '',
  );
  return { seconds, name: names.find((name) => name !== '' && !/^(GMT|UTC)[+-]/.test(name)) ?? numericName(seconds) };
}
