import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileWorkflows } from './compiling.ts';

const test = suite('pipeline configuration: names of jobs');

test('a job that runs with other parameters under the same name gets a number', async () => {
  assert.is(
    await compileWorkflows(`version: 2.1
jobs:
  hello: { docker: [{ image: a }], parameters: { to: { type: string, default: world } }, steps: [run: << parameters.to >>] }
workflows:
  one: { jobs: [hello, hello: { to: Riga }, hello: { name: named, to: Oslo }] }
  two: { jobs: [hello, hello: { name: after, requires: [hello] }] }
  three: { jobs: [hello, hello] }
`),
    `workflows:
  version: 2
  one:
    jobs:
      - hello-1
      - hello-2
      - named
  two:
    jobs:
      - hello-1
      - after:
          requires:
            - hello-1
  three:
    jobs:
      - hello-1
      - hello-3
`,
  );
});

test('a job that is the same in all workflows keeps its name', async () => {
  assert.is(
    await compileWorkflows(`version: 2.1
jobs:
  hello: { docker: [{ image: a }], steps: [checkout] }
  hello-1: { docker: [{ image: a }], steps: [checkout] }
workflows:
  one: { jobs: [hello, hello-1] }
  two: { jobs: [hello: { context: x }] }
`),
    `workflows:
  version: 2
  one:
    jobs:
      - hello
      - hello-1
  two:
    jobs:
      - hello:
          context:
            - x
`,
  );
});

test('numbers that are taken are passed over', async () => {
  assert.is(
    await compileWorkflows(`version: 2.1
jobs:
  a: { docker: [{ image: a }], parameters: { n: { type: integer } }, steps: [run: << parameters.n >>] }
  a-1: { docker: [{ image: a }], steps: [checkout] }
workflows:
  one: { jobs: [a: { n: 1 }, a: { n: 2 }, a-1] }
`),
    `workflows:
  version: 2
  one:
    jobs:
      - a-2
      - a-3
      - a-1
`,
  );
});

test.run();
