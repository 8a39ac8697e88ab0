import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compilationErrors } from '../../../src/ci/pipelines/configure-pipeline.ts';
import { statusAndMessage } from '../support.ts';
import { startPipelineTest, type PipelineTest } from './support.ts';

const continuing = suite<{ here: PipelineTest }>('CI pipelines that a setup continues');
continuing.before.each(async (context) => {
  context.here = await startPipelineTest();
});
continuing.after.each(async (context) => {
  await context.here.close();
});

const setup =
  'version: 2.1\nsetup: true\njobs: { look: { docker: [{ image: x }], steps: [checkout] } }\nworkflows: { setup: { jobs: [look] } }\n';
const rest =
  'version: 2.1\nparameters: { deep: { type: boolean, default: false } }\n' +
  'jobs: { a: { docker: [{ image: x }], steps: [checkout] } }\nworkflows: { main: { jobs: [a] } }\n';
const keyOf = async ({ store }: PipelineTest): Promise<string> =>
  (await store.read((view) => view.list<{ secret: string }>({ kind: 'ci-continuations' }))).records[0]!.body.secret;
const allow = ({ ci }: PipelineTest) => ci('PATCH /project/gh/acme/web/settings', { advanced: { setup_workflows: true } });

continuing('the setup runs, and its key continues the pipeline once', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses } = here;
  await configured(setup);
  await allow(here);
  const id = await trigger();
  const states: string[] = [(await ci(`GET /pipeline/${id}`)).body.state];
  for (const milliseconds of [100, 100, 300]) {
    await wait(milliseconds);
    states.push((await ci(`GET /pipeline/${id}`)).body.state);
  }
  assert.equal(states, ['pending', 'setup-pending', 'setup', 'setup']);
  assert.equal(
    (await ci(`GET /pipeline/${id}/workflow`)).body.items.map(({ name, tag, status }: any) => [name, tag, status]),
    [['setup', 'setup', 'success']],
  );
  const body = { 'continuation-key': await keyOf(here), configuration: rest, parameters: { deep: true } };
  const answer = await ci('POST /pipeline/continue', body);
  assert.equal([answer.status, answer.body], [200, { message: 'Accepted.' }]);
  assert.is((await ci(`GET /pipeline/${id}`)).body.state, 'pending');
  await wait(500);
  assert.equal(await statuses(id), { setup: ['success', { look: 'success' }], main: ['success', { a: 'success' }] });
  const { body: read } = await ci(`GET /pipeline/${id}`);
  assert.equal([read.state, read.number, read.trigger_parameters], ['created', 1, { deep: 'true' }]);
  const { body: config } = await ci(`GET /pipeline/${id}/config`);
  assert.equal([config.source, config['setup-config']], [rest, setup]);
  assert.match(config['compiled-setup-config'], /setup: true/);
  assert.is(await here.store.read((view) => view.count({ kind: 'ci-continuations' })), 0, 'nothing is left of the key');
  const again = await ci('POST /pipeline/continue', body);
  assert.equal(
    [again.status, again.body],
    [404, { message: 'this continuation-key continues nothing: it is none, was used, or its pipeline was canceled' }],
  );
});

continuing('a setup configuration does not continue one', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait } = here;
  await configured(setup);
  await allow(here);
  const id = await trigger();
  await wait(200);
  await ci('POST /pipeline/continue', { 'continuation-key': await keyOf(here), configuration: setup });
  await wait(100);
  const { state, errors } = (await ci(`GET /pipeline/${id}`)).body;
  assert.equal(
    [state, errors],
    [
      'errored',
      [
        {
          type: 'config',
          message: 'line 2, column 1 (/setup): this configuration continues a pipeline; it cannot be a setup configuration again',
        },
      ],
    ],
  );
});

continuing('for six hours after the pipeline was made, and not once more a moment later', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait } = here;
  await configured(setup);
  await allow(here);
  const [first, second] = [await trigger(), await trigger()];
  await wait(500);
  const keys = (await here.store.read((view) => view.list<{ pipeline: string; secret: string }>({ kind: 'ci-continuations' }))).records;
  const keyFor = (id: string) => keys.find(({ body }) => body.pipeline === id)!.body.secret;
  const post = async (id: string) =>
    statusAndMessage(await ci('POST /pipeline/continue', { 'continuation-key': keyFor(id), configuration: rest }));
  assert.equal([keyFor(first).length, keyFor(first) === keyFor(second)], [43, false], 'of 32 bytes of chance');
  here.clock.freeze(new Date('2026-05-01T18:00:00.000Z'));
  assert.equal(await post(first), [200, 'Accepted.']);
  here.clock.freeze(new Date('2026-05-01T18:00:00.001Z'));
  assert.equal(await post(second), [400, 'the pipeline was made more than 6 hours ago; it cannot be continued any more']);
});

