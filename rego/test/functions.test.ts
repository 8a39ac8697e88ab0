import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileErrorOf, errorOf, evaluateModules, evaluateText } from './support.ts';

const test = suite('rego: functions');

test('a function gives a value for its arguments', () => {
  assert.is(evaluateText('double(x) := x * 2\np := double(double(2))'), 8);
});
test('a function may be true or undefined', () => {
  assert.is(evaluateText('big(x) { x > 10 }\np { big(11); not big(1) }'), true);
});
test('clauses are selected by constant arguments and patterns', () => {
  const text = 'kind("a") := 1\nkind([x, _]) := x\nkind({"k": v}) := v\nkind(n) := "number" if is_number(n)\n';
  assert.equal(evaluateText(`${text}p := [kind("a"), kind([2, 0]), kind({"k": 3}), kind(9)]`), [1, 2, 3, 'number']);
  assert.is(evaluateText(`${text}p := kind([1, 2, 3])`), undefined);
});
test('a name twice among arguments means equal arguments', () => {
  assert.is(evaluateText('same(x, x) { true }\np { same(1, 1); not same(1, 2) }'), true);
});
test('else and several bodies', () => {
  assert.equal(evaluateText('sign(x) := 1 if x > 0 else := -1 if x < 0 else := 0\np := [sign(5), sign(-5), sign(0)]'), [1, -1, 0]);
  assert.equal(evaluateText('f(x) { x == 1 } { x == 2 }\np := [x | some x in [1, 2, 3]; f(x)]'), [1, 2]);
});
test('a default function applies if no clause does', () => {
  assert.equal(evaluateText('default f(_) := 9\nf(x) := 1 if x == 1\np := [f(1), f(2)]'), [1, 9]);
});
test('a call with an undefined argument is undefined', () => {
  assert.is(evaluateText('f(_) := 1\np := f(input.nothing)'), undefined);
});
test('results that disagree end the evaluation', () => {
  assert.is(
    errorOf(() => evaluateText('f(x) := 1 if x > 0\nf(x) := 2 if x > 1\np := f(2)')),
    'conflict a.rego:3:1: functions must not produce multiple outputs for same inputs',
  );
});
test('every combination of arguments that a variable in brackets gives', () => {
  assert.equal(evaluateText('f(x, y) := x * y\np := {r | r := f([1, 2][_], [3, 5][_])}'), [3, 5, 6, 10]);
});
test('the result may be named as a last argument', () => {
  assert.equal(evaluateText('p := parts { split("a,b", ",", parts) }'), ['a', 'b']);
  assert.is(evaluateText('f(x) := x + 1\np := y { f(1, y) }'), 2);
});
test('the result of a call can be indexed', () => {
  assert.is(evaluateText('p := split("a/b", "/")[1]'), 'b');
  assert.is(evaluateText('f(x) := {"a": [x]}\np := f(3).a[0]'), 3);
});
test('functions of a path with dots', () => {
  assert.is(evaluateText('lib.inc(x) := x + 1\np := lib.inc(2)'), 3);
});
test('a function without a value and a body is true where the arguments match', () => {
  const text = 'is_checkout("checkout")\nis_checkout({"checkout": _})\np := [x | some x in input; is_checkout(x)]';
  assert.equal(evaluateText(text, { input: ['checkout', { checkout: {} }, 'run', { run: 1 }] }), ['checkout', { checkout: {} }]);
});
// The next three as Open Policy Agent 1.4.2 answers.
test('a rule without parameters can be called where its value is of several types, or of any', () => {
  const note = 'note() = out { not input.x; out = "none" }\nnote() = out { out = input.x }\n';
  assert.is(evaluateText(`${note}p := note()`), 'none');
  assert.is(evaluateText(`${note}p := note()`, { input: { x: 7 } }), 7);
  assert.is(evaluateText('note = "x" { input.y }\nnote = 1 { true }\np := note()'), 1);
  assert.is(evaluateText('default note = false\nnote = out { out = input.x }\np := note()'), false);
  assert.is(evaluateText('n.x = v { v := input.k }\np := n.x()', { input: { k: 3 } }), 3);
});
test('where its value is of one type, or it is a set or an object, there is no such function', () => {
  assert.is(compileErrorOf('note = "x" { true }\np := note()'), 'type a.rego:3:6: undefined function data.org.note');
  assert.is(compileErrorOf('note = {"b": [input.q]}\np := note()'), 'type a.rego:3:6: undefined function data.org.note');
  assert.is(compileErrorOf('s[x] { x := input.z }\np := s()'), 'type a.rego:3:6: undefined function data.org.s');
  assert.is(compileErrorOf('note = out { out := input.q }\np := note(1)'), 'compile a.rego:3:6: note takes 0 arguments, not 1');
  assert.is(compileErrorOf('p := data.other.note()'), 'compile a.rego:2:6: undefined function data.other.note');
});
test('functions of packages with hyphens and dots', () => {
  const files = {
    'a.rego': 'package org\np := [data.lib["my-pkg"].f(1), data.lib["x.y"].f(1), data.lib.x.y.f(1)]',
    'b.rego': 'package lib["my-pkg"]\nf(_) := 1',
    'c.rego': 'package lib["x.y"]\nf(_) := 2',
    'd.rego': 'package lib.x.y\nf(_) := 3',
  };
  assert.equal(evaluateModules(files), [1, 2, 3]);
  assert.is(compileErrorOf('p := data["my-pkg"].f(1)'), 'compile a.rego:2:6: undefined function data["my-pkg"].f');
});
test.run();
