import { isDeepStrictEqual } from 'node:util';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/documents/index.ts';
import { spanText } from './read-document.ts';
import { printToml } from './print-toml.ts';
import { freeName, keyNames, pickOne, createPick, allLocations, styleSeed, tomlTables, renameMember } from './random.ts';

const test = suite('documents: laws of TOML');
const settings = { numRuns: runs(400) };
const same = (found: unknown, expected: unknown, what: string) =>
  assert.ok(isDeepStrictEqual(found, expected), `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
const read = async (text: string) => (await readSource(text, 'toml')).documents[0]?.value as Record<string, unknown> | undefined;

test('the value is the one that was printed, and each of its places is found where it is written', () =>
  fc.assert(
    fc.asyncProperty(tomlTables, styleSeed, async (value, seed) => {
      const { text, whole } = printToml(value, createPick(seed));
      const {
        documents: [document],
        faults,
      } = await readSource(text, 'toml');
      assert.equal(faults, [], text);
      same(document?.value, value, text);
      const all = allLocations(value);
      const found = document!.locate(all.map(({ pointer }) => pointer));
      for (const { pointer, steps, value: expected, named } of all) {
        const spot = found.get(pointer)!;
        if (whole.has(pointer)) same((await read(`x = ${spanText(text, spot.value)}`))?.['x'], expected, `${pointer} of ${text}`);
        if (named) assert.equal(Object.keys((await read(`${spanText(text, spot.key)} = 1`)) ?? {}), [steps.at(-1)], text);
      }
    }),
    settings,
  ));
test('a rename is a rename of the value, and only a name written in several places has none', () =>
  fc.assert(
    fc.asyncProperty(tomlTables, styleSeed, keyNames, async (value, seed, wish) => {
      const pick = createPick(seed);
      const { text, whole } = printToml(value, pick);
      const members = allLocations(value).filter(({ named }) => named);
      fc.pre(members.length > 0);
      const { pointer, steps } = pickOne(pick, members);
      const free = freeName(value, steps, wish);
      const edit = (await readSource(text, 'toml')).documents[0]!.rename(pointer, free);
      if (whole.has(pointer)) assert.ok(edit, `no rename of ${pointer} in ${text}`);
      if (!edit) return;
      const after = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
      same(await read(after), renameMember(value, steps, free), after);
    }),
    settings,
  ));
test.run();
