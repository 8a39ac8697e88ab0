import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateExpression } from '../support.ts';

const test = suite('rego builtins: patterns and versions');

test('regex.match looks anywhere', () => {
  assert.equal(
    evaluateExpression(
      '[regex.match(`^v\\d+$`, "v12"), regex.match("b", "abc"), regex.match("^b", "abc"), regex.match("(?i)ABC", "xabc")]',
    ),
    [true, true, false, true],
  );
});
test('an invalid pattern is undefined', () => {
  assert.is(evaluateExpression('regex.match("(", "a")'), undefined);
  assert.equal(evaluateExpression('[regex.is_valid("("), regex.is_valid("a+")]'), [false, true]);
  assert.is(evaluateExpression('regex.match(`(a)\\1`, "aa")'), undefined);
});
test('split', () => {
  assert.equal(evaluateExpression('[regex.split("[,;]", "a,b;"), regex.split("", "abc"), regex.split("a", ""), regex.split("-", "abc")]'), [
    ['a', 'b', ''],
    ['a', 'b', 'c'],
    [''],
    ['abc'],
  ]);
});
test('find', () => {
  assert.equal(
    evaluateExpression(
      '[regex.find_n("a.", "abacad", 2), regex.find_n("a.", "abac", -1), regex.find_n("z", "a", -1), regex.find_n("a*", "baac", -1)]',
    ),
    [['ab', 'ac'], ['ab', 'ac'], [], ['', 'aa', '']],
  );
  assert.equal(evaluateExpression('regex.find_all_string_submatch_n(`(\\w)(\\d)?`, "a1b", -1)'), [
    ['a1', 'a', '1'],
    ['b', 'b', ''],
  ]);
});
test('replace with groups', () => {
  assert.equal(
    evaluateExpression(
      '[regex.replace("a1b2", `(\\w)(\\d)`, "$2$1"), regex.replace("a1", "(?P<x>[a-z])", "<${x}>"), ' +
        'regex.replace("abc", "b", "$$"), regex.replace("abc", "", "-")]',
    ),
    ['1a2b', '<a>1', 'a$c', '-a-b-c-'],
  );
});
test('glob.match: * stops at delimiters, ** does not', () => {
  assert.equal(
    evaluateExpression(
      '[glob.match("*.example.com", [], "api.example.com"), glob.match("*.example.com", [], "a.b.example.com"), ' +
        'glob.match("*.com", null, "a.b.com"), glob.match("api.**.com", [], "api.a.b.com")]',
    ),
    [true, false, true, true],
  );
  assert.equal(evaluateExpression('[glob.match("*:b", [":"], "a.x:b"), glob.match("feature/*", ["/"], "feature/a/b")]'), [true, false]);
});
test('glob.match: one character, classes, alternatives, escapes', () => {
  assert.equal(
    evaluateExpression(
      '[glob.match("?at", [], "cat"), glob.match("?at", [], "at"), glob.match("[a-c]at", [], "bat"), ' +
        'glob.match("[!b]at", [], "bat"), glob.match("{cat,[fr]at}", [], "rat"), glob.match(`a\\*`, [], "a*"), ' +
        'glob.match(`a\\*`, [], "ab")]',
    ),
    [true, false, true, false, true, true, false],
  );
  assert.is(evaluateExpression('glob.match("{a", [], "a")'), true);
  assert.is(evaluateExpression('glob.quote_meta("a*b{c}")'), 'a\\*b\\{c\\}');
});
test('versions', () => {
  assert.equal(
    evaluateExpression(
      '[semver.compare("1.2.3", "1.10.0"), semver.compare("2.0.0", "1.9.9"), semver.compare("1.0.0", "1.0.0+build"), ' +
        'semver.compare("1.0.0-rc.1", "1.0.0"), semver.compare("1.0.0-rc.2", "1.0.0-rc.10"), ' +
        'semver.compare("1.0.0-alpha.beta", "1.0.0-alpha.1"), semver.compare("1.0.0-a", "1.0.0-a.1")]',
    ),
    [-1, 1, 0, -1, -1, 1, -1],
  );
  assert.equal(
    evaluateExpression('[semver.is_valid("1.2.3-rc.1+b"), semver.is_valid("1.2"), semver.is_valid("01.2.3"), semver.is_valid(1)]'),
    [true, false, true, false],
  );
  assert.is(evaluateExpression('semver.compare("1.0", "1.0.0")'), undefined);
});
test.run();
