import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFiles, errorOf, compileErrorOf } from './support.ts';

const test = suite('rego: what is refused when it is read');
const every = (cases: Readonly<Record<string, string>>) => {
  for (const [text, fault] of Object.entries(cases)) assert.is(compileErrorOf(text), fault, text);
};

test('a file begins with its package', () => {
  assert.is(
    errorOf(() => compileFiles({ 'x.rego': '' })),
    'parse x.rego:1:1: expected `package`, found the end of the file',
  );
  assert.is(
    errorOf(() => compileFiles({ 'x.rego': '# a\n\nrules { }' })),
    'parse x.rego:3:1: expected `package`, found `rules`',
  );
  assert.is(
    errorOf(() => compileFiles({ 'x.rego': 'package org import data.x' })),
    'parse x.rego:1:13: expected a new line, found `import`',
  );
});
test('of several wrong files the first one is reported', () => {
  assert.is(
    errorOf(() => compileFiles({ 'b.rego': 'package org\np := @', 'a.rego': 'package org\n\nq := [' })),
    'parse a.rego:3:7: expected a value, found the end of the file',
  );
});
test('strings, numbers and characters', () =>
  every({
    'p := "abc': 'parse a.rego:2:6: the string is not closed',
    'p := `abc': 'parse a.rego:2:6: the string is not closed',
    'p := "a\nb"': 'parse a.rego:2:6: the string is not closed',
    'p := "\\q"': 'parse a.rego:2:6: the string holds an escape that is none, or a control character',
    'p := @': 'parse a.rego:2:6: unexpected character "@"',
    'p := 1 ? 2': 'parse a.rego:2:8: unexpected character "?"',
    'p := 01': 'parse a.rego:2:6: 01 is no number: write it as JSON does',
    'p := 1.': 'parse a.rego:2:6: 1. is no number',
    'p := 5x': 'parse a.rego:2:6: 5x is no number',
  }));
test('malformed terms are errors', () =>
  every({
    'p := [1, 2': 'parse a.rego:2:11: expected `]`, found the end of the file',
    'p := {"a": }': 'parse a.rego:2:12: expected a value, found `}`',
    'p := {1: 2, 3}': 'parse a.rego:2:14: expected `:`, found `}`',
    'p := x.[1]': 'parse a.rego:2:8: expected a name after `.`, found `[`',
    'p := input . a': 'parse a.rego:2:12: expected a new line, found `.`',
    'p := true.a': 'parse a.rego:2:10: a single value has no parts',
    'p := "a"[0]': 'parse a.rego:2:9: a single value has no parts',
    'p := f()(1)': 'parse a.rego:2:9: only a name can be called',
    'p := not x': 'parse a.rego:2:6: expected a value, found `not`',
    'p := ': 'parse a.rego:2:6: expected a value, found the end of the file',
  }));
test('malformed statements are errors', () =>
  every({
    'p { }': 'parse a.rego:2:5: the body is empty',
    'p { 1 2 }': 'parse a.rego:2:7: expected a new line, `;` or `}`, found `2`',
    'p { true': 'parse a.rego:2:9: expected a new line, `;` or `}`, found the end of the file',
    'p { not some x in [1] }': 'parse a.rego:2:5: `not` takes no `some`',
    'p { some x, y, z in [1] }': 'parse a.rego:2:10: `some … in` takes a value, or a key and a value',
    'p { some 1 }': 'parse a.rego:2:10: `some` declares names',
    'p { every x { true } }': 'parse a.rego:2:13: expected `in`, found `{`',
    'p { x := 1 with input.a }': 'parse a.rego:2:25: expected `as`, found `}`',
    'p { 1 := 1 }': 'compile a.rego:2:5: `:=` assigns to a name, or to names in an array or object',
  }));
test('malformed rules are errors', () =>
  every({
    p: 'parse a.rego:2:1: a rule needs a value or a body',
    'p := 1 q := 2': 'parse a.rego:2:8: expected a new line, found `q`',
    'default p': 'parse a.rego:2:1: a default needs a value',
    'default p := 1 if true': 'parse a.rego:2:1: a default has no body',
    'default p[x] := 1': 'parse a.rego:2:1: a default stands for a whole rule',
    'p else := 1': 'parse a.rego:2:3: `else` follows a body',
    'p contains 1 if true else := 2': 'parse a.rego:2:22: `else` cannot follow several bodies or a set',
    'p[x] := 1 if x := 1 else := 2': 'parse a.rego:2:21: `else` cannot follow a part of an object or a set',
    'f(x) contains 1': 'parse a.rego:2:6: a function cannot be a set',
    'input := 1': 'compile a.rego:2:1: rules must not shadow input',
  }));
test('malformed imports are errors', () =>
  every({
    'import foo.bar': 'parse a.rego:2:1: an import begins with `data`, `input`, `future` or `rego`',
    'import future.keywords.then': 'parse a.rego:2:1: cannot import future.keywords.then',
    'import rego.v2': 'parse a.rego:2:1: cannot import rego.v2',
    'import data.a\np := 1': 'compile a.rego:2:1: import data.a unused',
    'import data.a\nimport data.b.a\np := a': 'compile a.rego:3:1: import must not shadow the import a',
  }));
test('import rego.v1 requires the new keywords', () =>
  every({
    'import rego.v1\np { true }': 'parse a.rego:3:3: with `import rego.v1` a body follows `if`',
    'import rego.v1\np["x"]': 'parse a.rego:3:1: with `import rego.v1` a set is declared with `contains`',
  }));
test.run();
