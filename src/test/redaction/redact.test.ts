import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { redact } from '../../redaction/redact.ts';
import { registerSecret } from '../../redaction/secret-registry.ts';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';

const test = suite('redaction');

const percentEncodeAll = (text: string): string => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const unicodeEscape = (text: string): string =>
  text.replaceAll(/[^ -!#-[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).replaceAll('"', '\\"');
const htmlEscape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** How programs write a value into a text. */
const spellings: { readonly [name: string]: (secret: string) => string } = {
  'as it is': (secret) => secret,
  'in JSON': (secret) => JSON.stringify(secret),
  'in JSON with every other character escaped': unicodeEscape,
  'in JSON inside JSON': (secret) => JSON.stringify(JSON.stringify(secret)),
  'in a URL': (secret) => encodeURIComponent(secret),
  'in a URL with slashes left': (secret) => encodeURIComponent(secret).replaceAll('%2F', '/'),
  'in a form': (secret) => new URLSearchParams({ value: secret }).toString().slice('value='.length),
  'with every byte percent-encoded': percentEncodeAll,
  'percent-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'in HTML': htmlEscape,
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'in a Basic header': (secret) => Buffer.from(`user-name:${secret}`).toString('base64'),
};

/** Ends of a secret, and parts of the middle, that nothing but the secret explains. */
const tellingParts = (spelled: string): readonly string[] =>
  [0, spelled.length >> 1, spelled.length - 40]
    .map((at) => spelled.slice(Math.max(0, at), Math.max(0, at) + 40))
    .filter((part) => part.length >= 40);

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const alphabets = [letters, `${letters}/+=_-.:@!$`, `${letters}"'\\<>&% \n\t{}[]`, `${letters}äöüßéñ漢字仮名🚀🔑`];
const secretOf = fc
  .tuple(fc.constantFrom(...alphabets), fc.constantFrom(4, 7, 12, 30, 31, 32, 64, 500, 4_000, 40_000), fc.nat())
  .map(([alphabet, length, seed]) => {
    const characters = [...alphabet];
    let state = seed + 1;
    const next = (): string => characters[(state = (state * 48_271) % 2_147_483_647) % characters.length]!;
    return `Q${Array.from({ length: length - 2 }, next).join('')}Z`;
  });

for (const [name, spell] of Object.entries(spellings))
  test(`a secret is removed ${name}, whatever its size and characters`, () => {
    fc.assert(
      fc.property(secretOf, (secret) => {
        registerSecret(secret);
        const spelled = spell(secret);
        const text = redact(`before ${spelled} behind`, 10_000_000);
        assert.not(spelled.length >= 8 && text.includes(spelled.slice(1, -1)), `${text.length} of ${spelled.length}`);
        for (const part of tellingParts(spelled)) assert.not(text.includes(part), part);
        assert.ok(text.startsWith('before '), text.slice(0, 50));
        assert.ok(text.endsWith(' behind'), text.slice(-50));
        assert.ok(text.length < 120 || spelled.length < text.length, text.slice(0, 400));
      }),
      { numRuns: runs(30) },
    );
  });

test('a secret of four characters of which one is white space or a backslash is removed however it is escaped', () => {
  for (const secret of ['Qn\tZ', 'Q+\\Z', 'Q"\tY', 'k\\\\y']) registerSecret(secret);
  const spelled = [
    'Qn\\u0009Z',
    '\\u0051\\u006e\\u0009\\u005a',
    'Qn\\\\tZ',
    '%51%6e%09%5a',
    '%51%6E%09%5A',
    'Qn%2509Z',
    'Q%2B%5CZ',
    'Q+\\\\\\\\Z',
  ];
  for (const one of spelled) assert.is(redact(`before ${one} behind`), 'before (sensitive value) behind', one);
});
test('white space parts a backslash from what follows it, in every spelling', () => {
  const secret = 'a long secret with \\\tt and \\\nn in it, behind which more follows';
  registerSecret(secret);
  for (const one of [secret, unicodeEscape(secret), JSON.stringify(secret).slice(1, -1), percentEncodeAll(secret), htmlEscape(secret)])
    assert.is(redact(`before ${one} behind`), 'before (sensitive value) behind', one);
});
test('one megabyte is removed from a text in less than a second, and found in part', () => {
  const secret = Array.from({ length: 1 << 16 }, (_, i) => `${(i * 2_654_435_761).toString(36)}-${i}`)
    .join('')
    .slice(0, 1 << 20);
  registerSecret(secret);
  const startedAt = process.cpuUsage();
  assert.is(redact(`${'.'.repeat(60_000)} ${secret}`).includes(secret.slice(0, 31)), false);
  assert.is(redact(`the value "${secret.slice(0, 100)}…" is too long`), 'the value "(sensitive value)…" is too long');
  assert.is(redact(`the value "${secret.slice(0, 31)}…" is too long`), 'the value "(sensitive value)…" is too long');
  assert.is(redact(`the end ${secret.slice(-300)}`), 'the end (sensitive value)');
  assert.ok(process.cpuUsage(startedAt).user < 3_000_000);
});

test('a text of one character repeated is searched in linear time', () => {
  registerSecret('a'.repeat(100_000));
  registerSecret(`${'a'.repeat(50_000)}b`);
  registerSecret('%25'.repeat(20_000));
  const startedAt = process.cpuUsage();
  assert.is(redact('a'.repeat(65_000)), '(sensitive value)');
  redact('%3'.repeat(30_000) + '3'.repeat(5_000));
  redact('\\'.repeat(65_000));
  redact('&#x'.repeat(20_000));
  redact('\u001b]'.repeat(20_000));
  redact('\u001b[0'.repeat(20_000));
  assert.ok(process.cpuUsage(startedAt).user < 4_000_000);
});

test('a secret of fewer than four characters is removed between quotes, and left alone elsewhere', () => {
  registerSecret('k9');
  assert.is(
    redact('"k9" is no key of k9s; given `k9`, \'k9\''),
    '"(sensitive value)" is no key of k9s; given `(sensitive value)`, \'(sensitive value)\'',
  );
});

test('values that keep nothing secret are left alone', () => {
  for (const word of ['true', 'false', 'null', '']) registerSecret(word);
  assert.is(redact('expected true, false or null'), 'expected true, false or null');
});

test('strings anywhere in a value are secrets', () => {
  registerSecret({ a: ['nested-one', { b: 'nested-two' }], c: 1, d: null });
  assert.is(redact('nested-one nested-two'), '(sensitive value) (sensitive value)');
});

test('control sequences do not reach a terminal, and do not hide a secret', () => {
  registerSecret('terminal-secret');
  assert.is(
    redact('\u001b[2Jcleared \u001b]0;title\u0007\u001b]8;;http://x\u001b\\link \u009b31mred\b\r\n\ttext\0'),
    'cleared link 31mred\n\ttext',
  );
  assert.is(redact('terminal\u001b[0m-sec\u200bret \u202eneddih'), '(sensitive value) neddih');
});

test('invisible characters behind a backslash are found however they are spelled', () => {
  const invisible = ['\u00a0', '\u2003', '\u200b', '\u3000', '\ufeff', '\u061c', '\u00ad', '\u0085'];
  for (const [index, character] of invisible.entries()) {
    const secret = `begin${index}\\${character}end${index}of-it`;
    registerSecret(secret);
    const escaped = [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const encoded = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join('');
    for (const spelling of [secret, encodeURIComponent(secret), encoded, encodeURIComponent(encodeURIComponent(secret)), escaped])
      assert.is(redact(`a ${spelling} b`), 'a (sensitive value) b', spelling);
  }
});

test('a long text is cut without showing a part of a secret at the cut', () => {
  registerSecret('cut-secret-cut');
  assert.is(redact(`${'x'.repeat(30)} cut-secret-cut`, 20), `${'x'.repeat(20)}… (45 characters)`);
  for (let limit = 90; limit < 120; limit++)
    assert.not.match(redact(`${'x'.repeat(100)}cut-secret-cut${'y'.repeat(3_000)}`, limit), /cut-/);
  for (let at = 1_100; at < 1_140; at++)
    assert.not.match(redact(`${'cut-secret-cut'.repeat(70)}${'x'.repeat(at - 980)}cut-secret-cut`, 100), /cut-/);
});

test('a text that cannot be searched is withheld', () => {
  const original = String.prototype.codePointAt;
  registerSecret('withheld-secret');
  String.prototype.codePointAt = () => {
    throw new RangeError('over withheld-secret');
  };
  try {
    assert.is(redact('a withheld-secret'), '(this text is withheld: secrets could not be removed from it)');
  } finally {
    String.prototype.codePointAt = original;
  }
  assert.is(redact('a withheld-secret'), 'a (sensitive value)');
});

test('tokens of headers and passwords of URLs are removed, whoever they belong to', () => {
  assert.is(
    redact('Authorization: Bearer abcdefgh12345678 to https://me:pass@x.example.com'),
    'Authorization: Bearer (sensitive value) to https://(sensitive value)@x.example.com',
  );
});

test.run();
