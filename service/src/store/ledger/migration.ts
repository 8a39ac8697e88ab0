import { ledgerTables } from './ledger.ts';

type Column = readonly [name: string, type: 'text' | 'integer' | 'number', absent?: 'null'];

const runColumns: readonly Column[] = [
  ['id', 'text'],
  ['organization', 'text'],
  ['project', 'text'],
  ['pipeline', 'text'],
  ['pipeline_number', 'integer'],
  ['pipeline_created_at', 'integer'],
  ['trigger', 'text'],
  ['started_by', 'text'],
  ['login', 'text'],
  ['vcs_host', 'text'],
  ['vcs_url', 'text'],
  ['branch', 'text'],
  ['tag', 'text', 'null'],
  ['revision', 'text', 'null'],
  ['name', 'text'],
  ['status', 'text'],
  ['created_at', 'integer'],
  ['first_queued_at', 'integer', 'null'],
  ['first_started_at', 'integer', 'null'],
  ['stopped_at', 'integer'],
  ['seconds', 'integer'],
  ['millicredits', 'integer'],
  ['is_approval', 'integer'],
  ['rerun', 'integer'],
  ['broken_since', 'integer', 'null'],
  ['recovery', 'integer', 'null'],
];
const jobColumns: readonly Column[] = [
  ['id', 'text'],
  ['run', 'text'],
  ['organization', 'text'],
  ['project', 'text'],
  ['workflow', 'text'],
  ['branch', 'text'],
  ['name', 'text'],
  ['number', 'integer', 'null'],
  ['type', 'text'],
  ['status', 'text'],
  ['created_at', 'integer'],
  ['queued_at', 'integer', 'null'],
  ['started_at', 'integer', 'null'],
  ['stopped_at', 'integer'],
  ['seconds', 'integer'],
  ['resource_class', 'text'],
  ['executor', 'text'],
  ['parallelism', 'integer'],
  ['millicredits', 'integer'],
  ['median_cpu', 'number', 'null'],
  ['max_cpu', 'number', 'null'],
  ['median_ram', 'number', 'null'],
  ['max_ram', 'number', 'null'],
  ['broken_since', 'integer', 'null'],
  ['recovery', 'integer', 'null'],
];
const testColumns: readonly Column[] = [
  ['job', 'text'],
  ['project', 'text'],
  ['test', 'text'],
  ['revision', 'text', 'null'],
  ['at', 'integer'],
  ['failed', 'integer'],
  ['name', 'text'],
  ['classname', 'text'],
  ['result', 'text'],
  ['message', 'text'],
  ['run_time', 'number'],
  ['file', 'text'],
  ['source', 'text'],
];
const tableColumns = { workflow_runs: runColumns, job_runs: jobColumns, test_results: testColumns };

const columnTypes = {
  sqlite: { text: 'text', integer: 'integer', number: 'real' },
  postgres: { text: 'text collate "C"', integer: 'bigint', number: 'double precision' },
};
const keyColumns = { sqlite: 'seq integer primary key autoincrement', postgres: 'seq bigint generated always as identity primary key' };

const createTables = (engine: 'sqlite' | 'postgres'): readonly string[] =>
  ledgerTables.map((table) => {
    const all = tableColumns[table].map(
      ([name, type, absent]) => `"${name}" ${columnTypes[engine][type]}${absent ? '' : ' not null'}${name === 'id' ? ' unique' : ''}`,
    );
    const [prefix, suffix] = engine === 'postgres' ? ['slipway.', ''] : ['', ' strict'];
    return `create table ${prefix}${table} (${[keyColumns[engine], ...all].join(', ')})${suffix}`;
  });

/** What a question over a window reads is in the index itself: it scans a stretch of it and no table. */
const createIndexes = (schema: string): readonly string[] => [
  `create index workflow_runs_of_project on ` +
    `${schema}workflow_runs (project, created_at, name, branch, status, seconds, millicredits, recovery, stopped_at)`,
  `create index workflow_runs_of_organization on ` +
    `${schema}workflow_runs (organization, created_at, project, status, seconds, millicredits, recovery)`,
  `create index workflow_runs_ended on ${schema}workflow_runs (project, stopped_at, status)`,
  `create index workflow_runs_by_name on ${schema}workflow_runs (project, name, seq, created_at, branch, status)`,
  `create index workflow_runs_by_branch on ${schema}workflow_runs (project, name, branch, seq, created_at, status)`,
  `create index workflow_runs_in_time on ${schema}workflow_runs (project, name, branch, stopped_at, seq, status, broken_since)`,
  `create index workflow_runs_by_seconds on ${schema}workflow_runs (project, name, seconds, created_at, status, branch)`,
  `create index workflow_runs_by_credits on ${schema}workflow_runs (project, name, millicredits, created_at, status, branch)`,
  `create index workflow_runs_of_branch_by_seconds on ` +
    `${schema}workflow_runs (project, name, branch, seconds, created_at, status, millicredits, recovery)`,
  `create index job_runs_by_seconds on ` +
    `${schema}job_runs (project, workflow, name, seconds, started_at, branch, status, millicredits, recovery)`,
  `create index job_runs_by_credits on ${schema}job_runs (project, workflow, name, millicredits, started_at, branch)`,
  `create index job_runs_of_run on ${schema}job_runs (run)`,
  `create index job_runs_of_workflow on ` +
    `${schema}job_runs (project, workflow, started_at, name, branch, status, seconds, millicredits, stopped_at, recovery)`,
  `create index job_runs_of_organization on ${schema}job_runs (organization, stopped_at)`,
  `create index job_runs_in_time on ${schema}job_runs (project, workflow, name, branch, stopped_at, seq, status, broken_since)`,
  `create index test_results_of_job on ${schema}test_results (job, seq)`,
  `create index test_results_of_commit on ${schema}test_results (test, revision) where result = 'success'`,
  `create index test_results_failed on ${schema}test_results (project, at) where failed = 1`,
];

/** Schema version 2. It was released: what it makes never changes. */
export const ledgerMigration = {
  sqlite: [...createTables('sqlite'), ...createIndexes('')],
  postgres: [...createTables('postgres'), ...createIndexes('slipway.')],
};
