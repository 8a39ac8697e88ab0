/** Two service processes that run jobs, on one PostgreSQL: each job once, none lost, also where one of them stops. */
// watchdog: 240 s
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPostgres } from '@slipway/test-support/postgres';
import { schedule } from '@slipway/test-support/scale';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type ServiceProcess, startProcess } from '@slipway/test-support/service-processes';

const server = await startPostgres();
const all = suite('two processes of slipway serve --run-jobs on one PostgreSQL');
const test = typeof server === 'string' ? skipWithReason(all, server) : all;
all.after(async () => {
  if (typeof server !== 'string') await server.stop();
});

const token = 'owner-token-of-the-test';
const jobs = Array.from({ length: 8 }, (_, at) => `j${at}`);
/** Each job writes its pipeline and its name into one file, and takes a moment. */
const configuration = (file: string): string =>
  JSON.stringify({
    version: 2.1,
    jobs: Object.fromEntries(
      jobs.map((name) => [
        name,
        { docker: [{ image: 'node' }], steps: [{ run: `echo "$CI_PIPELINE_ID $CI_JOB" >> '${file}'; sleep 0.1` }] },
      ]),
    ),
    workflows: { all: { jobs } },
  });
const ask = (service: ServiceProcess, row: string): Promise<any> =>
  service.request(token, row, undefined, 'application/json').then(({ body }) => body);
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await delay(150);
};

const two = async (name: string): Promise<{ readonly file: string; start(): Promise<ServiceProcess>; ran(): readonly string[] }> => {
  if (typeof server === 'string') throw new Error(server);
  const folder = temporaryFolder(),
    file = join(folder, 'ran.txt');
  appendFileSync(file, '');
  const seed = join(
    temporaryFolder({
      'seed.yaml': JSON.stringify({
        users: [{ name: 'olivia', token }],
        organizations: [
          { name: 'acme', owners: ['olivia'], ci: { slug: 'gh/acme', projects: [{ name: 'web', configuration: configuration(file) }] } },
        ],
      }),
    }),
    'seed.yaml',
  );
  const { url } = await server.database(name);
  return {
    file,
    start: () =>
      startProcess(
        '--postgres',
        url,
        '--seed',
        seed,
        '--run-jobs',
        '--isolation',
        'none',
        '--max-concurrent-jobs',
        '2',
        '--ci-status-milliseconds',
        '10',
      ),
    ran: () => readFileSync(file, 'utf8').split('\n').slice(0, -1).sort(),
  };
};
const over = new Set(['success', 'failed', 'error', 'canceled']);
const isOver = async (service: ServiceProcess, pipeline: string): Promise<boolean> => {
  const { items } = await ask(service, `GET /pipeline/${pipeline}/workflow`);
  return items.length === 1 && over.has(items[0].status);
};
const endsOf = async (service: ServiceProcess, pipeline: string): Promise<readonly string[]> => {
  const { items } = await ask(service, `GET /pipeline/${pipeline}/workflow`);
  return (await ask(service, `GET /workflow/${items[0].id}/job`)).items.map((job: any) => `${job.name} ${job.status}`).sort();
};

test('every job of several pipelines runs once', async () => {
  const { start, ran } = await two('two_runners');
  const first = await start(),
    second = await start();
  const pipelines = await Promise.all(
    Array.from(
      { length: schedule(2, 6) },
      async (_, at) => (await ask(at % 2 === 0 ? first : second, 'POST /project/gh/acme/web/pipeline')).id as string,
    ),
  );
  for (const pipeline of pipelines) await until(() => isOver(second, pipeline));
  assert.equal(ran(), pipelines.flatMap((pipeline) => jobs.map((job) => `${pipeline} ${job}`)).sort());
  for (const pipeline of pipelines)
    assert.equal(
      await endsOf(first, pipeline),
      jobs.map((job) => `${job} success`),
    );
  assert.equal([await first.stop(), await second.stop(), first.readStderr() + second.readStderr()], [0, 0, '']);
});

test('what waits when one of them stops is run by the other', async () => {
  const { start, ran } = await two('two_runners_one_stops');
  const first = await start(),
    second = await start();
  const pipeline = (await ask(first, 'POST /project/gh/acme/web/pipeline')).id as string;
  await until(async () => ran().length > 0);
  await first.stop();
  await until(() => isOver(second, pipeline));
  const ends = await endsOf(second, pipeline);
  assert.equal(
    ends.map((end) => end.split(' ')[0]),
    jobs,
    'none is lost',
  );
  assert.equal(
    ends.filter((end) => !/ (success|terminated-unknown)$/.test(end)),
    [],
  );
  assert.is(new Set(ran()).size, ran().length, 'none ran twice');
  assert.is(await second.stop(), 0);
});

all.run();
