import type { LedgerFigures } from './figures.ts';

/**
 * The ledger: what finished, one row for each workflow run, job run and test result. Rows are written in the transaction in
 * which the thing ends, never change, and go with their project. Times are epoch milliseconds.
 */
export type WorkflowTrigger = 'scheduled_pipeline' | 'explicit' | 'api' | 'webhook';

export interface WorkflowRun {
  /** The workflow's ID. A rerun is a new workflow with its own row. */
  readonly id: string;
  readonly organization: string;
  readonly project: string;
  readonly pipeline: string;
  readonly pipelineNumber: number;
  readonly pipelineCreatedAt: number;
  readonly trigger: WorkflowTrigger;
  /** A user's UUID, or the organization's where its token or a team's asked. */
  readonly startedBy: string;
  readonly login: string;
  readonly vcsHost: string;
  readonly vcsUrl: string;
  /** Null: of a tag. */
  readonly branch: string | null;
  readonly tag: string | null;
  readonly revision: string | null;
  readonly name: string;
  readonly status: string;
  readonly createdAt: number;
  readonly firstQueuedAt: number | null;
  readonly firstStartedAt: number | null;
  readonly stoppedAt: number;
  /** Whole seconds from its beginning to its end. */
  readonly seconds: number;
  /** The sum of the credits of the jobs that ran in it. */
  readonly credits: number;
  /** Whether one of its jobs is an approval. */
  readonly isApproval: boolean;
  /** 0: not a rerun. */
  readonly rerun: number;
}

/** Percentages of what the machine had; null: too short to be measured. */
export interface ResourceUsage {
  readonly medianCpu: number | null;
  readonly maxCpu: number | null;
  readonly medianRam: number | null;
  readonly maxRam: number | null;
}

export interface JobRun extends ResourceUsage {
  /** The job's id. A job that a rerun kept stays with the run in which it ran. */
  readonly id: string;
  /** The ID of the workflow run. */
  readonly run: string;
  readonly organization: string;
  readonly project: string;
  readonly workflow: string;
  readonly branch: string | null;
  readonly name: string;
  /** Null if the job was never queued. */
  readonly number: number | null;
  readonly type: string;
  readonly status: string;
  readonly createdAt: number;
  readonly queuedAt: number | null;
  readonly startedAt: number | null;
  readonly stoppedAt: number;
  /** Whole seconds that it ran. */
  readonly seconds: number;
  readonly resourceClass: string;
  readonly executor: string;
  readonly parallelism: number;
  readonly credits: number;
}

/** One test result as the report has it. */
export interface TestCase {
  readonly name: string;
  readonly classname: string;
  readonly result: 'success' | 'failure' | 'error' | 'skipped';
  readonly message: string;
  /** Seconds. */
  readonly run_time: number;
  readonly file: string;
  readonly source: string;
}
/** The job and the commit of test results, and when they were reported. */
export interface TestOrigin {
  readonly job: string;
  readonly workflow: string;
  readonly jobName: string;
  readonly project: string;
  readonly revision: string | null;
  readonly at: number;
}

/** A row with its place in the order of writing. */
export type Sequenced<T> = T & { readonly seq: number };
export interface LedgerPage {
  readonly after?: number;
  readonly limit: number;
}
export type JobRunCursor = Pick<Sequenced<JobRun>, 'stoppedAt' | 'seq'>;

export const ledgerTables = ['workflow_runs', 'job_runs', 'test_results'] as const;
export type LedgerTable = (typeof ledgerTables)[number];
/** A row as it is stored: for copies of the whole store. */
export type LedgerRow = Readonly<Record<string, string | number | null>>;

export interface LedgerReader extends LedgerFigures {
  findRun(id: string): Promise<WorkflowRun | undefined>;
  /**
   * Job runs of an organization that stopped from `from` on and before `to`, by stop time (then in the order of writing), after a
   * cursor, each with its workflow run.
   */
  listJobRuns(
    filter: { readonly organization: string; readonly from: number; readonly to: number },
    part: { readonly after?: JobRunCursor; readonly limit: number },
  ): Promise<readonly { readonly job: Sequenced<JobRun>; readonly run: WorkflowRun }[]>;
  /** When a run of a project ended last. */
  findLastStop(project: string): Promise<number | null>;
  /** A job's test results in the order of the report. */
  listTests(job: string, part: LedgerPage): Promise<readonly Sequenced<TestCase>[]>;
  /** The number of a job's test results, and their size in bytes of text. */
  measureTests(job: string): Promise<{ readonly count: number; readonly bytes: number }>;
  /** Rows as they are stored, in the order of writing. */
  listRows(table: LedgerTable, part: LedgerPage): Promise<readonly LedgerRow[]>;
}

export interface Ledger extends LedgerReader {
  /** A finished workflow with the jobs that ran in it. Existing rows (a job that a rerun kept) do not change. */
  addRun(run: Omit<WorkflowRun, 'credits'>, jobs: readonly JobRun[]): Promise<void>;
  addTests(place: TestOrigin, tests: readonly TestCase[]): Promise<void>;
  /** Everything of a project. */
  deleteProject(project: string): Promise<void>;
  /** Inserts the rows of `dump` in their order into an empty table; `seq` is assigned again. */
  insertRows(table: LedgerTable, rows: readonly LedgerRow[]): Promise<void>;
}
