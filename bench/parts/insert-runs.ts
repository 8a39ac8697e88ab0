import type { LedgerRow } from '../../src/service/store/ledger/ledger.ts';
import type { Store } from '../../src/service/store/store.ts';

const dayMilliseconds = 86_400_000;
const workflows = ['build', 'deploy', 'nightly', 'checks'];
const jobs = ['compile', 'test', 'publish'];

/** Numbers below 1 that look random and are the same every time. */
const pseudoRandom = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 4_294_967_296;
};

/**
 * Runs of one project over the 90 days before `now`, four workflows, three jobs each, one of which reports two tests; 60 % on
 * `main`, the rest on 200 branches.
 */
export const insertRuns = async (
  store: Store,
  {
    organization,
    project,
    now,
    runs,
  }: { readonly organization: string; readonly project: string; readonly now: number; readonly runs: number },
): Promise<void> => {
  const chance = pseudoRandom(4),
    id = (kind: number, at: number) => `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(at).padStart(12, '0')}`;
  for (let from = 0; from < runs; from += 1000) {
    const rows: { readonly [table in 'workflow_runs' | 'job_runs' | 'test_results']: LedgerRow[] } = {
      workflow_runs: [],
      job_runs: [],
      test_results: [],
    };
    for (let at = from; at < Math.min(from + 1000, runs); at++) {
      const createdAt = Math.round(now - 90 * dayMilliseconds + ((at + 0.5) / runs) * 90 * dayMilliseconds),
        seconds = 30 + Math.floor(chance() ** 2 * 3600),
        stoppedAt = createdAt + seconds * 1000;
      const name = workflows[at % workflows.length]!,
        branch = chance() < 0.6 ? 'main' : `feature/${Math.floor(chance() * 200)}`;
      const luck = chance(),
        status = luck < 0.85 ? 'success' : luck < 0.95 ? 'failed' : 'canceled',
        recovery = status === 'success' && chance() < 0.1 ? Math.floor(chance() * 3_600_000) : null;
      const common = {
        organization,
        project,
        branch,
        status,
        created_at: createdAt,
        stopped_at: stoppedAt,
        seconds,
        millicredits: seconds * 167,
        broken_since: null,
        recovery,
      };
      rows.workflow_runs.push({
        ...common,
        id: id(1, at),
        pipeline: id(2, at),
        pipeline_number: at + 1,
        pipeline_created_at: createdAt,
        trigger: 'webhook',
        started_by: id(3, 1),
        login: 'olivia',
        vcs_host: 'github',
        vcs_url: 'https://github.com/acme/web',
        tag: null,
        revision: id(4, at >> 2),
        name,
        first_queued_at: createdAt,
        first_started_at: createdAt,
        is_approval: 0,
        rerun: 0,
      });
      for (const [place, job] of jobs.entries()) {
        const own = at * jobs.length + place;
        rows.job_runs.push({
          ...common,
          id: id(5, own),
          run: id(1, at),
          workflow: name,
          name: job,
          number: own + 1,
          type: 'build',
          queued_at: createdAt,
          started_at: createdAt,
          resource_class: 'medium',
          executor: 'docker',
          parallelism: 1,
          median_cpu: null,
          max_cpu: null,
          median_ram: null,
          max_ram: null,
        });
        if (job === 'test')
          for (const test of ['adds', 'divides']) {
            const fails = chance() < 0.03;
            rows.test_results.push({
              job: id(5, own),
              project,
              test: `${name} ${test}`,
              revision: id(4, at >> 2),
              at: stoppedAt,
              failed: fails ? 1 : 0,
              name: test,
              classname: 'sums',
              result: fails ? 'failure' : 'success',
              message: '',
              run_time: chance(),
              file: 'sums.ts',
              source: 'jest',
            });
          }
      }
    }
    await store.write(async (tx) => {
      for (const table of ['workflow_runs', 'job_runs', 'test_results'] as const) await tx.ledger.insertRows(table, rows[table]);
    });
  }
};
