import type { RequestContext } from '../../route.ts';
import { asked, got, invalid, oneAsked } from '../read.ts';

export interface Window { /** Milliseconds; the beginning is in, the end is not. */ readonly from: number; readonly to: number; readonly days: number }

export const hour = 3_600_000;
export const day = 24 * hour;
const windows = { 'last-24-hours': 1, 'last-7-days': 7, 'last-30-days': 30, 'last-60-days': 60, 'last-90-days': 90 } as const;
type Name = keyof typeof windows;
const names = Object.keys(windows) as Name[];
/** How far back insights go, and trends. */
const longest = { window: 90, trend: 30 };

/** What happened at this very moment is in, and so is what happened so many days ago. */
export const until = (asking: RequestContext): number => asking.clock.now().getTime() + 1;
export const latest = (to: number, days: number): Window => ({ from: to - 1 - days * day, to, days });

/** `reporting-window`, ending now: 90 days unless it says less. */
export const windowAsked = (asking: RequestContext): Window => latest(until(asking), windows[oneAsked(asking, 'reporting-window', names, 'last-90-days')]);
export const wholeWindow = (asking: RequestContext): Window => latest(until(asking), longest.window);

/** The latest part of a window, at most 30 days, and as much before it. */
export const trendOf = ({ to, days }: Window): { readonly now: Window; readonly before: Window } => {
  const length = Math.min(days, longest.trend);
  const now = latest(to, length);
  return { now, before: { from: now.from - length * day, to: now.from, days: length } };
};

const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;
const dateAsked = (asking: RequestContext, name: 'start-date' | 'end-date'): number | undefined => {
  const text = asked(asking, name);
  if (text === undefined) return undefined;
  // A + in a query is a space: who did not encode it meant a zone.
  const at = time.test(text.replace(' ', '+')) ? Date.parse(text.replace(' ', '+')) : NaN;
  // A day that the month does not have would be one of the next.
  const isDay = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(at) || Number.isNaN(isDay.getTime()) || isDay.toISOString().slice(0, 10) !== text.slice(0, 10)) throw invalid({ detail: `expected a time such as 2026-05-01T12:00:00Z, ${got(text)}`, parameter: name });
  return at;
};

/** `start-date` (in) to `end-date` (not in), of what is kept: `kept` milliseconds back, in whole steps of `step`. Without them, all of it. */
export const datesAsked = (asking: RequestContext, kept: number = longest.window * day, step = 1): Window => {
  const [start, end] = [dateAsked(asking, 'start-date'), dateAsked(asking, 'end-date')];
  if (end !== undefined && start === undefined) throw invalid({ detail: 'is required where end-date is sent', parameter: 'start-date' });
  if (end !== undefined && end < start!) throw invalid({ detail: 'is before start-date', parameter: 'end-date' });
  if (end !== undefined && end - start! > longest.window * day) throw invalid({ detail: `is more than ${longest.window} days after start-date`, parameter: 'end-date' });
  const now = until(asking), oldest = now - 1 - kept;
  const from = Math.max(start ?? -Infinity, oldest - oldest % step), to = Math.min(end ?? Infinity, now);
  return { from, to, days: Math.max(to - from, 0) / day };
};
