import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { absentBuiltins } from '../../src/builtins/absent.ts';
import { builtinTypes } from '../../src/builtins/declarations.ts';
import { builtins } from '../../src/builtins/index.ts';
import { compileErrorOf, evaluateModules } from '../support.ts';

const test = suite('rego builtins: declared and tested');

test('each has a declared type, which says how many arguments it takes', () => {
  assert.equal(Object.keys(builtinTypes).sort(), [...builtins.keys()].sort());
  for (const { name, arity, type } of builtins.values()) if (arity !== 'any') assert.is(type.items.length, arity, name);
});
test('each is called in a test', () => {
  const files = readdirSync(join(import.meta.dirname, '..'), { recursive: true, withFileTypes: true });
  const text = files
    .filter((file) => file.name.endsWith('.test.ts'))
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
    .join('\n');
  // Operators are called by their signs, and signatures in loops over algorithms.
  const operators = /^(equal|neq|lte?|gte?|plus|minus|mul|div|rem|and|or|internal\..*|crypto\.hmac\..*|io\.jwt\.verify_.*)$/;
  const missing = [...builtins.keys()].filter((name) => !operators.test(name) && !text.includes(`${name}(`));
  assert.equal(missing, []);
});
test('what is not there is refused by name when a policy is compiled', () => {
  for (const [name, reason] of absentBuiltins) {
    assert.not(builtins.has(name));
    assert.is(compileErrorOf(`p := ${name}("x")`), `unsupported a.rego:2:6: the function ${name} is not in this engine: ${reason}`);
  }
});
test('functions of the older syntax are refused in the newer one', () => {
  const module = (header: string, body: string) => ({ 'a.rego': `package org\n${header}\n${body}` });
  assert.equal(
    evaluateModules(module('', 'p = [any([true]), all([false]), re_match("^a", "ab"), net.cidr_overlap("10.0.0.0/8", "10.1.2.3")]')),
    [true, false, true, true],
  );
  assert.equal(evaluateModules(module('', 'p = [cast_array({2, 1}), cast_set([1, 1]), set_diff({1, 2}, {2})]')), [[1, 2], [1], [1]]);
  assert.equal(evaluateModules(module('', 'p = [cast_string("a"), cast_boolean(true), cast_null(null), cast_object({"a": 1})]')), [
    'a',
    true,
    null,
    { a: 1 },
  ]);
  assert.match(compileErrorOf('import rego.v1\np := any([true])'), /^compile a\.rego:3:6: the function any is deprecated/);
});
test.run();
