import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { root } from '../support/repository-files.ts';

const test = suite('.ci/run');

/** Runs it with an npm that does as told and notes what it was told to do. */
function run(told: Readonly<Record<'ci' | 'start' | 'test', string>>) {
  const folder = temporaryFolder({
    npm: `#!/bin/sh\necho "$*" >>"$0.log"\ncase $1 in\n${Object.entries(told)
      .map(([word, does]) => `  ${word}) ${does} ;;`)
      .join('\n')}\nesac\n`,
  });
  chmodSync(join(folder, 'npm'), 0o755);
  mkdirSync(join(folder, '.ci'));
  copyFileSync(join(root, '.ci/run'), join(folder, '.ci/run'));
  const { status, stdout } = spawnSync('sh', ['.ci/run'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH}` },
  });
  return { status, last: stdout.trimEnd().split('\n').at(-1), commands: readFileSync(join(folder, 'npm.log'), 'utf8') };
}

test('it runs the two commands of the README, and its last line is that of the tests', () => {
  assert.equal(run({ ci: ':', start: 'echo made', test: 'echo "3 passed, 0 failed, 2 skipped"' }), {
    status: 0,
    last: '3 passed, 0 failed, 2 skipped',
    commands: 'ci\nstart\nci\ntest\n',
  });
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  assert.match(readme, /^npm ci && npm start( |$)/m);
  assert.match(readme, /^npm ci && npm test( |$)/m);
});
test('failures of tests are its failures', () => {
  assert.equal(run({ ci: ':', start: ':', test: 'echo "3 passed, 2 failed"; exit 1' }), {
    status: 1,
    last: '3 passed, 2 failed',
    commands: 'ci\nstart\nci\ntest\n',
  });
});
test('a main job that fails is one failure more, and the tests run nevertheless', () => {
  assert.equal(run({ ci: ':', start: 'exit 2', test: 'echo "3 passed, 0 failed"' }), {
    status: 1,
    last: '3 passed, 1 failed',
    commands: 'ci\nstart\nci\ntest\n',
  });
});
test('tests that end without counts are a failure', () => {
  assert.equal(run({ ci: ':', start: ':', test: 'echo boom; exit 7' }), {
    status: 1,
    last: '0 passed, 1 failed',
    commands: 'ci\nstart\nci\ntest\n',
  });
});
test('tests that count no failure and end badly are a failure', () => {
  assert.equal(run({ ci: ':', start: ':', test: 'echo "3 passed, 0 failed"; exit 7' }), {
    status: 1,
    last: '3 passed, 1 failed',
    commands: 'ci\nstart\nci\ntest\n',
  });
});
test('a set-up that fails fails both', () => {
  assert.equal(run({ ci: 'exit 1', start: ':', test: ':' }), { status: 1, last: '0 passed, 2 failed', commands: 'ci\nci\n' });
});
test.run();
