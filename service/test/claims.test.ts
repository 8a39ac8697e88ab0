/**
 * Random histories of due work: three service processes on one PostgreSQL claim deliveries, runs and jobs, and are killed and started
 * again meanwhile. Each delivery is sent at least once, and never by two at the same time; each run ends; each
 * job begins at most once, and ends: as it should, or as one whose service is gone.
 */
// watchdog: 300 s
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../src/store/open-store.ts';
import type { StoredRecord } from '../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { schedule } from '@slipway/test-support/scale';
import { numbers } from '@slipway/test-support/seed';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type ServiceProcess, startProcess } from '@slipway/test-support/service-processes';

const server = await startPostgres();
const all = suite('due work of three processes that are killed');
const test = typeof server === 'string' ? skipWithReason(all, server) : all;
all.after(async () => {
  if (typeof server !== 'string') await server.stop();
});

const token = 'owner-token-of-the-test';
const jobs = ['a', 'b', 'c', 'd'];
const triggers = ['run:created', 'run:planning', 'run:applying', 'run:completed'];
/** Kills in each round, in which every service is asked for a run and a pipeline. */
const kills = 2;
const rounds = schedule(3, 15);
const jobsAtOnce = 2;

/** Each job notes in a file when it begins and when it ends. */
const configuration = (file: string): string =>
  JSON.stringify({
    version: 2.1,
    jobs: Object.fromEntries(
      jobs.map((name) => {
        const say = (what: string): string => `echo "${what} $CI_PIPELINE_ID $CI_JOB" >> '${file}'`;
        return [name, { docker: [{ image: 'node' }], steps: [{ run: `${say('begin')}; sleep 0.3; ${say('end')}` }] }];
      }),
    ),
    workflows: { all: { jobs } },
  });

/** What is sent, while it is sent: from the request until the response, or until its sender is gone. */
const startReceiver = async (draw: (below: number) => number) => {
  const [open, twice, taken] = [new Set<string>(), [] as string[], new Map<string, number>()];
  const receiver = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const { run_id: run, notifications } = JSON.parse(text) as { run_id: string | null; notifications: readonly { trigger: string }[] };
      const piece = `${run} ${notifications[0]!.trigger}`;
      // That of each configuration, which is asked whether it is there, is of no run.
      if (run !== null && open.has(piece)) twice.push(piece);
      open.add(piece);
      response.on('close', () => open.delete(piece));
      setTimeout(() => {
        if (response.destroyed) return;
        taken.set(piece, (taken.get(piece) ?? 0) + 1);
        open.delete(piece);
        response.end();
      }, draw(800));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  return { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, twice, taken, receiver };
};

const until = async (holds: () => Promise<boolean>, what: string): Promise<void> => {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 600, what);
    await delay(200);
  }
};
const finalStatuses = new Set(['applied', 'planned_and_finished']);
const finalJobs = new Set(['success', 'terminated-unknown']);

type RunnerRecord = StoredRecord<{ readonly seenAt: number }>;

