import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createProgram } from '../src/program.ts';

const test = suite('slipway ci config and slipway orb');
const folder = mkdtempSync(join(tmpdir(), 'slipway-ci-'));
const at = (name: string): string => join(folder, name);
const write = (name: string, text: string): void => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
test.before(() => {
  write(
    'config.yml',
    `version: 2.1
orbs: { aws: acme/aws-cli@4 }
parameters: { env: { type: string, default: dev } }
jobs:
  build: { docker: [{ image: a }], steps: [aws/install, deploy: echo << pipeline.parameters.env >> << pipeline.git.branch >>] }
  test: { docker: [{ image: a }], steps: [run: make] }
workflows:
  main:
    jobs: [build, test: { requires: [build] }, hold: { type: approval, requires: [build, test: [failed, success]] }]
  "a<b": { jobs: [build] }
`,
  );
  write('orbs/acme/aws-cli@4.1.2.yml', 'version: 2.1\ncommands: { install: { steps: [run: install aws] } }\n');
  write('wrong.yml', 'version: 2.1\njobs:\n  build: { docker: [{ image: a }], steps: [gone] }\n');
  write('orb/@orb.yml', 'version: 2.1\ndescription: Goes.\n');
  write('orb/commands/go.yml', 'steps: [run: { command: <<include(scripts/go.sh)>> }]\n');
  write('orb/scripts/go.sh', 'cat <<EOF\nhi\nEOF\n');
  write('orb/jobs/all.yml', '{ executor: box, parameters: { s: { type: string } }, steps: [go, run: << parameters.s >>] }\n');
  write('orb/executors/box.yml', 'docker: [{ image: a }]\n');
});
test.after(() => rmSync(folder, { recursive: true }));

interface CommandResult {
  /** Of both streams, the folder left out. */
  readonly printed: string;
  readonly error: string | undefined;
  readonly exitCode: number;
}

async function runCommand(...words: string[]): Promise<CommandResult> {
  let printed = '';
  const { log, error } = console;
  const { write: writeOut } = process.stdout;
  console.log = console.error = (line: string) => (printed += `${line}\n`);
  process.stdout.write = (text: string | Uint8Array) => (printed += String(text)) !== '';
  const withoutFolder = (text: string) => text.replaceAll(`${folder}/`, '');
  try {
    await createProgram().parseAsync(['node', 'slipway', ...words]);
    return { printed: withoutFolder(printed), error: undefined, exitCode: 0 };
  } catch (thrown) {
    const { message, exitCode } = thrown as { readonly message: string; readonly exitCode: number };
    return { printed: withoutFolder(printed), error: withoutFolder(message), exitCode };
  } finally {
    Object.assign(console, { log, error });
    process.stdout.write = writeOut;
  }
}
const orbs = ['--orbs', at('orbs')];
const warning =
  'config.yml:5:57: warning: /jobs/build/steps/1/deploy: Use `run`; where parallelism is above 1, a job of its own that requires this one.';

test('process prints what a configuration compiles to, with parameters, values and orbs', async () => {
  const values = ['--parameters', '{"env": "prod"}', '--pipeline-values', 'pipeline.git.branch: main'];
  const { printed, exitCode } = await runCommand('ci', 'config', 'process', at('config.yml'), ...orbs, ...values);
  assert.is(exitCode, 0);
  assert.match(printed, `${warning}\nversion: 2\njobs:\n  build:\n`);
  assert.match(printed, '      - run:\n          command: install aws\n      - deploy:\n          command: echo prod main\n');
});

test('a missing orb is reported with the path of its file, and ends with 1', async () => {
  const { printed, error, exitCode } = await runCommand('ci', 'config', 'process', at('config.yml'), '--orbs', at('orb'));
  assert.equal([error, exitCode], ['config.yml does not compile', 1]);
  assert.match(
    printed,
    'config.yml:2:9: error: /orbs/aws: the orb "acme/aws-cli@4" is not here, and the service fetches nothing: ' +
      'there is no file orb/acme/aws-cli@4.*.*.yml\n',
  );
});

