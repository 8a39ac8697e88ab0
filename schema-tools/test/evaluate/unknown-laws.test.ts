// watchdog: 240 s
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, type Compiled, faults, isValid, unknown } from '../../src/index.ts';
import { drafts } from './official-suite.ts';
import { containers, schemasOfDraft } from './random-schemas.ts';

const law = suite('laws of values that are not known yet');

/** A value, and the same with some of its parts not known yet. */
const masked = (value: unknown, choices: Iterator<number>): unknown => {
  if (choices.next().value === 0) return unknown;
  if (Array.isArray(value)) return value.map((item) => masked(item, choices));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner, choices)]));
  return value;
};
const masks: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(2), { minLength: 12, maxLength: 12 });
function* cycling(choices: readonly number[]): Generator<number> {
  for (;;) yield* choices;
}

const shown = (value: unknown): string => JSON.stringify(value, (_, inner: unknown) => (inner === unknown ? '(unknown)' : inner));
const hits = (compiled: Compiled, instance: unknown): readonly string[] =>
  annotations(compiled, instance, { keywords: ['deprecated'], mode: 'lenient' }).map(
    ({ pointer, value, location }) => `${pointer} ${value as boolean} ${location}`,
  );

for (const { folder: draft, dialect } of drafts)
  law(`${draft}: parts not known yet never make a valid instance invalid, nor deprecate what the whole does not`, async () => {
    let [asked, warned] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        schemasOfDraft(draft),
        fc.array(fc.tuple(containers, masks), { minLength: 6, maxLength: 6 }),
        async (schema, rows) => {
          const compiled = await compile(schema, { dialect });
          for (const [instance, mask] of rows) {
            if (!isValid(compiled, instance)) continue;
            const partly = masked(instance, cycling(mask));
            asked += 1;
            const name = `${shown(partly)} for ${shown(instance)}`;
            assert.equal(faults(compiled, partly), [], name);
            assert.ok(isValid(compiled, partly), name);
            const told = hits(compiled, partly);
            if (told.length > 0) warned += 1;
            const whole = hits(compiled, instance);
            assert.equal(
              told.filter((one) => !whole.includes(one)),
              [],
              name,
            );
          }
        },
      ),
      { numRuns: runs(150, 8000), includeErrorInReport: true },
    );
    // Whatever the seed: far below what the generator makes on average.
    assert.ok(asked > 300 && warned > 30, `${asked} asked, ${warned} warned of: the generator says too little`);
  });

law.run();
