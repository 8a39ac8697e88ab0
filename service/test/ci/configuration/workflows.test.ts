import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFaults, compileToYaml } from './compiling.ts';

const test = suite('pipeline configuration: workflows');

test('without workflows the job build runs', async () => {
  assert.is(
    await compileToYaml(`version: 2.1
jobs:
  build: { docker: [{ image: a }], steps: [checkout] }
  unused: { docker: [{ image: a }], steps: [checkout] }
`),
    `version: 2
jobs:
  build:
    docker:
      - image: a
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

const fullWorkflow = `version: 2.1
jobs:
  build:
    docker: [{ image: a }]
    steps: [checkout]
    parallelism: 2
    ip_ranges: true
  empty: { type: no-op }
workflows:
  nightly:
    max_auto_reruns: 3
    triggers: [{ schedule: { cron: "0 0 * * *", filters: { branches: { only: main } } } }]
    jobs:
      - build:
          pre-steps: [run: before]
          post-steps: [run: after]
          context: secrets
          filters: { tags: { only: /v.*/ }, branches: { ignore: [a, /b-.*/] } }
          serial-group: one
      - hold: { type: approval, requires: [build] }
      - empty: { requires: [hold, build: [failed, success]] }
      - last: { type: approval, context: [a, b, a], requires: [empty: terminal, build: success] }
`;
const fullWorkflowCompiled = `version: 2
jobs:
  build:
    docker:
      - image: a
    parallelism: 2
    ip_ranges: true
    steps:
      - run:
          command: before
      - checkout
      - run:
          command: after
  empty:
    type: no-op
workflows:
  version: 2
  nightly:
    max_auto_reruns: 3
    triggers:
      - schedule:
          cron: 0 0 * * *
          filters:
            branches:
              only:
                - main
    jobs:
      - build:
          context:
            - secrets
          filters:
            branches:
              ignore:
                - a
                - /b-.*/
            tags:
              only:
                - /v.*/
          serial-group: one
      - hold:
          type: approval
          requires:
            - build
      - empty:
          requires:
            - hold
            - build:
                - failed
                - success
      - last:
          type: approval
          context:
            - a
            - b
          requires:
            - empty:
                - terminal
            - build
`;
test('everything that a workflow can say is kept in one order', async () => {
  assert.is(await compileToYaml(fullWorkflow), fullWorkflowCompiled);
});

test('a job that cannot run is reported', async () => {
  assert.equal(
    await compileFaults(`version: 2.1
jobs:
  a: { docker: [{ image: a }], steps: [checkout] }
  name: { docker: [{ image: a }], parameters: { requires: { type: string } }, steps: [checkout] }
workflows:
  one:
    max_auto_reruns: 6
    jobs:
      - a: { requires: [b, a: [done], none] }
      - b
      - a: { name: c, filters: { branches: { only: /(/ } } }
      - a: { name: d, serial-group: a b }
      - a: { name: e, filters: pipeline.git.branch = "main" }
      - a: { name: f, times: 3 }
  circle:
    jobs:
      - a: { name: before, requires: [x] }
      - a: { name: x, requires: [y] }
      - a: { name: y, requires: [z, x] }
      - a: { name: z }
  twice: { jobs: [a, a, a: { name: q, requires: [a] }] }
  itself: { jobs: [a: { requires: [a] }] }
`),
    [
      '4:49 /jobs/name/parameters/requires a job cannot have a parameter named requires: workflows use that key themselves',
      '7:5 /workflows/one/max_auto_reruns expected a whole number from 1 to 5',
      '9:14 /workflows/one/jobs/0/a/requires these jobs wait for each other: a requires a',
      '9:32 /workflows/one/jobs/0/a/requires/1/a/0 expected one of success, failed, canceled, not_run, unauthorized, ' +
        'terminal; found "done"',
      '9:39 /workflows/one/jobs/0/a/requires/2 no job of this workflow is called none; it has: a, b, c, d, e, f',
      '10:9 /workflows/one/jobs/1 there is no job b; jobs here: a, name',
      '11:46 /workflows/one/jobs/2/a/filters/branches/only expected a pattern of RE2 (no back references; ' +
        'look-ahead only where it begins): missing closing ): `(`',
      '12:23 /workflows/one/jobs/3/a/serial-group expected at most 512 letters, digits and . - _ /; found "a b"',
      '13:23 /workflows/one/jobs/4/a/filters expected == at character 21',
      '14:23 /workflows/one/jobs/5/a/times a has no parameter times; it has none',
      '18:23 /workflows/circle/jobs/1/a/requires these jobs wait for each other: x requires y requires x',
      '21:50 /workflows/twice/jobs/2/a/requires/0 2 jobs of this workflow are called a; give each a `name` of its own',
      '22:25 /workflows/itself/jobs/0/a/requires these jobs wait for each other: a requires a',
    ],
  );
});

test('a configuration without a workflow to run is reported', async () => {
  assert.equal(
    await compileFaults(`version: 2.1
jobs:
  test: { docker: [{ image: a }], steps: [checkout] }
`),
    ['1:1  expected `workflows`, or a job named build that runs without them'],
  );
});

test.run();
