/** The times of a schedule in UTC: days, and the hours and minutes at which it is due on each of them. */
export interface Calendar {
  includesDay(day: Date): boolean;
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
}

const minuteMilliseconds = 60_000;
const dayMilliseconds = 86_400_000;
/** The longest distance of two days of a calendar: between two 29ths of February are at most eight years. */
const maxDays = 8 * 366;

const descending = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => b - a);

/**
 * The latest time of the calendar in the interval (after, until], in epoch milliseconds; undefined: none. It examines at most the days
 * of eight years.
 */
export const latestTimeOf = (calendar: Calendar, after: number, until: number): number | undefined => {
  const [hours, minutes] = [descending(calendar.hours), descending(calendar.minutes)];
  let midnight = Math.floor(until / dayMilliseconds) * dayMilliseconds;
  for (let days = 0; days < maxDays && midnight + dayMilliseconds > after; days += 1, midnight -= dayMilliseconds) {
    if (!calendar.includesDay(new Date(midnight))) continue;
    for (const hour of hours)
      for (const minute of minutes) {
        const at = midnight + (hour * 60 + minute) * minuteMilliseconds;
        if (at <= after) return undefined;
        if (at <= until) return at;
      }
  }
  return undefined;
};

const ascending = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);

/** How many days ahead a due time is searched; callers ask again at the end of that time. */
const maxDaysAhead = 32;

/** The next due time after this one, in epoch milliseconds; if there is none within 32 days, a time at which to ask again. */
export const nextTimeOf = (calendar: Calendar, after: number): number => {
  const [hours, minutes] = [ascending(calendar.hours), ascending(calendar.minutes)];
  const today = Math.floor(after / dayMilliseconds) * dayMilliseconds;
  for (let midnight = today; midnight < today + maxDaysAhead * dayMilliseconds; midnight += dayMilliseconds) {
    if (!calendar.includesDay(new Date(midnight))) continue;
    for (const hour of hours)
      for (const minute of minutes) {
        const at = midnight + (hour * 60 + minute) * minuteMilliseconds;
        if (at > after) return at;
      }
  }
  return today + maxDaysAhead * dayMilliseconds;
};
