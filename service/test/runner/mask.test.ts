import { runs } from '@slipway/test-support/scale';
import { anyCharacter, fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMasks as createMasksOf, TooManySecrets } from '../../src/runner/mask/output-mask.ts';

const mask = suite('CI output: secrets are hidden');

const createMasks = (secrets: readonly string[]) => createMasksOf(secrets.map((text) => ({ text })));

const through = (secrets: readonly string[], ...chunks: readonly (string | Buffer)[]): string => {
  const one = createMasks(secrets)();
  return Buffer.concat([...chunks.map((chunk) => one.push(Buffer.from(chunk as string))), one.end()]).toString('utf8');
};

mask('a secret is masked everywhere, any number of times', () => {
  assert.is(through(['s3cr3t'], 'a s3cr3t b s3cr3ts3cr3t'), 'a **** b ****');
  assert.is(through(['abcdef', 'cdefgh'], 'xabcdefghx'), 'x****x', 'two that overlap');
  assert.is(through(['s3cr3t'], 's3cr3'), 's3cr3', 'a beginning alone is none');
});
mask('one that is shorter than four characters is no secret', () => {
  assert.is(through(['abc', '    '], 'abc     '), 'abc     ');
});
mask('across pieces and across lines', () => {
  assert.is(through(['s3cr3t'], 'a s3', 'cr', '3t b'), 'a **** b');
  assert.is(through(['s3cr3t'], 'a s3\ncr\r\n3t b'), 'a **** b');
});
mask('each line of a long secret is masked, too', () => {
  assert.is(through(['-----BEGIN-----\nAAAABBBB\n-----END-----'], 'x\nAAAABBBB\ny'), 'x\n****\ny');
});
mask('in base64, by itself and in a longer text; in JSON; percent-encoded', () => {
  const secret = 'pass"word/ö';
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  assert.is(through([secret], `${base64(secret)} ${base64(secret).replace(/=+$/, '')}`), '**** ****');
  for (const before of ['', 'u', 'us', 'use'])
    assert.match(through([secret], base64(`${before}${secret}more`)), /^\S{0,4}\*\*\*\*\S{0,8}$/);
  assert.is(through([secret], JSON.stringify({ secret })), '{"secret":"****"}');
  assert.is(through([secret], `?p=${encodeURIComponent(secret)}&q`), '?p=****&q');
});
mask('a percent-encoded secret is masked, with any characters escaped any number of times', () => {
  const secret = 'pa/ss w%41rd+ö~';
  const everything = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  for (const spelling of [
    encodeURIComponent(secret),
    encodeURI(secret),
    encodeURIComponent(secret).replaceAll('%2F', '/'),
    encodeURIComponent(secret).replaceAll('~', '%7E'),
    encodeURIComponent(secret).toLowerCase(),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    encodeURIComponent(encodeURIComponent(secret)),
    everything,
    everything.toUpperCase(),
    encodeURIComponent(everything),
    secret.replace('s', '%73'),
    everything.replaceAll('%', '%%32%35'),
  ]) {
    assert.is(through([secret], `?p=${spelling}&q`), '?p=****&q', spelling);
    assert.is(through([secret], ...`?p=${spelling}&q`), '?p=****&q', `${spelling}, byte by byte`);
    assert.is(through([secret], ...`?p=${spelling}`.match(/.{1,7}/gs)!.flatMap((piece) => [piece, '\n'])).replaceAll('\n', ''), '?p=****');
  }
  const lines = 'first line\nsecond line';
  assert.is(through([lines], encodeURIComponent(lines)), '****');
  assert.is(through(['a+b/c=d+e'], encodeURIComponent(Buffer.from('a+b/c=d+e').toString('base64'))), '****', 'base64, encoded');
  assert.is(through(['100%'], 'x100%'), 'x****', 'a percent sign that nothing follows');
});
mask('what looks like an escape and belongs to no secret passes', () => {
  const text = '%41%2%zz%%%4%4%41 100% %73%33%63%72%33 %';
  assert.is(through(['s3cr3t'], text), text);
  assert.is(through(['s3cr3t'], ...text), text);
});
mask('bytes that are not text pass as they are', () => {
  const bytes = Buffer.from([0, 255, 254, 27, 91, 51, 49, 109]);
  const one = createMasks(['s3cr3t'])();
  assert.ok(Buffer.concat([one.push(bytes), one.end()]).equals(bytes));
});
mask('more than can be looked for is refused', () => {
  assert.throws(
    () => createMasks(Array.from({ length: 200 }, (_, index) => `${index}${'x'.repeat(30_000)}`)),
    (error: Error) => error instanceof TooManySecrets,
  );
});

