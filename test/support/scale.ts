/**
 * How much the tests do that could always do more. The suite takes the short schedule; `TORTURE=1`, which
 * `npm run torture` sets, takes the long one. A file has a long schedule if it imports this module or `seed.ts`.
 */
export const torture = process.env['TORTURE'] === '1';

/** The one of two schedules that is asked for. */
export const schedule = <T>(short: T, long: T): T => (torture ? long : short);

/** How often a property is tried. */
export const runs = (short: number, long = short * 20): number => schedule(short, long);
