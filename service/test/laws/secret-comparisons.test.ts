/** No secret is compared by `===`, whose duration tells where two texts differ: `isSameSecret` and keyed look-ups by a hash do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const law = suite('comparisons of secrets');
const folder = join(import.meta.dirname, '../../src');

/**
 * What a value named for a secret may be compared with: whether there is one, what stands for a hidden one in a request, and the visibility
 * of a team.
 */
const harmless = /^(?:undefined|null|maskedSecret|storeSecretKind|''|'secret'|\d)/;
const [named, other] = ["[\\w.!?[\\]']*(?:secret|signature)[\\w!?\\]']*", "[\\w.!?'[\\]]+"];
const comparison = new RegExp(`(${named})\\)?\\s*[!=]==\\s*(${other})|(${other})\\s*[!=]==\\s*(${named})`, 'gi');

/** Left and right sides of comparisons of a secret with a value, as `file: left === right`. */
const findComparisons = (file: string, text: string): readonly string[] =>
  [...text.matchAll(comparison)]
    .map(([, left, right, otherLeft, otherRight]) => [left ?? otherLeft!, right ?? otherRight!] as const)
    .filter(([left, right]) => /secret|signature/i.test(`${left} ${right}`) && ![left, right].some((side) => harmless.test(side)))
    .filter(([left]) => !left.endsWith('.length'))
    .map(([left, right]) => `${file}: ${left} === ${right}`);

law('the search finds what it is for', () => {
  assert.equal(findComparisons('a.ts', 'if (version.body.secret !== secret) x; if (sent === row.secret) y; if (secret === undefined) z;'), [
    'a.ts: version.body.secret === secret',
    'a.ts: sent === row.secret',
  ]);
});

law('there are none in the services', () => {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => findComparisons(file, readFileSync(join(folder, file), 'utf8')));
  assert.equal(found, []);
});

law.run();
