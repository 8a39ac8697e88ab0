import { isDeepStrictEqual } from 'node:util';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/documents/index.ts';
import { spanText } from './read-document.ts';
import { printJson } from './print-json.ts';
import { freeName, jsonValues, keyNames, pickOne, createPick, allLocations, styleSeed, renameMember, type RandomPick } from './random.ts';

const test = suite('documents: laws of JSON');
const settings = { numRuns: runs(400) };
const same = (found: unknown, expected: unknown, what: string) =>
  assert.ok(isDeepStrictEqual(found, expected), `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);

for (const format of ['json', 'jsonc'] as const) {
  test(`${format}: the value is the one that was printed, and each of its places is found where it is written`, () =>
    fc.assert(
      fc.asyncProperty(jsonValues.any, styleSeed, async (value, seed) => {
        const text = printJson(value, createPick(seed), format === 'jsonc');
        const {
          documents: [document],
          faults,
        } = await readSource(text, format);
        assert.equal(faults, []);
        same(document?.value, value, text);
        const all = allLocations(value);
        const found = document!.locate(all.map(({ pointer }) => pointer));
        for (const { pointer, steps, value: expected, named } of all) {
          const spot = found.get(pointer)!;
          same((await readSource(spanText(text, spot.value), format)).documents[0]?.value, expected, `${pointer} of ${text}`);
          if (named) assert.is(JSON.parse(spanText(text, spot.key)), steps.at(-1));
          else assert.equal(spot.key, spot.value);
        }
      }),
      settings,
    ));
  test(`${format}: a rename is a rename of the value`, () =>
    fc.assert(
      fc.asyncProperty(jsonValues.any, styleSeed, keyNames, async (value, seed, wish) => {
        const pick = createPick(seed);
        const text = printJson(value, pick, format === 'jsonc');
        const members = allLocations(value).filter(({ named }) => named);
        fc.pre(members.length > 0);
        const { pointer, steps } = pickOne(pick, members);
        const free = freeName(value, steps, wish);
        const edit = (await readSource(text, format)).documents[0]!.rename(pointer, free);
        assert.ok(edit);
        const after = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
        same((await readSource(after, format)).documents[0]?.value, renameMember(value, steps, free), after);
      }),
      settings,
    ));
}

/** A text with a letter left out, put in or changed. */
function spoilt(text: string, pick: RandomPick): string {
  const [at, length] = [pick(text.length + 1), pick(2)];
  return (
    text.slice(0, at) +
    pickOne(pick, ['', ',', '"', '{', '}', '[', ']', ':', '\\', '\n', '0', '-', '.', 'e', 't', '/', '*', "'", '\u0001', '\u00a0', ' ']) +
    text.slice(at + length)
  );
}
test('a text has a fault where JSON.parse refuses it, and only there', () =>
  fc.assert(
    fc.asyncProperty(jsonValues.any, styleSeed, async (value, seed) => {
      const pick = createPick(seed);
      const text = spoilt(printJson(value, pick, false).replace(/^\ufeff/, ''), pick);
      let expected: unknown;
      let refused = false;
      try {
        expected = JSON.parse(text);
      } catch {
        refused = true;
      }
      const { documents, faults } = await readSource(text, 'json');
      assert.is(
        faults.some(({ severity }) => severity === 'error'),
        refused,
        text,
      );
      for (const { start, end, message } of faults)
        assert.ok(0 <= start && start <= end && end <= text.length && !message.includes('report it'), `${message}: ${text}`);
      if (!refused) same(documents[0]?.value, expected, text);
    }),
    { numRuns: runs(3000) },
  ));
test('what JSONC refuses has a reason', () =>
  fc.assert(
    fc.asyncProperty(jsonValues.any, styleSeed, async (value, seed) => {
      const pick = createPick(seed);
      const text = spoilt(printJson(value, pick, true), pick);
      for (const { message } of (await readSource(text, 'jsonc')).faults) assert.not.match(message, /report it/, text);
    }),
    { numRuns: runs(3000) },
  ));

/** Objects as lists of members: names may repeat. */
const repeating = fc.letrec<{ any: string; object: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('1', '"a:{"', 'null', '[]'),
    fc.array(tie('any'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom('"a"', '"\\u0061"', '"b"', '"__proto__"'), tie('any')), { maxLength: 4 })
    .map((entries) => `{${entries.map(([key, item]) => `${key} : ${item}`).join(', ')}}`),
})).object;
/** Every pointer of up to three steps of the names above and the first indices. */
const steps = ['a', 'b', '__proto__', '0', '1'];
const candidates = steps.flatMap((first) => [
  `/${first}`,
  ...steps.flatMap((second) => [`/${first}/${second}`, ...steps.map((third) => `/${first}/${second}/${third}`)]),
]);
test('of repeated keys the last one is the value and the place, and none of them is renamed', () =>
  fc.assert(
    fc.asyncProperty(repeating, async (text) => {
      const {
        documents: [document],
        faults,
      } = await readSource(text, 'json');
      const value: unknown = JSON.parse(text);
      same(document?.value, value, text);
      const written = text.match(/"(a|\\u0061|b|__proto__)" :/g)?.length ?? 0;
      let kept = 0;
      JSON.stringify(value, (_, inside: unknown) => {
        if (typeof inside === 'object' && inside !== null && !Array.isArray(inside)) kept += Object.keys(inside).length;
        return inside;
      });
      // What stands in an object that a later one replaces is written, and not kept.
      assert.is(faults.length > 0, written > kept, text);
      for (const { pointer, value: expected } of allLocations(value))
        same(JSON.parse(spanText(text, document!.locate([pointer]).get(pointer)!.value)), expected, `${pointer} of ${text}`);
      const there = new Set(allLocations(value).map(({ pointer }) => pointer));
      assert.equal(
        [...document!.locate(candidates).keys()],
        candidates.filter((pointer) => there.has(pointer)),
        text,
      );
      for (const { pointer, steps, named } of allLocations(value)) {
        const edit = named ? document!.rename(pointer, 'new') : undefined;
        if (edit) same(JSON.parse(text.slice(0, edit.start) + edit.text + text.slice(edit.end)), renameMember(value, steps, 'new'), text);
      }
    }),
    { numRuns: runs(1000) },
  ));
test.run();
