import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileSteps, compileWorkflows } from './compiling.ts';

const test = suite('pipeline configuration: conditions');

test('conditions choose steps', async () => {
  assert.is(
    await compileSteps(
      `version: 2.1
parameters:
  deep: { type: boolean, default: true }
jobs:
  build:
    docker: [{ image: a }]
    parameters:
      target: { type: string, default: "" }
    steps:
      - when: { condition: << parameters.target >>, steps: [run: when-empty] }
      - unless: { condition: << parameters.target >>, steps: [run: unless-empty] }
      - when: { condition: { and: [<< pipeline.parameters.deep >>, { not: << parameters.target >> }] }, steps: [run: and-not] }
      - when: { condition: { or: [false, 0, null, "", { equal: [1, 2] }] }, steps: [run: or-falsy] }
      - when: { condition: { equal: [main, << pipeline.git.branch >>, "main"] }, steps: [run: equal] }
      - when: { condition: { matches: { pattern: "^ma.*$", value: << pipeline.git.branch >> } }, steps: [run: matches] }
      - when: { condition: { matches: { pattern: "ma", value: << pipeline.git.branch >> } }, steps: [run: matches-part] }
      - when: { condition: pipeline.git.branch == "main" and not pipeline.git.tag, steps: [run: expression] }
      - when: { condition: a plain text, steps: [run: text] }
      - when:
          condition: true
          steps:
            - unless: { condition: false, steps: [run: nested] }
`,
      { pipelineValues: { 'pipeline.git.branch': 'main' } },
    ),
    `- run:
    command: unless-empty
- run:
    command: and-not
- run:
    command: equal
- run:
    command: matches
- run:
    command: expression
- run:
    command: text
- run:
    command: nested
`,
  );
});

test('conditions choose workflows', async () => {
  assert.is(
    await compileWorkflows(
      `version: 2.1
parameters:
  deploy: { type: boolean, default: false }
jobs:
  a: { docker: [{ image: a }], steps: [checkout] }
workflows:
  no: { when: << pipeline.parameters.deploy >>, jobs: [a] }
  yes: { unless: << pipeline.parameters.deploy >>, jobs: [a] }
  main: { when: pipeline.git.branch == "main", jobs: [a] }
  other: { when: { not: { equal: [main, << pipeline.git.branch >>] } }, jobs: [a] }
  expressed: { when: pipeline.git.branch starts-with "ma", unless: pipeline.parameters.deploy, \
jobs: [a: { filters: pipeline.git.branch != "main" }, \
a: { name: b, filters: "pipeline.git.branch == \\"main\\"" }] }
`,
      { pipelineValues: { 'pipeline.git.branch': 'main' } },
    ),
    `workflows:
  version: 2
  "yes":
    jobs:
      - a
  main:
    jobs:
      - a
  expressed:
    jobs:
      - a:
          filters: "false"
      - b:
          filters: "true"
`,
  );
});

test.run();
