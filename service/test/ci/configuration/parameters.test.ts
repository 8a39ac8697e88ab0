import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFaults, compileSteps } from './compiling.ts';

const test = suite('pipeline configuration: parameters of the pipeline');

test('what is given takes the place of defaults', async () => {
  assert.is(
    await compileSteps(
      `version: 2.1
parameters:
  tag: { type: string, default: latest }
  deep: { type: boolean, default: false }
  count: { type: integer, default: 1 }
  os: { type: enum, enum: [linux, macos], default: linux }
jobs:
  build:
    docker: [{ image: a }]
    steps:
      - run: echo << pipeline.parameters.tag >> << pipeline.parameters.deep >> << pipeline.parameters.count >> << pipeline.parameters.os >>
`,
      { parameters: { tag: 'v1', deep: 'true', os: 'macos' } },
    ),
    `- run:
    command: echo v1 true 1 macos
`,
  );
});

test('what was given is checked', async () => {
  assert.equal(
    await compileFaults(
      `version: 2.1
parameters:
  tag: { type: string, default: latest }
  deep: { type: boolean, default: false }
  count: { type: integer }
  os: { type: enum, enum: [linux, macos], default: linux }
jobs:
  build: { docker: [{ image: a }], steps: [checkout] }
`,
      { parameters: { tag: 5, deep: 'maybe', os: 'windows', other: 'x' } },
    ),
    [
      '1:1  the parameter other was given and is not declared; declared: tag, deep, count, os',
      '3:3 /parameters/tag the parameter tag was given: expected a text; found 5',
      '4:3 /parameters/deep the parameter deep was given: expected true or false; found "maybe"',
      '5:3 /parameters/count the parameter count was not given and has no default',
      '6:3 /parameters/os the parameter os was given: expected one of "linux", "macos"; found "windows"',
    ],
  );
});

test('what is declared is checked', async () => {
  assert.equal(
    await compileFaults(`version: 2.1
parameters:
  tag: { type: string, default: 5 }
  os: { type: enum, enum: [linux, macos], default: windows }
  on: { type: executor, default: x }
  later: { type: string, default: << pipeline.parameters.tag >> }
jobs:
  build: { docker: [{ image: a }], steps: [checkout] }
`),
    [
      '3:24 /parameters/tag/default expected a text; found 5: write it in quotes',
      '4:43 /parameters/os/default expected one of "linux", "macos"; found "windows"',
      '5:3 /parameters/on a parameter of the pipeline is a string, boolean, integer or enum',
      "6:26 /parameters/later/default pipeline.parameters.tag: orbs and defaults of the pipeline's own parameters " +
        'do not see them; an orb can be given them',
    ],
  );
});

test('values of the pipeline are known by name, and empty where there are none', async () => {
  assert.is(
    await compileSteps(
      `version: 2.1
jobs:
  build:
    docker: [{ image: a }]
    steps:
      - run: '<< pipeline.number >>|<<pipeline.git.branch>>|<< pipeline.git.tag >>|\
<< pipeline.trigger_parameters.webhook.body >>|<< pipeline.event.name >>|'
      - run: { command: x, environment: { N: << pipeline.number >>, D: << pipeline.git.branch.is_default >> } }
`,
      {
        pipelineValues: {
          'pipeline.number': 7,
          'pipeline.git.branch': 'main',
          'pipeline.git.branch.is_default': true,
          'pipeline.event.name': null,
        },
      },
    ),
    `- run:
    command: 7|main||||
- run:
    command: x
    environment:
      "N": 7
      D: true
`,
  );
});

test.run();
