// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startRunnerTest } from './support.ts';

const agent = suite('CI jobs that really run: the program circleci');

const report = (seconds: Readonly<Record<string, number>>): string =>
  `<testsuite>${Object.entries(seconds)
    .map(([file, time]) => `<testcase name='t' classname='c' file='${file}' time='${time}'/>`)
    .join('')}</testsuite>`;

agent('tests are split by the times that the run before stored; halt ends the job, which has succeeded', async () => {
  const here = await startRunnerTest();
  try {
    const times = report({ 'test/a.js': 9, 'test/b.js': 4, 'test/c.js': 4 });
    await here.configureProject(`version: 2.1
jobs:
  test:
    docker: [{ image: node }]
    parallelism: 2
    steps:
      - run: { name: Files, command: 'mkdir test; touch test/a.js test/b.js test/c.js' }
      - run: { name: Split, command: 'circleci tests glob "test/*.js" | circleci tests split --split-by=timings' }
      - run: { name: Run, command: 'ls test/*.js | circleci-agent tests run --command="xargs echo ran" --split-by=timings' }
      - run: { name: Report, command: "echo \\"${times}\\" > report.xml" }
      - store_test_results: { path: report.xml }
  halt:
    docker: [{ image: node }]
    environment: { NAME: mast }
    steps:
      - run: { name: Halt, command: 'echo "hello \${NAME}" | circleci env subst; circleci-agent step halt; echo goes on' }
      - run: { name: Never, when: always, command: exit 1 }
workflows: { all: { jobs: [test, halt] } }
`);
    const first = await here.trigger();
    assert.equal(await here.waitForEnd(first), { all: ['success', { test: 'success', halt: 'success' }] });
    const halted = await here.readOutput(first, 'halt');
    assert.equal([Object.keys(halted), halted['Halt']], [['Prepare', 'Halt'], 'hello mast\nThe job ends after this step.\ngoes on\n']);
    const before = await here.readOutput(first, 'test');
    assert.is(
      before['Split'],
      'No earlier run of this job has stored times of these tests; they are split by name.\ntest/a.js\ntest/c.js\n',
    );
    const second = await here.trigger();
    assert.equal(await here.waitForEnd(second), { all: ['success', { test: 'success', halt: 'success' }] });
    const runs = [await here.readOutput(second, 'test', 0), await here.readOutput(second, 'test', 1)];
    assert.equal(
      runs.map((steps) => [steps['Split'], steps['Run']]),
      [
        ['test/a.js\n', 'ran test/a.js\n'],
        ['test/b.js\ntest/c.js\n', 'ran test/b.js test/c.js\n'],
      ],
    );
  } finally {
    await here.close();
  }
});
agent.run();
