import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFaults, compileSteps, compileToYaml, compileWarnings } from './compiling.ts';

const test = suite('pipeline configuration: the schema');

test('what is not of the right shape is reported, all of it', async () => {
  assert.equal(
    await compileFaults(`version: 2.2
jobs:
  build:
    dokcer: []
    docker:
      - img: a
    parallelism: 0
    type: thing
    steps:
      - run:
          comand: x
      - run: x
        name: y
      - 5
      - save_cache: { key: a }
      - restore_cache: {}
      - run: { command: x, when: never, background: maybe }
commands:
  c: { step: [] }
executors:
  e: { steps: [] }
parameters:
  p: { type: text }
  q: { type: enum }
  9: { type: string }
workflows:
  main:
    jobs: []
  w:
    job: []
    jobs:
      - build: { requires: build, type: gate, filters: { branch: a } }
      - build: { matrix: { parameters: [] } }
`),
    [
      '1:1 /version expected one of 2, or 2.1, or "2", or "2.0", or "2.1"',
      '4:5 /jobs/build/dokcer `dokcer` is not allowed here',
      '6:9 /jobs/build/docker/0 `image` is missing',
      '6:9 /jobs/build/docker/0/img `img` is not allowed here',
      '7:5 /jobs/build/parallelism expected a number of at least 1',
      '8:5 /jobs/build/type expected one of "build", or "approval", or "release", or "no-op"',
      '10:9 /jobs/build/steps/0/run `command` is missing',
      '11:11 /jobs/build/steps/0/run/comand `comand` is not allowed here',
      '12:9 /jobs/build/steps/1 expected at most 1 property; found 2',
      '14:9 /jobs/build/steps/2 expected a string, or an object; found a number',
      '15:9 /jobs/build/steps/3/save_cache `paths` is missing',
      '16:9 /jobs/build/steps/4/restore_cache `key` is missing',
      '17:28 /jobs/build/steps/5/run/when expected one of "always", or "on_success", or "on_fail"',
      '17:41 /jobs/build/steps/5/run/background expected one of true, or false, or "yes", or "no", or "on", or "off"',
      '19:3 /commands/c `steps` is missing',
      '19:8 /commands/c/step `step` is not allowed here',
      '21:8 /executors/e/steps `steps` is not allowed here',
      '23:8 /parameters/p/type expected one of "string", or "boolean", or "integer", or "enum", or "executor", ' +
        'or "steps", or "env_var_name"',
      '24:3 /parameters/q `enum` is missing',
      '25:3 /parameters/9 expected a text that matches ^[A-Za-z_][A-Za-z0-9_-]*$',
      '28:5 /workflows/main/jobs expected at least 1 item; found 0',
      '30:5 /workflows/w/job `job` is not allowed here',
      '32:18 /workflows/w/jobs/0/build/requires expected a list, or null; found a string',
      '32:35 /workflows/w/jobs/0/build/type expected "approval"',
      '32:58 /workflows/w/jobs/0/build/filters/branch `branch` is not allowed here',
      '33:28 /workflows/w/jobs/1/build/matrix/parameters expected an object; found a list',
    ],
  );
});

test('what replaced a tag must be of the right shape too', async () => {
  assert.equal(
    await compileFaults(
      `version: 2.1
commands:
  c:
    parameters: { w: { type: string } }
    steps:
      - run: { command: x, when: << parameters.w >> }
executors:
  e:
    parameters: { n: { type: string } }
    docker: [{ image: a, auth: { username: << parameters.n >> } }]
jobs:
  build:
    executor: { name: e, n: x }
    parallelism: << pipeline.git.branch >>
    steps: [c: { w: never }]
`,
      { pipelineValues: { 'pipeline.git.branch': 'main' } },
    ),
    [
      '6:28 /commands/c/steps/0/run/when when: expected one of "always", or "on_success", or "on_fail"',
      '14:5 /jobs/build/parallelism parallelism: expected a whole number; found a string',
    ],
  );
});

test('other keys at the top are places for anchors', async () => {
  assert.is(
    await compileSteps(`version: 2.1
x-steps: &steps
  - checkout
  - run: &make make
jobs:
  build:
    docker: [{ image: a }]
    steps: *steps
`),
    `- checkout
- run:
    command: make
`,
  );
});

test('a text that is not a mapping', async () => {
  assert.equal(
    await compileFaults(`just words
`),
    ['1:1  expected an object; found a string'],
  );
});

test('a job runs at most a hundred times at once, whether that is written or a parameter says it', async () => {
  const faults = (parallelism: string) =>
    compileFaults(`version: 2.1
parameters: { n: { type: integer, default: 101 } }
jobs:
  build:
    docker: [{ image: a }]
    parallelism: ${parallelism}
    steps: [checkout]
workflows: { w: { jobs: [build] } }
`);
  assert.equal(await faults('100'), []);
  assert.equal(await faults('101'), ['6:5 /jobs/build/parallelism expected a number of at most 100']);
  assert.equal(await faults('<< pipeline.parameters.n >>'), ['6:5 /jobs/build/parallelism parallelism: expected a number of at most 100']);
});

test('shapes that public configurations have: a list of variables, a mapping of steps, a prefix of artifacts', async () => {
  const text = `version: 2.1
jobs:
  build:
    docker: [{ image: a, environment: [A=1, { B: 2 }] }]
    environment: [C=3, C=x=y]
    steps:
      - run: { command: x, environment: [D=4] }
      - when: { condition: true, steps: { checkout: { path: p }, run: make } }
      - store_artifacts: { path: out, prefix: there }
`;
  assert.is(
    await compileSteps(text),
    `- run:
    command: x
    environment:
      D: "4"
- checkout:
    path: p
- run:
    command: make
- store_artifacts:
    path: out
    destination: there
`,
  );
  assert.match(await compileToYaml(text), 'environment:\n          A: "1"\n          B: 2\n    environment:\n      C: x=y\n');
  assert.equal(await compileWarnings(text), ['9:39 /jobs/build/steps/2/store_artifacts/prefix Use `destination`.']);
  assert.equal(await compileFaults(text.replace('[D=4]', '[D]').replace('path: out,', 'path: out, destination: x,')), [
    '7:42 /jobs/build/steps/0/run/environment/0 expected a text that matches ^[^=]+=|<<',
    '9:39 /jobs/build/steps/2/store_artifacts/destination `destination` is not allowed here',
  ]);
});

test.run();