mask('law: whatever the pieces, the same is written, and no secret is in it', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'c'), maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
      letters,
      fc.array(fc.nat(60), { maxLength: 8 }),
      (secrets, output, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, output.length)).sort((a, b) => a - b), output.length];
        const pieces = places.slice(1).map((to, at) => output.slice(places[at], to));
        const whole = through(secrets, output);
        assert.is(through(secrets, ...pieces), whole);
        for (const secret of secrets)
          assert.not.ok(whole.replaceAll('\n', '').includes(secret), JSON.stringify({ secrets, output, whole }));
        if (!secrets.some((secret) => output.replaceAll('\n', '').includes(secret))) assert.ok(whole.length >= output.length - 60);
      },
    ),
    { numRuns: runs(2000) },
  );
});
mask('law: no spelling that differs in which bytes are escaped gets through, whatever the pieces', () => {
  const hex = (byte: number, isUpper: boolean) =>
    `%${isUpper ? byte.toString(16).toUpperCase().padStart(2, '0') : byte.toString(16).padStart(2, '0')}`;
  const escape = (text: string, choice: readonly number[]): string =>
    [...Buffer.from(text)]
      .map(
        (byte, at) => [String.fromCharCode(byte), hex(byte, true), hex(byte, false)][byte > 127 ? 1 : (choice[at % choice.length] ?? 0)]!,
      )
      .join('');
  const unit = fc.constantFrom('a', 'b', '4', '%', '/', ' ', 'ö', '+');
  fc.assert(
    fc.property(
      fc.string({ unit, minLength: 6, maxLength: 12 }).filter((text) => text.trim() === text),
      fc.array(fc.nat(2), { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat(2), { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat(200), { maxLength: 8 }),
      (secret, once, again, cuts) => {
        for (const spelling of [escape(secret, once), escape(escape(secret, once), again)]) {
          const output = `x=${spelling}|`;
          const places = [0, ...cuts.map((cut) => Math.min(cut, output.length)).sort((a, b) => a - b), output.length];
          const pieces = places.slice(1).map((to, at) => output.slice(places[at], to));
          assert.is(through([secret], ...pieces), 'x=****|', JSON.stringify({ secret, spelling }));
        }
      },
    ),
    { numRuns: runs(400) },
  );
});
mask('law: what holds no secret in any form is not changed', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      const output = Buffer.from(text).toString('utf8').replaceAll(/[Zz]/g, '');
      assert.is(through(['zzzz-zzzz'], output), output);
    }),
    { numRuns: runs(500) },
  );
});
mask('hostile: long runs of one letter take time that grows with the output alone', () => {
  const one = createMasks([`${'a'.repeat(30_000)}b`])();
  let written = 0;
  for (let at = 0; at < 64; at++) written += one.push(Buffer.alloc(65_536, 97)).length;
  assert.is(written + one.end().length, 64 * 65_536);
});
mask('hostile: escapes without end take time that grows with the output alone', () => {
  for (const piece of ['%61', '%', '%2', '%25', '%%36%31', `${'a'.repeat(1000)}%6`]) {
    const one = createMasks([`${'a'.repeat(30_000)}b`])();
    const chunk = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
    let written = 0;
    for (let at = 0; at < 4; at++) written += one.push(chunk).length;
    assert.is(written + one.end().length, 4 * chunk.length, piece);
  }
});

mask.run();
