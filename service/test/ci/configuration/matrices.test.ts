import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFaults, compileWorkflows, compileToYaml } from './compiling.ts';

const test = suite('pipeline configuration: matrices');

test("a matrix is one job for every combination, named by its values in the order of the parameters' names", async () => {
  assert.is(
    await compileToYaml(`version: 2.1
jobs:
  test:
    parameters:
      version: { type: string }
      os: { type: enum, enum: [linux, macos] }
    docker: [{ image: << parameters.os >>:<< parameters.version >> }]
    steps: [checkout]
workflows:
  main:
    jobs:
      - test:
          matrix:
            parameters: { version: ["1", "2"], os: [linux, macos] }
            exclude: [{ version: "2", os: linux }]
`),
    `version: 2
jobs:
  test-linux-1:
    docker:
      - image: linux:1
    steps:
      - checkout
  test-macos-1:
    docker:
      - image: macos:1
    steps:
      - checkout
  test-macos-2:
    docker:
      - image: macos:2
    steps:
      - checkout
workflows:
  version: 2
  main:
    jobs:
      - test-linux-1
      - test-macos-1
      - test-macos-2
`,
  );
});

test('names, requirements and filters can use the values', async () => {
  assert.is(
    await compileWorkflows(`version: 2.1
jobs:
  build: { docker: [{ image: a }], parameters: { v: { type: string } }, steps: [run: build << parameters.v >>] }
  deploy: { docker: [{ image: a }], parameters: { v: { type: string } }, steps: [run: deploy << parameters.v >>] }
  done: { docker: [{ image: a }], steps: [checkout] }
workflows:
  main:
    jobs:
      - build: { name: build-v<< matrix.v >>, matrix: { parameters: { v: ["1", "2"] } } }
      - deploy:
          name: deploy-v<< matrix.v >>
          matrix: { parameters: { v: ["1", "2"] }, alias: all }
          requires: [build-v<< matrix.v >>]
          filters: { branches: { only: "release/<< matrix.v >>" } }
          context: [keys-<< matrix.v >>]
          serial-group: deploy/<< matrix.v >>
      - done: { requires: [all] }
      - done: { name: built, requires: [build] }
`),
    `workflows:
  version: 2
  main:
    jobs:
      - build-v1
      - build-v2
      - deploy-v1:
          context:
            - keys-1
          requires:
            - build-v1
          filters:
            branches:
              only:
                - release/1
          serial-group: deploy/1
      - deploy-v2:
          context:
            - keys-2
          requires:
            - build-v2
          filters:
            branches:
              only:
                - release/2
          serial-group: deploy/2
      - done:
          requires:
            - deploy-v1
            - deploy-v2
      - built:
          requires:
            - build-v1
            - build-v2
`,
  );
});

test('executors can be values', async () => {
  assert.is(
    await compileWorkflows(`version: 2.1
executors:
  linux: { docker: [{ image: linux }] }
  node: { parameters: { v: { type: string } }, docker: [{ image: "node:<< parameters.v >>" }] }
jobs:
  test: { parameters: { e: { type: executor } }, executor: << parameters.e >>, steps: [checkout] }
workflows:
  main: { jobs: [test: { matrix: { parameters: { e: [linux, { name: node, v: "20" }] } } }] }
`),
    `workflows:
  version: 2
  main:
    jobs:
      - test-linux
      - test-node
`,
  );
});

test('a matrix that cannot be expanded is reported', async () => {
  assert.equal(
    await compileFaults(`version: 2.1
jobs:
  test: { docker: [{ image: a }], parameters: { n: { type: integer }, m: { type: integer, default: 1 } }, steps: [checkout] }
workflows:
  a: { jobs: [test: { matrix: { parameters: { n: [1, two] } } }] }
  b: { jobs: [test: { matrix: { parameters: { n: [1] }, exclude: [{ n: 1 }] } }] }
  c: { jobs: [test: { matrix: { parameters: { n: [1] }, exclude: [{ k: 1 }] } }] }
  d: { jobs: [test: { n: 2, matrix: { parameters: { n: [1] } } }] }
  e: { jobs: [test: { matrix: { parameters: { k: [1] } } }] }
  f: { jobs: [test: { matrix: { parameters: { n: [1, 2] } }, name: same }, test: { name: after, n: 1, requires: [same] }] }
`),
    [
      '5:54 /workflows/a/jobs/0/test/matrix/parameters/n/1 n: expected a whole number; found "two"',
      '6:23 /workflows/b/jobs/0/test/matrix every job of this matrix is excluded',
      '7:69 /workflows/c/jobs/0/test/matrix/exclude/0/k k is no parameter of this matrix; it has: n',
      '8:23 /workflows/d/jobs/0/test/n n is a parameter of the matrix as well; expected it in one place',
      '9:15 /workflows/e/jobs/0/test test needs the parameter n, which has no default',
      '9:51 /workflows/e/jobs/0/test/matrix/parameters/k/0 test has no parameter k; it has: n, m',
      '10:114 /workflows/f/jobs/1/test/requires/0 2 jobs of this workflow are called same; give each a `name` of its own',
    ],
  );
});

test.run();
