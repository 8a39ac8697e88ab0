import type { Figures, FigureGroup } from '../../store/ledger/figures.ts';

type Numbers = { readonly [metric: string]: number };
export type InsightsMetrics = (Numbers & { readonly duration_metrics?: Numbers }) | { readonly [metric: string]: number | Numbers };

const emptyFigures: Figures = {
  group: {},
  runs: 0,
  successes: 0,
  canceled: 0,
  seconds: 0,
  squares: 0,
  shortest: 0,
  longest: 0,
  millicredits: 0,
  recoveries: 0,
  recovery: 0,
  firstStart: null,
  lastStop: null,
  secondsRanks: null,
  creditsRanks: null,
};
/** Adds groups up. Percentiles cannot be added; the shortest and longest duration are left out. */
export const sumFigures = (group: FigureGroup, all: readonly Figures[]): Figures => {
  const sum = { runs: 0, successes: 0, canceled: 0, seconds: 0, millicredits: 0, recoveries: 0, recovery: 0 };
  for (const figures of all) {
    sum.runs += figures.runs;
    sum.successes += figures.successes;
    sum.canceled += figures.canceled;
    sum.seconds += figures.seconds;
    sum.millicredits += figures.millicredits;
    sum.recoveries += figures.recoveries;
    sum.recovery += figures.recovery;
  }
  return { ...emptyFigures, ...sum, group };
};
const divideOrZero = (part: number, total: number): number => (total === 0 ? 0 : part / total);
const toCredits = (millicredits: number): number => Math.round(millicredits / 1000);

/** Metrics of every group of runs (docs/ci-service.md, Insights). Whole seconds and credits; rates are fractions. */
const runMetrics = ({ runs, successes, canceled, seconds, millicredits, recoveries, recovery }: Figures, days: number): Numbers => ({
  total_runs: runs,
  successful_runs: successes,
  failed_runs: runs - successes - canceled,
  completed_runs: runs - canceled,
  success_rate: divideOrZero(successes, runs - canceled),
  throughput: divideOrZero(runs, days),
  mttr: Math.round(divideOrZero(recovery, recoveries) / 1000),
  total_recoveries: recoveries,
  total_credits_used: toCredits(millicredits),
  total_duration_secs: seconds,
});
const p95Metrics = ({ secondsRanks }: Figures): Numbers => ({ p95_duration_secs: secondsRanks?.p95 ?? 0 });

/** Computed from the sum of squares; rounding may take the variance slightly below zero. */
const standardDeviation = ({ runs, seconds, squares }: Figures): number =>
  Math.sqrt(Math.max(divideOrZero(squares, runs) - divideOrZero(seconds, runs) ** 2, 0));
const durationMetrics = (figures: Figures): Numbers => {
  const { shortest, longest, seconds, runs, secondsRanks } = figures;
  return {
    min: shortest,
    mean: Math.round(divideOrZero(seconds, runs)),
    median: Math.round(secondsRanks?.median ?? 0),
    p95: secondsRanks?.p95 ?? 0,
    max: longest,
    standard_deviation: standardDeviation(figures),
    total: seconds,
  };
};

export const summaryMetrics = (figures: Figures = emptyFigures, days: number): Numbers => runMetrics(figures, days);
export const summaryMetricsWithP95 = (figures: Figures = emptyFigures, days: number): Numbers => ({
  ...runMetrics(figures, days),
  ...p95Metrics(figures),
});
export const allMetrics = (figures: Figures = emptyFigures, days: number): { readonly [metric: string]: number | Numbers } => ({
  ...runMetrics(figures, days),
  ...p95Metrics(figures),
  median_credits_used: toCredits(figures.creditsRanks?.median ?? 0),
  duration_metrics: durationMetrics(figures),
});

/** The relative change of each metric: 0.5 is an increase by half. From zero to any other value is 1. */
export const trendMetrics = (now: Numbers, before: Numbers): Numbers =>
  Object.fromEntries(
    Object.entries(now).map(([name, value]) => [name, before[name] ? (value - before[name]) / before[name] : value === 0 ? 0 : 1]),
  );
