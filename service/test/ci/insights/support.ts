import type { JobRun, WorkflowRun } from '../../../src/store/ledger/ledger.ts';
import { startCiService, type CiTestService } from '../support.ts';

export const day = 86_400_000;
/** 2026-05-01T12:00:00Z, when the clock of the tests stands. */
export const noon = Date.UTC(2026, 4, 1, 12);

export interface RecordedRun {
  readonly id: string;
  readonly name?: string;
  readonly branch?: string | null;
  readonly status?: string;
  /** Before noon. */ readonly ago: number;
  readonly seconds: number;
  readonly credits?: number;
  readonly approval?: boolean;
  readonly revision?: string | null;
}
export interface InsightsTestService extends CiTestService {
  readonly id: string;
  readonly slug: string;
  /** Writes runs into the ledger, each with one job `test` that took as long, unless others are named. */
  recordRuns(runs: readonly RecordedRun[], jobs?: readonly string[]): Promise<void>;
  insights(
    path: string,
    options?: { readonly token?: string | null; readonly headers?: Record<string, string> },
  ): ReturnType<CiTestService['ci']>;
}

interface RunOwner {
  readonly organization: string;
  readonly project: string;
}

const createRun = (owner: RunOwner, recorded: RecordedRun): Omit<WorkflowRun, 'credits'> => {
  const { id, name = 'build', branch = 'main', status = 'success', ago, seconds, approval = false, revision = 'c0ffee' } = recorded;
  const createdAt = noon - ago;
  return {
    id,
    ...owner,
    pipeline: id,
    pipelineNumber: 7,
    pipelineCreatedAt: createdAt,
    trigger: 'api',
    startedBy: owner.organization,
    login: 'olivia',
    vcsHost: 'github',
    vcsUrl: '',
    branch,
    tag: null,
    revision,
    name,
    status,
    createdAt,
    firstQueuedAt: createdAt,
    firstStartedAt: createdAt,
    stoppedAt: createdAt + seconds * 1000,
    seconds,
    isApproval: approval,
    rerun: 0,
  };
};

const createJob = (run: Omit<WorkflowRun, 'credits'>, name: string, credits: number): JobRun => ({
  id: `${run.id} ${name}`,
  run: run.id,
  organization: run.organization,
  project: run.project,
  workflow: run.name,
  branch: run.branch,
  name,
  number: 3,
  type: 'build',
  status: run.status,
  createdAt: run.createdAt,
  queuedAt: run.createdAt,
  startedAt: run.createdAt,
  stoppedAt: run.stoppedAt,
  seconds: run.seconds,
  resourceClass: 'medium',
  executor: 'docker',
  parallelism: 1,
  credits,
  medianCpu: null,
  maxCpu: null,
  medianRam: null,
  maxRam: null,
});

/** A service with the project `web` of the organization `acme`, whose default branch is `main`. */
export const startInsightsService = async (options: Parameters<typeof startCiService>[0] = {}): Promise<InsightsTestService> => {
  const bench = await startCiService(options);
  const project = await bench.project('web');
  return {
    ...bench,
    id: project.id,
    slug: project.slug,
    recordRuns: (runs, jobs = ['test']) =>
      bench.store.write(async (tx) => {
        for (const recorded of runs) {
          const run = createRun({ organization: bench.org, project: project.id }, recorded);
          await tx.ledger.addRun(
            run,
            jobs.map((job) => createJob(run, job, (recorded.credits ?? 0) / jobs.length)),
          );
        }
      }),
    insights: (path, request) => bench.ci(`GET /insights/${path.replace('{slug}', project.slug)}`, undefined, request),
  };
};
