import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileToYaml } from './compiling.ts';

const test = suite('pipeline configuration: the compiled text');

test('texts that other readers of YAML take for something else are quoted', async () => {
  assert.is(
    await compileToYaml(`version: 2.1
jobs:
  build:
    docker: [{ image: "yes" }]
    environment: { A: "no", B: "1.0", C: "0o7", D: "null", E: "2020-01-01", on: "12:30", F: true, G: ~ }
    steps: [run: "a: b # c", run: "  x"]
`),
    `version: 2
jobs:
  build:
    docker:
      - image: "yes"
    environment:
      A: "no"
      B: "1.0"
      C: "0o7"
      D: "null"
      E: "2020-01-01"
      "on": "12:30"
      F: true
      G: null
    steps:
      - run:
          command: "a: b # c"
      - run:
          command: "  x"
workflows:
  version: 2
  workflow:
    jobs:
      - build
`,
  );
});

test.run();
