import { newId } from '../../../src/store/new-id.ts';
import { scriptJob } from '../../../src/ci/jobs/script-job.ts';
import type { JobRun, WorkflowRun } from '../../../src/store/ledger/ledger.ts';
import type { PipelineTest } from '../../ci/pipelines/support.ts';
import { startTime } from '../../ci/support.ts';
import { requireSuccess, type CreateFixtures } from './list-fixture.ts';

const named = (item: any): string => item.name;
const at = Date.parse(startTime) - 3_600_000;

/** A finished run of a project, written as its end would be. */
const ran = (here: PipelineTest, project: string, id: string, workflow: string, jobs: readonly string[]): Promise<void> =>
  here.store.write(async (tx) => {
    const of = {
      organization: here.org,
      project,
      branch: 'main',
      status: 'success',
      createdAt: at,
      stoppedAt: at + 1000,
      seconds: 1,
    } as const;
    const run: Omit<WorkflowRun, 'credits'> = {
      ...of,
      id,
      pipeline: id,
      pipelineNumber: 1,
      pipelineCreatedAt: at,
      trigger: 'api',
      startedBy: here.org,
      login: 'olivia',
      vcsHost: 'github',
      vcsUrl: '',
      tag: null,
      revision: 'c0ffee',
      name: workflow,
      firstQueuedAt: at,
      firstStartedAt: at,
      isApproval: false,
      rerun: 0,
    };
    await tx.ledger.addRun(
      run,
      jobs.map((job): JobRun => ({
        ...of,
        id: `${id} ${job}`,
        run: id,
        workflow,
        name: job,
        number: 1,
        type: 'build',
        queuedAt: at,
        startedAt: at,
        resourceClass: 'medium',
        executor: 'docker',
        parallelism: 1,
        credits: 0,
        medianCpu: null,
        maxCpu: null,
        medianRam: null,
        maxRam: null,
      })),
    );
  });
const ofProject = async (here: PipelineTest) => (await here.project('web', 'gh/acme')).id as string;

/** The pipeline of one job that is over by now; the job's number and id. */
const finished = async (here: PipelineTest, name: string): Promise<{ readonly number: number; readonly id: string }> => {
  await here.configureProject(
    'version: 2.1\njobs: { a: { docker: [{ image: x }], steps: [checkout] } }\nworkflows: { w: { jobs: [a] } }\n',
    name,
  );
  const { id } = await requireSuccess(here.ci(`POST /project/gh/acme/${name}/pipeline`));
  for (let turn = 0; turn < 6; turn++) await here.wait(100);
  const {
    items: [workflow],
  } = await requireSuccess(here.ci(`GET /pipeline/${id}/workflow`));
  const {
    items: [job],
  } = await requireSuccess(here.ci(`GET /workflow/${workflow.id}/job`));
  if (job.status !== 'success') throw new Error(`the job is ${job.status}`);
  return { number: job.job_number, id: job.id };
};

/** What pipelines leave behind: artifacts, test results, and what insights count. */
export const createRunFixtures: { readonly [operation: string]: CreateFixtures } = {
  'jobs.listArtifacts': async (here) => {
    const { number, id } = await finished(here, 'web');
    return {
      operation: 'jobs.listArtifacts',
      params: { project_slug: 'gh/acme/web', job_number: number },
      pages: 'token',
      nameOf: (item) => item.path,
      add: (path) =>
        here.store.write((tx) =>
          tx.insert({
            id: newId('uuid'),
            kind: 'ci-artifacts',
            scope: id,
            key: `0/${path}`,
            name: path,
            body: { path, node: 0, size: 1, content: 'x', file: null },
          }),
        ),
    };
  },
  'jobs.listTests': async (here) => {
    let projects = 0;
    return {
      operation: 'jobs.listTests',
      params: {},
      pages: 'token',
      nameOf: named,
      make: async (names) => {
        const name = `web-${projects++}`;
        await here.store.write((tx) =>
          scriptJob(tx, newId, {
            job: 'a',
            outcome: 'success',
            tests: names.map((one) => ({ name: one, classname: 'c', result: 'success', message: '', run_time: 1, file: '', source: 's' })),
          }),
        );
        return { project_slug: `gh/acme/${name}`, job_number: (await finished(here, name)).number };
      },
    };
  },
  'insights.workflows': async (here) => {
    const project = await ofProject(here);
    return {
      operation: 'insights.workflows',
      params: { project_slug: 'gh/acme/web' },
      order: 'by name',
      pages: 'token',
      nameOf: named,
      add: (name) => ran(here, project, newId('uuid'), name, ['test']),
    };
  },
  'insights.workflowRuns': async (here) => {
    const project = await ofProject(here);
    return {
      operation: 'insights.workflowRuns',
      params: { project_slug: 'gh/acme/web', workflow_name: 'build' },
      order: 'newest first',
      pages: 'token',
      nameOf: (item) => item.id,
      add: (id) => ran(here, project, id, 'build', ['test']),
    };
  },
  'insights.workflowJobs': async (here) => {
    const project = await ofProject(here);
    return {
      operation: 'insights.workflowJobs',
      params: { project_slug: 'gh/acme/web', workflow_name: 'build' },
      order: 'by name',
      pages: 'token',
      nameOf: named,
      add: (job) => ran(here, project, newId('uuid'), 'build', [job]),
    };
  },
  'insights.jobTimeSeries': async (here) => {
    const project = await ofProject(here);
    return {
      operation: 'insights.jobTimeSeries',
      params: { project_slug: 'gh/acme/web', workflow_name: 'build' },
      order: 'by name',
      pages: 'token',
      nameOf: named,
      add: (job) => ran(here, project, newId('uuid'), 'build', [job]),
    };
  },
};
