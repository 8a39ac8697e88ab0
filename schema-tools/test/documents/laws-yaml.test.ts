// watchdog: 240 s
import { isDeepStrictEqual } from 'node:util';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource, type Spot } from '../../src/documents/index.ts';
import { spanText } from './read-document.ts';
import { AliasNode, AnchoredValue, MergedMapping, printYaml } from './print-yaml.ts';
import { freeName, jsonValues, keyNames, pickOne, createPick, allLocations, styleSeed, renameMember } from './random.ts';

const test = suite('documents: laws of YAML');
const settings = { numRuns: runs(300) };
const same = (found: unknown, expected: unknown, what: string) =>
  assert.ok(isDeepStrictEqual(found, expected), `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);

/** The value that is written at a spot, read alone: in the column where it stands. */
async function alone(text: string, { value }: Spot): Promise<unknown> {
  const line = Math.max(text.lastIndexOf('\n', value.start - 1) + 1, text.startsWith('\ufeff') ? 1 : 0);
  return (await readSource(' '.repeat(value.start - line) + spanText(text, value).replace(/\*\w+/g, 'null'), 'yaml')).documents[0]?.value;
}
async function renamedTo(text: string, pointer: string, free: string): Promise<readonly [string, unknown] | undefined> {
  const edit = (await readSource(text, 'yaml')).documents[0]!.rename(pointer, free);
  if (!edit) return undefined;
  const after = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  return [after, (await readSource(after, 'yaml')).documents[0]?.value];
}

test('the value is the one that was printed, and each of its places is found where it is written', () =>
  fc.assert(
    fc.asyncProperty(jsonValues.any, styleSeed, async (value, seed) => {
      const text = printYaml(value, createPick(seed));
      const {
        documents: [document],
        faults,
      } = await readSource(text, 'yaml');
      assert.equal(faults, [], text);
      same(document?.value, value, text);
      const all = allLocations(value);
      const found = document!.locate(all.map(({ pointer }) => pointer));
      for (const { pointer, steps, value: expected, named } of all) {
        const spot = found.get(pointer)!;
        same(await alone(text, spot), expected, `${pointer} of ${text}`);
        if (named) same((await readSource(spanText(text, spot.key), 'yaml')).documents[0]?.value, steps.at(-1), text);
        assert.is(spot.alias, undefined);
      }
    }),
    settings,
  ));
test('a rename is a rename of the value', () =>
  fc.assert(
    fc.asyncProperty(jsonValues.any, styleSeed, keyNames, async (value, seed, wish) => {
      const pick = createPick(seed);
      const text = printYaml(value, pick);
      const members = allLocations(value).filter(({ named }) => named);
      fc.pre(members.length > 0);
      const { pointer, steps } = pickOne(pick, members);
      const free = freeName(value, steps, wish);
      const [after, found] = (await renamedTo(text, pointer, free)) ?? (assert.unreachable(`no rename of ${pointer} in ${text}`) as never);
      same(found, renameMember(value, steps, free), after);
    }),
    settings,
  ));

/** Two anchors and some uses of them: aliases and merges. */
const shared = fc
  .record({ one: jsonValues.object as fc.Arbitrary<object>, two: jsonValues.object as fc.Arbitrary<object> })
  .chain((anchors) =>
    fc.record({
      anchors: fc.constant(anchors),
      uses: fc.array(
        fc.oneof(
          fc.constantFrom('one' as const, 'two' as const),
          fc.record({ merge: fc.subarray(['one', 'two'] as const), own: jsonValues.object as fc.Arbitrary<object> }),
        ),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  );
test('through aliases and merges places lie at the definition, and a rename is right or refused', () =>
  fc.assert(
    fc.asyncProperty(shared, styleSeed, async ({ anchors, uses }, seed) => {
      const pick = createPick(seed);
      const printed = {
        one: new AnchoredValue('one', anchors.one),
        two: new AnchoredValue('two', anchors.two),
        uses: uses.map((use) => (typeof use === 'string' ? new AliasNode(use) : new MergedMapping(use.merge, use.own))),
      };
      const text = printYaml(printed, pick);
      const {
        documents: [document],
        faults,
      } = await readSource(text, 'yaml');
      assert.equal(faults, [], text);
      const value = {
        ...anchors,
        uses: uses.map((use) =>
          typeof use === 'string'
            ? anchors[use]
            : Object.fromEntries([
                ...use.merge.toReversed().flatMap((anchor) => Object.entries(anchors[anchor])),
                ...Object.entries(use.own),
              ]),
        ),
      };
      same(document?.value, value, text);
      for (const { pointer, steps, value: expected } of allLocations(value)) {
        const spot = document!.locate([pointer]).get(pointer)!;
        // What has aliases in it is not read alone.
        if (!spanText(text, spot.value).includes('*')) same(await alone(text, spot), expected, `${pointer} of ${text}`);
        const use = steps[0] === 'uses' && steps.length > 1 ? uses[Number(steps[1])]! : undefined;
        const elsewhere = typeof use === 'string' || (use !== undefined && steps.length > 2 && !Object.hasOwn(use.own, steps[2]!));
        assert.is(spot.alias !== undefined, elsewhere, `${pointer} of ${text}`);
        if (spot.alias) assert.match(spanText(text, spot.alias), /^\*(one|two)$/);
      }
      const members = allLocations(value).filter(({ named }) => named);
      const { pointer, steps } = pickOne(pick, members);
      const renamed = await renamedTo(text, pointer, freeName(value, steps, 'new'));
      if (renamed) same(renamed[1], renameMember(value, steps, freeName(value, steps, 'new')), renamed[0]);
    }),
    settings,
  ));
test.run();
