import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateText, evaluateExpression } from './support.ts';

const test = suite('rego: how policies are written');

test('a rule without a value is true', () => {
  assert.is(evaluateText('p { 1 == 1 }'), true);
});
test('the older and the newer spelling of a body', () => {
  assert.is(evaluateText('p = 1 { true }'), 1);
  assert.is(evaluateText('p := 1 if { true }'), 1);
  assert.is(evaluateText('p := 1 if true'), 1);
  assert.is(evaluateText('p if 2 > 1'), true);
});
test('the older and the newer spelling of a set', () => {
  assert.equal(evaluateText('p["a"]'), ['a']);
  assert.equal(evaluateText('p[x] { x := input[_] }', { input: ['b', 'a'] }), ['a', 'b']);
  assert.equal(evaluateText('p contains "a"'), ['a']);
  assert.equal(evaluateText('p contains x if some x in input', { input: ['b', 'a'] }), ['a', 'b']);
});
test('with `if` a name in brackets is a key, not a member', () => {
  assert.equal(evaluateText('p[x] if x := "k"'), { k: true });
});
test('statements end with a line or a semicolon', () => {
  assert.is(evaluateText('p { true; true }'), true);
  assert.is(evaluateText('p {\n  true\n  true;\n}'), true);
});
test('comments are skipped to the end of the line', () => {
  assert.is(evaluateText('# one\np { # two\n  true # three }\n} # four'), true);
});
test('lines may end with carriage returns', () => {
  assert.is(evaluateText('p := x {\r\n  x := 1\r\n}\r\n'), 1);
});
test('collections go over several lines and may end with a comma', () => {
  assert.equal(evaluateExpression('{\n  "a": [\n    1,\n    2,\n  ],\n  "b": {3, 3},\n}'), { a: [1, 2], b: [3] });
});
test('strings have the escapes of JSON', () => {
  assert.is(evaluateExpression('"tab\\t quote\\" e\\u0301 \\u00e9 line\\n"'), 'tab\t quote" e\u0301 é line\n');
});
test('raw strings have none, and may hold lines', () => {
  assert.is(evaluateExpression('`a\\n"b"\nc`'), 'a\\n"b"\nc');
});
test('and keep carriage returns', () => {
  assert.is(evaluateExpression('`a\r\nb`'), 'a\r\nb');
});
test('what `if` is followed by may begin with a brace and be no body', () => {
  assert.is(evaluateText('p if {x: i | some i; x := ["a", "b"][i]} == {"a": 0, "b": 1}'), true);
  assert.is(evaluateText('p if {"a": false}'), true);
  assert.is(evaluateText('p if {x | x := 1}'), true);
  assert.is(evaluateText('p if { 1 == 2 }'), undefined);
  assert.is(evaluateText('p := 1 if { false } else := 2 if { true }'), 2);
});
test('a name that a comprehension uses may be declared after it', () => {
  assert.is(evaluateText('q := {"a", "b"}\np := x { y := {x | q[x]}; x := count(y) }'), 2);
});
test('numbers are written as in JSON', () => {
  assert.equal(evaluateExpression('[0, -1, 2.5, 1e3, 1.5E-1, -0.5]'), [0, -1, 2.5, 1000, 0.15, -0.5]);
});
test('the constants', () => {
  assert.equal(evaluateExpression('[true, false, null]'), [true, false, null]);
});
test('an empty set is written set()', () => {
  assert.is(evaluateText('p { set() == {x | x := [][_]}; {} != set() }'), true);
});
test('times and division before sum and difference, those before comparison', () => {
  assert.is(evaluateExpression('1 + 2 * 3 - 4 / 2'), 5);
  assert.is(evaluateExpression('(1 + 2) * 3'), 9);
  assert.is(evaluateExpression('7 - 2 - 1'), 4);
  assert.is(evaluateExpression('1 + 1 == 2'), true);
  assert.is(evaluateExpression('-1 - -2'), 1);
});
test('intersection before union, both before `in`', () => {
  assert.equal(evaluateExpression('{1} | {2, 3} & {3}'), [1, 3]);
  assert.is(evaluateExpression('2 in {1} | {2}'), true);
  assert.is(evaluateExpression('1 + 1 in [2]'), true);
});
test('a bar inside braces begins a comprehension', () => {
  assert.equal(evaluateExpression('{1 | true}'), [1]);
  assert.equal(evaluateExpression('{({1} | {2}), 3}'), [3, [1, 2]]);
});
test('`in` chains from the left', () => {
  assert.is(evaluateText('p { {1, 2} in [{1, 2}] in [true] }'), true);
  assert.is(evaluateText('p { 0, 2 in [2] in [true] }'), true);
  assert.is(evaluateText('p { "k", 2 in {"k": 2} in [true] }'), true);
});
test('a key before `in` needs parentheses inside a list', () => {
  assert.equal(evaluateExpression('[1, 1 in [2]]'), [1, false]);
  assert.equal(evaluateExpression('[(1, 1 in [2])]'), [false]);
  assert.is(evaluateText('f(x) := x\np := f((0, 2 in [2]))'), true);
});
test('the words of newer versions are names where no keyword is meant', () => {
  assert.is(evaluateText('contains_all := 1\nevery_one := 2\np := contains_all + every_one'), 3);
  assert.is(evaluateText('p { contains("abc", "b") }'), true);
  assert.is(evaluateText('if := 4\np := data.org["if"]'), 4);
});
test('imports of keywords and of the newest version are understood', () => {
  assert.is(evaluateText('import future.keywords\nimport future.keywords.in\np if 1 in [1]'), true);
  assert.equal(evaluateText('import rego.v1\np contains 1 if true'), [1]);
});
test('several bodies after one head are several rules', () => {
  assert.equal(evaluateText('p[x] { x := 1 } { x := 2 }'), [1, 2]);
});
test('a byte order mark at the beginning is passed over', () => {
  assert.is(evaluateText('p := 1\n'), 1);
});
test.run();
