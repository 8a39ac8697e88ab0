// watchdog: 180 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Pipeline } from '../../src/ci/pipelines/pipeline-records.ts';
import type { Workflow } from '../../src/ci/workflows/workflow-records.ts';
import { statusAndMessage } from './support.ts';
import { startPipelineTest, type PipelineTest } from './pipelines/support.ts';

const limits = suite<{ here: PipelineTest }>('CI limits, on both sides');
limits.before.each(async (context) => {
  context.here = await startPipelineTest();
});
limits.after.each(async (context) => {
  await context.here.close();
});
const oneJob = 'version: 2.1\njobs: { a: { docker: [{ image: x }], steps: [checkout] } }\nworkflows: { w: { jobs: [a] } }\n';
const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, number) => [`p${number}`, 1]));

limits('parameters: 100 entries, keys of 128, values of 512; one more is refused, whatever starts the pipeline', async ({ here }) => {
  const project = await here.configureProject(oneJob);
  const definition = await here.definition(project);
  for (const [path, more] of [
    ['/project/gh/acme/web/pipeline', {}],
    ['/project/gh/acme/web/pipeline/run', { definition_id: definition }],
  ] as const) {
    const post = async (parameters: object) => statusAndMessage(await here.ci(`POST ${path}`, { ...more, parameters }));
    for (const taken of [entries(100), { ['k'.repeat(128)]: 'v' }, { k: 'v'.repeat(512) }]) assert.equal((await post(taken))[0], 201, path);
    assert.equal(await post(entries(101)), [400, 'parameters: expected at most 100 parameters; found 101']);
    assert.equal(await post({ ['k'.repeat(129)]: 'v' }), [
      400,
      `parameters: expected names of at most 128 characters; one has 129: ${'k'.repeat(20)}…`,
    ]);
    assert.equal(await post({ k: 'v'.repeat(513) }), [400, 'parameters: parameter k: expected at most 512 characters; found 513']);
  }
});

limits('what continues a pipeline keeps them, too', async ({ here }) => {
  const post = async (parameters: object) =>
    statusAndMessage(await here.ci('POST /pipeline/continue', { 'continuation-key': 'x', configuration: oneJob, parameters }));
  assert.equal((await post(entries(100)))[0], 404, 'the key is looked up');
  assert.equal(await post(entries(101)), [400, 'parameters: expected at most 100 parameters; found 101']);
  assert.equal(await post({ k: 'v'.repeat(513) }), [400, 'parameters: parameter k: expected at most 512 characters; found 513']);
});

limits("an organization's pipelines are those of the 250 projects that were built last", async ({ here }) => {
  const count = 251;
  const names = Array.from({ length: count }, (_, number) => `p${number}`);
  for (const name of names) await here.configureProject(oneJob, name);
  const build = async (name: string) => {
    const { status } = await here.ci(`POST /project/gh/acme/${name}/pipeline`);
    assert.is(status, 201);
  };
  const listed = async () => {
    const slugs: string[] = [];
    for (let token: string | null = ''; token !== null;) {
      const { body }: any = await here.ci(`GET /pipeline?org-slug=gh/acme&page-token=${token}`);
      slugs.push(...body.items.map((one: any) => one.project_slug));
      token = body.next_page_token;
    }
    return slugs;
  };
  for (const name of names.slice(0, 250)) await build(name);
  assert.equal(
    await listed(),
    names
      .slice(0, 250)
      .reverse()
      .map((name) => `gh/acme/${name}`),
    'with 250 all of them',
  );
  await build('p250');
  assert.equal(
    await listed(),
    names
      .slice(1)
      .reverse()
      .map((name) => `gh/acme/${name}`),
    'with 251 not the one that was built first',
  );
  await build('p0');
  const found = await listed();
  assert.equal(
    [found.length, found[0], found.at(-1), found.includes('gh/acme/p1')],
    [251, 'gh/acme/p0', 'gh/acme/p0', false],
    'built again, it is among them with all it built, and another is not',
  );
});

limits('a workflow is run again 100 times, and until it is 90 days old', async ({ here }) => {
  const { ci, clock, store, configureProject: configured, trigger, wait } = here;
  await configured(oneJob);
  const pipeline = await trigger();
  for (let turn = 0; turn < 6; turn++) await wait(100);
  const workflow: string = (await ci(`GET /pipeline/${pipeline}/workflow`)).body.items[0].id;
  const again = async () => statusAndMessage(await ci(`POST /workflow/${workflow}/rerun`));
  const wasRerun = (rerun: number) =>
    store.write(async (tx) => {
      const one = (await tx.get<Workflow>('ci-workflows', workflow))!;
      await tx.update<Workflow>(one, { body: { ...one.body, rerun } });
    });
  await wasRerun(99);
  assert.is((await again())[0], 202);
  await wasRerun(100);
  assert.equal(await again(), [400, 'the workflow was run again 100 times; no more is possible']);
  await wasRerun(0);
  const made = Date.parse((await ci(`GET /workflow/${workflow}`)).body.created_at);
  clock.freeze(new Date(made + 90 * 86_400_000));
  assert.is((await again())[0], 202);
  clock.freeze(new Date(made + 90 * 86_400_000 + 1));
  assert.equal(await again(), [400, 'the workflow is older than 90 days']);
});

limits('a pipeline is reported in each state, with each kind of error, by each kind of trigger', async ({ here }) => {
  const { ci, store, configureProject: configured, trigger } = here;
  await configured(oneJob);
  const id = await trigger();
  const told = async (change: Partial<Pipeline>) => {
    await store.write(async (tx) => {
      const one = (await tx.get<Pipeline>('ci-pipelines', id))!;
      await tx.update<Pipeline>(one, { body: { ...one.body, ...change } });
    });
    return (await ci(`GET /pipeline/${id}`)).body;
  };
  for (const state of ['created', 'errored', 'setup-pending', 'setup', 'pending'] as const) assert.is((await told({ state })).state, state);
  for (const type of ['config', 'config-fetch', 'timeout', 'permission', 'other', 'plan'] as const)
    assert.equal((await told({ errors: [{ type, message: 'm' }] })).errors, [{ type, message: 'm' }]);
  for (const type of ['scheduled_pipeline', 'explicit', 'api', 'webhook'] as const)
    assert.is((await told({ trigger: { type, receivedAt: '2026-05-01T12:00:00.000Z' } })).trigger.type, type);
});
limits.run();
