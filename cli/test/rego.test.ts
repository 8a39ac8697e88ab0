import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { fieldFolder, withoutField } from '@slipway/test-support/field-folder';
import { createProgram } from '../src/program.ts';

const test = suite('slipway rego');
const folder = mkdtempSync(join(tmpdir(), 'slipway-rego-'));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
test.before(() => {
  write('app.rego', 'package app\nimport rego.v1\nallow if input.user in data.users\nunused if input.never\n');
  write('app_test.rego', 'package app_test\nimport rego.v1\nimport data.app\ntest_allow if app.allow with input.user as "u1"\n');
  write('users.json', '{"users": ["u1"]}');
});
test.after(() => rmSync(folder, { recursive: true }));

/** What a command prints, with the folder left out, and the message of its error. */
async function runCommand(...words: string[]): Promise<{ readonly printed: readonly string[]; readonly error: string | undefined }> {
  const printed: string[] = [];
  const { log } = console;
  console.log = (line: string) => printed.push(line.replaceAll(`${folder}/`, ''));
  try {
    await createProgram().parseAsync(['node', 'slipway', 'rego', ...words]);
    return { printed, error: undefined };
  } catch (error) {
    return { printed, error: (error as Error).message.replaceAll(`${folder}/`, '') };
  } finally {
    console.log = log;
  }
}

test('eval prints the value of a rule as JSON, and nothing for an undefined one', async () => {
  write('input.txt', '{"user": "u1"}');
  assert.equal(await runCommand('eval', 'data.app', folder, '--input', join(folder, 'input.txt')), {
    printed: ['{\n  "allow": true\n}'],
    error: undefined,
  });
  assert.equal(await runCommand('eval', 'data.app.allow', folder), { printed: [], error: undefined });
  for (const path of ['app.allow', 'data.app[', 'data..allow', '1 + 1', 'data.app[x]', 'data.app.f(1)', 'data.app extra', 'data'.repeat(2)])
    assert.is(
      (await runCommand('eval', path, folder)).error,
      `The query ${path} is not a path of the form data.app.deny or data.app["my-package"].deny.`,
    );
});
test('eval takes paths with brackets', async () => {
  assert.equal(await runCommand('eval', 'data["users"][0]', folder), { printed: ['"u1"'], error: undefined });
  assert.equal(await runCommand('eval', 'data . app', folder), {
    printed: [],
    error: 'The query data . app is not a path of the form data.app.deny or data.app["my-package"].deny.',
  });
});
test('test runs the rules named test_…, and shows the lines that none of them reaches', async () => {
  assert.equal(await runCommand('test', folder, '--coverage', '--verbose'), {
    printed: [
      'PASS data.app_test.test_allow (app_test.rego:4)',
      '1 passed, 0 failed, 0 with errors, 0 skipped',
      'app.rego: 50.0 % of 2 lines; not reached: 4',
      'app_test.rego: 100.0 % of 1 lines',
    ],
    error: undefined,
  });
});
test('a test that does not pass is a failure', async () => {
  write('bad_test.rego', 'package bad\nimport rego.v1\ntest_no if { print("seen"); input.gone }\n');
  assert.equal(await runCommand('test', folder), {
    printed: ['FAIL data.bad.test_no (bad_test.rego:3)', '  seen', '1 passed, 1 failed, 0 with errors, 0 skipped'],
    error: '1 of 2 tests did not pass',
  });
  rmSync(join(folder, 'bad_test.rego'));
});
test('tests of one name are told one by one, with the cases that fail', async () => {
  write(
    'bad_test.rego',
    'package bad["x-y"]\nimport rego.v1\ntest_a if false\ntest_a if true\n' +
      'test_cases[name] if { some name, ok in {"first": true, "second": false}; ok }\ntodo_test_b if true\n',
  );
  const failed = ['FAIL data.bad["x-y"].test_cases (bad_test.rego:5)', '  FAIL second'];
  assert.equal(await runCommand('test', folder), {
    printed: [
      'FAIL data.bad["x-y"].test_a (bad_test.rego:3)',
      ...failed,
      'SKIP data.bad["x-y"].todo_test_b (bad_test.rego:6)',
      '2 passed, 2 failed, 0 with errors, 1 skipped',
    ],
    error: '2 of 5 tests did not pass',
  });
  assert.equal(await runCommand('test', folder, '--run', 'cases$'), {
    printed: [...failed, '0 passed, 1 failed, 0 with errors, 0 skipped'],
    error: '1 of 1 tests did not pass',
  });
  assert.equal(await runCommand('test', folder, '-r', 'test_a#', '--verbose'), {
    printed: ['PASS data.bad["x-y"].test_a#01 (bad_test.rego:4)', '1 passed, 0 failed, 0 with errors, 0 skipped'],
    error: undefined,
  });
  rmSync(join(folder, 'bad_test.rego'));
});

const reported = withoutField === '' ? test : skipWithReason(test, withoutField);
reported('rego-same-name: two tests of one name are two tests', async () => {
  const { printed, error } = await runCommand('test', join(fieldFolder('rego-same-name'), 'a_test.rego'), '--verbose');
  assert.equal(
    [printed.map((line) => line.replace(/ \(.*/, '')), error],
    [['FAIL data.a.test_x', 'PASS data.a.test_x#01', '1 passed, 1 failed, 0 with errors, 0 skipped'], '1 of 2 tests did not pass'],
  );
});
reported('rego-bracket: a query with brackets', async () => {
  const [policy, input] = ['p.rego', 'in.json'].map((file) => join(fieldFolder('rego-bracket'), file)) as [string, string];
  assert.equal(await runCommand('eval', 'data.app["x-y"].deny', policy, '--input', input), { printed: ['[\n  "no"\n]'], error: undefined });
});
reported('rego-any-call: a call of a rule without parameters whose type is not a single one', async () => {
  const policy = join(fieldFolder('rego-any-call'), 'a.rego');
  assert.equal(await runCommand('eval', 'data.a.said', policy), { printed: ['"none"'], error: undefined });
});
test('check compiles, and says where a policy is wrong', async () => {
  assert.equal(await runCommand('check', folder), { printed: ['2 files compile'], error: undefined });
  write('wrong.rego', 'package wrong\nimport rego.v1\np := count(1)\n');
  assert.is((await runCommand('check', folder)).error, 'wrong.rego:3:12: count: invalid argument(s): argument 1 is of another type');
  rmSync(join(folder, 'wrong.rego'));
  write('unused.rego', 'package unused\nimport rego.v1\nimport data.app\np := 1\n');
  assert.equal(await runCommand('check', folder), { printed: ['3 files compile'], error: undefined });
  assert.is((await runCommand('check', folder, '--strict')).error, 'unused.rego:3:1: import data.app unused');
});
test('a folder without policies is said to be one', async () => {
  assert.is((await runCommand('check', join(folder, 'users.json'))).error, 'there is no policy (.rego) in users.json');
});
test.run();
