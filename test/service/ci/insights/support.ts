import type { JobRun, WorkflowRun } from '../../../../src/service/store/ledger/ledger.ts';
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

/** Runs of the project `web` of the organization `acme`, whose default branch is `main`. */
export const startInsightsService = async (options: Parameters<typeof startCiService>[0] = {}): Promise<InsightsTestService> => {
  const bench = await startCiService(options);
  const project = await bench.project('web');
  const tell = (runs: readonly RecordedRun[], jobs: readonly string[] = ['test']) =>
    bench.store.write(async (tx) => {
      for (const {
        id,
        name = 'build',
        branch = 'main',
        status = 'success',
        ago,
        seconds,
        credits = 0,
        approval = false,
        revision = 'c0ffee',
      } of runs) {
        const createdAt = noon - ago,
          stoppedAt = createdAt + seconds * 1000;
        const run: Omit<WorkflowRun, 'credits'> = {
          id,
          organization: bench.org,
          project: project.id,
          pipeline: id,
          pipelineNumber: 7,
          pipelineCreatedAt: createdAt,
          trigger: 'api',
          startedBy: bench.org,
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
          stoppedAt,
          seconds,
          isApproval: approval,
          rerun: 0,
        };
        await tx.ledger.addRun(
          run,
          jobs.map((job): JobRun => ({
            id: `${id} ${job}`,
            run: id,
            organization: bench.org,
            project: project.id,
            workflow: name,
            branch,
            name: job,
            number: 3,
            type: 'build',
            status,
            createdAt,
            queuedAt: createdAt,
            startedAt: createdAt,
            stoppedAt,
            seconds,
            resourceClass: 'medium',
            executor: 'docker',
            parallelism: 1,
            credits: credits / jobs.length,
            medianCpu: null,
            maxCpu: null,
            medianRam: null,
            maxRam: null,
          })),
        );
      }
    });
  return {
    ...bench,
    id: project.id,
    slug: project.slug,
    recordRuns: tell,
    insights: (path, asked) => bench.ci(`GET /insights/${path.replace('{slug}', project.slug)}`, undefined, asked),
  };
};
