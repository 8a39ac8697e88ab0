import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFaults, compileSteps, compileToYaml } from './compiling.ts';

const test = suite('pipeline configuration: orbs within the text');

test('an orb written in the configuration has names of its own', async () => {
  assert.is(
    await compileToYaml(`version: 2.1
parameters:
  who: { type: string, default: you }
orbs:
  tools:
    orbs:
      inner:
        commands:
          say: { steps: [run: inner] }
    executors:
      small: { docker: [{ image: small }] }
    commands:
      say:
        parameters: { text: { type: string, default: tools } }
        steps: [run: echo << parameters.text >>, inner/say]
    jobs:
      talk:
        executor: small
        steps: [say]
commands:
  say: { steps: [run: outer] }
jobs:
  build:
    executor: tools/small
    steps: [say, tools/say, tools/say: { text: << pipeline.parameters.who >> }]
workflows:
  main: { jobs: [build, tools/talk] }
`),
    `version: 2
jobs:
  build:
    docker:
      - image: small
    steps:
      - run:
          command: outer
      - run:
          command: echo tools
      - run:
          command: inner
      - run:
          command: echo you
      - run:
          command: inner
  tools/talk:
    docker:
      - image: small
    steps:
      - run:
          command: echo tools
      - run:
          command: inner
workflows:
  version: 2
  main:
    jobs:
      - build
      - tools/talk
`,
  );
});

test('a job may be replaced by one of an orb, if it is there', async () => {
  assert.is(
    await compileToYaml(`version: 2.1
orbs:
  faster: { jobs: { test: { docker: [{ image: fast }], steps: [run: quick] } } }
jobs:
  test: { docker: [{ image: a }], steps: [run: slow] }
  lint: { docker: [{ image: a }], steps: [run: lint] }
workflows:
  main: { jobs: [test: { override-with: faster/test }, lint: { override-with: faster/lint }] }
`),
    `version: 2
jobs:
  test:
    docker:
      - image: fast
    steps:
      - run:
          command: quick
  lint:
    docker:
      - image: a
    steps:
      - run:
          command: lint
workflows:
  version: 2
  main:
    jobs:
      - test
      - lint
`,
  );
});

test('an orb of a registry is refused once, whatever is used of it', async () => {
  assert.equal(
    await compileFaults(`version: 2.1
orbs:
  node: someone/node@5.0
jobs:
  build: { executor: node/default, steps: [node/install: { version: "20" }] }
workflows:
  main: { jobs: [build, node/test] }
`),
    [
      '3:3 /orbs/node the orb "someone/node@5.0" is not here, and the service fetches nothing: give its text as ' +
        'someone/node@5.0.yml in a folder of orbs (`--orbs`), or write its commands, executors and jobs here',
    ],
  );
});

test('an orb sees no parameters of the pipeline, and no names of the configuration', async () => {
  assert.equal(
    await compileFaults(`version: 2.1
parameters:
  who: { type: string, default: you }
orbs:
  tools:
    commands:
      a: { steps: [run: echo << pipeline.parameters.who >>] }
      b: { steps: [c] }
commands:
  c: { steps: [checkout] }
jobs:
  build: { docker: [{ image: a }], steps: [tools/a, tools/b, tools/d] }
`),
    [
      "7:20 /orbs/tools/commands/a/steps/0/run pipeline.parameters.who: orbs and defaults of the pipeline's own " +
        'parameters do not see them; an orb can be given them',
      '8:20 /orbs/tools/commands/b/steps/0 there is no step or command c; commands here: a, b',
      '12:62 /jobs/build/steps/2 there is no step or command tools/d; commands of tools: a, b',
    ],
  );
});

test('what an orb gives by default has the names of the package', async () => {
  assert.is(
    await compileSteps(`version: 2.1
orbs:
  tools:
    executors: { box: { docker: [{ image: inner }] } }
    commands:
      report: { steps: [run: inner report] }
      tested:
        parameters: { after: { type: steps, default: [report] } }
        steps: [run: test, steps: << parameters.after >>]
    jobs:
      check:
        parameters: { on: { type: executor, default: box } }
        executor: << parameters.on >>
        steps: [tested]
executors: { box: { docker: [{ image: outer }] } }
commands: { report: { steps: [run: outer report] } }
jobs:
  build:
    docker: [{ image: a }]
    steps: [tools/tested, tools/tested: { after: [report] }]
`),
    `- run:
    command: test
- run:
    command: inner report
- run:
    command: test
- run:
    command: outer report
`,
  );
  assert.match(
    await compileToYaml(`version: 2.1
orbs:
  tools:
    executors: { box: { docker: [{ image: inner }] } }
    jobs: { check: { parameters: { on: { type: executor, default: box } }, executor: << parameters.on >>, steps: [checkout] } }
executors: { box: { docker: [{ image: outer }] } }
workflows: { w: { jobs: [tools/check, tools/check: { name: outside, on: box }] } }
`),
    `jobs:
  tools/check:
    docker:
      - image: inner
    steps:
      - checkout
  outside:
    docker:
      - image: outer
    steps:
      - checkout
`,
  );
});

test.run();
