import {
  arrayValue,
  enumValue,
  integerValue,
  nullable,
  objectValue,
  stringValue,
  timeValue,
  uuidValue,
  fileContent,
} from '../../http/body-schemas.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { Artifact, Job, JobNode, StepRun } from '../jobs/job-records.ts';
import { artifactUrl } from '../jobs/artifacts.ts';
import { listJobNodes } from '../jobs/job-output.ts';
import { canListTests } from '../jobs/jobs.ts';
import { requireJob, requireWorkflow } from '../pipelines/require-pipeline.ts';
import { answerEntities, answerEntity, apiV3Path, type Entity } from './envelope.ts';
import { requiredUuidFilter, withPathParameter } from './parameters.ts';
import { type Phase, phaseOfJob } from './phase.ts';
import { phaseValue, referenceValue } from './render-run.ts';
import { entitiesBody, entityBody, uuidFilterParameter } from './schemas.ts';

const render = ({ id, scope, body }: StoredRecord<Job>, executions?: readonly object[]): Entity => ({
  id,
  type: 'job',
  attributes: {
    name: body.name,
    type: body.type,
    ...phaseOfJob(body.status),
    created_at: body.createdAt,
    started_at: body.startedAt,
    ended_at: body.stoppedAt,
    ...(executions ? { parallel_executions: executions } : {}),
  },
  references: {
    project: { id: scope },
    run: { id: body.pipeline },
    pipeline: { id: body.pipeline },
    workflow: { id: body.workflow },
    user: { id: null },
  },
});

const phaseOfStep = ({ status }: StepRun): Phase => phaseOfJob(status);

const renderExecution = ({ body }: StoredRecord<JobNode>) => ({
  steps: body.steps.map((step, num) => {
    const { phase, outcome } = phaseOfStep(step);
    return {
      name: step.name,
      type: 'run',
      num,
      phase,
      outcome,
      ...(step.status === 'success' ? { exit_code: 0 } : {}),
      started_at: step.startedAt,
      ended_at: step.stoppedAt,
    };
  }),
});

const attributes = {
  name: stringValue,
  type: stringValue,
  phase: phaseValue,
  outcome: nullable(stringValue),
  current_outcome: nullable(stringValue),
  created_at: timeValue,
  started_at: nullable(timeValue),
  ended_at: nullable(timeValue),
};
const references = objectValue({
  project: referenceValue,
  run: referenceValue,
  pipeline: referenceValue,
  workflow: referenceValue,
  user: referenceValue,
});
const stepSchema = objectValue(
  {
    name: stringValue,
    type: stringValue,
    num: integerValue,
    phase: phaseValue,
    outcome: nullable(stringValue),
    started_at: timeValue,
    ended_at: nullable(timeValue),
  },
  { exit_code: integerValue },
);
const executionsSchema = arrayValue(objectValue({ steps: arrayValue(stepSchema) }));
const jobSchema = objectValue({ id: uuidValue, type: enumValue('job'), attributes: objectValue(attributes), references });
const jobWithSteps = objectValue({
  id: uuidValue,
  type: enumValue('job'),
  attributes: objectValue({ ...attributes, parallel_executions: executionsSchema }),
  references,
});
const artifactSchema = objectValue({
  id: uuidValue,
  type: enumValue('artifact'),
  attributes: objectValue({ path: stringValue, url: stringValue, execution: integerValue }),
});

const requireJobOfPath = (ctx: RequestContext) => requireJob(withPathParameter(ctx, 'job-id', ctx.params['job_id']!));

/** Test results of a job are read in parts of this size. */
const testsAtATime = 1000;

/** One test result on each line. */
const listTests = async (ctx: RequestContext) => {
  const { job } = await requireJobOfPath(ctx);
  const listAfter = (after: number) => ctx.tx.ledger.listTests(job.id, { after, limit: testsAtATime });
  const [{ bytes }, first] = await Promise.all([ctx.tx.ledger.measureTests(job.id), listAfter(0)]);
  const lines: string[] = [];
  for (let after: number | undefined = canListTests(job.body, bytes) ? 0 : undefined; after !== undefined;) {
    const tests: Awaited<ReturnType<typeof listAfter>> = after === 0 ? first : await listAfter(after);
    lines.push(...tests.map(({ seq: _seq, ...test }) => `${JSON.stringify(test)}\n`));
    after = tests.length < testsAtATime ? undefined : tests.at(-1)!.seq;
  }
  return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: Buffer.from(lines.join('')) };
};

const path = `${apiV3Path}/jobs`;
export const routes = [
  route(
    `GET ${path}`,
    async (ctx) => {
      const { workflow } = await requireWorkflow(withPathParameter(ctx, 'id', requiredUuidFilter(ctx, 'workflow_id')));
      return answerEntities((await ctx.tx.getMany<Job>('ci-jobs', workflow.body.jobs)).map((job) => render(job)));
    },
    {
      atRoot: true,
      description: {
        summary: 'Lists the jobs of a workflow.',
        query: { 'filter[workflow_id]': uuidFilterParameter('The workflow.') },
        responses: { 200: entitiesBody(jobSchema) },
      },
    },
  ),
  route(
    `GET ${path}/{job_id}`,
    async (ctx) => {
      const { job } = await requireJobOfPath(ctx);
      return answerEntity(render(job, (await listJobNodes(ctx.tx, job.id)).map(renderExecution)));
    },
    {
      atRoot: true,
      description: { summary: 'Shows a job with the steps that a runner ran.', responses: { 200: entityBody(jobWithSteps) } },
    },
  ),
  route(
    `GET ${path}/{job_id}/artifacts`,
    async (ctx) => {
      const { job } = await requireJobOfPath(ctx);
      const { records } = await ctx.tx.list<Artifact>({ kind: 'ci-artifacts', scope: job.id });
      return answerEntities(
        records.map((one) => ({
          id: one.id,
          type: 'artifact',
          attributes: { path: one.body.path, url: artifactUrl(one, ctx.origin), execution: one.body.node },
        })),
      );
    },
    { atRoot: true, description: { summary: 'Lists the artifacts of a job.', responses: { 200: entitiesBody(artifactSchema) } } },
  ),
  route(`GET ${path}/{job_id}/tests`, listTests, {
    atRoot: true,
    description: {
      summary: 'Lists the test results of a job, one JSON object on each line.',
      responses: { 200: fileContent('application/x-ndjson') },
    },
  }),
];
