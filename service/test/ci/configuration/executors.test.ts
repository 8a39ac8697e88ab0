import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFaults, compileToYaml } from './compiling.ts';

const test = suite('pipeline configuration: executors');

test('an executor gives its keys to a job, whose own win, and environments are joined', async () => {
  assert.is(
    await compileToYaml(`version: 2.1
executors:
  node:
    parameters:
      version: { type: string, default: lts }
    docker:
      - image: node:<< parameters.version >>
        environment: { A: 1 }
    resource_class: small
    working_directory: ~/app
    environment: { ENV: ci, TZ: UTC }
jobs:
  build:
    executor: { name: node, version: "20" }
    resource_class: large
    environment: { TZ: CET, N: 1 }
    steps: [checkout]
`),
    `version: 2
jobs:
  build:
    docker:
      - image: node:20
        environment:
          A: 1
    resource_class: large
    working_directory: ~/app
    environment:
      ENV: ci
      TZ: CET
      "N": 1
    steps:
      - checkout
workflows:
  version: 2
  workflow:
    jobs:
      - build
`,
  );
});

test("a job that says what it runs on does not run on its executor's machine", async () => {
  assert.is(
    await compileToYaml(`version: 2.1
executors:
  vm: { machine: { image: ubuntu }, environment: { ENV: ci }, shell: bash }
jobs:
  build:
    executor: vm
    docker: [{ image: a }]
    steps: [checkout]
`),
    `version: 2
jobs:
  build:
    docker:
      - image: a
    shell: bash
    environment:
      ENV: ci
    steps:
      - checkout
workflows:
  version: 2
  workflow:
    jobs:
      - build
`,
  );
});

test('an executor can be a parameter', async () => {
  assert.is(
    await compileToYaml(`version: 2.1
executors:
  linux: { docker: [{ image: linux }] }
  mac:
    parameters: { xcode: { type: string } }
    macos: { xcode: << parameters.xcode >> }
jobs:
  test:
    parameters:
      on: { type: executor, default: linux }
    executor: << parameters.on >>
    steps: [run: echo << parameters.on >>]
workflows:
  main:
    jobs:
      - test
      - test: { name: on-mac, on: { name: mac, xcode: "15" } }
`),
    `version: 2
jobs:
  test:
    docker:
      - image: linux
    steps:
      - run:
          command: echo linux
  on-mac:
    macos:
      xcode: "15"
    steps:
      - run:
          command: echo mac
workflows:
  version: 2
  main:
    jobs:
      - test
      - on-mac
`,
  );
});

test('an executor that refers to itself is refused', async () => {
  assert.equal(
    await compileFaults(`version: 2.1
executors:
  a:
    parameters: { e: { type: executor, default: a } }
    docker: [{ image: x }]
jobs:
  build: { executor: a, steps: [checkout] }
`),
    ['4:40 /executors/a/parameters/e/default a calls a: it would never end'],
  );
});

test('a job needs one thing to run on, and steps', async () => {
  assert.equal(
    await compileFaults(`version: 2.1
executors:
  vm: { machine: { image: ubuntu } }
jobs:
  a: { steps: [checkout] }
  b: { docker: [{ image: a }], macos: { xcode: "15" }, steps: [checkout] }
  c: { executor: other, steps: [checkout] }
  d: { executor: vm }
  e: { executor: { name: vm, size: 1 }, steps: [] }
workflows:
  w: { jobs: [a, b, c, d, e] }
`),
    [
      '5:3 /jobs/a a has nothing to run on; expected docker, machine, macos or executor',
      '6:3 /jobs/b expected one of docker, machine, macos; found docker and macos',
      '7:8 /jobs/c/executor there is no executor other; executors here: vm',
      '8:3 /jobs/d d has no steps',
      '9:30 /jobs/e/executor/size vm has no parameter size; it has none',
    ],
  );
});

test.run();
