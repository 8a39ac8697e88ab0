/** The service as a process: setups continue their own pipelines, and nothing outlives a service that is killed. */
// watchdog: 180 s
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type ServiceProcess, startProcess } from '@slipway/test-support/service-processes';
import { countSleeping, withOwnSleeps } from './sleeping-processes.ts';

const restart = suite('slipway serve --run-jobs');

const token = 'owner-token-of-the-test';
const seeded = (configuration: string): string =>
  join(
    temporaryFolder({
      'seed.yaml': JSON.stringify({
        users: [{ name: 'olivia', token }],
        organizations: [
          {
            name: 'acme',
            owners: ['olivia'],
            ci: { slug: 'gh/acme', projects: [{ name: 'web', configuration, settings: { setup_workflows: true } }] },
          },
        ],
      }),
    }),
    'seed.yaml',
  );
const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await holds())) await delay(60);
};
const ci =
  ({ request: ask }: ServiceProcess) =>
  (row: string, body?: unknown) =>
    ask(token, row, body, 'application/json');
const statuses = async (service: ServiceProcess, pipeline: string): Promise<any> => {
  const all: any = {};
  for (const { id, name, status } of (await ci(service)(`GET /pipeline/${pipeline}/workflow`)).body.items)
    all[name] = [
      status,
      Object.fromEntries((await ci(service)(`GET /workflow/${id}/job`)).body.items.map((job: any) => [job.name, job.status])),
    ];
  return all;
};

restart(
  'killed by kill -9 while a job runs: its processes end at once, what left their groups at the next start, ' +
    'which ends the job and clears its folder',
  async () => {
    const data = temporaryFolder();
    const seed = seeded(
      withOwnSleeps('version: 2.1\njobs: { a: { docker: [{ image: x }], steps: [{ run: "setsid sleep 8712 & sleep 8711" }] } }\n') +
        'workflows: { all: { jobs: [a] } }\n',
    );
    const first = await startProcess('--data', data, '--seed', seed, '--run-jobs');
    const id = (await ci(first)('POST /project/gh/acme/web/pipeline')).body.id;
    await until(() => countSleeping('sleep 8711') === 1 && countSleeping('sleep 8712') === 1);
    await first.kill();
    await until(() => countSleeping('sleep 8711') === 0);
    assert.is(readdirSync(join(data, 'jobs/work')).length, 1);
    const second = await startProcess('--data', data, '--seed', seed, '--run-jobs');
    await until(async () => (await statuses(second, id)).all[0] === 'failed');
    assert.equal(await statuses(second, id), { all: ['failed', { a: 'terminated-unknown' }] });
    assert.equal((await ci(second)('GET /project/gh/acme/web/job/1')).body.messages, [
      { type: 'error', message: 'the service that ran this job ended before the job did', reason: 'terminated-unknown' },
    ]);
    await until(
      () =>
        countSleeping('sleep 8712') === 0 &&
        readdirSync(join(data, 'jobs/work')).every((name) => readdirSync(join(data, 'jobs/work', name)).length === 0),
    );
    assert.is(await second.stop(), 0);
    assert.is(second.readStderr(), '');
  },
);

restart('without --run-jobs no job is executed, even if the seed asks for it, and jobs follow their script', async () => {
  const mark = join(temporaryFolder(), 'mark');
  const seed = seeded(
    `version: 2.1\njobs: { a: { docker: [{ image: x }], steps: [{ run: "touch ${mark}" }] } }\nworkflows: { all: { jobs: [a] } }\n`,
  );
  const service = await startProcess('--in-memory', '--seed', seed, '--ci-status-milliseconds', '0');
  const id = (await ci(service)('POST /project/gh/acme/web/pipeline')).body.id;
  await until(async () => (await statuses(service, id)).all?.[0] === 'success');
  assert.not.ok(existsSync(mark));
  await service.stop();
  const bold = join(temporaryFolder({ 'seed.yaml': 'settings: { run_jobs: true }\norganizations: [{ name: acme }]\n' }), 'seed.yaml');
  const refused = await startProcess('--in-memory', '--seed', bold).then(
    (one) => one.stop().then(() => 'it started'),
    (error: Error) => error.message,
  );
  assert.match(refused, /run_jobs/);
});

restart("a setup's job continues its own pipeline, with a key and no token; the key is hidden in its output", async () => {
  const rest = 'version: 2.1\njobs: { b: { docker: [{ image: x }], steps: [{ run: echo b }] } }\nworkflows: { rest: { jobs: [b] } }\n';
  const call =
    `fetch(process.env.CI_SERVICE_URL + '/api/v2/pipeline/continue', { method: 'POST', ` +
    `headers: { 'content-type': 'application/json' }, body: JSON.stringify({ 'continuation-key': ` +
    `process.env.CIRCLE_CONTINUATION_KEY, configuration: ${JSON.stringify(rest)} }) }).then(async (answer) => { ` +
    `console.log(answer.status, await answer.text(), process.env.CI_CONTINUATION_KEY); })`;
  const seed = seeded(
    `version: 2.1\nsetup: true\njobs:\n  look:\n    docker: [{ image: x }]\n    steps:\n      - run:\n` +
      `          shell: ${process.execPath}\n          command: ${JSON.stringify(call)}\n` +
      `workflows: { setup: { jobs: [look] } }\n`,
  );
  const service = await startProcess('--in-memory', '--seed', seed, '--run-jobs', '--ci-status-milliseconds', '0');
  const id = (await ci(service)('POST /project/gh/acme/web/pipeline')).body.id;
  await until(async () => (await statuses(service, id)).rest?.[0] === 'success');
  await until(async () => (await statuses(service, id)).setup[0] === 'success');
  assert.equal(await statuses(service, id), { setup: ['success', { look: 'success' }], rest: ['success', { b: 'success' }] });
  const [{ id: workflow }] = (await ci(service)(`GET /pipeline/${id}/workflow`)).body.items;
  const [{ id: job }] = (await ci(service)(`GET /workflow/${workflow}/job`)).body.items;
  const text = await (await fetch(`${service.address}/output/job/${job}/0`, { headers: { 'ci-token': token } })).text();
  assert.match(text, /200 \{"message":"Accepted\."\} \*\*\*\*\n/);
  await service.stop();
});

restart.run();
