import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ciJobs } from '../../src/ci/runner/ci-jobs.ts';
import { startRunner, type RunnerOptions } from '../../src/runner/runner.ts';
import { traceStore } from '../../src/tracing/trace-store.ts';
import type { Tracer } from '../../src/tracing/tracer.ts';
import { readJobOutput } from '../../src/ci/jobs/job-output.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startPipelineTest, type PipelineTest } from '../ci/pipelines/support.ts';
import { withOwnSleeps } from './sleeping-processes.ts';
import { serviceListeners } from '../../src/service.ts';

export interface RunnerTest extends PipelineTest {
  /** The folder of jobs. */
  readonly folder: string;
  /**
   * Starts a configuration of version 2.1 whose jobs have these steps (a YAML list on one line) and run one after the other. Returns the
   * id of the pipeline.
   */
  startSteps(jobs: { readonly [name: string]: string }): Promise<string>;
  /** Statuses of a pipeline's workflows and jobs when nothing of it goes on by itself any more. */
  waitForEnd(pipeline: string): Promise<any>;
  /** Until this holds. */
  waitUntil(holds: () => Promise<boolean>): Promise<void>;
  /** What a job wrote in each step of its first parallel run (or another), by the step's name. */
  readOutput(pipeline: string, job: string, node?: number): Promise<{ readonly [step: string]: string }>;
  jobs(pipeline: string): Promise<readonly any[]>;
  job(pipeline: string, name: string): Promise<any>;
  /** Stops the runner, and starts another over the same store. */
  stop(): Promise<void>;
  start(options?: Partial<RunnerOptions>): void;
  readonly reports: readonly string[];
}

/** A repository with one commit of these files; its folder. */
export const createRepository = (files: { readonly [name: string]: string }): string => {
  const folder = temporaryFolder(files);
  const git = (...words: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=o', '-c', 'user.email=o@acme.example', '-c', 'commit.gpgsign=false', ...words], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  return folder;
};

const isQuiet = new Set(['success', 'failed', 'error', 'canceled', 'unauthorized', 'not_run', 'on_hold']);

/** A service whose jobs really run. */
export const startRunnerTest = async ({
  tracer,
  ...options
}: Partial<RunnerOptions> & { readonly hosted?: boolean; readonly tracer?: Tracer } = {}): Promise<RunnerTest> => {
  const whole = await startPipelineTest({ settings: { ciStatusMilliseconds: 0, runsJobs: true }, tracer });
  const folder = join(temporaryFolder(), 'jobs');
  const reports: string[] = [];
  let now: { stop(): Promise<void> } | undefined;
  const here: RunnerTest = {
    ...whole,
    folder,
    reports,
    start: (more = {}) => {
      now = startRunner(
        {
          store: tracer ? traceStore(whole.store, tracer) : whole.store,
          tracer,
          clock: whole.clock,
          settings: () => ({ ...defaults, ciStatusMilliseconds: 0, runsJobs: true }),
          listeners: serviceListeners,
          address: 'http://127.0.0.1:1',
          hosted: options.hosted ?? true,
          report: (words, error) => void reports.push(`${words}: ${(error as Error).message}`),
        },
        { folder, maxParallelRuns: 2, jobMilliseconds: 60_000, ...options, ...more },
        [ciJobs],
      );
    },
    stop: async () => {
      await now?.stop();
      now = undefined;
    },
    waitUntil: async (holds) => {
      for (;;) {
        await whole.wait(0);
        if (await holds()) return;
        await delay(60);
      }
    },
    startSteps: async (jobs) => {
      const names = Object.keys(jobs);
      const lines = names.map((name) => `  ${name}: { docker: [{ image: node }], steps: ${withOwnSleeps(jobs[name]!)} }\n`);
      await whole.configureProject(
        `version: 2.1\njobs:\n` +
          `${lines.join('')}workflows:\n` +
          `  all:\n    jobs:\n` +
          `${names.map((name, at) => (at === 0 ? `      - ${name}\n` : `      - ${name}: { requires: [${names[at - 1]}] }\n`)).join('')}`,
      );
      return whole.trigger();
    },
    waitForEnd: async (pipeline) => {
      await here.waitUntil(
        async () =>
          (await whole.ci(`GET /pipeline/${pipeline}`)).body.state !== 'pending' &&
          (await whole.ci(`GET /pipeline/${pipeline}/workflow`)).body.items.every(({ status }: any) => isQuiet.has(status)) &&
          (await whole.store.read((view) => view.count({ kind: 'ci-claims' }))) === 0,
      );
      return whole.statuses(pipeline);
    },
    jobs: async (pipeline) => {
      const all: any[] = [];
      for (const { id } of (await whole.ci(`GET /pipeline/${pipeline}/workflow`)).body.items)
        all.push(...(await whole.ci(`GET /workflow/${id}/job`)).body.items);
      return all;
    },
    job: async (pipeline, name) => (await here.jobs(pipeline)).filter((one) => one.name === name).at(-1),
    readOutput: async (pipeline, name, node = 0) => {
      const { id } = await here.job(pipeline, name);
      const found = (await readJobOutput(whole.store, id)) as any;
      return Object.fromEntries((found.nodes[node]?.steps ?? []).map((step: any) => [step.name, step.output]));
    },
    close: async () => {
      await here.stop();
      await whole.close();
    },
  };
  here.start();
  return here;
};
const defaults = (await import('../../src/http/settings.ts')).defaultSettings;
