import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { invalid } from '../../src/lint/rules/invalid.ts';
import { checkRule } from './check-rule.ts';

const test = suite('lint rules: invalid');

test('what the schema asks and the value does not have is reported where it is', async () => {
  assert.equal(await checkRule(invalid, { properties: { port: { type: 'number' } }, required: ['host'] }, { port: 'x' }), [
    { pointer: '', message: '`host` is missing' },
    { pointer: '/port', message: 'expected a number; found a string' },
  ]);
});
test('a valid value says nothing', async () => {
  assert.equal(await checkRule(invalid, { properties: { port: { type: 'number' } } }, { port: 1 }), []);
});
test('a property that is refused is asked whether it is a misspelled neighbour', async () => {
  assert.equal(await checkRule(invalid, { properties: { port: {}, host: {} }, additionalProperties: false }, { prot: 1 }), [
    { pointer: '/prot', message: '`prot` is not allowed here; did you mean `port`?' },
  ]);
});
test('a neighbour that is there already was not meant', async () => {
  assert.equal(await checkRule(invalid, { properties: { port: {}, host: {} }, additionalProperties: false }, { prot: 1, port: 2 }), [
    { pointer: '/prot', message: '`prot` is not allowed here' },
  ]);
});
test('the same with what is left unevaluated', async () => {
  assert.equal(await checkRule(invalid, { allOf: [{ properties: { port: {} } }], unevaluatedProperties: false }, { prot: 1 }), [
    { pointer: '/prot', message: '`prot` is not allowed here; did you mean `port`?' },
  ]);
});
test("the property that names the file's schema is allowed by every schema, at the root", async () => {
  const closed = { properties: { a: { additionalProperties: false } }, additionalProperties: false };
  assert.equal(await checkRule(invalid, closed, { $schema: './a.schema.json', a: { $schema: 'x' } }), [
    { pointer: '/a/$schema', message: '`$schema` is not allowed here' },
  ]);
});
test.run();
