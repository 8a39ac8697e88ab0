import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFiles, errorOf, compileErrorOf, evaluateModules } from './support.ts';

const test = suite('rego: what reads well and means nothing');
const every = (cases: Readonly<Record<string, string>>) => {
  for (const [text, fault] of Object.entries(cases)) assert.is(compileErrorOf(text), fault, text);
};
const unsafe = (name: string, at: string) => `compile a.rego:${at}: var ${name} is unsafe: nothing gives it a value`;

test('an unsafe variable, at its first position', () =>
  every({
    'p { x > 1 }': unsafe('x', '2:5'),
    'p {\n  true\n  input.a == typo\n}': unsafe('typo', '4:14'),
    'p := x': unsafe('x', '2:6'),
    'p[x] { true }': unsafe('x', '2:3'),
    'p { not x == 1 }': unsafe('x', '2:9'),
    'p { not input[i] }': unsafe('i', '2:15'),
    'p { not input[_] == 1 }': unsafe('_', '2:15'),
    'p { x = y }': unsafe('y', '2:9'),
    'p := [x | y := 1; y == 1]': unsafe('x', '2:7'),
    'f(x) := y { x }': unsafe('y', '2:9'),
    'p { count(x) == 1 }': unsafe('x', '2:11'),
    'p { xs[x] }': unsafe('xs', '2:5'),
    'p { every x in xs { x } }': unsafe('xs', '2:16'),
    'p { x[x] }': unsafe('x', '2:5'),
    'p { y = x[x] }': unsafe('x', '2:9'),
    'p { {x} = {1} }': unsafe('x', '2:6'),
    'p { x = y + 1; y = x + 1 }': unsafe('y', '2:9'),
    'p { input.a with input.a as z }': unsafe('z', '2:29'),
  }));
test('a variable that is assigned or declared and never read', () =>
  every({
    'p { x := 1 }': 'compile a.rego:2:5: assigned var x unused',
    'p { [a, b] := [1, 2]; a }': 'compile a.rego:2:9: assigned var b unused',
    'p { some x; true }': 'compile a.rego:2:5: declared var x unused',
    'p := [1 | x := 1]': 'compile a.rego:2:11: assigned var x unused',
  }));
test('a name that is declared twice', () =>
  every({
    'p { x := 1; x := 2; x == x }': 'compile a.rego:2:13: var x assigned above',
    'p { some x; x := 2; x == x }': 'compile a.rego:2:13: var x declared above',
    'p { x == 1; x := 2 }': 'compile a.rego:2:13: var x referenced above',
    'f(x) { x := 1 }': 'compile a.rego:2:8: var x referenced above',
    'p { input := 1; input == 1 }': 'compile a.rego:2:5: variables must not shadow input',
  }));
test('undefined functions', () =>
  every({
    'p := nope(1)': 'compile a.rego:2:6: undefined function nope',
    'p := http.send({"url": "x"})': 'unsupported a.rego:2:6: the function http.send is not in this engine: it needs a network',
    'p := opa.runtime()':
      'unsupported a.rego:2:6: the function opa.runtime is not in this engine: it describes the host, or is meant for another one',
    'p {\n  anything([true])\n}': 'compile a.rego:3:3: undefined function anything',
    'p := data.x.f(1)': 'compile a.rego:2:6: undefined function data.x.f',
    'q := 1\np := q(1)': 'compile a.rego:3:6: q takes 0 arguments, not 1',
  }));
test('too many and too few arguments', () =>
  every({
    'p := count(1, 2, 3)': 'compile a.rego:2:6: count takes 1 argument, not 3',
    'p := count()': 'compile a.rego:2:6: count takes 1 argument, not 0',
    'p := split("a")': 'compile a.rego:2:6: split takes 2 arguments, not 1',
    'p := f(1, 2)\nf(x) := x': 'compile a.rego:2:6: f takes 1 argument, not 2',
  }));
test('a reference with a variable reaches only the rules that its other names fit', () => {
  assert.is(
    evaluateModules({
      'a.rego': 'package org\np := data[x].allow.read if x := "first"',
      'b.rego': 'package first\nallow.read := 7\nother := data.org.p',
    }),
    7,
  );
  assert.is(compileErrorOf('p := data[x].p if x := "first"'), 'compile a.rego:2:1: rule org.p is recursive: org.p -> org.p');
});
test('recursive rules', () =>
  every({
    'p := q\nq := r\nr := p': 'compile a.rego:2:1: rule org.p is recursive: org.p -> org.q -> org.r -> org.p',
    'f(x) := f(x)': 'compile a.rego:2:1: rule org.f is recursive: org.f -> org.f',
    'p := data.org': 'compile a.rego:2:1: rule org.p is recursive: org.p -> org.p',
    'p { not q }\nq { count([x | x := p]) > 0 }': 'compile a.rego:2:1: rule org.p is recursive: org.p -> org.q -> org.p',
    'p { true with input.a as p }': 'compile a.rego:2:1: rule org.p is recursive: org.p -> org.p',
  }));
test('conflicting declarations', () =>
  every({
    'p := 1\np contains 2': 'compile a.rego:3:1: conflicting rules: org.p is one value elsewhere',
    'p := 1\np(x) := x': 'compile a.rego:3:1: conflicting rules: org.p is a function elsewhere',
    'f(x) := x\nf(x, y) := x + y': 'compile a.rego:3:1: conflicting rules: org.f takes another number of arguments elsewhere: 1',
    'p := 1\np.q := 2': 'compile a.rego:2:1: conflicting packages: org.p is a rule, and a package or another rule lies below it',
    'p := 1\np[x] := 2 if x := 1': 'compile a.rego:3:1: conflicting rules: org.p is declared in different ways',
    'default p := 1\ndefault p := 2': 'compile a.rego:3:1: multiple default rules org.p',
    'default p := 1\np contains 1': 'compile a.rego:2:1: conflicting rules: org.p is no single value and can have no default',
  }));
test('a package below a rule', () => {
  assert.is(
    errorOf(() => compileFiles({ 'a.rego': 'package org\np := 1', 'b.rego': 'package org.p\nq := 1' })),
    'compile a.rego:2:1: conflicting packages: org.p is a rule, and a package or another rule lies below it',
  );
});
test('a forbidden path is an error', () =>
  every({
    'p { data.meta.branch == "main" }': 'compile a.rego:2:5: invalid use of data.meta.branch: the branch is data.meta.vcs.branch',
    'import data.meta\np { meta.branch == "main" }':
      'compile a.rego:3:5: invalid use of data.meta.branch: the branch is data.meta.vcs.branch',
  }));
test.run();
