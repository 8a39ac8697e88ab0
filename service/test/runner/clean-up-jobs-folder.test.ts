// watchdog: 120 s
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openJobsFolder } from '../../src/runner/jobs-folder.ts';
import { cleanUpJobsFolder } from '../../src/ci/runner/clean-up-jobs-folder.ts';
import { startRunnerTest, type RunnerTest } from './support.ts';

const day = 86_400_000;
const tidied = suite<{ here: RunnerTest; job: string }>('CI jobs that really run: how long what they leave is kept');
tidied.before.each(async (context) => {
  const here = (context.here = await startRunnerTest());
  const id = await here.startSteps({
    a:
      '[{ run: "echo one > one.txt" }, { store_artifacts: { path: one.txt } }, ' +
      '{ save_cache: { key: k, paths: [one.txt] } }, { persist_to_workspace: { root: ., paths: [one.txt] } }]',
  });
  assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
  context.job = (await here.job(id, 'a')).id;
  await here.stop();
});
tidied.after.each(async ({ here }) => {
  await here.close();
});

const files = ({ folder }: RunnerTest) => ['output', 'artifacts', 'archives'].map((name) => readdirSync(join(folder, name)).length);
const records = ({ store }: RunnerTest) =>
  store.read(async (view) =>
    Promise.all(['ci-job-nodes', 'ci-artifacts', 'ci-caches', 'ci-workspace-layers'].map((kind) => view.count({ kind }))),
  );
const tidyAt = async ({ folder, store, clock }: RunnerTest, later: number, freshness = 0): Promise<void> =>
  cleanUpJobsFolder(store, await openJobsFolder(folder), new Date(clock.now().getTime() + later), freshness);

tidied('caches and workspaces fifteen days, output and artifacts thirty', async ({ here }) => {
  const kept = async (later: number) => {
    await tidyAt(here, later);
    return [files(here), await records(here)];
  };
  assert.equal(await kept(15 * day - 60_000), [
    [1, 1, 2],
    [1, 1, 1, 1],
  ]);
  assert.equal(await kept(15 * day), [
    [1, 1, 0],
    [1, 1, 0, 0],
  ]);
  assert.equal(await kept(30 * day - 60_000), [
    [1, 1, 0],
    [1, 1, 0, 0],
  ]);
  assert.equal(await kept(30 * day), [
    [0, 0, 0],
    [0, 0, 0, 0],
  ]);
  assert.equal((await here.ci('GET /project/gh/acme/web/1/artifacts')).body.items, []);
  assert.is((await here.ci('GET /project/gh/acme/web/job/1')).status, 200, 'the job itself stays');
});

tidied('with its project everything goes, also of an archive that no other project has', async ({ here }) => {
  const project = (await here.ci('GET /project/gh/acme/web')).body;
  await here.ci(`DELETE /project/${project.slug}`);
  await tidyAt(here, 0);
  assert.equal(
    [files(here), await records(here)],
    [
      [0, 0, 0],
      [0, 0, 0, 0],
    ],
  );
});

tidied('a store that was emptied leaves no files; an archive that is just being written is let be', async ({ here }) => {
  await here.store.clear();
  await tidyAt(here, 0, 600_000);
  assert.equal(files(here), [0, 0, 2]);
  await tidyAt(here, 0);
  assert.equal(files(here), [0, 0, 0]);
});

tidied('the runner itself looks, when it starts and then again and again', async ({ here, job }) => {
  await here.wait(31 * day);
  here.start();
  await here.waitUntil(async () => !readdirSync(join(here.folder, 'output')).includes(job));
  assert.equal((await records(here)).slice(0, 2), [0, 0]);
  assert.equal(here.reports, []);
});

tidied.run();
