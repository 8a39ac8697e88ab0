import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileConfiguration } from '../../../src/ci/configuration/index.ts';
import { compileWarnings, withSteps } from './compiling.ts';

const test = suite('pipeline configuration: what is reported beside faults');

test('deprecated keys are reported with what to write instead', async () => {
  assert.equal(
    await compileWarnings(`version: 2.1
experimental: { notify: 1 }
executors:
  vm: { machine: true }
jobs:
  build:
    machine: true
    branches: { only: main }
    steps:
      - deploy: echo
  old: { machine: { enabled: true }, steps: [checkout] }
workflows:
  version: 2
  w:
    triggers: [{ schedule: { cron: "0 0 * * *" } }]
    jobs: [build]
`),
    [
      '2:1 /experimental It has no effect any more: remove it.',
      '4:9 /executors/vm/machine Set `image`; `true` is for self-hosted machines, which `resource_class` names.',
      '7:5 /jobs/build/machine Set `image`; `true` is for self-hosted machines, which `resource_class` names.',
      '8:5 /jobs/build/branches Use `filters` of the job in a workflow.',
      '10:9 /jobs/build/steps/0/deploy Use `run`; where parallelism is above 1, a job of its own that requires this one.',
      '11:21 /jobs/old/machine/enabled Set `image`; `true` is for self-hosted machines, which `resource_class` names.',
      '13:3 /workflows/version Remove it: `version: 2.1` at the top also applies to workflows.',
      '15:5 /workflows/w/triggers Use a schedule of the pipeline: it needs no push to change, and can have parameters.',
    ],
  );
});
test('a key is deprecated only where the condition holds', async () => {
  assert.equal(
    await compileWarnings(
      'version: 2\njobs: { build: { machine: true, resource_class: my/runner, steps: [checkout] } }\n' +
        'workflows: { version: 2, w: { jobs: [build] } }\n',
    ),
    [],
  );
});
test('faults of the schema come with the warnings', async () => {
  const result = await compileConfiguration('version: 2.1\njobs: { build: { steps: [deploy: x, 5] } }\n');
  assert.equal(result.warnings, [
    {
      path: '/jobs/build/steps/0/deploy',
      line: 2,
      column: 26,
      message: 'Use `run`; where parallelism is above 1, a job of its own that requires this one.',
    },
  ]);
  assert.equal('faults' in result && result.faults, [
    { path: '/jobs/build/steps/1', line: 2, column: 37, message: 'expected a string, or an object; found a number' },
  ]);
});
test('a key that is said twice is reported', async () => {
  assert.equal(await compileWarnings(withSteps('- run: { command: a, command: b }')), ['6:28  duplicate key "command"']);
});
test('steps that do nothing here are reported where they are written', async () => {
  const result = await compileConfiguration(withSteps('- setup_remote_docker: { version: default }\n- add_ssh_keys'));
  assert.equal('notes' in result && result.notes, [
    {
      path: '/jobs/build/steps/0/setup_remote_docker',
      line: 6,
      column: 9,
      message: 'setup_remote_docker does nothing here: steps run on this machine and use its own docker',
    },
    {
      path: '/jobs/build/steps/1',
      line: 7,
      column: 9,
      message: 'add_ssh_keys does nothing here: steps run as processes of this machine, and no key is put into its agent',
    },
  ]);
});
test('workflows that do not run are reported', async () => {
  const result = await compileConfiguration(
    withSteps(
      '- checkout',
      'workflows:\n  a: { when: false, jobs: [build] }\n  b: { unless: true, jobs: [build] }\n  c: { jobs: [build] }\n',
    ),
  );
  assert.equal('skipped' in result && result.skipped, [
    { workflow: 'a', message: 'its `when` does not hold' },
    { workflow: 'b', message: 'its `unless` holds' },
  ]);
});
test('the compiled configuration is plain data', async () => {
  const result = await compileConfiguration(withSteps('- checkout\n- run: make'));
  assert.equal('compiled' in result && result.compiled, {
    version: 2,
    jobs: { build: { docker: [{ image: 'a' }], steps: ['checkout', { run: { command: 'make' } }] } },
    workflows: { version: 2, workflow: { jobs: ['build'] } },
  });
});
test('the first hundred faults are reported, and how many there are', async () => {
  const result = await compileConfiguration(withSteps(Array.from({ length: 150 }, () => '- nothing').join('\n')));
  const faults = 'faults' in result ? result.faults : [];
  assert.is(faults.length, 101);
  assert.equal(faults.at(-1), { path: '/jobs/build/steps/100', line: 106, column: 9, message: 'and 50 more' });
});
test.run();