/** Three services of one database, each of which may be another process the next time. */
const startThree = async (url: string, seed: string) => {
  const store = await openStore(url);
  const listRunners = async (): Promise<readonly RunnerRecord[]> =>
    (await store.read((view) => view.list<RunnerRecord['body']>({ kind: 'ci-runners', scope: '' }))).records;
  const options = [
    '--max-concurrent-jobs',
    String(jobsAtOnce),
    '--ci-status-milliseconds',
    '10',
    '--runs',
    'scripted',
    '--run-status-milliseconds',
    '60',
  ];
  /** With its runner, which says that it is there. */
  const start = async (): Promise<{ readonly service: ServiceProcess; readonly runner: string }> => {
    const before = new Set((await listRunners()).map(({ id }) => id));
    const place = ['--postgres', url, '--seed', seed, '--private-destinations', 'true', '--test-controls'];
    // Jobs write to a file of this test.
    const service = await startProcess(...place, '--run-jobs', '--isolation', 'none', ...options);
    let own: RunnerRecord | undefined;
    await until(async () => !!(own = (await listRunners()).find(({ id }) => !before.has(id))), 'a service has no runner');
    return { service, runner: own!.id };
  };
  const started = [await start(), await start(), await start()];
  const ask = async (at: number, row: string, body?: unknown, type?: string): Promise<any> => {
    const { status, body: answer } = await started[at]!.service.request(token, row, body, type);
    assert.ok(status < 300, `${row} answered ${status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const replace = async (at: number): Promise<void> => {
    const { service, runner } = started[at]!;
    await service.kill();
    // As if a minute had passed since it was seen. The others may have found that it is gone.
    await store.write(async (tx) => {
      const record = await tx.get('ci-runners', runner);
      if (record) await tx.update(record, { body: { seenAt: 0 } });
    });
    started[at] = await start();
  };
  const stop = async (): Promise<void> => {
    await store.close();
    for (const { service } of started) assert.is(await service.stop(), 0);
  };
  return { ask, replace, stop };
};

test('each is done, none by two at the same time, and none is lost', async () => {
  if (typeof server === 'string') throw new Error(server);
  const draw = numbers();
  const file = join(temporaryFolder(), 'ran.txt');
  appendFileSync(file, '');
  const ci = { slug: 'gh/acme', projects: [{ name: 'web', configuration: configuration(file) }] };
  const world = { users: [{ name: 'olivia', token }], organizations: [{ name: 'acme', owners: ['olivia'], ci }] };
  const seed = join(temporaryFolder({ 'seed.yaml': JSON.stringify(world) }), 'seed.yaml');
  const { url } = await server.database('claims_of_killed');
  const { url: destination, twice, taken, receiver } = await startReceiver(draw);
  const { ask, replace, stop } = await startThree(url, seed);

  const [runs, pipelines]: [string[], string[]] = [[], []];
  const request = async (at: number): Promise<void> => {
    const attributes = { name: `w-${runs.length}`, 'auto-apply': true };
    const { data: workspace } = await ask(at, 'POST /organizations/acme/workspaces', { data: { type: 'workspaces', attributes } });
    const notification = { name: 'all', 'destination-type': 'generic', enabled: true, url: destination, triggers };
    await ask(at, `POST /workspaces/${workspace.id}/notification-configurations`, {
      data: { type: 'notification-configurations', attributes: notification },
    });
    const relationships = { workspace: { data: { type: 'workspaces', id: workspace.id } } };
    const run = await ask(at, 'POST /runs', { data: { type: 'runs', attributes: { message: 'one' }, relationships } });
    runs.push(run.data.id as string);
    pipelines.push((await ask(at, 'POST /project/gh/acme/web/pipeline', undefined, 'application/json')).id as string);
  };
  for (let round = 0; round < rounds; round++) {
    for (const at of [0, 1, 2]) await request(at);
    for (let kill = 0; kill < kills; kill++) {
      await delay(draw(500));
      await replace(draw(3));
    }
  }

  // A delivery is tried again after ten seconds.
  for (const at of [0, 1, 2]) await ask(at, 'POST //_local/clock', { move: 15_000 }, 'application/json');

  const read = async (row: string): Promise<any> => ask(draw(3), row, undefined, 'application/json');
  for (const run of runs)
    await until(async () => finalStatuses.has((await read(`GET /runs/${run}`)).data.attributes.status), `${run} does not end`);
  const begun = (): readonly string[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('begin '))
      .sort();
  const [ended, lost] = [new Set<string>(), new Set<string>()];
  for (const pipeline of pipelines) {
    const [{ id }] = (await read(`GET /pipeline/${pipeline}/workflow`)).items;
    const list = async (): Promise<readonly any[]> => (await read(`GET /workflow/${id}/job`)).items;
    await until(async () => (await list()).every(({ status }) => finalJobs.has(status)), `a job of ${pipeline} does not end`);
    assert.equal((await list()).map(({ name }) => name).sort(), jobs);
    for (const { name, status } of await list()) (status === 'success' ? ended : lost).add(`begin ${pipeline} ${name}`);
  }
  assert.equal(begun(), [...new Set(begun())], 'no job begins twice');
  assert.equal(
    [...ended].filter((job) => !begun().includes(job)),
    [],
    'what succeeded has run',
  );

  assert.ok(lost.size <= kills * rounds * jobsAtOnce, 'only what a killed process ran is given up');

  const expected = runs.flatMap((run) => triggers.map((trigger) => `${run} ${trigger}`));
  await until(async () => expected.every((piece) => taken.has(piece)), 'a delivery is lost');
  assert.equal(twice, [], 'nothing is sent by two at the same time');
  await stop();
  receiver.close();
});

all.run();
