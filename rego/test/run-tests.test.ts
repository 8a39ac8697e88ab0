import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileModules, parseModules, reachableLines, runPolicyTests } from '../src/index.ts';

const test = suite('rego: tests of policies');

const files = {
  'app.rego': 'package app\nimport rego.v1\nallow if input.user == "u1"\nf(x) := 1 if x > 0\nf(x) := 2 if x > 1\nunused if input.never',
  'app_test.rego':
    'package app_test\nimport rego.v1\nimport data.app\ntest_allow if app.allow with input as {"user": "u1"}\n' +
    'test_deny if app.allow with input as {"user": "u2"}\ntest_text := "true"\ntest_conflict if app.f(2) == 1\n' +
    'todo_test_later if false\ntest_printed if { print("seen", 1); true }\nother if true',
};
const root = compileModules(parseModules(files));

test('rules whose names begin with test_ pass when they are true', () => {
  assert.equal(
    runPolicyTests({ root }).map(({ name, outcome, line }) => [name, outcome, line]),
    [
      ['test_allow', 'pass', 4],
      ['test_deny', 'fail', 5],
      ['test_text', 'fail', 6],
      ['test_conflict', 'error', 7],
      ['todo_test_later', 'skip', 8],
      ['test_printed', 'pass', 9],
    ],
  );
});
test('a test says what it printed, and why it ended with an error', () => {
  const results = runPolicyTests({ root });
  assert.equal(results.at(-1), {
    package: 'data.app_test',
    name: 'test_printed',
    file: 'app_test.rego',
    line: 9,
    printed: ['seen 1'],
    outcome: 'pass',
  });
  assert.is(results[3]?.message, 'app.rego:5:1: functions must not produce multiple outputs for same inputs');
});
test('the lines that tests reach are counted', () => {
  const reached = new Set<number>();
  runPolicyTests({ root }, { onLine: (file, line) => file === 'app.rego' && reached.add(line) });
  assert.equal([...reached].sort(), [3, 4, 5]);
  assert.equal([...(reachableLines({ root }).get('app.rego') ?? [])], [3, 4, 5, 6]);
});
test.run();
