import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, faults, isValid } from '../../src/index.ts';
import { drafts } from './official-suite.ts';

export type DraftFolder = (typeof drafts)[number]['folder'];
const draftOrder: readonly DraftFolder[] = drafts.map(({ folder }) => folder);
export const draftsSince = (first: DraftFolder): readonly DraftFolder[] => draftOrder.slice(draftOrder.indexOf(first));
export const draftsUntil = (last: DraftFolder): readonly DraftFolder[] => draftOrder.slice(0, draftOrder.indexOf(last) + 1);
export const allDrafts = draftOrder;

/** A fault: pointer, keyword, where in the schema, message. */
export type ExpectedFault = readonly [pointer: string, keyword: string, location: string, message: string];

/** A keyword: its drafts, a schema, valid instances, and invalid ones with their faults. */
export interface KeywordCase {
  readonly name: string;
  readonly drafts: readonly DraftFolder[];
  readonly schema: unknown;
  readonly valid: readonly unknown[];
  readonly invalid: readonly (readonly [instance: unknown, ...faults: readonly ExpectedFault[]])[];
}

/** One test for each case and draft. */
export const testKeyword = (name: string, cases: readonly KeywordCase[]): void => {
  const test = suite(name);
  for (const { name: says, drafts: known, schema, valid, invalid } of cases)
    test(`${says} (${known.join(', ')})`, async () => {
      for (const draft of known) {
        const compiled = await compile(schema, { dialect: drafts.find(({ folder }) => folder === draft)!.dialect });
        for (const instance of valid) {
          assert.is(isValid(compiled, instance), true, `${JSON.stringify(instance)} passes in ${draft}`);
          assert.equal(faults(compiled, instance), [], `${JSON.stringify(instance)} has no fault in ${draft}`);
        }
        for (const [instance, ...told] of invalid) {
          assert.is(isValid(compiled, instance), false, `${JSON.stringify(instance)} fails in ${draft}`);
          assert.equal(
            faults(compiled, instance),
            told.map(([pointer, keyword, location, message]) => ({ pointer, keyword, message, location: `schema:///${location}` })),
            `faults of ${JSON.stringify(instance)} in ${draft}`,
          );
        }
      }
    });
  test.run();
};