continuing('a setup is judged by the policies once, and what continues it once', async ({ here }) => {
  const { ci, org, configureProject: configured, trigger, wait } = here;
  await configured(setup);
  await allow(here);
  await ci(`PATCH /owner/${org}/context/config/decision/settings`, { enabled: true });
  await trigger();
  await wait(500);
  const judged = async () => (await ci(`GET /owner/${org}/context/config/decision`)).body.map(({ decision }: any) => decision.status);
  assert.equal(await judged(), ['PASS']);
  await ci('POST /pipeline/continue', { 'continuation-key': await keyOf(here), configuration: rest });
  await wait(500);
  assert.equal(await judged(), ['PASS', 'PASS']);
});

continuing('nobody continues what was canceled', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait } = here;
  await configured(setup);
  await allow(here);
  const id = await trigger();
  await wait(200);
  const key = await keyOf(here);
  assert.is((await ci(`POST /pipeline/${id}/cancel`)).status, 202);
  assert.is((await ci('POST /pipeline/continue', { 'continuation-key': key, configuration: rest })).status, 404);
});

continuing('one that waits for its continuation is canceled, and ends', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses } = here;
  await configured(setup);
  await allow(here);
  const id = await trigger();
  await wait(500);
  assert.equal(await statuses(id), { setup: ['success', { look: 'success' }] });
  const key = await keyOf(here);
  assert.is((await ci(`POST /pipeline/${id}/cancel`)).status, 202);
  const { state, errors } = (await ci(`GET /pipeline/${id}`)).body;
  assert.equal([state, errors], ['errored', [{ type: 'other', message: 'it was canceled before it was continued' }]]);
  assert.is((await ci('POST /pipeline/continue', { 'continuation-key': key, configuration: rest })).status, 404);
  assert.is((await ci(`POST /pipeline/${id}/cancel`)).status, 400, 'once');
});

continuing(
  'a continuation that does not compile is told by itself: no compiled configuration of another text stands beside it',
  async ({ here }) => {
    const { ci, configureProject: configured, trigger, wait } = here;
    await configured(setup);
    await allow(here);
    const id = await trigger();
    await wait(500);
    await ci('POST /pipeline/continue', { 'continuation-key': await keyOf(here), configuration: 'version: 2.1\njobs: 7\n' });
    await wait(500);
    const { body } = await ci(`GET /pipeline/${id}/config`);
    assert.equal([body.source, body.compiled, body['setup-config']], ['version: 2.1\njobs: 7\n', '', setup]);
    assert.match(body['compiled-setup-config'], /setup: true/);
  },
);

continuing('a setup that is canceled before it begins has no workflow', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses } = here;
  await configured(setup);
  await allow(here);
  const id = await trigger();
  await wait(100);
  await ci(`POST /pipeline/${id}/cancel`);
  await wait(500);
  assert.equal(
    [(await ci(`GET /pipeline/${id}`)).body.errors, await statuses(id)],
    [[{ type: 'other', message: 'it was canceled before its workflows began' }], {}],
  );
});

continuing('one that takes too long to be compiled is errored with its own type', () => {
  assert.equal(compilationErrors({ late: 'it is so' }), [{ type: 'timeout', message: 'it is so' }]);
});

continuing('a project that does not take setup configurations', async ({ here: { ci, configureProject: configured, trigger, wait } }) => {
  await configured(setup);
  const id = await trigger();
  await wait(100);
  assert.equal((await ci(`GET /pipeline/${id}`)).body.errors, [
    { type: 'config', message: 'this is a setup configuration, and the project does not take them (setup_workflows)' },
  ]);
});

continuing('what is refused', async ({ here: { ci } }) => {
  const post = async (body: object) => {
    const {
      status,
      body: { message },
    } = await ci('POST /pipeline/continue', body);
    return [status, message];
  };
  assert.equal(await post({}), [
    400,
    'continuation-key: is required: expected a string; configuration: is required: expected the text of a configuration',
  ]);
  assert.equal(await post({ 'continuation-key': 3, configuration: '' }), [400, 'continuation-key: expected a string, got a number']);
});

continuing.run();
