import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateText, evaluateModules, errorOf } from './support.ts';

const test = suite('rego: rules');

test('a rule whose body does not hold has no value', () => {
  assert.is(evaluateText('p := 1 if input.x'), undefined);
});
test('a rule may have several clauses that agree', () => {
  assert.is(evaluateText('p := 1 if true\np := 1 if true'), 1);
});
test('clauses that disagree end the evaluation at the second', () => {
  assert.is(
    errorOf(() => evaluateText('p := 1\np := 2')),
    'conflict a.rego:3:1: complete rules must not produce multiple outputs',
  );
  assert.is(
    errorOf(() => evaluateText('p := x if some x in [1, 2]')),
    'conflict a.rego:2:1: complete rules must not produce multiple outputs',
  );
});
test('a default applies if no clause does', () => {
  assert.is(evaluateText('default p := "no"\np := "yes" if input.x'), 'no');
  assert.is(evaluateText('default p = "no"\np = "yes" { input.x }', { input: { x: 1 } }), 'yes');
  assert.is(evaluateText('default p := 7'), 7);
});
test('else is tried in turn when a body does not hold', () => {
  const text = 'p := "one" if input == 1\nelse := "two" if input == 2\nelse := "many"';
  assert.is(evaluateText(text, { input: 1 }), 'one');
  assert.is(evaluateText(text, { input: 2 }), 'two');
  assert.is(evaluateText(text, { input: 3 }), 'many');
  assert.is(evaluateText('p = 1 { false } else = 2 { true } else { true }'), 2);
});
test('else without a value is true', () => {
  assert.is(evaluateText('p { false } else { true }'), true);
});
test('a set gathers what all its clauses give, each once', () => {
  assert.equal(evaluateText('p contains 2\np contains 1 if true\np contains 2\np contains 3 if false'), [1, 2]);
});
test('a set that nothing adds to is empty, not undefined', () => {
  assert.equal(evaluateText('p contains 1 if false'), []);
});
test('an object gathers keys and values', () => {
  assert.equal(evaluateText('p[k] := v if some k, v in {"a": 1, "b": 2}'), { a: 1, b: 2 });
  assert.equal(evaluateText('p[x] = 5 { x = [1, 2][_] }'), { 1: 5, 2: 5 });
});
test('one key with two values ends the evaluation', () => {
  assert.is(
    errorOf(() => evaluateText('p["a"] := x if some x in [1, 2]')),
    'conflict a.rego:2:1: complete rules must not produce multiple outputs',
  );
  assert.is(
    errorOf(() => evaluateText('p[k] := x if { k := "a"; some x in [1, 2] }')),
    'conflict a.rego:2:1: object keys must be unique',
  );
});
test('a head with dots nests objects', () => {
  assert.equal(evaluateText('p.q.r := 1\np.q.s contains 2\np.t[k] := 3 if k := "u"'), { q: { r: 1, s: [2] }, t: { u: 3 } });
});
test('fixed and variable parts of heads go together', () => {
  assert.equal(evaluateText('p.q.r := 1\np.q[s] := 2 if s := "s"'), { q: { r: 1, s: 2 } });
  assert.equal(evaluateText('p[x].n := i if x := ["a", "b"][i]\np.a.n := 0\np.c.m := 9'), { a: { n: 0 }, b: { n: 1 }, c: { m: 9 } });
  assert.equal(evaluateText('p[x] contains y if some x, y in {"a": 1, "b": 2}\np.b contains 3'), { a: [1], b: [2, 3] });
  assert.is(
    errorOf(() => evaluateText('p[x].n := 1 if x := "a"\np.a.n := 2')),
    'conflict a.rego:3:1: object keys must be unique',
  );
});
test('rules of one package may be in several files', () => {
  assert.equal(evaluateModules({ 'a.rego': 'package org\np contains 1', 'b.rego': 'package org\np contains q\nq := 2' }), [1, 2]);
});
test('other packages are available by path, by import, and under an alias', () => {
  const lib = 'package lib.names\nall := {"a"}\nf(x) := x + 1';
  assert.equal(evaluateModules({ 'a.rego': 'package org\np := data.lib.names.all', lib }), ['a']);
  assert.equal(evaluateModules({ 'a.rego': 'package org\nimport data.lib.names\np := names.all', lib }), ['a']);
  assert.equal(evaluateModules({ 'a.rego': 'package org\nimport data.lib.names as n\np := n.f(1)', lib }), 2);
});
test('parts of the input may be imported', () => {
  assert.is(evaluateText('import input.job as j\np := j.name', { input: { job: { name: 'x' } } }), 'x');
});
test('a whole package is an object of its rules, without functions', () => {
  assert.equal(
    evaluateModules({
      'a.rego': 'package org\np := data.lib',
      lib: 'package lib\na := 1\nb := 2 if false\nf(x) := x\nc contains 3',
      sub: 'package lib.sub\nd := 4',
    }),
    { a: 1, c: [3], sub: { d: 4 } },
  );
});
test('given data is merged with rules; rules take precedence', () => {
  assert.is(evaluateText('p := data.meta.branch_name', { data: { meta: { branch_name: 'main' } } }), 'main');
  assert.is(evaluateText('q := 1\np := data.org.q', { data: { org: { q: 2 } } }), 1);
});
test('a rule named by a variable is found', () => {
  assert.equal(evaluateText('p := {n | data.other[n]}', { data: { other: { a: true, b: false, c: 1 } } }), ['a', 'c']);
});
test('the members of a partial object may be arrays, sets, objects and null', () => {
  assert.equal(evaluateText('q[k] := v if { some k, v in {"a": [1], "b": {"entries": []}, "c": null, "d": []} }\np := q'), {
    a: [1],
    b: { entries: [] },
    c: null,
    d: [],
  });
  assert.equal(
    evaluateText('q[k].count := count(v) if { some k, v in {"a": [1]} }\nq[k].items := v if { some k, v in {"a": [1]} }\np := q'),
    {
      a: { count: 1, items: [1] },
    },
  );
});
test('a set among the parameters of a function gives no value to a variable', () => {
  assert.is(evaluateText('p := f({1})\nf({x}) := x'), undefined);
});
test('a reference in the head iterates, and may bind what the body and the keys use', () => {
  const input = { list: ['x', 'y'], object: { a: 1, b: 2 } };
  assert.equal(evaluateText('p[k] := input.object[k]', { input }), { a: 1, b: 2 });
  assert.equal(evaluateText('p[input.list[i]] := i', { input }), { x: 0, y: 1 });
  assert.is(evaluateText('p := input.list[i] if i > 0', { input }), 'y');
  assert.equal(evaluateText('p contains input.list[i] if i > 0', { input }), ['y']);
});
test.run();
