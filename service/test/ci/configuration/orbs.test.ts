import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openOrbFolder } from '../../../src/ci/configuration/index.ts';
import { compileFaults, compileSteps, compileToYaml } from './compiling.ts';

const test = suite('pipeline configuration: orbs in files');
const folder = mkdtempSync(join(tmpdir(), 'slipway-orbs-'));
const orbs = openOrbFolder(folder);
const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
test.after(() => rmSync(folder, { recursive: true }));

const tool = (text: string): string => `version: 2.1\ncommands: { say: { steps: [run: echo ${text}] } }\n`;
test.before(() => {
  for (const version of ['1.2.9', '1.2.10', '1.10.0', '2.0.0', 'dev:first']) write(`acme/tool@${version}.yml`, tool(version));
  write(
    'acme/node@5.1.0.yml',
    `version: 2.1
description: Installs packages and runs scripts of a project for Node.js.
display: { home_url: https://nodejs.org, source_url: https://example.com/node-orb }
orbs: { tool: acme/tool@1.2 }
executors:
  default:
    parameters: { tag: { type: string, default: lts } }
    docker: [{ image: "node:<< parameters.tag >>", environment: [CI=true, { LEVEL: 2 }] }]
commands:
  install-packages:
    parameters:
      pkg-manager: { type: enum, enum: [npm, yarn], default: npm }
      app-dir: { type: string, default: . }
      with-cache: { type: boolean, default: true }
    steps:
      - when:
          condition: << parameters.with-cache >>
          steps:
            restore_cache: { keys: ["v1-{{ checksum \\"package-lock.json\\" }}"] }
      - run:
          name: Install packages with << parameters.pkg-manager >>
          working_directory: << parameters.app-dir >>
          command: << parameters.pkg-manager >> ci
jobs:
  test:
    parameters:
      version: { type: string, default: lts }
      setup: { type: steps, default: [] }
    executor: { name: default, tag: << parameters.version >> }
    steps: [checkout, tool/say, { steps: << parameters.setup >> }, install-packages, run: npm test]
examples:
  simple: { description: Runs the tests., usage: { version: 2.1, orbs: { node: acme/node@5.1 }, workflows: { w: { jobs: [node/test] } } } }
`,
  );
});

const stepOf = (reference: string, options = {}) =>
  compileSteps(`version: 2.1\norbs: { t: ${reference} }\njobs: { build: { docker: [{ image: a }], steps: [t/say] } }\n`, {
    orbs,
    ...options,
  });

test('a version selects the newest release that it allows', async () => {
  assert.is(await stepOf('acme/tool@1.2.9'), '- run:\n    command: echo 1.2.9\n');
  assert.is(await stepOf('acme/tool@1.2'), '- run:\n    command: echo 1.2.10\n');
  assert.is(await stepOf('acme/tool@1'), '- run:\n    command: echo 1.10.0\n');
  assert.is(await stepOf('acme/tool@volatile'), '- run:\n    command: echo 2.0.0\n');
  assert.is(await stepOf('acme/tool@dev:first'), '- run:\n    command: echo dev:first\n');
});

test('a version that needs a value that was not given says which, and what gives it', async () => {
  const text =
    'version: 2.1\norbs:\n  t: acme/tool@dev:<<pipeline.git.revision>>\n' + 'jobs: { build: { docker: [{ image: a }], steps: [t/say] } }\n';
  const sentence =
    '3:3 /orbs/t the orb "acme/tool@dev:<<pipeline.git.revision>>" needs pipeline.git.revision, which has no value here; ' +
    'a pipeline has one, and `--pipeline-values` gives it';
  assert.equal((await compileFaults(text, { orbs }))[0], sentence);
  const pipelineValues = { 'pipeline.git.revision': 'first' };
  assert.match(await compileToYaml(text, { orbs, pipelineValues }), /echo dev:first/);
});

test('a parameter of the pipeline can be the version', async () => {
  assert.is(
    await compileSteps(
      `version: 2.1
parameters: { v: { type: string, default: "1.2.9" } }
orbs: { t: acme/tool@<< pipeline.parameters.v >> }
jobs: { build: { docker: [{ image: a }], steps: [t/say] } }
`,
      { orbs, parameters: { v: 'dev:first' } },
    ),
    '- run:\n    command: echo dev:first\n',
  );
});

test('jobs, commands and executors of an orb, with its own orb', async () => {
  assert.is(
    await compileToYaml(
      `version: 2.1
orbs: { node: acme/node@5 }
jobs:
  build:
    executor: { name: node/default, tag: "20" }
    environment: [A=b=c]
    steps: [node/install-packages: { pkg-manager: yarn, with-cache: false }]
workflows: { w: { jobs: [build, node/test: { setup: [run: prepare] }] } }
`,
      { orbs },
    ),
    `version: 2
jobs:
  build:
    docker:
      - image: node:20
        environment:
          CI: "true"
          LEVEL: 2
    environment:
      A: b=c
    steps:
      - run:
          name: Install packages with yarn
          working_directory: "."
          command: yarn ci
  node/test:
    docker:
      - image: node:lts
        environment:
          CI: "true"
          LEVEL: 2
    steps:
      - checkout
      - run:
          command: echo 1.2.10
      - run:
          command: prepare
      - restore_cache:
          keys:
            - v1-{{ checksum "package-lock.json" }}
      - run:
          name: Install packages with npm
          working_directory: "."
          command: npm ci
      - run:
          command: npm test
workflows:
  version: 2
  w:
    jobs:
      - build
      - node/test
`,
  );
});

