import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatCsvRecord, parseCsvRecord } from '../../src/flags/values/csv.ts';
import { formatDuration, parseDuration } from '../../src/flags/values/duration.ts';
import { parseInt64, parseUint } from '../../src/flags/values/number.ts';
import { toSingleLine, quote } from '../../src/flags/values/quote.ts';
import { flagParsers, formatFlagValue } from '../../src/flags/values/flag-value.ts';
import { withMessage } from '@slipway/test-support/with-message';

const bools = suite('mesh-config bool');
bools('six words are true, six are false', () => {
  assert.equal(['1', 't', 'T', 'TRUE', 'true', 'True'].map(flagParsers.bool), Array(6).fill(true));
  assert.equal(['0', 'f', 'F', 'FALSE', 'false', 'False'].map(flagParsers.bool), Array(6).fill(false));
});
bools('other words are invalid', () => {
  for (const text of ['', 'tRUE', 'yes', 'on', ' true', '2'])
    assert.throws(() => flagParsers.bool(text), withMessage(`strconv.ParseBool: parsing "${text}": invalid syntax`));
});
bools.run();

// ---

const numbers = suite('mesh-config int, uint and uint16');
numbers('a prefix sets the base, and underscores may separate digits', () => {
  assert.equal(
    ['0', '12', '0x10', '0X1f', '0o17', '017', '0b1', '1_000', '0x_1f', '0_7', '00'].map((text) => parseUint(text, 64)),
    [0, 12, 16, 31, 15, 15, 1, 1000, 31, 7, 0],
  );
});
numbers('an int may have a sign', () => {
  assert.equal(['-5', '+5', '-0x10', '0'].map(parseInt64), [-5, 5, -16, 0]);
});
numbers('a number may have only digits of its base', () => {
  for (const text of ['', '_1', '1_', '1__0', '0x', '08', '0b2', '1.5', '1e3', ' 1', '1 ', '+1', '-1', 'ten', '0\n']) {
    assert.throws(() => parseUint(text, 64), withMessage(`strconv.ParseUint: parsing ${quote(text)}: invalid syntax`));
  }
  for (const text of ['', '-', '--1', '1x'])
    assert.throws(() => parseInt64(text), withMessage(`strconv.ParseInt: parsing "${text}": invalid syntax`));
});
numbers('each type has its range', () => {
  assert.is(parseUint('65535', 16), 65535);
  assert.throws(() => parseUint('65536', 16), withMessage('strconv.ParseUint: parsing "65536": value out of range'));
  assert.is(parseUint('18446744073709551615', 64), 2 ** 64);
  assert.throws(
    () => parseUint('18446744073709551616', 64),
    withMessage('strconv.ParseUint: parsing "18446744073709551616": value out of range'),
  );
  assert.is(parseInt64('-9223372036854775808'), -(2 ** 63));
  assert.throws(
    () => parseInt64('9223372036854775808'),
    withMessage('strconv.ParseInt: parsing "9223372036854775808": value out of range'),
  );
});
numbers('a uint may exceed 65535', () => {
  assert.is(flagParsers.uint('70000'), 70000);
});
numbers('formatted numbers are parsed in every base', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      assert.is(parseInt64(String(value)), value);
    }),
  );
  fc.assert(
    fc.property(fc.nat(), (value) => {
      for (const text of [
        String(value),
        `0x${value.toString(16)}`,
        `0b${value.toString(2)}`,
        `0o${value.toString(8)}`,
        `0${value.toString(8)}`,
      ])
        assert.is(parseUint(text, 64), value);
    }),
  );
});
numbers.run();

// ---

const durations = suite('mesh-config duration');
for (const [text, nanoseconds] of [
  ['0', 0n],
  ['+0', 0n],
  ['-0', 0n],
  ['5s', 5_000_000_000n],
  ['1h2m3.5s', 3_723_500_000_000n],
  ['-1.5h', -5_400_000_000_000n],
  ['.5s', 500_000_000n],
  ['1.s', 1_000_000_000n],
  ['100ms', 100_000_000n],
  ['2us', 2000n],
  ['2µs', 2000n],
  ['2μs', 2000n],
  ['7ns', 7n],
  ['1ns1ns', 2n],
  ['0000000000000000000000005s', 5_000_000_000n],
  ['9223372036854775807ns', 9223372036854775807n],
  ['-9223372036854775808ns', -9223372036854775808n],
] as const)
  durations(`${text} is ${nanoseconds} ns`, () => {
    assert.is(parseDuration(text), nanoseconds);
  });
