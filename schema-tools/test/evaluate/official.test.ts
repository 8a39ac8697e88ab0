// watchdog: 240 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, isValid } from '../../src/index.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { hyperjumpOracle } from './hyperjump.ts';
import { skipReason, drafts, remoteSchemas, requiredTests, suiteFolder } from './official-suite.ts';

const test = suite('official suite: validation');
const folder = suiteFolder();

const silenced = 'hyperjump lets an identifier beside $ref change the base, which the specification of these drafts says it does not';
const across = 'hyperjump follows no pointer through an embedded resource; the suite asks for it in these drafts';

/** Cases in which hyperjump itself differs from the suite, and from us, each by name with its reason. */
const disagreements: { readonly [name: string]: string } = Object.fromEntries(
  ['draft4', 'draft6', 'draft7'].flatMap((draft) => {
    const id = draft === 'draft4' ? 'id' : '$id';
    return [
      [
        `${draft}/ref: $ref prevents a sibling ${id} from changing the base uri: $ref resolves to /definitions/base_foo, data ` +
          `does not validate`,
        silenced,
      ],
      [
        `${draft}/ref: $ref prevents a sibling ${id} from changing the base uri: $ref resolves to /definitions/base_foo, data validates`,
        silenced,
      ],
      [`${draft}/refRemote: base URI change - change folder in subschema: number is valid`, across],
      [`${draft}/refRemote: base URI change - change folder in subschema: string is invalid`, across],
    ];
  }),
);

/** How many tests the suite had when this was written: fewer means that some are no longer run. */
const known: { readonly [draft: string]: number } = {
  draft4: 618,
  draft6: 839,
  draft7: 927,
  'draft2019-09': 1259,
  'draft2020-12': 1299,
  v1: 1133,
};

if (folder === undefined) skipWithReason(test, skipReason)('says of every required test what the suite and hyperjump say', () => {});
else
  for (const { folder: draft, dialect } of drafts) {
    const schemas = remoteSchemas(folder, draft);
    test(`${draft}: every required test, beside hyperjump`, async () => {
      const wrong: string[] = [];
      const differing: string[] = [];
      let count = 0;
      for (const { file, groups } of requiredTests(folder, draft))
        for (const { description, schema, tests } of groups) {
          const compiled = await compile(schema, { dialect, schemas, strictSpec: true });
          // A schema that hyperjump does not compile counts as a disagreement in each of its tests.
          const ask = await hyperjumpOracle(schema, dialect, [], schemas).catch((error: unknown) => () => ({ valid: String(error) }));
          for (const { description: what, data, valid } of tests) {
            const name = `${draft}/${file}: ${description}: ${what}`;
            count += 1;
            const ours = isValid(compiled, data);
            if (ours !== valid) wrong.push(name);
            if (ask(data).valid !== ours) differing.push(name);
          }
        }
      assert.equal(wrong, [], 'said otherwise than the suite');
      assert.equal(
        differing,
        Object.keys(disagreements).filter((name) => name.startsWith(`${draft}/`)),
        'said otherwise than hyperjump',
      );
      assert.ok(count >= known[draft]!, `${count} tests of ${draft} were run`);
    });
  }

test.run();
