// watchdog: 60 s
import { availableParallelism, totalmem } from 'node:os';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { summarizeUsage } from '../../src/runner/measure-usage.ts';
import type { Job } from '../../src/ci/jobs/job-records.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { startRunnerTest } from './support.ts';

const measured = suite('CI jobs that really run: what they use');
const onLinux = process.platform === 'linux' ? measured : skipWithReason(measured, 'only Linux tells what processes use, in /proc');

measured('median and most of the samples, to the hundredth', () => {
  assert.equal(summarizeUsage([10, 30, 20.004], [1, 4, 2]), { medianCpu: 20, maxCpu: 30, medianRam: 2, maxRam: 4 });
  assert.equal(summarizeUsage([10, 20], [1, 2]), { medianCpu: 15, maxCpu: 20, medianRam: 1.5, maxRam: 2 });
  assert.is(summarizeUsage([], []), undefined);
});

onLinux('all processes of a job are looked at, and what they used stands in the ledger', async () => {
  const here = await startRunnerTest({ sampleMilliseconds: 150 });
  // One that computes, below a shell, and 200 MiB that are really written to.
  const busy =
    'const b = Buffer.alloc(200 * 1024 * 1024, 1); const end = process.cpuUsage().user + 6e5; ' +
    'while (process.cpuUsage().user < end) for (let i = 0; i < 1e6; i++) b[i]++;';
  const id = await here.startSteps({
    busy: `[{ run: { command: "${process.execPath} -e '${busy}'; true" } }]`,
    brief: '[{ run: "true" }]',
  });
  assert.equal(await here.waitForEnd(id), { all: ['success', { busy: 'success', brief: 'success' }] });
  const found = async (name: string) =>
    (await here.store.read(async (view) => view.get<Job>('ci-jobs', (await here.job(id, name)).id)))!.body.measured;
  const { medianCpu, maxCpu, medianRam, maxRam } = (await found('busy'))! as unknown as { [figure: string]: number };
  assert.ok(maxCpu! > 2 && maxCpu! <= 110 && medianCpu! <= maxCpu!, `${medianCpu} to ${maxCpu} % of ${availableParallelism()} cores`);
  assert.ok(maxRam! >= ((200 * 1024 * 1024) / totalmem()) * 100 && medianRam! <= maxRam! && maxRam! < 60, `${maxRam} % of the memory`);
  const organization = (await here.store.read((view) => view.getByKey('ci-organizations', '', 'acme')))!.id;
  const runs = await here.store.read((view) => view.ledger.listJobRuns({ organization, from: 0, to: 9e15 }, { limit: 10 }));
  assert.equal(
    runs.filter(({ job }) => job.name === 'busy').map(({ job }) => [job.maxCpu, job.maxRam]),
    [[maxCpu, maxRam]],
  );
  await here.close();
});

onLinux('a job that is over before the first sample has no figures', async () => {
  const here = await startRunnerTest();
  const id = await here.startSteps({ brief: '[{ run: "true" }]' });
  await here.waitForEnd(id);
  assert.is((await here.store.read(async (view) => view.get<Job>('ci-jobs', (await here.job(id, 'brief')).id)))!.body.measured, undefined);
  await here.close();
});

measured.run();