test('validate reports findings of several files, also as JSON', async () => {
  assert.equal(await runCommand('ci', 'config', 'validate', at('config.yml'), at('wrong.yml'), ...orbs), {
    printed: `config.yml is valid\n${warning}\nwrong.yml:3:44: error: /jobs/build/steps/0: there is no step or command gone\n`,
    error: 'wrong.yml does not compile',
    exitCode: 1,
  });
  assert.equal(JSON.parse((await runCommand('ci', 'config', 'validate', at('wrong.yml'), '--json')).printed), {
    valid: false,
    findings: [
      {
        path: '/jobs/build/steps/0',
        line: 3,
        column: 44,
        message: 'there is no step or command gone',
        severity: 'error',
        file: 'wrong.yml',
      },
    ],
  });
  const missing = await runCommand('ci', 'config', 'validate', at('none.yml'));
  assert.equal([missing.error, missing.exitCode], ['none.yml cannot be read: no such file or directory (ENOENT).', 2]);
  const odd = await runCommand('ci', 'config', 'validate', at('config.yml'), ...orbs, '--parameters', '[1]');
  assert.equal(odd.exitCode, 2);
});

test('graph draws workflows as text, and as SVG with names escaped', async () => {
  assert.is(
    (await runCommand('ci', 'config', 'graph', at('config.yml'), ...orbs)).printed,
    `main
  build
    test <- build
      hold (approval) <- build, test (failed, success)

a<b
  build
`,
  );
  const { printed: svg } = await runCommand('ci', 'config', 'graph', at('config.yml'), ...orbs, '--format', 'svg');
  assert.match(svg, '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="168"');
  assert.match(svg, '<rect x="240" y="44" width="64" height="32" rx="4" fill="#fff4d6" stroke="#56677d"/>');
  assert.match(svg, '<title>failed, success</title>');
  assert.match(svg, '>a&lt;b</text>');
  assert.equal(JSON.parse((await runCommand('ci', 'config', 'graph', at('config.yml'), ...orbs, '--json')).printed)[1], {
    workflow: 'a<b',
    jobs: [{ name: 'build', isApproval: false, requires: [], level: 0 }],
  });
});

test('orb list prints the orbs of a folder', async () => {
  assert.is((await runCommand('orb', 'list', ...orbs)).printed, 'acme/aws-cli@4.1.2  orbs/acme/aws-cli@4.1.2.yml\n');
  assert.equal((await runCommand('orb', 'list', '--orbs', at('none'))).exitCode, 2);
});

const packed = `version: 2.1
description: Goes.
commands:
  go:
    steps:
      - run:
          command: |
            cat \\<<EOF
            hi
            EOF
executors:
  box:
    docker:
      - image: a
jobs:
  all:
    executor: box
    parameters:
      s:
        type: string
    steps:
      - go
      - run: << parameters.s >>
`;
test('orb pack puts a folder together, and refuses what is outside of it', async () => {
  assert.is((await runCommand('orb', 'pack', at('orb'))).printed, packed);
  write('out/@orb.yml', 'version: 2.1\ndescription: <<include(../config.yml)>>\n');
  assert.is((await runCommand('orb', 'pack', at('out'))).error, "out/@orb.yml: <<include(../config.yml)>> is outside of the orb's folder");
  write('half/@orb.yml', 'version: 2.1\ndescription: See <<include(a)>>\n');
  assert.is((await runCommand('orb', 'pack', at('half'))).error, 'half/@orb.yml: expected <<include(FILE)>> as the whole of a text, once');
  write('twice/@orb.yml', 'version: 2.1\ncommands: { go: { steps: [checkout] } }\n');
  write('twice/commands/go.yml', 'steps: [checkout]\n');
  assert.is((await runCommand('orb', 'pack', at('twice'))).error, 'twice/commands/go.yml: go is declared twice');
  assert.is((await runCommand('orb', 'pack', at('none'))).error, 'there is no file none/@orb.yml');
});

test('orb check calls each element and reports what no caller could mend', async () => {
  write('packed.yml', packed);
  assert.equal(await runCommand('orb', 'check', at('packed.yml')), { printed: 'the orb is valid\n', error: undefined, exitCode: 0 });
  write('odd.yml', packed.replace('- go\n', '- gone\n').replace('parameters.s', 'parameters.t').replace('executor: box', 'executor: bix'));
  assert.equal(await runCommand('orb', 'check', at('odd.yml')), {
    printed: 'odd.yml:17:5: error: /jobs/all/executor: there is no executor bix; executors here: box\n',
    error: '1 error in odd.yml',
    exitCode: 1,
  });
  write('odder.yml', packed.replace('- go\n', '- gone\n').replace('parameters.s', 'parameters.t').replace('image: a', 'imagine: a'));
  assert.is((await runCommand('orb', 'check', at('odder.yml'))).error, '2 errors in odder.yml');
});

test.run();
