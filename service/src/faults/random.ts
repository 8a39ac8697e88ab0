/** Pseudo-random numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed (mulberry32). */
export const createSeededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A delay in milliseconds: fixed, uniform between two values, or around a mean (normal, never below 0). */
export type DelayDistribution =
  | number
  | { readonly from: number; readonly to: number }
  | { readonly mean: number; readonly deviation: number };

export const sampleDelay = (span: DelayDistribution, random: () => number): number => {
  if (typeof span === 'number') return span;
  if ('from' in span) return span.from + random() * (span.to - span.from);
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(0, span.mean + normal * span.deviation);
};
