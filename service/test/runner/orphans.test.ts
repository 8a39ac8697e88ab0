import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ciJobs } from '../../src/ci/runner/ci-jobs.ts';
import { endLostWork, findAliveRunners, runnerTimeout } from '../../src/runner/end-lost-work.ts';
import { defaultSettings } from '../../src/http/settings.ts';
import { startCiService, type CiTestService } from '../ci/support.ts';
import { serviceListeners } from '../../src/service.ts';

const orphans = suite<{ here: CiTestService }>('CI jobs whose runner is gone');
orphans.before.each(async (context) => {
  context.here = await startCiService();
});
orphans.after.each(async (context) => {
  await context.here.close();
});

/** A runner that was seen so many milliseconds ago, with the claim of one job. */
const claimed = ({ store }: CiTestService, id: string, ago: number) =>
  store.write(async (tx) => {
    await tx.insert({ id, kind: 'ci-runners', scope: '', key: id, name: '', body: { seenAt: Date.now() - ago } });
    await tx.insert({ id: `claim-${id}`, kind: 'ci-claims', scope: '', key: `job-${id}`, name: '', body: { runner: id } });
  });
const end = async ({ store, clock }: CiTestService, all: boolean) =>
  endLostWork(
    [ciJobs],
    { store, clock, settings: () => defaultSettings, listeners: serviceListeners, report: () => undefined },
    { alive: await findAliveRunners(store, all) },
  );
const left = ({ store }: CiTestService) =>
  store.read(async (view) => [
    (await view.list({ kind: 'ci-runners' })).records.map(({ id }) => id),
    (await view.list({ kind: 'ci-claims' })).records.map(({ key }) => key),
  ]);

orphans('a runner without a heartbeat for a minute loses its claims; another keeps its own', async (context) => {
  assert.is(runnerTimeout, 60_000);
  await claimed(context.here, 'alive', 30_000);
  await claimed(context.here, 'dead', 60_001);
  assert.is(await end(context.here, false), 1);
  assert.equal(await left(context.here), [['alive'], ['job-alive']]);
});

orphans("where the store was another process's a moment ago, all of them are", async (context) => {
  await claimed(context.here, 'alive', 0);
  assert.is(await end(context.here, true), 1);
  assert.equal(await left(context.here), [[], []]);
});

orphans.run();
