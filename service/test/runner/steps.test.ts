// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startRunnerTest, type RunnerTest } from './support.ts';

const steps = suite<{ here: RunnerTest }>('CI jobs that really run: their steps');
steps.before.each(async (context) => {
  context.here = await startRunnerTest();
});
steps.after.each(async (context) => {
  await context.here.close();
});

steps('a command runs in a fresh folder, its output and the end of it are kept by the step', async ({ here }) => {
  const id = await here.startSteps({
    a:
      '[{ run: { name: Say, command: "pwd; ls -A; echo out; echo err >&2" } }, ' +
      '{ run: { name: Env, command: "echo later >&2; exit 3" } }, { run: echo never }, ' +
      '{ run: { name: Tidy, when: always, command: echo tidy } }, ' +
      '{ run: { name: Why, when: on_fail, command: echo why } }]',
  });
  assert.equal(await here.waitForEnd(id), { all: ['failed', { a: 'failed' }] });
  const { id: job, job_number: number } = await here.job(id, 'a');
  const text = await here.readOutput(id, 'a');
  assert.equal(Object.keys(text), ['Prepare', 'Say', 'Env', 'Tidy', 'Why']);
  assert.match(
    text['Prepare']!,
    /^This job asks for docker \(node\), medium\. Its steps run as processes of this machine, in \S+\/home\/project; isolation: none\.\n$/,
  );
  assert.match(text['Say']!, /^\S+\/home\/project\nout\nerr\n$/);
  assert.equal([text['Env'], text['Tidy'], text['Why']], ['later\n[exit code 3]\n', 'tidy\n', 'why\n']);
  const { body } = await here.ci(`GET //output/job/${job}`);
  assert.equal(
    [body.items.length, body.items[0].status, body.items[0].steps.map((one: any) => one.status)],
    [1, 'failed', ['success', 'success', 'failed', 'success', 'success']],
  );
  const whole = await here.ci(`GET //output/job/${job}/0`);
  assert.equal(
    [whole.status, whole.headers.get('content-type'), whole.body],
    [200, 'text/plain; charset=utf-8', Object.values(text).join('')],
  );
  assert.equal(
    [
      (await here.ci(`GET //output/job/${job}/0`, undefined, { token: 'stranger-token' })).status,
      (await here.ci(`GET //output/job/${job}/1`)).status,
    ],
    [404, 404],
  );
  assert.is((await here.ci(`GET /project/gh/acme/web/job/${number}`)).body.parallel_runs[0].status, 'failed');
});

steps.run();
