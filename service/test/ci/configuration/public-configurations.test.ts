import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileToYaml } from './compiling.ts';

const test = suite('pipeline configuration: habits of public configurations');

const publicHabits = `version: 2.1
aliases:
  - &docker
    - image: x
  - &cache
    restore_cache: { name: r, keys: [a] }
  - &PAR 20
parameters:
  GHA_Action: { type: string, default: "" }
commands:
  apt:
    parameters: { args: { type: string }, descr: { type: string, default: "" }, update: { type: boolean, default: true } }
    steps:
      - run:
          name: >
            <<^ parameters.descr >> apt install << parameters.args >> <</ parameters.descr >>
            <<# parameters.descr >> << parameters.descr >>            <</ parameters.descr >>
          command: |
            <<# parameters.update >> sudo apt update -qy  <</ parameters.update >>
            sudo apt install << parameters.args >>
executors:
  linux: { machine: { image: u, resource_class: big, shell: bash.exe }, resource_class: large }
  windows: { machine: true, resource_class: windows.medium }
common: &common
  parameters: { v: { type: string } }
  environment: { V: << parameters.v >> }
jobs:
  test:
    parameters: { executor: { type: executor } }
    executor: << parameters.executor >>
    steps: [checkout]
  wheel:
    <<: *common
    docker: *docker
    parallelism: *PAR
    steps:
      - *cache
      - apt: { args: git }
      - run: echo "<< pipeline.git.revision\t>>" >> x
      - persist_to_workspace: { root: /a, paths: ios }
  smoke:
    parameters: { executor: { type: executor }, install-steps: { type: steps } }
    executor: << parameters.executor >>
    steps:
      - steps: << parameters.install-steps >>
  ok: { type: no-op }
workflows:
  ci:
    unless: << pipeline.parameters.GHA_Action >>
    jobs:
      - test: { matrix: { parameters: { executor: [linux, windows] } }, filters: { branches: { ignore: gh-pages } } }
      - wheel: { matrix: { parameters: { v: ["-r=stable --env=development"] } } }
      - ok: { requires: [test, wheel], filters: { branches: { only: main } } }
      - smoke: { name: s, executor: windows, install-steps: [run: { name: a, command: b }], requires: [ok], \
serial-group: << pipeline.project.slug >>/deploy }
`;
const publicHabitsCompiled = `version: 2
jobs:
  test-linux:
    machine:
      image: u
      resource_class: big
      shell: bash.exe
    resource_class: large
    steps:
      - checkout
  test-windows:
    machine: true
    resource_class: windows.medium
    steps:
      - checkout
  wheel--r=stable --env=development:
    docker:
      - image: x
    environment:
      V: -r=stable --env=development
    parallelism: 20
    steps:
      - restore_cache:
          name: r
          keys:
            - a
      - run:
          name: |2
             apt install git  
          command: |2
             sudo apt update -qy  
            sudo apt install git
      - run:
          command: echo "0a1b" >> x
      - persist_to_workspace:
          root: /a
          paths: ios
  ok:
    type: no-op
  s:
    machine: true
    resource_class: windows.medium
    steps:
      - run:
          name: a
          command: b
workflows:
  version: 2
  ci:
    jobs:
      - test-linux:
          filters:
            branches:
              ignore:
                - gh-pages
      - test-windows:
          filters:
            branches:
              ignore:
                - gh-pages
      - wheel--r=stable --env=development
      - ok:
          requires:
            - test-linux
            - test-windows
            - wheel--r=stable --env=development
          filters:
            branches:
              only:
                - main
      - s:
          requires:
            - ok
          serial-group: gh/a/b/deploy
`;
test('anchors beside the elements, executors as matrix values, sections in texts, jobs given steps', async () => {
  assert.is(
    await compileToYaml(publicHabits, { pipelineValues: { 'pipeline.project.slug': 'gh/a/b', 'pipeline.git.revision': '0a1b' } }),
    publicHabitsCompiled,
  );
});

test.run();
