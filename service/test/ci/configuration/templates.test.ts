import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFaults, compileSteps, compileToYaml } from './compiling.ts';

const test = suite('pipeline configuration: tags in texts');

test('what is no tag is written with a backslash', async () => {
  assert.is(
    await compileSteps(
      `version: 2.1
jobs:
  build:
    docker: [{ image: a }]
    steps:
      - run: |
          cat > file \\<<EOF
          << pipeline.number >>
          EOF
      - run: a >> b
`,
      { pipelineValues: { 'pipeline.number': 7 } },
    ),
    `- run:
    command: |
      cat > file <<EOF
      7
      EOF
- run:
    command: a >> b
`,
  );
});

test('parts of a text can depend on a value', async () => {
  assert.is(
    await compileSteps(
      `version: 2.1
jobs:
  build:
    docker: [{ image: a }]
    parameters:
      fast: { type: boolean, default: true }
      to: { type: string, default: "" }
    steps:
      - run: make<<# parameters.fast >> --fast<</ parameters.fast >>\
<<^ parameters.to >> --nowhere<</parameters.to>><<#parameters.to>> --to << parameters.to >><</parameters.to>>
      - run: << parameters.fast and pipeline.number > 5 >>
`,
      { pipelineValues: { 'pipeline.number': 7 } },
    ),
    `- run:
    command: make --fast --nowhere
- run:
    command: "true"
`,
  );
});

test('tags that cannot be read are reported', async () => {
  assert.equal(
    await compileFaults(`version: 2.1
jobs:
  build:
    docker: [{ image: a }]
    steps:
      - run: cat <<EOF
      - run: << parameters.none >>
      - run: << pipeline.nmber >>
      - run: << pipeline.parameters.none >>
      - run: << matrix.none >>
      - run: << secret >>
      - run: << >>
      - run: <<# pipeline.id >>a
      - run: a <</ pipeline.id >>
      - run: <<# pipeline.id >>a<</ pipeline.number >>
      - run: << pipeline.id or >>
`),
    [
      '6:9 /jobs/build/steps/0/run a "<<" is not closed by ">>"; "<<" itself is written \\<<',
      '7:9 /jobs/build/steps/1/run parameters.none is not declared; there are no parameters here',
      '8:9 /jobs/build/steps/2/run pipeline.nmber is no value of a pipeline',
      '9:9 /jobs/build/steps/3/run pipeline.parameters.none is not declared; there are no pipeline parameters here',
      '10:9 /jobs/build/steps/4/run matrix.none: there is no matrix here',
      '11:9 /jobs/build/steps/5/run secret is not known; expected a name that begins with parameters., pipeline. or matrix.',
      '12:9 /jobs/build/steps/6/run expected a name between "<<" and ">>"; "<<" itself is written \\<<',
      '13:9 /jobs/build/steps/7/run <<# pipeline.id >> is not closed by <</ pipeline.id >>',
      '14:9 /jobs/build/steps/8/run <</ pipeline.id >> closes nothing',
      '15:9 /jobs/build/steps/9/run expected <</ pipeline.id >>; found <</ pipeline.number >>',
      '16:9 /jobs/build/steps/10/run expected a value at character 15; found the end',
    ],
  );
});

test('in version 2 there are no tags', async () => {
  assert.is(
    await compileToYaml(`version: 2
jobs:
  build:
    docker: [{ image: a }]
    steps:
      - run: cat <<EOF << pipeline.number >> \\<<
workflows:
  version: 2
  main: { jobs: [build] }
`),
    `version: 2
jobs:
  build:
    docker:
      - image: a
    steps:
      - run:
          command: cat <<EOF << pipeline.number >> \\<<
workflows:
  version: 2
  main:
    jobs:
      - build
`,
  );
});

test.run();
