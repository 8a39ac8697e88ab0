// watchdog: 180 s
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openJobLog } from '../../src/ci/runner/job-log.ts';
import { createMasks } from '../../src/runner/mask/output-mask.ts';
import { describeRunnerError } from '../../src/ci/runner/run-node.ts';
import { countSleeping } from './sleeping-processes.ts';
import { startRunnerTest, type RunnerTest } from './support.ts';

const endings = suite<{ here: RunnerTest }>('CI jobs that really run: how they end');
endings.before.each(async (context) => {
  context.here = await startRunnerTest();
});
endings.after.each(async (context) => {
  await context.here.close();
});

const begun = (here: RunnerTest, id: string, words: string) =>
  here.waitUntil(async () => (await here.job(id, 'a'))?.status === 'running' && countSleeping(words) > 0);

endings('a job that is canceled is stopped with everything it started, even what does not want to', async ({ here }) => {
  const id = await here.startSteps({
    a: '[{ run: { name: Wait, command: "trap \'\' TERM; sleep 8611 & sleep 8612" } }, { run: { when: always, command: echo never } }]',
    b: '[{ run: echo never }]',
  });
  await begun(here, id, 'sleep 8612');
  const { id: job } = await here.job(id, 'a');
  assert.is((await here.ci(`POST /jobs/${job}/cancel`)).status, 200);
  assert.equal(await here.waitForEnd(id), { all: ['canceled', { a: 'canceled', b: 'not_run' }] });
  assert.equal([countSleeping('sleep 8611'), countSleeping('sleep 8612')], [0, 0]);
  const {
    body: {
      items: [node],
    },
  } = await here.ci(`GET //output/job/${job}`);
  assert.equal(
    [node.status, node.steps.map((one: any) => [one.name, one.status])],
    [
      'canceled',
      [
        ['Prepare', 'success'],
        ['Wait', 'canceled'],
      ],
    ],
  );
  assert.equal(
    readdirSync(`${here.folder}/work`).flatMap((name) => readdirSync(`${here.folder}/work/${name}`)),
    [],
    'its folder is gone',
  );
});

endings('a step that is silent for too long ends the job as timedout; the others take part as after a failure', async ({ here }) => {
  const id = await here.startSteps({
    a:
      '[{ run: { name: Wait, no_output_timeout: 1s, command: "for i in 1 2 3; do echo $i; sleep 0.4; done; ' +
      'sleep 8621" } }, { run: { name: Tidy, when: always, command: echo tidy } }, { run: echo never }]',
  });
  assert.equal(await here.waitForEnd(id), { all: ['failed', { a: 'timedout' }] });
  const text = await here.readOutput(id, 'a');
  assert.equal(
    [text['Wait'], text['Tidy'], Object.keys(text).length],
    ['1\n2\n3\n[nothing was written for 1 s; the step was stopped (no_output_timeout)]\n', 'tidy\n', 3],
  );
});

endings('a job that takes longer than any may', async ({ here }) => {
  await here.stop();
  here.start({ jobMilliseconds: 700 });
  const id = await here.startSteps({
    a: '[{ run: { name: Wait, command: "sleep 8631" } }, { run: { when: always, command: echo never } }]',
  });
  assert.equal(await here.waitForEnd(id), { all: ['failed', { a: 'timedout' }] });
  assert.equal(Object.keys(await here.readOutput(id, 'a')), ['Prepare', 'Wait']);
  assert.is(countSleeping('sleep 8631'), 0);
});

endings('what a job leaves behind is ended: in the background, forked, as a daemon of a session of its own', async ({ here }) => {
  const id = await here.startSteps({
    a:
      '[{ run: { name: Server, background: true, command: "echo up; exec sleep 8641" } }, ' +
      '{ run: { name: Fork, command: "sleep 8642 & setsid sleep 8643 & echo forked" } }, ' +
      '{ run: { name: Look, command: "pgrep -fx \'sleep 8641\' | wc -l" } }]',
  });
  assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
  assert.equal([countSleeping('sleep 8641'), countSleeping('sleep 8642'), countSleeping('sleep 8643')], [0, 0, 0]);
  const text = await here.readOutput(id, 'a');
  assert.is(text['Look']!.trim().split('\n').at(-1), '1', 'what runs in the background is there until the job is over');
});