for (const [text, message] of [
  ['', 'time: invalid duration ""'],
  ['-', 'time: invalid duration "-"'],
  ['.s', 'time: invalid duration ".s"'],
  ['s', 'time: invalid duration "s"'],
  ['5', 'time: missing unit in duration "5"'],
  ['1h5', 'time: missing unit in duration "1h5"'],
  ['1x', 'time: unknown unit "x" in duration "1x"'],
  ['1d', 'time: unknown unit "d" in duration "1d"'],
  ['1 s', 'time: unknown unit " s" in duration "1 s"'],
  ['9223372036854775808ns', 'time: invalid duration "9223372036854775808ns"'],
  ['99999999999999999999999h', 'time: invalid duration "99999999999999999999999h"'],
] as const)
  durations(`${JSON.stringify(text)} is no duration`, () => {
    assert.throws(() => parseDuration(text), withMessage(message));
  });
for (const [nanoseconds, text] of [
  [0n, '0s'],
  [2_000_000_000n, '2s'],
  [60_000_000_000n, '1m0s'],
  [1_500_000_000n, '1.5s'],
  [100_000_000n, '100ms'],
  [3_600_000_000_000n, '1h0m0s'],
  [1n, '1ns'],
  [1100n, '1.1µs'],
  [-90_000_000_000n, '-1m30s'],
  [3_723_500_000_000n, '1h2m3.5s'],
] as const)
  durations(`${nanoseconds} ns is formatted as ${text}`, () => {
    assert.is(formatDuration(nanoseconds), text);
  });
durations('a formatted duration is parsed to the same value', () => {
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (value) => {
      assert.is(parseDuration(formatDuration(value)), value);
    }),
  );
});
durations('a duration flag has milliseconds', () => {
  assert.is(flagParsers.duration('1.5s'), 1500);
  assert.is(formatFlagValue('duration', 1500), '1.5s');
});
durations.run();

// ---

const records = suite('mesh-config strings');
for (const [text, values] of [
  ['', []],
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  ['a,', ['a', '']],
  [',', ['', '']],
  ['a,"b,c"', ['a', 'b,c']],
  ['"a""b"', ['a"b']],
  ['""', ['']],
  [' a, b', [' a', ' b']],
  ['k=v,l=w', ['k=v', 'l=w']],
] as const)
  records(`${JSON.stringify(text)} has ${values.length} values`, () => {
    assert.equal(parseCsvRecord(text), values);
  });
for (const [text, message] of [
  ['a"b', 'parse error on line 1, column 2: bare " in non-quoted-field'],
  ['"a', 'parse error on line 1, column 3: extraneous or missing " in quoted-field'],
  ['"a"b', 'parse error on line 1, column 3: extraneous or missing " in quoted-field'],
] as const)
  records(`${text} is no CSV record`, () => {
    assert.throws(() => parseCsvRecord(text), withMessage(message));
  });
records('a formatted record is parsed to the same values', () => {
  const values = fc
    .array(fc.oneof(fc.string(), fc.constantFrom('a,b', '"', ' x', 'a\nb', '')))
    .filter((one) => !(one.length === 1 && one[0] === ''));
  fc.assert(
    fc.property(values, (one) => {
      assert.equal(parseCsvRecord(formatCsvRecord(one)), one);
    }),
  );
});
records('a stringArray does not split its values', () => {
  assert.equal(flagParsers.stringArray('a,"b'), ['a,"b']);
});
records.run();

// ---

const lines = suite('mesh-config quoted');
lines('quotes, backslashes and control characters are escaped', () => {
  assert.is(quote('a"b\\c\nd\u001b[1m\u2028'), '"a\\"b\\\\c\\nd\\u001b[1m\\u2028"');
  assert.is(toSingleLine('über\ttext\u0085'), 'über\\ttext\\u0085');
});
lines.run();
