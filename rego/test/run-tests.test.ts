import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compilePolicyTests, parseModules, reachableLines, runPolicyTests } from '../src/index.ts';

const test = suite('rego: tests of policies');

const files = {
  'app.rego': 'package app\nimport rego.v1\nallow if input.user == "u1"\nf(x) := 1 if x > 0\nf(x) := 2 if x > 1\nunused if input.never',
  'app_test.rego':
    'package app_test\nimport rego.v1\nimport data.app\ntest_allow if app.allow with input as {"user": "u1"}\n' +
    'test_deny if app.allow with input as {"user": "u2"}\ntest_text := "true"\ntest_conflict if app.f(2) == 1\n' +
    'todo_test_later if false\ntest_printed if { print("seen", 1); true }\nother if true',
};
const compiled = compilePolicyTests(parseModules(files));

test('rules whose names begin with test_ pass when they are true', () => {
  assert.equal(
    runPolicyTests(compiled).map(({ name, outcome, line }) => [name, outcome, line]),
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
  const results = runPolicyTests(compiled);
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
  runPolicyTests(compiled, { onLine: (file, line) => file === 'app.rego' && reached.add(line) });
  assert.equal([...reached].sort(), [3, 4, 5]);
  assert.equal([...(reachableLines(compiled).get('app.rego') ?? [])], [3, 4, 5, 6]);
});

// What follows are answers of Open Policy Agent 1.4.2 (`opa test -v`).

/** `name: outcome`, and below it `names: outcome` of its cases. */
const tell = (text: string, run = ''): readonly string[] =>
  runPolicyTests(compilePolicyTests(parseModules({ 'a_test.rego': text })), { run }).flatMap(
    ({ package: home, name, line, outcome, cases = [] }) => [
      `${line} ${home}.${name}: ${outcome}`,
      ...cases.map(({ names, passed }) => `  ${names.join(': ')}: ${passed ? 'pass' : 'fail'}`),
    ],
  );
const head = 'package a\nimport rego.v1\n';

test('each rule of one name is a test of its own, also further bodies and a default', () => {
  const text =
    'test_x if { 1 == 2 }\ntest_x if { 1 == 1 }\ntest_two if { false } { true }\ntest_else if { false } else := true\n' +
    'default test_d := false\ntest_d if true\ntest_mixed := true\ntest_mixed contains 1\ntodo_test_t if false\ntodo_test_t if true\n' +
    'other if test_x\ntest_ref if other\n';
  assert.equal(tell(head + text), [
    '3 data.a.test_x: fail',
    '4 data.a.test_x#01: pass',
    '5 data.a.test_two: fail',
    '5 data.a.test_two#01: pass',
    '6 data.a.test_else: pass',
    '7 data.a.test_d: fail',
    '8 data.a.test_d#01: pass',
    '9 data.a.test_mixed: pass',
    '10 data.a.test_mixed#01: fail',
    '11 data.a.todo_test_t: skip',
    '12 data.a.todo_test_t: skip',
    '14 data.a.test_ref: fail',
  ]);
});
test('names in quotes, paths before the name of a test, and what follows it', () => {
  const text =
    'p.test_y if true\np.test_y if false\np["a-b"].test_w if true\np.todo_test_q.r if true\ntest_set contains 1 if true\n' +
    'test_deep.a.b := true\ntest_short.a := true\ntest_quoted["a b"] if true\ntodo_x if true\nnot_a_test_x if true\n';
  assert.equal(tell(`package my["x-y"]["in"].z\nimport rego.v1\n${text}`), [
    '3 data.my["x-y"]["in"].z.p.test_y: pass',
    '4 data.my["x-y"]["in"].z.p["test_y#01"]: fail',
    '5 data.my["x-y"]["in"].z.p["a-b"].test_w: pass',
    '6 data.my["x-y"]["in"].z.p.todo_test_q: skip',
    '7 data.my["x-y"]["in"].z.test_set: fail',
    '8 data.my["x-y"]["in"].z.test_deep: fail',
    '9 data.my["x-y"]["in"].z.test_short: pass',
    '  a: pass',
    '10 data.my["x-y"]["in"].z.test_quoted: fail',
  ]);
});
test('a case whose body does not hold fails; a test without a case passes', () => {
  const text =
    'test_cases[name] if { some name, ok in {"a": true, "b": false}; ok }\ntest_none[n] if { some n in [] }\n' +
    'test_field[tc.n] if { some tc in [{"n": "p", "v": 1}, {"n": "q", "v": 2}]; tc.v == 1 }\n' +
    'test_nested[a][b] if { some a in ["u", "v"]; some b in [1, 2]; b == 1 }\ntest_list[list[_].n] if { count(list) == 3 }\n' +
    'list := [{"n": "i"}, {"n": "j"}]\ntest_before[x] if { 1 == 2; some x in [1, 2] }\n' +
    'test_array[[x, "z"]] if { some x in [1]; x == 2 }\n' +
    'test_value[x] := y if { some x, y in {"a": true, "b": 3} }\ntest_inner.a[x] := true if some x in ["m"]\n';
  assert.equal(tell(head + text), [
    '3 data.a.test_cases: fail',
    '  a: pass',
    '  b: fail',
    '4 data.a.test_none: pass',
    '5 data.a.test_field: fail',
    '  p: pass',
    '  q: fail',
    '6 data.a.test_nested: fail',
    '  u: 1: pass',
    '  u: 2: fail',
    '  v: 1: pass',
    '  v: 2: fail',
    '7 data.a.test_list: fail',
    '  i: fail',
    '  j: fail',
    '9 data.a.test_before: pass',
    '10 data.a.test_array: fail',
    '  [1,"z"]: fail',
    '11 data.a.test_value: fail',
    '  a: pass',
    '  b: fail',
    '12 data.a.test_inner: pass',
    '  a: m: pass',
  ]);
});
test('a function whose name begins with test_ is told as an error', () => {
  const [result] = runPolicyTests(compilePolicyTests(parseModules({ 'a.rego': `${head}test_f(x) if x == 1` })));
  assert.equal([result?.outcome, result?.message], ['error', 'a.rego:3: a function is no test: nothing calls it with arguments']);
});
test('a regular expression selects tests by their full names', () => {
  const text = `${head}test_m if { true } { true } { false }\ntest_n if true\ntodo_test_m if true\n`;
  assert.equal(tell(text, 'm#0'), ['3 data.a.test_m#01: pass', '3 data.a.test_m#02: fail']);
  assert.equal(tell(text, '^data\\.a\\.(test_n|todo_test_m)$'), ['4 data.a.test_n: pass', '5 data.a.todo_test_m: skip']);
  assert.equal(tell(text, 'zzz'), []);
  assert.throws(() => tell(text, '('), 'is no regular expression: error parsing regexp: missing closing ): `(`');
});
test.run();
