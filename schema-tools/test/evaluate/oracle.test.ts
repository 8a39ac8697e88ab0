// watchdog: 240 s
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, isValid } from '../../src/index.ts';
import { hyperjumpOracle } from './hyperjump.ts';
import { drafts } from './official-suite.ts';
import { containers, schemasOfDraft } from './random-schemas.ts';

const law = suite('closures against hyperjump');
const keywords = ['deprecated', 'title', 'x-note'];

for (const { folder: draft, dialect } of drafts)
  law(`${draft}: random schemas and instances have the same verdict and the same annotations at the same places`, async () => {
    let [valid, annotated] = [0, 0];
    await fc.assert(
      fc.asyncProperty(schemasOfDraft(draft), fc.array(containers, { minLength: 6, maxLength: 6 }), async (schema, instances) => {
        const ask = await hyperjumpOracle(schema, dialect, keywords);
        const compiled = await compile(schema, { dialect, strictSpec: true });
        // In these drafts hyperjump's `contains` stops at the first item that fits; ours annotates each, as later drafts ask for.
        const stops = (draft === 'draft6' || draft === 'draft7') && JSON.stringify(schema).includes('"contains"');
        for (const value of instances) {
          const told = ask(value);
          assert.is(isValid(compiled, value), told.valid, `verdict on ${JSON.stringify(value)}`);
          const found = annotations(compiled, value, { keywords })
            .map((one) => `${one.keyword} ${one.pointer} ${one.location} ${JSON.stringify(one.value)}`)
            .sort();
          assert.equal(
            found.filter((one) => !stops || told.annotations.includes(one)),
            told.annotations,
            `annotations on ${JSON.stringify(value)}`,
          );
          if (told.valid) valid += 1;
          if (told.annotations.length > 0) annotated += 1;
        }
      }),
      { numRuns: runs(400), includeErrorInReport: true },
    );
    assert.ok(valid > 600 && annotated > 200, `${valid} valid, ${annotated} annotated of 2,400: the generator says too little`);
  });

law.run();
