import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, isValid } from '../../src/index.ts';
import { unescapePointerToken } from '../../src/json.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { skipReason, annotationTests, drafts, isCompatible, suiteFolder } from './official-suite.ts';

const test = suite('official suite: annotations');
const folder = suiteFolder();

/** How many assertions were for each draft when this was written. */
const known: { readonly [draft: string]: number } = { draft4: 17, draft6: 23, draft7: 31, 'draft2019-09': 62, 'draft2020-12': 84, v1: 84 };

/** The suite names a place by its pointer from the document's root, also one inside an embedded resource; ours by its URI. */
const isPlace = (schema: unknown, expected: string, location: string): boolean => {
  const here = location.slice(0, location.lastIndexOf('/'));
  if (!expected.startsWith('#')) return here === expected;
  let [at, base, rest] = [schema, 'schema:///', ''] as [any, string, string];
  for (const step of decodeURI(expected.slice(1)).split('/')) {
    if (step !== '') [at, rest] = [at?.[unescapePointerToken(step)], `${rest}/${step}`];
    const id = at?.$id ?? at?.id;
    if (typeof id === 'string') [base, rest] = [new URL(id, base).href, ''];
  }
  return here === `${base.replace(/#$/, '')}#${encodeURI(rest)}`;
};

if (folder === undefined) skipWithReason(test, skipReason)('annotates as the suite says', () => {});
else
  for (const { folder: draft, dialect, release } of drafts)
    test(`${draft}: every case that is for it`, async () => {
      let count = 0;
      for (const { file, groups } of annotationTests(folder))
        for (const { description, compatibility, schema, externalSchemas, tests } of groups) {
          if (!isCompatible(compatibility, release)) continue;
          const compiled = await compile(schema, { dialect, schemas: externalSchemas ?? {}, strictSpec: true });
          for (const { instance, assertions } of tests)
            for (const { location, keyword, expected } of assertions) {
              count += 1;
              const name = `${file}: ${description}: ${keyword} at "${location}" of ${JSON.stringify(instance)}`;
              assert.ok(isValid(compiled, instance), `${name}: valid`);
              for (const mode of ['strict', 'lenient'] as const) {
                const found = annotations(compiled, instance, { keywords: [keyword], mode })
                  .filter((one) => one.pointer === location)
                  .map(
                    (one) =>
                      [Object.keys(expected).find((place) => isPlace(schema, place, one.location)) ?? one.location, one.value] as const,
                  );
                assert.equal(Object.fromEntries(found), expected, `${name}, ${mode}`);
              }
            }
        }
      assert.ok(count >= known[draft]!, `${count} assertions of ${draft} were asked`);
    });

test.run();
