import type { PipelineTest } from '../pipelines/support.ts';

/** The id of the latest workflow of a pipeline. */
export const latestWorkflow = async ({ ci }: PipelineTest, pipeline: string): Promise<string> =>
  (await ci(`GET /pipeline/${pipeline}/workflow`)).body.items.at(-1).id;
/** Jobs of a workflow, by name. */
export const jobsOf = async ({ ci }: PipelineTest, workflow: string): Promise<any> =>
  Object.fromEntries((await ci(`GET /workflow/${workflow}/job`)).body.items.map((job: any) => [job.name, job]));
/** Scripts the outcome of jobs of this name. */
export const scriptOutcome = ({ store }: PipelineTest, job: string, is: string) =>
  store.write((tx) => tx.insert({ id: `outcome-${job}`, kind: 'ci-job-outcomes', scope: '', key: job, name: job, body: { outcome: is } }));
/** A configuration of three jobs: b requires a, c requires nothing. */
export const threeJobs = `version: 2.1
jobs:
  a: { docker: [{ image: x }], steps: [checkout] }
  b: { docker: [{ image: x }], steps: [checkout] }
  c: { docker: [{ image: x }], steps: [checkout] }
workflows: { all: { jobs: [a, b: { requires: [a] }, c] } }
`;
