import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFiles, evaluateText, evaluateExpression } from '../support.ts';
import { query } from '../../src/index.ts';

const test = suite('rego builtins: encodings, time, printing');

test('JSON', () => {
  assert.is(evaluateExpression('json.marshal({"b": [1, null], "a": {2, 1}})'), '{"a":[1,2],"b":[1,null]}');
  assert.equal(evaluateExpression('json.unmarshal("{\\"a\\": [1, true]}")'), { a: [1, true] });
  assert.is(evaluateExpression('json.unmarshal("{")'), undefined);
  assert.equal(evaluateExpression('[json.is_valid("[]"), json.is_valid("["), json.is_valid(input)]', { input: 1 }), [true, false, false]);
  assert.is(evaluateExpression('json.marshal(json.unmarshal("12345678901234567890"))'), '12345678901234567890');
});
test('YAML, with merge keys', () => {
  assert.equal(evaluateExpression('yaml.unmarshal("base: &b {x: 1}\\nown:\\n  <<: *b\\n  z: [2, no]\\n")'), {
    base: { x: 1 },
    own: { x: 1, z: [2, false] },
  });
  assert.is(evaluateExpression('yaml.unmarshal("a: [")'), undefined);
  assert.is(evaluateExpression('json.marshal(yaml.unmarshal("a: 12345678901234567890123"))'), '{"a":1.2345678901234568e+22}');
  assert.is(evaluateExpression('yaml.marshal({"b": 1, "a": ["x"]})'), 'a:\n- x\nb: 1\n');
  assert.equal(evaluateExpression('[yaml.is_valid("a: b"), yaml.is_valid("a: [")]'), [true, false]);
});
test('base64, hex, query strings', () => {
  assert.equal(
    evaluateExpression(
      '[base64.encode("añ"), base64.decode("YcOx"), base64.is_valid("YQ=="), base64url.encode("a?>"), ' +
        'base64url.encode_no_pad("a?"), base64url.decode("YT8")]',
    ),
    ['YcOx', 'añ', true, 'YT8-', 'YT8', 'a?'],
  );
  assert.is(evaluateExpression('base64.decode("!!")'), undefined);
  assert.equal(
    evaluateExpression(
      '[hex.encode("a?"), hex.decode("613f"), urlquery.encode("a b&c"), urlquery.decode("a+b%26"), ' +
        'urlquery.encode_object({"a": "b c", "d": ["e", "f"]}), urlquery.decode_object("a=1&a=2&b=")]',
    ),
    ['613f', 'a?', 'a+b%26c', 'a b&', 'a=b+c&d=e&d=f', { a: ['1', '2'], b: [''] }],
  );
});
test('digests', () => {
  assert.equal(evaluateExpression('[crypto.md5("a"), crypto.sha1("a"), crypto.sha256("a")]'), [
    '0cc175b9c0f1b6a831c399e269772661',
    '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8',
    'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
  ]);
});
test('times of RFC 3339, to the nanosecond', () => {
  assert.is(evaluateExpression('format_int(time.parse_rfc3339_ns("2024-02-29T12:00:00.000000001+02:00"), 10)'), '1709200800000000001');
  for (const written of ['time.parse_rfc3339_ns("2023-02-29T12:00:00Z")', 'time.parse_rfc3339_ns("2024-02-29")'])
    assert.is(evaluateExpression(written), undefined, written);
});
test('the clock is the given time and does not move', () => {
  assert.is(evaluateExpression('format_int(time.now_ns(), 10)', { now: 1709200800123456789n }), '1709200800123456789');
  assert.is(evaluateExpression('time.now_ns() == time.now_ns()', { now: 5n }), true);
});
test('durations, dates and clocks, also in time zones', () => {
  assert.equal(
    evaluateExpression('[time.parse_duration_ns("1h30m"), time.parse_duration_ns("-1.5s"), time.parse_duration_ns("10us")]'),
    [5400000000000, -1500000000, 10000],
  );
  assert.is(evaluateExpression('time.parse_duration_ns("1 day")'), undefined);
  assert.equal(
    evaluateExpression(
      '[time.date(1709200800000000000), time.clock([1709200800000000000, "Europe/Berlin"]), time.weekday(1709200800000000000)]',
    ),
    [[2024, 2, 29], [11, 0, 0], 'Thursday'],
  );
  assert.is(evaluateExpression('time.date([0, "Nowhere/Here"])'), undefined);
  assert.is(evaluateExpression('time.add_date(1709200800000000000, 1, 0, 0) == time.parse_rfc3339_ns("2025-03-01T10:00:00Z")'), true);
});
test('print is collected, and never stops a rule', () => {
  const root = compileFiles({ 'a.rego': 'package org\np if { print("job", input.name, input.nothing, [1, "x"]); true }' });
  assert.equal(query({ root }, 'data.org.p', { input: { name: 'build' } }).printed, ['job build <undefined> [1, "x"]']);
  assert.is(evaluateText('p if print("a")'), true);
});
test('json.marshal escapes what has a meaning in HTML, and sorts keys by their texts', () => {
  assert.is(evaluateExpression(`json.marshal("<a>&'")`), `"\\u003ca\\u003e\\u0026'"`);
  assert.is(evaluateExpression('json.marshal({1: "a", null: "b", true: "c", "o": 1})'), '{"1":"a","null":"b","o":1,"true":"c"}');
});
test.run();
