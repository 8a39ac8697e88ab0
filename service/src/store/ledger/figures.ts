/** Runs that were made from `from` on and before `to`. What never ran (`not_run`) is no run. */
export interface RunFilter {
  readonly of: { readonly project: string } | { readonly organization: string };
  readonly names?: readonly string[];
  readonly branches?: readonly string[];
  readonly from: number;
  readonly to: number;
}
/** Jobs of one workflow that began from `from` on and before `to`. */
export interface JobFilter {
  readonly project: string;
  readonly workflow: string;
  readonly names?: readonly string[];
  readonly nameContains?: string;
  readonly branches?: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Sums over the runs of a group. Credits are thousandths. */
export interface Sums {
  readonly runs: number;
  readonly successes: number;
  readonly canceled: number;
  readonly seconds: number;
  /** Sum of the squares of the seconds; this, the shortest and the longest are 0 unless the depth is `all`. */
  readonly squares: number;
  readonly shortest: number;
  readonly longest: number;
  readonly millicredits: number;
  readonly recoveries: number;
  /** Milliseconds of all recoveries. */
  readonly recovery: number;
  /** Set for groups by day or hour; null for other groups. */
  readonly firstStart: number | null;
  readonly lastStop: number | null;
}
/** A percentile is the least value that so many of a hundred do not exceed. The median of an even number is the mean of the middle two. */
export interface Percentiles {
  readonly median: number;
  readonly p95: number;
}
export interface FigureGroup {
  readonly project?: string;
  readonly name?: string;
  readonly branch?: string;
  /** When its day or hour begins. */ readonly bucket?: number;
}
export interface Figures extends Sums {
  readonly group: FigureGroup;
  readonly secondsRanks: Percentiles | null;
  readonly creditsRanks: Percentiles | null;
}

/** Which figures are computed: sums only, also durations, or all. */
export type FigureDepth = 'sums' | 'durations' | 'all';

export type Bucket = readonly [bucket: number, name: string];
export interface BucketPage {
  readonly after?: Bucket;
  readonly limit: number;
}
export interface NamePage {
  readonly after?: string;
  readonly limit: number;
}

export interface RunListItem {
  readonly seq: number;
  readonly id: string;
  readonly branch: string | null;
  readonly pipelineNumber: number;
  readonly status: string;
  readonly seconds: number;
  readonly credits: number;
  readonly createdAt: number;
  readonly stoppedAt: number;
  readonly isApproval: boolean;
}
export interface JobListItem {
  readonly seq: number;
  readonly id: string;
  readonly status: string;
  readonly seconds: number;
  readonly credits: number;
  readonly startedAt: number;
  readonly stoppedAt: number;
}

export interface TestFigures {
  /** One test of one job of one workflow. */
  readonly test: string;
  readonly name: string;
  readonly classname: string;
  readonly file: string;
  readonly source: string;
  readonly jobName: string;
  readonly runs: number;
  readonly failures: number;
  /** The 95th percentile in seconds. */
  readonly p95: number;
}
export interface FlakyTest {
  readonly test: string;
  readonly name: string;
  readonly classname: string;
  readonly file: string;
  readonly source: string;
  /** Failures in commits in which it passed, too, and the seconds that they took. */
  readonly failures: number;
  readonly seconds: number;
  /** The job in which it failed last. */
  readonly jobName: string;
  readonly jobNumber: number | null;
  readonly workflow: string;
  readonly run: string;
  readonly runCreatedAt: number;
  readonly pipelineNumber: number;
}

/** The queries of the insights, computed by the database. */
export interface LedgerFigures {
  summarizeRuns(filter: RunFilter, by: readonly ('project' | 'name' | 'branch')[], depth: FigureDepth): Promise<readonly Figures[]>;
  /** Adds the percentiles of the seconds to the figures of the same groups. */
  addPercentiles(
    filter: RunFilter,
    by: readonly ('project' | 'name' | 'branch')[],
    figures: readonly Figures[],
  ): Promise<readonly Figures[]>;
  /** `bucket`: milliseconds of a day or an hour; groups are of a name and a bucket then. */
  summarizeJobs(filter: JobFilter, depth: FigureDepth, bucket?: number): Promise<readonly Figures[]>;
  /** Figures of whole workflows by name and bucket, like `summarizeJobs`. */
  summarizeRunSeries(filter: RunFilter, depth: FigureDepth, bucket: number): Promise<readonly Figures[]>;
  /** Names that occur, sorted by code point. A branch is never ''. */
  listRunNames(filter: RunFilter, column: 'name' | 'branch', part: NamePage): Promise<readonly string[]>;
  listJobNames(filter: JobFilter, part: NamePage): Promise<readonly string[]>;
  /** Beginnings of days or hours in which jobs, or runs, began, with their names, in the order of both, behind a place. */
  listJobBuckets(filter: JobFilter, bucket: number, part: BucketPage): Promise<readonly Bucket[]>;
  listRunBuckets(filter: RunFilter, bucket: number, part: BucketPage): Promise<readonly Bucket[]>;
  /** Runs of a workflow, those that ended last first. */
  listRuns(filter: RunFilter, part: { readonly before?: number; readonly limit: number }): Promise<readonly RunListItem[]>;
  listJobs(filter: JobFilter, part: { readonly before?: number; readonly limit: number }): Promise<readonly JobListItem[]>;
  /** The number of results of each kind, by run. */
  countTests(runs: readonly string[]): Promise<readonly { readonly run: string; readonly result: string; readonly count: number }[]>;
  /** Tests of these runs (skipped ones left out), and of how many these are the first. */
  listTestFigures(
    runs: readonly string[],
    order: 'failures' | 'p95',
    limit: number,
  ): Promise<{ readonly tests: readonly TestFigures[]; readonly total: number }>;
  /** The tests of a project that failed in the window in a commit in which they also passed, the most flaky first. */
  listFlakyTests(project: string, from: number, to: number): Promise<readonly FlakyTest[]>;
}
