import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../../src/store/new-id.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type PipelineTest, startPipelineTest } from '../pipelines/support.ts';

const test = suite<{ here: PipelineTest }>('output of jobs in API v3');
test.before.each(async (context) => {
  context.here = await startPipelineTest();
  await context.here.configureProject(`version: 2.1
jobs: { test: { docker: [{ image: node }], steps: [checkout] } }
workflows: { all: { jobs: [test] } }
`);
});
test.after.each(async ({ here }) => {
  await here.close();
});
const turns = async (here: PipelineTest): Promise<void> => {
  for (let turn = 0; turn < 6; turn++) await here.wait(100);
};

test('what a step of a runner wrote, from an offset on', async ({ here }) => {
  const file = `${temporaryFolder({ log: 'first stepsecond step' })}/log`;
  const run = await here.trigger({ branch: 'main' });
  await turns(here);
  const [workflow] = (await here.ci(`GET //api/v3/workflows?filter[run_id]=${run}`)).body.data;
  const [job] = (await here.ci(`GET //api/v3/jobs?filter[workflow_id]=${workflow.id}`)).body.data;
  const step = { name: 's', startedAt: '2026-05-01T12:00:00.000Z' };
  await here.store.write((tx) =>
    tx.insert({
      id: newId('uuid'),
      kind: 'ci-job-nodes',
      scope: job.id,
      key: '0',
      name: '0',
      body: {
        status: 'running',
        file,
        steps: [
          { ...step, status: 'success', stoppedAt: '2026-05-01T12:00:01.000Z', from: 0, to: 10 },
          { ...step, status: 'running', stoppedAt: null, from: 10, to: null },
        ],
      },
    }),
  );
  const output = (num: number, headers = {}, stream = 'stdout') =>
    here.ci(`GET //api/v3/jobs/${job.id}/${stream}?filter[execution]=0&filter[step_num]=${num}`, undefined, { headers });
  const told = async (response: Promise<any>) => [(await response).body, (await response).headers.get('x-terminal')];
  assert.equal(await told(output(0)), ['first step', 'true']);
  assert.equal(await told(output(0, { range: 'bytes=6-' })), ['step', 'true']);
  assert.equal(await told(output(1)), ['second step', 'false']);
  assert.is((await output(2)).status, 404);
  assert.is((await output(0, {}, 'stderr')).body, undefined);
  const executions = (await here.ci(`GET //api/v3/jobs/${job.id}`)).body.data.attributes.parallel_executions;
  assert.equal(
    executions[0].steps.map(({ num, phase, outcome, exit_code }: any) => [num, phase, outcome, exit_code]),
    [
      [0, 'ended', 'succeeded', 0],
      [1, 'started', null, undefined],
    ],
  );
});

test.run();
