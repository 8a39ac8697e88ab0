import type { RequestContext } from '../../http/route.ts';
import { queryParameter, describeValue, invalidRequest, enumParameter } from '../requests/read-request.ts';

export interface ReportingWindow {
  /** Milliseconds since 1970; the start is inclusive, the end exclusive. */ readonly from: number;
  readonly to: number;
  readonly days: number;
}

export const hourMilliseconds = 3_600_000;
export const dayMilliseconds = 24 * hourMilliseconds;
const windowDays = { 'last-24-hours': 1, 'last-7-days': 7, 'last-30-days': 30, 'last-60-days': 60, 'last-90-days': 90 } as const;
type WindowName = keyof typeof windowDays;
const windowNames = Object.keys(windowDays) as WindowName[];
/** Days that insights and trends go back. */
const maxDays = { window: 90, trend: 30 };

/** The exclusive end of a window that includes this moment and the moment that many days ago. */
export const windowEnd = (ctx: RequestContext): number => ctx.clock.now().getTime() + 1;
export const windowOfDays = (to: number, days: number): ReportingWindow => ({ from: to - 1 - days * dayMilliseconds, to, days });

/** `reporting-window`, ending now; 90 days by default. */
export const reportingWindowParameter = (ctx: RequestContext): ReportingWindow =>
  windowOfDays(windowEnd(ctx), windowDays[enumParameter(ctx, 'reporting-window', windowNames, 'last-90-days')]);
export const longestWindow = (ctx: RequestContext): ReportingWindow => windowOfDays(windowEnd(ctx), maxDays.window);

/** The latest part of a window, at most 30 days, and the same length before it. */
export const trendWindows = ({ to, days }: ReportingWindow): { readonly now: ReportingWindow; readonly before: ReportingWindow } => {
  const length = Math.min(days, maxDays.trend);
  const now = windowOfDays(to, length);
  return { now, before: { from: now.from - length * dayMilliseconds, to: now.from, days: length } };
};

const timePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;
const dateParameter = (ctx: RequestContext, name: 'start-date' | 'end-date'): number | undefined => {
  const text = queryParameter(ctx, name);
  if (text === undefined) return undefined;
  // An unencoded + in a query is a space: here it begins a time zone.
  const at = timePattern.test(text.replace(' ', '+')) ? Date.parse(text.replace(' ', '+')) : NaN;
  // Date.parse takes February 30 for March 2.
  const isDay = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(at) || Number.isNaN(isDay.getTime()) || isDay.toISOString().slice(0, 10) !== text.slice(0, 10))
    throw invalidRequest({ detail: `expected a time such as 2026-05-01T12:00:00Z, ${describeValue(text)}`, parameter: name });
  return at;
};

/**
 * `start-date` (inclusive) to `end-date` (exclusive), within the `kept` milliseconds of retention, aligned to `step`. Without them, all
 * that is retained.
 */
export const dateRangeParameters = (ctx: RequestContext, kept: number = maxDays.window * dayMilliseconds, step = 1): ReportingWindow => {
  const [start, end] = [dateParameter(ctx, 'start-date'), dateParameter(ctx, 'end-date')];
  if (end !== undefined && start === undefined)
    throw invalidRequest({ detail: 'is required when end-date is given', parameter: 'start-date' });
  if (end !== undefined && end < start!) throw invalidRequest({ detail: 'is before start-date', parameter: 'end-date' });
  if (end !== undefined && end - start! > maxDays.window * dayMilliseconds)
    throw invalidRequest({ detail: `is more than ${maxDays.window} days after start-date`, parameter: 'end-date' });
  const now = windowEnd(ctx),
    oldest = now - 1 - kept;
  const from = Math.max(start ?? -Infinity, oldest - (oldest % step)),
    to = Math.min(end ?? Infinity, now);
  return { from, to, days: Math.max(to - from, 0) / dayMilliseconds };
};