endings('hostile output: 100 MB, binary, colors', async ({ here }) => {
  const id = await here.startSteps({
    a:
      '[{ run: { name: Much, command: "head -c 100000000 /dev/zero" } }, ' +
      '{ run: { name: Odd, command: "printf \'\\\\033[31mred\\\\033[0m\\\\377\\\\000x\\\\n\'" } }]',
  });
  assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
  const text = await here.readOutput(id, 'a');
  assert.is(text['Much']!.length, 4 * 1024 * 1024 + 1 + "[the rest of this step's output is not kept: it is too long]\n".length);
  assert.match(text['Much']!, /\n\[the rest of this step's output is not kept: it is too long\]\n$/);
  assert.is(text['Odd'], '\u001b[31mred\u001b[0m\ufffd\0x\n');
});

endings('a step runs again as often as it says; a workflow its failed jobs as often as it says', async ({ here }) => {
  const project = await here.configureProject(`version: 2.1
jobs: { a: { docker: [{ image: x }], steps: [{ run: { name: Try, max_auto_reruns: 2, command: 'echo x >> tries; \
wc -l < tries; test "$(wc -l < tries)" = 3' } }] }, b: { docker: [{ image: x }], steps: [{ run: exit 1 }] } }
workflows: { all: { max_auto_reruns: 1, jobs: [a, b] } }
`);
  assert.ok(project);
  const id = await here.trigger();
  await here.waitUntil(
    async () => (await here.ci(`GET /pipeline/${id}/workflow`)).body.items.filter(({ status }: any) => status === 'failed').length === 2,
  );
  assert.match(
    (await here.readOutput(id, 'a'))['Try']!,
    /^\s*1\n\[exit code 1\]\n\[it is run again: 1 of 2\]\n\s*2\n\[exit code 1\]\n\[it is run again: 2 of 2\]\n\s*3\n$/,
  );
  assert.equal(
    (await here.jobs(id)).map(({ name, status }) => `${name} ${status}`).sort(),
    ['a success', 'a success', 'b failed', 'b failed'],
    'what succeeded is in both',
  );
  assert.equal(
    (await here.ci(`GET /pipeline/${id}/workflow`)).body.items.map((one: any) => [one.auto_rerun_number, one.max_auto_reruns]),
    [
      [0, 1],
      [1, 1],
    ],
  );
});

endings('a service that stops ends what runs; what waited waits on', async ({ here }) => {
  await here.stop();
  here.start({ maxParallelRuns: 1 });
  const id = await here.startSteps({ a: '[{ run: sleep 8651 }]' });
  const second = await here.trigger();
  await begun(here, id, 'sleep 8651');
  await here.stop();
  assert.is(countSleeping('sleep 8651'), 0);
  assert.equal(
    [await here.statuses(id), (await here.statuses(second)).all[1]],
    [{ all: ['failed', { a: 'terminated-unknown' }] }, { a: 'queued' }],
  );
  assert.equal((await here.ci('GET /project/gh/acme/web/job/1')).body.messages, [
    { type: 'error', message: 'the service was stopped while this job ran', reason: 'terminated-unknown' },
  ]);
  here.start({ jobMilliseconds: 500 });
  assert.equal(await here.waitForEnd(second), { all: ['failed', { a: 'timedout' }] });
});

endings('where the disk fails the job says so, and the next one runs when there is room again', async ({ here }) => {
  await here.waitUntil(async () => existsSync(`${here.folder}/archives`));
  rmSync(`${here.folder}/output`, { recursive: true });
  symlinkSync('/dev/full', `${here.folder}/output`);
  const id = await here.startSteps({ a: '[{ run: echo a }]' });
  assert.equal(await here.waitForEnd(id), { all: ['failed', { a: 'infrastructure_fail' }] });
  const [{ type, reason, message }] = (await here.ci('GET /project/gh/acme/web/job/1')).body.messages;
  assert.equal([type, reason], ['error', 'infrastructure_fail']);
  assert.match(message, /^the runner failed \(E[A-Z]+\)$/);
  unlinkSync(`${here.folder}/output`);
  mkdirSync(`${here.folder}/output`);
  const next = await here.trigger();
  assert.equal(await here.waitForEnd(next), { all: ['success', { a: 'success' }] });
  const job = (await here.job(next, 'a')).id;
  const log = await openJobLog('/dev/full', createMasks([]));
  await log.writeOutput(Buffer.from('x')).then(
    () => {
      assert.unreachable();
    },
    (error: unknown) => {
      assert.is(describeRunnerError(error), 'no space is left on the disk');
    },
  );
  await log.close();
  assert.ok(existsSync(`${here.folder}/output/${job}/0.log`));
});

endings('jobs begin in the order in which they began to wait, so many at once', async ({ here }) => {
  await here.stop();
  const alone = `${here.folder}/alone`;
  await here.configureProject(
    `version: 2.1\n` +
      `jobs: { a: { docker: [{ image: x }], parallelism: 3, steps: [{ run: { name: Alone, command: "mkdir ${alone}; ` +
      `sleep 0.1; rmdir ${alone}; exit $CI_NODE_INDEX" } }] } }\nworkflows: { all: { jobs: [a] } }\n`,
  );
  const ids = [await here.trigger(), await here.trigger(), await here.trigger()];
  await here.wait(0);
  here.start({ maxParallelRuns: 1 });
  const seen: string[] = [];
  await here.waitUntil(async () => {
    const states = await Promise.all(ids.map(async (id) => (await here.job(id, 'a')).status));
    states.forEach((status, at) => {
      if (status !== 'queued' && !seen.includes(String(at))) seen.push(String(at));
    });
    return states.every((status) => status === 'failed');
  });
  assert.equal(seen, ['0', '1', '2']);
  for (const id of ids)
    assert.equal(
      [(await here.readOutput(id, 'a', 0))['Alone'], (await here.readOutput(id, 'a', 2))['Alone']],
      ['', '[exit code 2]\n'],
      'nobody else was there',
    );
  assert.equal((await here.ci('GET /project/gh/acme/web/job/1')).body.parallel_runs, [
    { index: 0, status: 'success' },
    { index: 1, status: 'failed' },
    { index: 2, status: 'failed' },
  ]);
});

endings.run();
