import { runs } from '@slipway/test-support/scale';
import { anyCharacter, fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compareValues, fromJson, keyOf, objectOf, setOf, formatValue, toJson, type RegoValue } from '../src/values/index.ts';
import { PolicyError, query } from '../src/index.ts';
import { compileFiles, evaluateText, compileErrorOf, evaluateExpression } from './support.ts';

const test = suite('rego: laws');

const { value } = fc.letrec<{ value: RegoValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<RegoValue>(null, true, false),
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -4, max: 4 }).map((number) => (number === 0 ? 0 : number)),
    fc.constantFrom<RegoValue>(2n ** 60n, -(2n ** 70n)),
    fc.string({ unit: anyCharacter, maxLength: 3 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(tie('value'), { maxLength: 3 }).map(setOf),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map(objectOf),
  ),
}));

test('the order of values is total', () => {
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      assert.is(compareValues(a, a), 0);
      assert.is(compareValues(a, b), -compareValues(b, a) || 0);
      if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) assert.ok(compareValues(a, c) <= 0);
    }),
    { numRuns: runs(2000) },
  );
});
test('two values have one key exactly when they are equal', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      assert.is(keyOf(a) === keyOf(b), compareValues(a, b) === 0);
    }),
    { numRuns: runs(2000) },
  );
});
test('strings are ordered as their bytes are', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '', '￿', '😀', '𐀀'), maxLength: 3 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.is(compareValues(a, b), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
test('a formatted value parses to the same value', () => {
  fc.assert(
    fc.property(value, (each) => {
      const { value: read } = query({ root: compileFiles({ 'a.rego': `package org\np := ${formatValue(each)}` }) }, 'data.org.p');
      assert.is(compareValues(read as RegoValue, each), 0);
    }),
    { numRuns: runs(500) },
  );
});
test('JSON converts to values and back', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (plain) => {
      assert.equal(toJson(fromJson(plain)), JSON.parse(JSON.stringify(plain)));
    }),
    { numRuns: runs(500) },
  );
});
test('a comprehension is a filter and a map', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -100, max: 100 })), fc.integer({ min: -100, max: 100 }), (numbers, above) => {
      const input = { numbers, above };
      assert.equal(
        evaluateExpression('[x * 2 | some x in input.numbers; x > input.above]', { input }),
        numbers.filter((each) => each > above).map((each) => each * 2),
      );
      assert.equal(
        evaluateExpression('{x | some x in input.numbers; x > input.above}', { input }),
        [...new Set(numbers.filter((each) => each > above))].sort((a, b) => a - b),
      );
    }),
    { numRuns: runs(200) },
  );
});
test('every is not any not; a set is the union of its parts', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 })), fc.integer({ min: 0, max: 5 }), (numbers, limit) => {
      const input = { numbers, limit };
      assert.is(
        evaluateText('p := true if every x in input.numbers { x <= input.limit }', { input }) ?? false,
        numbers.every((each) => each <= limit),
      );
      assert.is(
        evaluateText('bad { input.numbers[_] > input.limit }\np := true if not bad', { input }) ?? false,
        !numbers.some((each) => each > limit),
      );
      assert.is(
        evaluateText(
          'p := {x | x := input.numbers[_]; x > input.limit} | {x | x := input.numbers[_]; ' +
            'x <= input.limit} == {x | x := input.numbers[_]}',
          { input },
        ),
        true,
      );
    }),
    { numRuns: runs(200) },
  );
});
test('statements mean the same in any order', () => {
  const statements = ['a = input[i]', 'a > 1', 'b = a + 1', 'not blocked[b]', 'c = [a, b]', 'i != 3'];
  fc.assert(
    fc.property(fc.shuffledSubarray(statements, { minLength: 6 }), (order) => {
      assert.equal(evaluateText(`blocked := {5}\np := {c | ${order.join('; ')}}`, { input: [1, 2, 3, 9, 4, 7] }), [
        [2, 3],
        [3, 4],
        [7, 8],
      ]);
    }),
    { numRuns: runs(100) },
  );
});
test('any text gives a policy or an error with a position', () => {
  const piece = fc.constantFrom(
    'p',
    'x',
    '_',
    ' ',
    '\n',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    ':=',
    '=',
    '==',
    '|',
    '&',
    '-',
    '.',
    ',',
    ';',
    ':',
    '"a"',
    '`',
    '1',
    'not',
    'some',
    'in',
    'every',
    'if',
    'contains',
    'else',
    'default',
    'with',
    'as',
    'input',
    'data',
    'import',
    'true',
    'count',
    'set()',
    '#',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      assert.match(compileErrorOf(pieces.join(' ')), /^(no error|(parse|compile|unsupported|limit) a\.rego:\d+:\d+: .+)$/);
    }),
    { numRuns: runs(3000) },
  );
});
test('any evaluation ends with a value or an error', () => {
  const piece = fc.constantFrom(
    'input[x]',
    'x',
    'y = x',
    'x := input',
    'some x in input',
    'x > 1',
    'not x',
    'y := [z | z := x]',
    'count(x)',
    'x in y',
    'data.org.q',
    'walk(input, [x, y])',
    '[x, y] = input[_]',
    'q with input as x',
    'every z in x { z }',
    'x[x]',
    'x == input[x]',
    '[x, input[x]] = y',
    '{"a": x} = input[y]',
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.jsonValue({ maxDepth: 3 }), (pieces, input) => {
      try {
        evaluateText(`q contains w if w := input\np := true { ${pieces.join('; ')} }`, { input, limits: { steps: 5000 } });
      } catch (error) {
        assert.instance(error, PolicyError);
      }
    }),
    { numRuns: runs(2000) },
  );
});
test.run();
