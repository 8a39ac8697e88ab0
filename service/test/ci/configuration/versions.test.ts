import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFaults, compileToYaml } from './compiling.ts';

const test = suite('pipeline configuration: setup and versions');

test('a parameter or an expression says whether a configuration is a setup', async () => {
  const text = (setup: string) => `version: 2.1
parameters: { run-setup: { type: boolean, default: true } }
setup: ${setup}
jobs: { a: { docker: [{ image: i }], steps: [checkout] } }
workflows: { w: { jobs: [a] }, v: { when: << pipeline.parameters.run-setup >>, jobs: [a] } }
`;
  const sentence = '3:1 /setup a setup configuration runs one workflow; this one runs 2';
  assert.equal(await compileFaults(text('<< pipeline.parameters.run-setup >>')), [sentence]);
  const off = { parameters: { 'run-setup': false } };
  assert.not.match(await compileToYaml(text('<< pipeline.parameters.run-setup >>'), off), /setup/);
  assert.match(await compileToYaml(text('<< not pipeline.parameters.run-setup >>'), off), /^version: 2\nsetup: true\n/);
  assert.equal(await compileFaults(text('<< pipeline.git.tag >>')), ['3:1 /setup expected true or false; found ""']);
  assert.equal(await compileFaults(text('maybe')), ['3:1 /setup expected true or false; found a string']);
  const old = text('<< pipeline.id >>')
    .replace('2.1', '2')
    .replace(/parameters.*\n/, '')
    .replace(/, v: .*/, ' }');
  assert.equal(await compileFaults(old), ['2:1 /setup expected true or false; found "<< pipeline.id >>"']);
});

test('a setup configuration says so', async () => {
  assert.is(
    await compileToYaml(`version: 2.1
setup: true
jobs:
  build: { docker: [{ image: a }], steps: [checkout] }
`),
    `version: 2
setup: true
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

test('a continuation is no setup, and a setup runs one workflow', async () => {
  assert.equal(
    await compileFaults(
      `version: 2.1
setup: true
jobs:
  a: { docker: [{ image: a }], steps: [checkout] }
workflows: { x: { jobs: [a] }, y: { jobs: [a] } }
`,
      { allowSetup: false },
    ),
    [
      '2:1 /setup this configuration continues a pipeline; it cannot be a setup configuration again',
      '2:1 /setup a setup configuration runs one workflow; this one runs 2',
    ],
  );
});

test('version 2 knows no reuse', async () => {
  assert.equal(
    await compileFaults(`version: 2
commands: { c: { steps: [checkout] } }
jobs:
  build: { docker: [{ image: a }], parameters: {}, executor: x, steps: [checkout, when: { condition: true, steps: [] }] }
workflows: { w: { when: true, jobs: [build] } }
`),
    [
      '2:1 /commands commands needs `version: 2.1`',
      '4:36 /jobs/build/parameters parameters needs `version: 2.1`',
      '4:52 /jobs/build/executor executor needs `version: 2.1`',
      '4:52 /jobs/build/executor there is no executor x',
      '5:19 /workflows/w/when when and unless need `version: 2.1`',
    ],
  );
});

test.run();
