import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFaults, compileSteps } from './compiling.ts';

const test = suite('pipeline configuration: commands');

test('a command is written out where it is called', async () => {
  assert.is(
    await compileSteps(`version: 2.1
commands:
  greet:
    description: Says hello.
    parameters:
      to: { type: string, default: world }
    steps:
      - run: echo "Hello << parameters.to >>"
      - run: { name: Twice, command: echo << parameters.to >>, when: always, background: false, no_output_timeout: 5m }
jobs:
  build:
    docker: [{ image: a }]
    steps:
      - checkout
      - greet
      - greet:
          to: Riga
`),
    `- checkout
- run:
    command: echo "Hello world"
- run:
    name: Twice
    command: echo world
    when: always
    background: false
    no_output_timeout: 5m
- run:
    command: echo "Hello Riga"
- run:
    name: Twice
    command: echo Riga
    when: always
    background: false
    no_output_timeout: 5m
`,
  );
});

test('steps are passed on and stand where they are asked for', async () => {
  assert.is(
    await compileSteps(`version: 2.1
commands:
  tested:
    parameters:
      before: { type: steps, default: [] }
      after: { type: steps, default: [run: make report] }
    steps:
      - steps: << parameters.before >>
      - run: make test
      - steps: << parameters.after >>
  twice:
    parameters:
      work: { type: steps }
    steps:
      - steps: << parameters.work >>
      - tested: { before: << parameters.work >> }
jobs:
  build:
    docker: [{ image: a }]
    parameters:
      other: { type: string, default: x }
    steps:
      - twice:
          work:
            - run: echo one
            - checkout
`),
    `- run:
    command: echo one
- checkout
- run:
    command: echo one
- checkout
- run:
    command: make test
- run:
    command: make report
`,
  );
});

test('parameters are those of the command, not of who calls it', async () => {
  assert.equal(
    await compileFaults(`version: 2.1
commands:
  print:
    parameters: { text: { type: string } }
    steps:
      - run: echo << parameters.text >> << parameters.other >>
jobs:
  build:
    docker: [{ image: a }]
    parameters: { other: { type: string, default: o } }
    steps:
      - print: { text: "<< parameters.other >>" }
`),
    ['6:9 /commands/print/steps/0/run parameters.other is not declared; parameters here: text'],
  );
});

test('every kind of parameter has its type where it stands alone', async () => {
  assert.is(
    await compileSteps(`version: 2.1
commands:
  kinds:
    parameters:
      text: { type: string, default: "" }
      flag: { type: boolean, default: yes }
      count: { type: integer, default: 3 }
      os: { type: enum, enum: [linux, macos], default: linux }
      secret: { type: env_var_name, default: TOKEN }
    steps:
      - run:
          command: echo "<< parameters.text >>|<< parameters.flag >>|<< parameters.count >>|<< parameters.os >>|\${<< parameters.secret >>}"
          background: << parameters.flag >>
          environment:
            COUNT: << parameters.count >>
            << parameters.secret >>: x
jobs:
  build:
    docker: [{ image: a }]
    steps:
      - kinds: { flag: Off, os: macos }
`),
    `- run:
    command: echo "|false|3|macos|\${TOKEN}"
    background: false
    environment:
      COUNT: 3
      TOKEN: x
`,
  );
});

test('a command that calls itself is refused', async () => {
  assert.equal(
    await compileFaults(`version: 2.1
commands:
  a: { steps: [b] }
  b: { steps: [run: x, a] }
jobs:
  build: { docker: [{ image: a }], steps: [a] }
`),
    ['4:24 /commands/b/steps/1 a calls b calls a: it would never end'],
  );
});

test('a command may take the place of a step type', async () => {
  assert.is(
    await compileSteps(`version: 2.1
commands:
  checkout:
    parameters: { ref: { type: string, default: main } }
    steps: [run: git clone -b << parameters.ref >>]
jobs:
  build: { docker: [{ image: a }], steps: [checkout, checkout: { ref: v1 }] }
`),
    `- run:
    command: git clone -b main
- run:
    command: git clone -b v1
`,
  );
});

test('what a process of this machine has no use for is kept', async () => {
  assert.is(
    await compileSteps(`version: 2.1
jobs:
  build:
    docker: [{ image: a }]
    steps:
      - setup_remote_docker
      - setup_remote_docker: {}
      - setup_remote_docker: { version: default, docker_layer_caching: true }
      - add_ssh_keys: { fingerprints: ["SHA256:x"] }
      - restore_cache: { keys: ["v1-{{ checksum \\"a\\" }}", v1-] }
      - save_cache: { key: "v1-{{ .Branch }}", paths: [a] }
      - store_artifacts: { path: out, destination: here }
      - store_test_results: { path: results }
      - persist_to_workspace: { root: ., paths: [a, b/*] }
      - attach_workspace: { at: /tmp/w }
      - deploy: make deploy
      - run: |
          one
          two
`),
    `- setup_remote_docker
- setup_remote_docker
- setup_remote_docker:
    version: default
    docker_layer_caching: true
- add_ssh_keys:
    fingerprints:
      - SHA256:x
- restore_cache:
    keys:
      - v1-{{ checksum "a" }}
      - v1-
- save_cache:
    key: v1-{{ .Branch }}
    paths:
      - a
- store_artifacts:
    path: out
    destination: here
- store_test_results:
    path: results
- persist_to_workspace:
    root: "."
    paths:
      - a
      - b/*
- attach_workspace:
    at: /tmp/w
- deploy:
    command: make deploy
- run:
    command: |
      one
      two
`,
  );
});

test.run();