const faultsOf = async (reference: string, rest = 'jobs: { build: { docker: [{ image: a }], steps: [t/say] } }') =>
  (await compileFaults(`version: 2.1\norbs: { t: ${reference} }\n${rest}\n`, { orbs })).map((fault) => fault.replaceAll(folder, 'F'));

test('an orb without a file is refused with the path where the file is looked for', async () => {
  const missing = (shown: string, file: string) => [
    `2:9 /orbs/t the orb "${shown}" is not here, and the service fetches nothing: there is no file F/${file}`,
  ];
  assert.equal(await faultsOf('acme/tool@3'), missing('acme/tool@3', 'acme/tool@3.*.*.yml'));
  assert.equal(await faultsOf('acme/tool@1.3'), missing('acme/tool@1.3', 'acme/tool@1.3.*.yml'));
  assert.equal(await faultsOf('acme/tool@dev:second'), missing('acme/tool@dev:second', 'acme/tool@dev:second.yml'));
  assert.equal(await faultsOf('acme/none@volatile'), missing('acme/none@volatile', 'acme/none@*.yml'));
  assert.equal(await faultsOf('../acme/tool@1'), [
    '2:9 /orbs/t expected an orb as namespace/name@version, with a version such as 1.2.3, 1.2, 1, volatile or dev:first; ' +
      'found "../acme/tool@1"',
  ]);
});

test('what is wrong in an orb is reported in its file', async () => {
  write('acme/odd@1.0.0.yml', 'version: 2.1\ncommands:\n  say:\n    step: []\n');
  assert.equal(await faultsOf('acme/odd@1'), ['3:3 /commands/say `steps` is missing', '4:5 /commands/say/step `step` is not allowed here']);
  write('acme/lost@1.0.0.yml', 'version: 2.1\ncommands:\n  say:\n    steps: [lost, run: << parameters.x >>]\n');
  assert.equal(await faultsOf('acme/lost@1'), [
    '4:13 /commands/say/steps/0 there is no step or command lost; commands here: say',
    '4:19 /commands/say/steps/1/run parameters.x is not declared; there are no parameters here',
  ]);
  write('acme/torn@1.0.0.yml', 'version: [\n');
  assert.match((await faultsOf('acme/torn@1'))[0]!, '2:9 /orbs/t F/acme/torn@1.0.0.yml:');
  write(
    'acme/late@1.0.0.yml',
    tool('x').replace(
      '{ steps: [run: echo x] }',
      '{ parameters: { w: { type: string } }, steps: [run: { command: x, when: << parameters.w >> }] }',
    ),
  );
  assert.equal(await faultsOf('acme/late@1', 'jobs: { build: { docker: [{ image: a }], steps: [t/say: { w: never }] } }'), [
    '2:84 /commands/say/steps/0/run/when when: expected one of "always", or "on_success", or "on_fail"',
  ]);
});

test('orbs that use each other, too many orbs and too deep ones are refused', async () => {
  const uses = (other: string): string => `version: 2.1\norbs: { o: ${other} }\n`;
  write('loop/a@1.0.0.yml', uses('loop/b@1'));
  write('loop/b@1.0.0.yml', uses('loop/a@volatile'));
  assert.equal(await faultsOf('loop/a@1', 'jobs: { build: { docker: [{ image: a }], steps: [checkout] } }'), [
    '2:9 /orbs/o loop/a@1.0.0 uses loop/b@1.0.0 uses loop/a@1.0.0: it would never end',
  ]);
  for (let index = 0; index <= 20; index++) write(`deep/o${index}@1.0.0.yml`, uses(`deep/o${index + 1}@1`));
  assert.equal(await faultsOf('deep/o0@1', 'jobs: { build: { docker: [{ image: a }], steps: [checkout] } }'), [
    '2:9 /orbs/o expected at most 20 orbs, one using the other',
  ]);
  const many = Array.from({ length: 101 }, (_, index) => `  o${index}: wide/o${index}@1`).join('\n');
  for (let index = 0; index <= 100; index++) write(`wide/o${index}@1.0.0.yml`, 'version: 2.1\n');
  assert.equal(
    await compileFaults(`version: 2.1\norbs:\n${many}\njobs: { build: { docker: [{ image: a }], steps: [checkout] } }\n`, { orbs }),
    ['103:3 /orbs/o100 expected at most 100 orbs with 4,194,304 characters together'],
  );
});

test('a command of an orb may be called deploy', async () => {
  write(
    'acme/deploy@1.0.0.yml',
    'version: 2.1\ncommands:\n  deploy: { parameters: { to: { type: string } }, steps: [run: go] }\n  all: { steps: [deploy: {to: x}] }\n',
  );
  const build = 'jobs: { build: { docker: [{ image: a }], steps: [t/deploy: { to: y }, t/all] } }\n';
  const written = '- run:\n    command: go\n- run:\n    command: go\n';
  assert.is(await compileSteps(`version: 2.1\norbs: { t: acme/deploy@1 }\n${build}`, { orbs }), written);
  const inline =
    '{ commands: { deploy: { parameters: { to: { type: string } }, steps: [run: go] }, all: { steps: [deploy: { to: x }] } } }';
  assert.is(await compileSteps(`version: 2.1\norbs: { t: ${inline} }\n${build}`, { orbs }), written);
});

test.run();
