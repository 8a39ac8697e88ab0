import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateExpression } from '../support.ts';

const test = suite('rego builtins: strings');

test('contains, startswith and endswith', () => {
  assert.equal(evaluateExpression('[contains("abc", "bc"), contains("abc", "z"), startswith("abc", "ab"), endswith("abc", "ab")]'), [
    true,
    false,
    true,
    false,
  ]);
});
test('cases and spaces', () => {
  assert.equal(evaluateExpression('[lower("ÀB"), upper("éb"), trim_space(" a b\\n")]'), ['àb', 'ÉB', 'a b']);
});
test('trimming characters, a beginning, an end', () => {
  assert.equal(
    evaluateExpression(
      '[trim("xyaxx", "yx"), trim_left("xyax", "yx"), trim_right("xax", "x"), trim_prefix("v1v", "v"), ' +
        'trim_suffix("a.rego", ".rego"), trim_prefix("a", "b")]',
    ),
    ['a', 'ax', 'xa', '1v', 'a', 'a'],
  );
});
test('concat and split', () => {
  assert.equal(evaluateExpression('[concat(", ", ["b", "a"]), concat("", {"b", "a"}), concat("-", [])]'), ['b, a', 'ab', '']);
  assert.equal(evaluateExpression('[split("a,b,", ","), split("añ", ""), split("", ",")]'), [['a', 'b', ''], ['a', 'ñ'], ['']]);
  assert.is(evaluateExpression('concat(",", input)', { input: [1] }), undefined);
});
test('replace, one or several at once', () => {
  assert.equal(evaluateExpression('[replace("a.b.c", ".", "-"), replace("ab", "", "-"), strings.replace_n({"a": "b", "b": "a"}, "abc")]'), [
    'a-b-c',
    '-a-b-',
    'bac',
  ]);
});
test('positions and lengths count characters', () => {
  assert.equal(
    evaluateExpression(
      '[substring("añb", 1, 1), substring("abc", 1, -1), substring("abc", 9, 1), indexof("añb", "b"), ' +
        'indexof("a", "z"), indexof_n("añbñ", "ñ")]',
    ),
    ['ñ', 'bc', '', 2, -1, [1, 3]],
  );
  for (const written of ['substring("abc", -1, 1)', 'indexof("a", "")']) assert.is(evaluateExpression(written), undefined, written);
});
test('reverse and count', () => {
  assert.equal(evaluateExpression('[strings.reverse("añ😀"), strings.count("abab", "ab")]'), ['😀ña', 2]);
});
test('any of several beginnings and ends', () => {
  assert.equal(
    evaluateExpression(
      '[strings.any_prefix_match("abc", ["x", "a"]), strings.any_suffix_match({"a", "b"}, "b"), strings.any_prefix_match(["q"], {"x"})]',
    ),
    [true, true, false],
  );
});
test('sprintf: values as they are', () => {
  assert.is(evaluateExpression('sprintf("%s has %d of %v", ["job", 2, [1, "x", {"k": {3}}]])'), 'job has 2 of [1, "x", {"k": {3}}]');
  assert.is(evaluateExpression('sprintf("%v %v %v %v", [true, null, 1.5, set()])'), 'true null 1.5 set()');
  assert.is(evaluateExpression('sprintf("%q 100%%", ["a\\"b"])'), '"a\\"b" 100%');
});
test('sprintf: numbers in other forms', () => {
  assert.is(evaluateExpression('sprintf("%x %X %o %b %c %+d", [255, 255, 8, 5, 65, 3])'), 'ff FF 10 101 A +3');
  assert.is(
    evaluateExpression('sprintf("%.2f %f %.0f %e %v", [1.239, 2.5, 0.5, 12345.678, 0.00001])'),
    '1.24 2.500000 0 1.234568e+04 1e-05',
  );
});
test('sprintf: halves round to even', () => {
  assert.is(evaluateExpression('sprintf("%.0f %.0f %.0f %.2f %.1f", [1.5, 2.5, -0.5, 0.125, 0.45])'), '2 2 -0 0.12 0.5');
});
test('sprintf: widths', () => {
  assert.is(evaluateExpression('sprintf("%5d|%-5d|%05d|%5s|%-3s|%.2s", [42, 42, -42, "a", "b", "abc"])'), '   42|42   |-0042|    a|b  |ab');
});
test('sprintf: arguments by number', () => {
  assert.is(evaluateExpression('sprintf("%[2]s %[1]s", ["a", "b"])'), 'b a');
});
test('sprintf: mismatches are reported in the text', () => {
  assert.is(evaluateExpression('sprintf("%d", ["x"])'), '%!d(string=x)');
  assert.is(evaluateExpression('sprintf("%s", [5])'), '%!s(int=5)');
  assert.is(evaluateExpression('sprintf("%d", [1.5])'), '%!d(float64=1.5)');
  assert.is(evaluateExpression('sprintf("%t", [true])'), '%!t(string=true)');
  assert.is(evaluateExpression('sprintf("%s and %s", ["a"])'), 'a and %!s(MISSING)');
  assert.is(evaluateExpression('sprintf("a", [1, "b"])'), 'a%!(EXTRA int=1, string=b)');
});
test('occurrences of indexof_n may overlap, those of strings.count may not', () => {
  assert.equal(evaluateExpression('indexof_n("aaaa", "aa")'), [0, 1, 2]);
  assert.is(evaluateExpression('strings.count("aaaa", "aa")'), 2);
});
test('sprintf with a verb for another type shows the value, as wide as it was asked for', () => {
  assert.is(
    evaluateExpression('sprintf("%02d|%.2f|%-6d|%05s", ["a", "foo", "b", 1])'),
    '%!d(string=0a)|%!f(string=fo)|%!d(string=b     )|%!s(int=00001)',
  );
  assert.is(
    evaluateExpression('sprintf("%T %t", [123456789123456789123, 123456789123456789123, 1])'),
    '*big.Int %!t(big.Int=123456789123456789123)%!(EXTRA int=1)',
  );
  assert.is(evaluateExpression('sprintf("%v", [2e308])'), '2e308');
});
test.run();
