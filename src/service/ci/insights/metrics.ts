import type { Figures, FigureGroup } from '../../store/ledger/figures.ts';

type Numbers = { readonly [metric: string]: number };
export type Metrics = Numbers & { readonly duration_metrics?: Numbers } | { readonly [metric: string]: number | Numbers };

const nothing: Figures = {
  group: {}, runs: 0, successes: 0, canceled: 0, seconds: 0, squares: 0, shortest: 0, longest: 0, millicredits: 0, recoveries: 0, recovery: 0, firstStart: null, lastStop: null, secondsRanks: null, creditsRanks: null,
};
/** Groups as one. Ranks do not add up, nor is the shortest or longest of all told. */
export const added = (group: FigureGroup, all: readonly Figures[]): Figures => {
  const sum = { runs: 0, successes: 0, canceled: 0, seconds: 0, millicredits: 0, recoveries: 0, recovery: 0 };
  for (const one of all) {
    sum.runs += one.runs; sum.successes += one.successes; sum.canceled += one.canceled; sum.seconds += one.seconds;
    sum.millicredits += one.millicredits; sum.recoveries += one.recoveries; sum.recovery += one.recovery;
  }
  return { ...nothing, ...sum, group };
};
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const credits = (millicredits: number): number => Math.round(millicredits / 1000);

/** What every group of runs tells (docs/service.md, Insights). Whole seconds and credits; rates are fractions. */
const sums = ({ runs, successes, canceled, seconds, millicredits, recoveries, recovery }: Figures, days: number): Numbers => ({
  total_runs: runs, successful_runs: successes, failed_runs: runs - successes - canceled, completed_runs: runs - canceled,
  success_rate: share(successes, runs - canceled), throughput: share(runs, days), mttr: Math.round(share(recovery, recoveries) / 1000), total_recoveries: recoveries,
  total_credits_used: credits(millicredits), total_duration_secs: seconds,
});
const p95 = ({ secondsRanks }: Figures): Numbers => ({ p95_duration_secs: secondsRanks?.p95 ?? 0 });

/** From the sum of squares; rounding may take it a hair below nothing. */
const deviation = ({ runs, seconds, squares }: Figures): number => Math.sqrt(Math.max(share(squares, runs) - share(seconds, runs) ** 2, 0));
const durations = (figures: Figures): Numbers => {
  const { shortest, longest, seconds, runs, secondsRanks } = figures;
  return {
    min: shortest, mean: Math.round(share(seconds, runs)), median: Math.round(secondsRanks?.median ?? 0), p95: secondsRanks?.p95 ?? 0, max: longest,
    standard_deviation: deviation(figures), total: seconds,
  };
};

export const summed = (figures: Figures = nothing, days: number): Numbers => sums(figures, days);
export const withP95 = (figures: Figures = nothing, days: number): Numbers => ({ ...sums(figures, days), ...p95(figures) });
export const every = (figures: Figures = nothing, days: number): { readonly [metric: string]: number | Numbers } => ({
  ...sums(figures, days), ...p95(figures), median_credits_used: credits(figures.creditsRanks?.median ?? 0), duration_metrics: durations(figures),
});

/** By how much each metric changed, as a part of what it was: 0.5 is half as much again. From nothing to something is 1. */
export const changes = (now: Numbers, before: Numbers): Numbers =>
  Object.fromEntries(Object.entries(now).map(([name, value]) => [name, before[name] ? (value - before[name]) / before[name] : value === 0 ? 0 : 1]));
