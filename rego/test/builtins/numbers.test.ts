import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateExpression } from '../support.ts';

const test = suite('rego builtins: numbers');

test('sum, difference, product, quotient and remainder', () => {
  assert.equal(evaluateExpression('[2 + 3, 2 - 1.5, 4 * 2.5, 7 / 2, 6 / 3, 10 % 3, -7 % 3]'), [5, 0.5, 10, 3.5, 2, 1, -1]);
});
test('operations without a result are undefined: division by zero, a remainder of fractions, other types', () => {
  for (const written of ['1 / 0', '5 % 0', '5.5 % 2', '1 + input[0]', 'input[1] + 1', 'input[2] * 2'])
    assert.is(evaluateExpression(written, { input: ['1', true, null] }), undefined, written);
});
test('whole numbers are exact however large', () => {
  assert.is(evaluateExpression('sprintf("%d", [9007199254740993 + 1])'), '9007199254740994');
  assert.is(evaluateExpression('sprintf("%d", [1000000000000 * 1000000000000])'), '1000000000000000000000000');
  assert.is(evaluateExpression('9007199254740993 == 9007199254740992'), false);
  assert.is(evaluateExpression('9007199254740993 - 9007199254740992'), 1);
  assert.is(evaluateExpression('1e3 == 1000'), true);
});
test('abs, ceil, floor, and round away from zero', () => {
  assert.equal(evaluateExpression('[abs(-2.5), ceil(1.2), floor(-1.2), round(2.5), round(-2.5), round(0.4)]'), [2.5, 2, -2, 3, -3, 0]);
});
test('to_number reads numbers as JSON writes them', () => {
  assert.equal(
    evaluateExpression('[to_number("1.50"), to_number("-3"), to_number(true), to_number(false), to_number(null), to_number(4)]'),
    [1.5, -3, 1, 0, 0, 4],
  );
  for (const written of ['to_number("x")', 'to_number("")', 'to_number(" 1")', 'to_number("0x1")', 'to_number(input)'])
    assert.is(evaluateExpression(written, { input: [] }), undefined, written);
});
test('format_int writes in base 2, 8, 10 and 16, without the fraction', () => {
  assert.equal(evaluateExpression('[format_int(255, 16), format_int(8, 8), format_int(5, 2), format_int(-5.7, 10)]'), [
    'ff',
    '10',
    '101',
    '-5',
  ]);
  assert.is(evaluateExpression('format_int(3, 7)'), undefined);
});
test('ranges go up and down, with both ends', () => {
  assert.equal(evaluateExpression('[numbers.range(1, 3), numbers.range(3, 1), numbers.range(2, 2)]'), [[1, 2, 3], [3, 2, 1], [2]]);
  assert.equal(evaluateExpression('[numbers.range_step(1, 10, 4), numbers.range_step(10, 1, 4)]'), [
    [1, 5, 9],
    [10, 6, 2],
  ]);
  assert.is(evaluateExpression('numbers.range_step(1, 2, 0)'), undefined);
  assert.is(evaluateExpression('numbers.range(1, 2.5)'), undefined);
});
test('bits', () => {
  assert.equal(
    evaluateExpression('[bits.and(6, 3), bits.or(6, 3), bits.xor(6, 3), bits.negate(0), bits.lsh(1, 4), bits.rsh(16, 2)]'),
    [2, 7, 5, -1, 16, 4],
  );
});
test('units', () => {
  assert.equal(
    evaluateExpression('[units.parse("1.5K"), units.parse("10Mi"), units.parse("500m"), units.parse("7")]'),
    [1500, 10485760, 0.5, 7],
  );
  assert.equal(
    evaluateExpression('[units.parse_bytes("1KiB"), units.parse_bytes("2MB"), units.parse_bytes("3g")]'),
    [1024, 2000000, 3000000000],
  );
  assert.equal(
    evaluateExpression(
      '[units.parse("0.0005K"), units.parse("0.1Mi"), units.parse("-1.5Ki"), units.parse("0.00000000005"), units.parse("1e3M")]',
    ),
    [0.5, 104857.6, -1536, 1e-10, 1e9],
  );
  assert.is(evaluateExpression('units.parse("0.0005K") == 0.5'), true);
  assert.equal(
    evaluateExpression(String.raw`[units.parse("\"100TI\""), units.parse_bytes("\"100TIB\"")]`),
    [109951162777600, 109951162777600],
  );
  for (const text of ['much', '1e9999999999', '1e6000', '']) assert.is(evaluateExpression(`units.parse("${text}")`), undefined);
});
test.run();
