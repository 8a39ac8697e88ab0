import type { LedgerRow } from '../../service/src/store/ledger/ledger.ts';
import type { Store } from '../../service/src/store/store.ts';

const dayMilliseconds = 86_400_000;
const workflows = ['build', 'deploy', 'nightly', 'checks'];
const jobs = ['compile', 'test', 'publish'];

/** Pseudo-random numbers from 0 to 1, the same sequence every time. */
const pseudoRandom = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 4_294_967_296;
};

const id = (kind: number, at: number): string => `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(at).padStart(12, '0')}`;

interface RunPlan {
  readonly organization: string;
  readonly project: string;
  readonly now: number;
  readonly runs: number;
}

const tables = ['workflow_runs', 'job_runs', 'test_results'] as const;
type Rows = { readonly [table in (typeof tables)[number]]: LedgerRow[] };

/** What a run and its jobs have in common. The order of the calls of `chance` decides the numbers. */
const commonColumns = ({ organization, project, now, runs }: RunPlan, at: number, chance: () => number) => {
  const createdAt = Math.round(now - 90 * dayMilliseconds + ((at + 0.5) / runs) * 90 * dayMilliseconds),
    seconds = 30 + Math.floor(chance() ** 2 * 3600);
  const branch = chance() < 0.6 ? 'main' : `feature/${Math.floor(chance() * 200)}`;
  const luck = chance(),
    status = luck < 0.85 ? 'success' : luck < 0.95 ? 'failed' : 'canceled',
    recovery = status === 'success' && chance() < 0.1 ? Math.floor(chance() * 3_600_000) : null;
  return {
    organization,
    project,
    branch,
    status,
    created_at: createdAt,
    stopped_at: createdAt + seconds * 1000,
    seconds,
    millicredits: seconds * 167,
    broken_since: null,
    recovery,
  };
};
type CommonColumns = ReturnType<typeof commonColumns>;

const workflowRow = (common: CommonColumns, name: string, at: number): LedgerRow => ({
  ...common,
  id: id(1, at),
  pipeline: id(2, at),
  pipeline_number: at + 1,
  pipeline_created_at: common.created_at,
  trigger: 'webhook',
  started_by: id(3, 1),
  login: 'olivia',
  vcs_host: 'github',
  vcs_url: 'https://github.com/acme/web',
  tag: null,
  revision: id(4, at >> 2),
  name,
  first_queued_at: common.created_at,
  first_started_at: common.created_at,
  is_approval: 0,
  rerun: 0,
});

const jobRow = (common: CommonColumns, workflow: string, name: string, at: number, own: number): LedgerRow => ({
  ...common,
  id: id(5, own),
  run: id(1, at),
  workflow,
  name,
  number: own + 1,
  type: 'build',
  queued_at: common.created_at,
  started_at: common.created_at,
  resource_class: 'medium',
  executor: 'docker',
  parallelism: 1,
  median_cpu: null,
  max_cpu: null,
  median_ram: null,
  max_ram: null,
});

const testRow = (
  { project, stopped_at: stoppedAt }: CommonColumns,
  workflow: string,
  name: string,
  at: number,
  job: number,
  chance: () => number,
): LedgerRow => {
  const fails = chance() < 0.03;
  return {
    job: id(5, job),
    project,
    test: `${workflow} ${name}`,
    revision: id(4, at >> 2),
    at: stoppedAt,
    failed: fails ? 1 : 0,
    name,
    classname: 'sums',
    result: fails ? 'failure' : 'success',
    message: '',
    run_time: chance(),
    file: 'sums.ts',
    source: 'jest',
  };
};

/** Adds the rows of one run: its workflow, its jobs, and the tests of the job `test`. */
const addRun = (rows: Rows, plan: RunPlan, at: number, chance: () => number): void => {
  const common = commonColumns(plan, at, chance);
  const workflow = workflows[at % workflows.length]!;
  rows.workflow_runs.push(workflowRow(common, workflow, at));
  for (const [place, job] of jobs.entries()) {
    const own = at * jobs.length + place;
    rows.job_runs.push(jobRow(common, workflow, job, at, own));
    if (job === 'test') for (const test of ['adds', 'divides']) rows.test_results.push(testRow(common, workflow, test, at, own, chance));
  }
};

/**
 * Inserts runs of one project over the 90 days before `now`: four workflows, three jobs each, one of which reports two tests;
 * 60 % on `main`, the rest on 200 branches.
 */
export const insertRuns = async (store: Store, plan: RunPlan): Promise<void> => {
  const chance = pseudoRandom(4);
  for (let from = 0; from < plan.runs; from += 1000) {
    const rows: Rows = { workflow_runs: [], job_runs: [], test_results: [] };
    for (let at = from; at < Math.min(from + 1000, plan.runs); at++) addRun(rows, plan, at, chance);
    await store.write(async (tx) => {
      for (const table of tables) await tx.ledger.insertRows(table, rows[table]);
    });
  }
};
