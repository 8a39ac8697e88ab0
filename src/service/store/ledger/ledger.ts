import type { LedgerFigures } from './figures.ts';

/**
 * The ledger: what finished, one row for each workflow run, job run and test result. Rows are written in the transaction in
 * which the thing ends, never change, and go with their project. Times are epoch milliseconds.
 */
export type Trigger = 'scheduled_pipeline' | 'explicit' | 'api' | 'webhook';

export interface WorkflowRun {
  /** The workflow's id. A rerun is a workflow, and a row, of its own. */
  readonly id: string;
  readonly organization: string;
  readonly project: string;
  readonly pipeline: string;
  readonly pipelineNumber: number;
  readonly pipelineCreatedAt: number;
  readonly trigger: Trigger;
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
  /** Of the jobs that ran in it. */
  readonly credits: number;
  /** Whether one of its jobs is an approval. */
  readonly isApproval: boolean;
  /** 0: not a rerun. */
  readonly rerun: number;
}

/** Percentages of what the machine had; null: too short to be measured. */
export interface Measured { readonly medianCpu: number | null; readonly maxCpu: number | null; readonly medianRam: number | null; readonly maxRam: number | null }

export interface JobRun extends Measured {
  /** The job's id. A job that a rerun kept stays with the run in which it ran. */
  readonly id: string;
  /** The workflow run. */
  readonly run: string;
  readonly organization: string;
  readonly project: string;
  readonly workflow: string;
  readonly branch: string | null;
  readonly name: string;
  /** Null: never queued. */
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

/** As the report said it. */
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
/** In which job, of which commit, and when it was told. */
export interface TestPlace { readonly job: string; readonly workflow: string; readonly jobName: string; readonly project: string; readonly revision: string | null; readonly at: number }

/** A row with its place in the order of writing. */
export type Placed<T> = T & { readonly seq: number };
export interface Part { readonly after?: number; readonly limit: number }
export type Stopped = Pick<Placed<JobRun>, 'stoppedAt' | 'seq'>;

export const ledgerTables = ['workflow_runs', 'job_runs', 'test_results'] as const;
export type LedgerTable = typeof ledgerTables[number];
/** A row as it is stored: for copies of the whole store. */
export type LedgerRow = Readonly<Record<string, string | number | null>>;

export interface LedgerView extends LedgerFigures {
  run(id: string): Promise<WorkflowRun | undefined>;
  /** Job runs of an organization that stopped from `from` on and before `to`, in the order in which they stopped (those of one moment as they were written), behind a place, each with its workflow run. */
  jobRuns(filter: { readonly organization: string; readonly from: number; readonly to: number }, part: { readonly after?: Stopped; readonly limit: number }): Promise<readonly { readonly job: Placed<JobRun>; readonly run: WorkflowRun }[]>;
  /** When a run of a project ended last. */
  lastStop(project: string): Promise<number | null>;
  /** A job's test results in the order of the report. */
  tests(job: string, part: Part): Promise<readonly Placed<TestCase>[]>;
  /** How many test results a job has, and how many bytes of text. */
  testSize(job: string): Promise<{ readonly count: number; readonly bytes: number }>;
  /** Rows as they are stored, in the order of writing. */
  dump(table: LedgerTable, part: Part): Promise<readonly LedgerRow[]>;
}

export interface Ledger extends LedgerView {
  /** A finished workflow with the jobs that ran in it. What is there already (a job that a rerun kept) is left alone. */
  add(run: Omit<WorkflowRun, 'credits'>, jobs: readonly JobRun[]): Promise<void>;
  addTests(place: TestPlace, tests: readonly TestCase[]): Promise<void>;
  /** Everything of a project. */
  forget(project: string): Promise<void>;
  /** Puts back what `dump` told, in that order, into a table that is empty; `seq` is given anew. */
  load(table: LedgerTable, rows: readonly LedgerRow[]): Promise<void>;
}
