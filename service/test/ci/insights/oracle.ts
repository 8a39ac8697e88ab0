/** The metrics as docs/ci-service.md says them, in the plainest way. */
export interface OracleRun {
  readonly name: string;
  readonly branch: string;
  readonly status: string;
  readonly createdAt: number;
  readonly stoppedAt: number;
  readonly credits: number;
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const sorted = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b);
const secondsOf = ({ createdAt, stoppedAt }: OracleRun): number => Math.round((stoppedAt - createdAt) / 1000);
const p95 = (values: readonly number[]): number =>
  sorted(values).find((value) => values.filter((one) => one <= value).length >= 0.95 * values.length) ?? 0;
const median = (values: readonly number[]): number => {
  const all = sorted(values);
  if (all.length === 0) return 0;
  return all.length % 2 === 1 ? all[(all.length - 1) / 2]! : (all[all.length / 2 - 1]! + all[all.length / 2]!) / 2;
};

/** Milliseconds of the outages that each run ended, looking back over everything of its workflow and branch. Ends of runs differ. */
const recoveries = (runs: readonly OracleRun[], all: readonly OracleRun[]): readonly number[] =>
  runs.flatMap((run) => {
    if (run.status !== 'success') return [];
    const before = all
      .filter(
        (one) =>
          one.name === run.name &&
          one.branch === run.branch &&
          one.status !== 'canceled' &&
          one.status !== 'not_run' &&
          one.stoppedAt < run.stoppedAt,
      )
      .sort((a, b) => b.stoppedAt - a.stoppedAt);
    const lastGood = before.findIndex(({ status }) => status === 'success');
    const failures = lastGood < 0 ? before : before.slice(0, lastGood);
    return failures.length === 0 ? [] : [run.stoppedAt - failures.at(-1)!.stoppedAt];
  });

export const expectedMetrics = (runs: readonly OracleRun[], all: readonly OracleRun[], days: number) => {
  const seconds = runs.map(secondsOf),
    ended = runs.filter(({ status }) => status !== 'canceled'),
    good = runs.filter(({ status }) => status === 'success'),
    outages = recoveries(runs, all);
  const mean = runs.length === 0 ? 0 : sum(seconds) / runs.length;
  return {
    total_runs: runs.length,
    successful_runs: good.length,
    failed_runs: ended.length - good.length,
    completed_runs: ended.length,
    success_rate: ended.length === 0 ? 0 : good.length / ended.length,
    throughput: runs.length / days,
    mttr: outages.length === 0 ? 0 : Math.round(sum(outages) / outages.length / 1000),
    total_recoveries: outages.length,
    total_credits_used: Math.round(sum(runs.map(({ credits }) => credits))),
    total_duration_secs: sum(seconds),
    p95_duration_secs: p95(seconds),
    median_credits_used: Math.round(median(runs.map(({ credits }) => credits))),
    duration_metrics: {
      min: runs.length === 0 ? 0 : Math.min(...seconds),
      mean: Math.round(mean),
      median: Math.round(median(seconds)),
      p95: p95(seconds),
      max: runs.length === 0 ? 0 : Math.max(...seconds),
      standard_deviation: runs.length === 0 ? 0 : Math.sqrt(sum(seconds.map((one) => (one - mean) ** 2)) / runs.length),
      total: sum(seconds),
    },
  };
};
export const expectedTrends = (now: Record<string, unknown>, before: Record<string, unknown>): Record<string, number> =>
  Object.fromEntries(
    Object.keys(now)
      .filter((name) => name !== 'duration_metrics')
      .map((name) => {
        const [value, old] = [now[name] as number, before[name] as number];
        return [name, old === 0 ? (value === 0 ? 0 : 1) : (value - old) / old];
      }),
  );
