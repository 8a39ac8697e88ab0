import { runs } from '@slipway/test-support/scale';
import { anyCharacter, fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bool, duration, string, stringArray, strings, uint16 } from '../../src/flags/flag.ts';
import { parseFlags } from '../../src/flags/parse-flags.ts';
import { serverFlags } from '../../src/flags/server-flags.ts';
import { commonFlags } from '../../src/flags/common-flags.ts';
import { UsageError } from '../../src/flags/usage-error.ts';
import { withMessage } from '@slipway/test-support/with-message';

const test = suite('mesh-config parser');
const flags = {
  config: string('', 'a file', { short: 'c' }),
  short: bool(false, 'a switch', { short: 's' }),
  verbose: bool(false, 'a switch', { short: 'v' }),
  output: string('', 'a format', { short: 'o' }),
  'validation.tls.key': string('', 'a file'),
  port: uint16(1, 'a port'),
  wait: duration(0, 'a time'),
  kinds: strings(['x'], 'some'),
  target: stringArray(['stdout'], 'some'),
};
const parse = (...words: string[]) => {
  const { values: given, args } = parseFlags(flags, words);
  return { given: Object.fromEntries(given), args };
};

test('a long flag takes its value after the equals sign, or the next word', () => {
  assert.equal(parse('--config=a', '--output', 'json'), { given: { config: 'a', output: 'json' }, args: [] });
});
test('a value may be empty, begin with dashes, and hold equals signs', () => {
  assert.equal(parse('--config=', '--output=a=b').given, { config: '', output: 'a=b' });
  assert.equal(parse('--config', '--output').given, { config: '--output' });
  assert.equal(parse('--config', '--').given, { config: '--' });
});
test('a short flag takes the next word, what follows it, or what follows the equals sign', () => {
  for (const words of [['-c', 'value'], ['-cvalue'], ['-c=value']]) assert.equal(parse(...words).given, { config: 'value' });
  assert.equal(parse('-c=').given, { config: '=' });
});
test('short switches combine, and the last may take a value', () => {
  assert.equal(parse('-sv').given, { short: true, verbose: true });
  assert.equal(parse('-so', 'json').given, { short: true, output: 'json' });
  assert.equal(parse('-sojson').given, { short: true, output: 'json' });
  assert.equal(parse('-so=json').given, { short: true, output: 'json' });
  assert.equal(parse('-s=false').given, { short: false });
});
test('the word after a switch is an argument', () => {
  assert.equal(parse('--short', 'false'), { given: { short: true }, args: ['false'] });
  assert.equal(parse('--short=false'), { given: { short: false }, args: [] });
});
test('a lone dash is an argument', () => {
  assert.equal(parse('-', '--short', 'a'), { given: { short: true }, args: ['-', 'a'] });
});
test('two dashes end flags', () => {
  assert.equal(parse('a', '--', '--short', '--', '-z'), { given: {}, args: ['a', '--short', '--', '-z'] });
});
test('flags and arguments may have any order', () => {
  assert.equal(parse('a', '--short', 'b', '-c', 'x', 'd'), { given: { short: true, config: 'x' }, args: ['a', 'b', 'd'] });
});
test('the last value of a flag applies', () => {
  assert.equal(parse('--config=a', '-cb', '--config', 'c').given, { config: 'c' });
});
test('lists collect their values, without the default', () => {
  assert.equal(parse('--kinds=a,b', '--kinds', 'c').given, { kinds: ['a', 'b', 'c'] });
  assert.equal(parse('--kinds=').given, { kinds: [] });
  assert.equal(parse('--target=a,b', '--target', 'c').given, { target: ['a,b', 'c'] });
  assert.equal(parse('--target=').given, { target: [''] });
});
test('a dot in a name has no special meaning', () => {
  assert.equal(parse('--validation.tls.key=k').given, { 'validation.tls.key': 'k' });
});
for (const [words, message] of [
  [['--bogus'], 'unknown flag: --bogus'],
  [['--bogus=1'], 'unknown flag: --bogus'],
  [['-z'], "unknown shorthand flag: 'z' in -z"],
  [['-sz'], "unknown shorthand flag: 'z' in -z"],
  [['-zs'], "unknown shorthand flag: 'z' in -zs"],
  [['--output'], 'flag needs an argument: --output'],
  [['-o'], "flag needs an argument: 'o' in -o"],
  [['-so'], "flag needs an argument: 'o' in -o"],
  [['--=x'], 'bad flag syntax: --=x'],
  [['---short'], 'bad flag syntax: ---short'],
  // No abbreviation, no negation, no other spelling.
  [['--sho'], 'unknown flag: --sho'],
  [['--no-short'], 'unknown flag: --no-short'],
  [['--Short'], 'unknown flag: --Short'],
  [['--validation-tls-key=x'], 'unknown flag: --validation-tls-key'],
  [['--constructor'], 'unknown flag: --constructor'],
  [['--a\nb'], 'unknown flag: --a\\nb'],
  [['-\u001b'], "unknown shorthand flag: '\\u001b' in -\\u001b"],
  [['--wait', '5'], 'invalid argument "5" for "--wait" flag: time: missing unit in duration "5"'],
  [['--wait=1x'], 'invalid argument "1x" for "--wait" flag: time: unknown unit "x" in duration "1x"'],
  [['--short=maybe'], 'invalid argument "maybe" for "-s, --short" flag: strconv.ParseBool: parsing "maybe": invalid syntax'],
  [['--port', '70000'], 'invalid argument "70000" for "--port" flag: strconv.ParseUint: parsing "70000": value out of range'],
  [['--port', '-1'], 'invalid argument "-1" for "--port" flag: strconv.ParseUint: parsing "-1": invalid syntax'],
  [['--kinds', 'a"b'], 'invalid argument "a\\"b" for "--kinds" flag: parse error on line 1, column 2: bare " in non-quoted-field'],
] as const)
  test(`${JSON.stringify(words)} is rejected`, () => {
    assert.throws(() => parse(...words), withMessage(message));
  });
