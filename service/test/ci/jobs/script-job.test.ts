import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { scriptJob } from '../../../src/ci/jobs/script-job.ts';
import { newId } from '../../../src/store/new-id.ts';
import { startPipelineTest, type PipelineTest, twoJobs } from '../pipelines/support.ts';

const scripts = suite<{ here: PipelineTest }>('CI jobs by a script');
scripts.before.each(async (context) => {
  context.here = await startPipelineTest();
});
scripts.after.each(async (context) => {
  await context.here.close();
});

type Script = Parameters<typeof scriptJob>[2];
const script = ({ store }: PipelineTest, one: Script) => store.write((tx) => scriptJob(tx, newId, one));

scripts('a job lasts as long as its script says, then ends as it says', async ({ here }) => {
  await here.configureProject(twoJobs);
  await script(here, { job: 'test', outcome: 'timedout', milliseconds: 60_000 });
  const id = await here.trigger();
  await here.wait(59_000);
  assert.equal(await here.statuses(id), { all: ['running', { test: 'running', hold: 'blocked', ship: 'blocked' }] });
  await here.wait(2000);
  assert.equal(await here.statuses(id), { all: ['failed', { test: 'timedout', hold: 'not_run', ship: 'not_run' }] });
});

scripts('what a project has of its own wins; a new script replaces the old one', async ({ here }) => {
  const project = await here.configureProject(twoJobs);
  await script(here, { job: 'test', outcome: 'success', project });
  await script(here, { job: 'test', outcome: 'canceled', project });
  await script(here, { job: 'test', outcome: 'failed' });
  const id = await here.trigger();
  await here.wait(500);
  assert.equal((await here.statuses(id)).all, ['canceled', { test: 'canceled', hold: 'not_run', ship: 'not_run' }]);
});

scripts('its artifacts are listed, and each is where the list says, to be kept and never shown', async ({ here }) => {
  const { ci } = here;
  await here.configureProject(twoJobs);
  await script(here, {
    job: 'test',
    outcome: 'success',
    artifacts: [
      { path: 'report/1 of 2.html', content: '<b>é</b>' },
      { path: 'notes.txt', content: '' },
      { path: 'odd.thing', content: 'x' },
    ],
  });
  const id = await here.trigger();
  await here.wait(300);
  assert.equal((await ci('GET /project/gh/acme/web/1/artifacts')).body, { items: [], next_page_token: null }, 'not while it runs');
  await here.wait(100);
  const { items } = (await ci('GET /project/gh/acme/web/1/artifacts')).body;
  const job = (await ci(`GET /workflow/${(await ci(`GET /pipeline/${id}/workflow`)).body.items[0].id}/job`)).body.items[0].id;
  assert.equal(items, [
    { path: 'report/1 of 2.html', node_index: 0, url: `http://slipway.test/output/job/${job}/artifacts/0/report%2F1%20of%202.html` },
    { path: 'notes.txt', node_index: 0, url: `http://slipway.test/output/job/${job}/artifacts/0/notes.txt` },
    { path: 'odd.thing', node_index: 0, url: `http://slipway.test/output/job/${job}/artifacts/0/odd.thing` },
  ]);
  const get = (at: number, options = {}) => ci(`GET //${items[at].url.slice('http://slipway.test/'.length)}`, undefined, options);
  const page = await get(0);
  assert.equal([page.status, page.body], [200, '<b>é</b>']);
  assert.equal(
    ['content-type', 'x-content-type-options', 'content-disposition', 'content-security-policy'].map((name) => page.headers.get(name)),
    ['text/html; charset=utf-8', 'nosniff', "attachment; filename*=UTF-8''1%20of%202.html", "default-src 'none'; sandbox"],
  );
  assert.equal(
    [await get(1), await get(2)].map(({ status, body, headers }) => [status, body, headers.get('content-type')]),
    [
      [200, undefined, 'text/plain; charset=utf-8'],
      [200, 'x', 'application/octet-stream'],
    ],
  );
  assert.equal([(await get(0, { token: 'stranger-token' })).status, (await get(0, { token: null })).status], [404, 401]);
  assert.is((await ci(`GET //output/job/${job}/artifacts/1/notes.txt`)).status, 404);
  assert.is((await ci(`GET //output/job/${job}/artifacts/x/notes.txt`)).status, 400);
});

scripts('a job that did not run leaves nothing', async ({ here }) => {
  await here.configureProject(twoJobs);
  await script(here, { job: 'test', outcome: 'canceled', artifacts: [{ path: 'a', content: 'x' }] });
  const id = await here.trigger();
  await here.wait(200);
  await here.ci(`POST /pipeline/${id}/cancel`);
  await here.wait(500);
  assert.is(await here.store.read((view) => view.count({ kind: 'ci-artifacts' })), 0);
});

scripts('what no job can do is refused', async ({ here }) => {
  const told = async (one: object) => {
    try {
      await script(here, { job: 'a', outcome: 'success', ...one });
      return 'taken';
    } catch (error) {
      return (error as Error & { errors: any }).errors[0].pointer;
    }
  };
  assert.equal(
    [await told({ outcome: 'running' }), await told({ outcome: 'retried' }), await told({ outcome: 'not_run' })],
    ['/outcome', '/outcome', '/outcome'],
  );
  for (const path of ['', '/etc/x', 'a/../b', 'a//b', './a', 'a\0b', 'x'.repeat(1025)])
    assert.is(await told({ artifacts: [{ path, content: '' }] }), '/artifacts/0/path');
  assert.is(
    await told({
      artifacts: [
        { path: 'a', content: '' },
        { path: 'a', content: '' },
      ],
    }),
    '/artifacts/1/path',
  );
});

scripts.run();
