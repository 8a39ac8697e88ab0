import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startScheduledPipelines } from '../../../src/ci/schedules/start-scheduled-pipelines.ts';
import { defaultSettings } from '../../../src/http/settings.ts';
import { statusAndMessage } from '../support.ts';
import { startPipelineTest, type PipelineTest } from '../pipelines/support.ts';

const text = `version: 2.1
parameters: { nightly: { type: boolean, default: false } }
jobs: { a: { docker: [{ image: x }], steps: [checkout] } }
workflows:
  usual: { unless: << pipeline.parameters.nightly >>, jobs: [a] }
  night: { when: << pipeline.parameters.nightly >>, jobs: [a] }
`;
const test = suite<{ here: PipelineTest }>('what schedules start, as the vendor documents it');
test.before.each(async (context) => {
  context.here = await startPipelineTest({ settings: { ciStatusMilliseconds: 0 } });
  await context.here.configureProject(text);
});
test.after.each(({ here }) => here.close());

const hourly = { 'per-hour': 1, 'hours-of-day': Array.from({ length: 24 }, (_, hour) => hour), 'days-of-week': ['FRI'] };
const create = async ({ ci }: PipelineTest, more: object) =>
  ci('POST /project/gh/acme/web/schedule', { name: 'night', timetable: hourly, 'attribution-actor': 'system', ...more });
/** An hour later: state, errors, branch and tag of the last pipeline, and the names of its workflows. */
const anHourLater = async (here: PipelineTest) => {
  await here.wait(3_600_000);
  await startScheduledPipelines(here.store, here.clock, { ...defaultSettings, ciStatusMilliseconds: 0 });
  await here.wait(0);
  const [last] = (await here.ci('GET /project/gh/acme/web/pipeline')).body.items;
  const { state, errors, vcs } = last;
  return [state, errors.map(({ message }: any) => message), vcs.branch ?? vcs.tag, Object.keys(await here.statuses(last.id))];
};

test('parameters choose the workflows', async ({ here }) => {
  await create(here, { parameters: { branch: 'next', nightly: true } });
  assert.equal(await anHourLater(here), ['created', [], 'next', ['night']]);
});

test('a schedule of a tag starts its pipeline at the tag', async ({ here }) => {
  await create(here, { parameters: { tag: 'v1.0' } });
  const [, errors, tag] = await anHourLater(here);
  assert.equal([errors, tag], [[], 'v1.0']);
});

test('a parameter that the configuration does not declare ends the pipeline with an error', async ({ here }) => {
  await create(here, { parameters: { branch: 'main', weekly: true } });
  assert.equal(await anHourLater(here), [
    'errored',
    ['line 1, column 1: the parameter weekly was given and is not declared; declared: nightly'],
    'main',
    [],
  ]);
});

test('a schedule is of one branch or one tag', async ({ here }) => {
  for (const parameters of [{}, { branch: 'a', tag: 'b' }])
    assert.equal(statusAndMessage(await create(here, { parameters })), [400, 'parameters: expected either branch or tag among them']);
});

test('a schedule starts setup configurations, which continue', async ({ here }) => {
  const setup = 'version: 2.1\nsetup: true\njobs: { s: { docker: [{ image: x }], steps: [checkout] } }\nworkflows: { s: { jobs: [s] } }\n';
  await here.store.write(async (tx) => {
    const [record] = (await tx.list({ kind: 'ci-configurations' })).records;
    await tx.update(record!, { body: { text: setup } });
  });
  await here.ci('PATCH /project/gh/acme/web/settings', { advanced: { setup_workflows: true } });
  await create(here, { parameters: { branch: 'main' } });
  assert.equal(await anHourLater(here), ['setup', [], 'main', ['s']]);
  const [key] = (await here.store.read((view) => view.list<{ secret: string }>({ kind: 'ci-continuations' }))).records;
  const body = { 'continuation-key': key!.body.secret, configuration: text, parameters: { nightly: true } };
  assert.is((await here.ci('POST /pipeline/continue', body, { token: null })).status, 200);
  await here.wait(0);
  const [last] = (await here.ci('GET /project/gh/acme/web/pipeline')).body.items;
  assert.equal(Object.keys(await here.statuses(last.id)), ['s', 'night']);
});

test.run();