test('each deprecated flag is a warning, also before an error', () => {
  const warnings: string[] = [];
  assert.throws(
    () =>
      parseFlags(serverFlags, ['--useOldProcessor', '--validation-webhook-config-file', 'f', '--bogus'], (line) => {
        warnings.push(line);
      }),
    withMessage('unknown flag: --bogus'),
  );
  assert.equal(warnings, [
    'Flag --useOldProcessor has been deprecated, there is one processing, and it is used',
    'Flag --validation-webhook-config-file has been deprecated, the whole webhook configuration is not reconciled any more',
  ]);
});

// ---

const allFlags = { ...serverFlags, ...commonFlags };
const names = Object.keys(allFlags);
const word = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('--', '-', '---', '--=', '-c', '-cx', '-h'),
  fc.constantFrom(...names).map((name) => `--${name}`),
  fc
    .tuple(fc.constantFrom(...names), fc.oneof(fc.string(), fc.constantFrom('true', '0x1', '5s', '-1', '"', 'a,"b')))
    .map(([name, value]) => `--${name}=${value}`),
);
test('any words are parsed or rejected with one line', () => {
  fc.assert(
    fc.property(fc.array(word), (words) => {
      try {
        const { values: given, args } = parseFlags(allFlags, words);
        assert.ok([...given.keys()].every((name) => Object.hasOwn(allFlags, name)));
        assert.ok(args.every((one) => words.includes(one)));
      } catch (error) {
        assert.ok(error instanceof UsageError, String(error));
        assert.not.match(error.message, /[\n\r\u001b]/);
      }
    }),
    { numRuns: runs(2000) },
  );
});
test('words after two dashes are returned unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      assert.equal(parseFlags(allFlags, ['--', ...words]).args, words);
    }),
  );
});
test.run();
