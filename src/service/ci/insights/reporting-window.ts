import type { RequestContext } from '../../http/route.ts';
import { queryParameter, describeValue, invalidRequest, enumParameter } from '../requests/read-request.ts';

export interface ReportingWindow {
  /** Milliseconds; the beginning is in, the end is not. */ readonly from: number;
  readonly to: number;
  readonly days: number;
}

export const hourMilliseconds = 3_600_000;
export const dayMilliseconds = 24 * hourMilliseconds;
const windowDays = { 'last-24-hours': 1, 'last-7-days': 7, 'last-30-days': 30, 'last-60-days': 60, 'last-90-days': 90 } as const;
type WindowName = keyof typeof windowDays;
const windowNames = Object.keys(windowDays) as WindowName[];
/** How far back insights go, and trends. */
const maxDays = { window: 90, trend: 30 };

/** What happened at this very moment is in, and so is what happened so many days ago. */
export const windowEnd = (asking: RequestContext): number => asking.clock.now().getTime() + 1;
export const windowOfDays = (to: number, days: number): ReportingWindow => ({ from: to - 1 - days * dayMilliseconds, to, days });

/** `reporting-window`, ending now: 90 days unless it says less. */
export const reportingWindowParameter = (asking: RequestContext): ReportingWindow =>
  windowOfDays(windowEnd(asking), windowDays[enumParameter(asking, 'reporting-window', windowNames, 'last-90-days')]);
export const longestWindow = (asking: RequestContext): ReportingWindow => windowOfDays(windowEnd(asking), maxDays.window);

/** The latest part of a window, at most 30 days, and as much before it. */
export const trendWindows = ({ to, days }: ReportingWindow): { readonly now: ReportingWindow; readonly before: ReportingWindow } => {
  const length = Math.min(days, maxDays.trend);
  const now = windowOfDays(to, length);
  return { now, before: { from: now.from - length * dayMilliseconds, to: now.from, days: length } };
};

const timePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;
const dateParameter = (asking: RequestContext, name: 'start-date' | 'end-date'): number | undefined => {
  const text = queryParameter(asking, name);
  if (text === undefined) return undefined;
  // A + in a query is a space: who did not encode it meant a zone.
  const at = timePattern.test(text.replace(' ', '+')) ? Date.parse(text.replace(' ', '+')) : NaN;
  // A day that the month does not have would be one of the next.
  const isDay = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(at) || Number.isNaN(isDay.getTime()) || isDay.toISOString().slice(0, 10) !== text.slice(0, 10))
    throw invalidRequest({ detail: `expected a time such as 2026-05-01T12:00:00Z, ${describeValue(text)}`, parameter: name });
  return at;
};

/** `start-date` (in) to `end-date` (not in), of what is kept: `kept` milliseconds back, in whole steps of `step`. Without them, all of it. */
export const dateRangeParameters = (asking: RequestContext, kept: number = maxDays.window * dayMilliseconds, step = 1): ReportingWindow => {
  const [start, end] = [dateParameter(asking, 'start-date'), dateParameter(asking, 'end-date')];
  if (end !== undefined && start === undefined)
    throw invalidRequest({ detail: 'is required where end-date is sent', parameter: 'start-date' });
  if (end !== undefined && end < start!) throw invalidRequest({ detail: 'is before start-date', parameter: 'end-date' });
  if (end !== undefined && end - start! > maxDays.window * dayMilliseconds)
    throw invalidRequest({ detail: `is more than ${maxDays.window} days after start-date`, parameter: 'end-date' });
  const now = windowEnd(asking),
    oldest = now - 1 - kept;
  const from = Math.max(start ?? -Infinity, oldest - (oldest % step)),
    to = Math.min(end ?? Infinity, now);
  return { from, to, days: Math.max(to - from, 0) / dayMilliseconds };
};
