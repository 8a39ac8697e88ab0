import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, isValid } from '../../schema-tools/src/legacy.ts';
import { oracle } from './oracle.ts';
import { instance, schema } from './schemas.ts';

const law = suite('closures against hyperjump');

law('random schemas and instances: the same verdict and the same annotations', async () => {
  let valid = 0;
  let annotated = 0;
  await fc.assert(fc.asyncProperty(schema, fc.array(instance, { minLength: 4, maxLength: 4 }), async (schema, instances) => {
    const ask = await oracle(schema, 'deprecated');
    for (const value of instances) {
      const told = ask(value);
      assert.is(isValid(schema, value), told.valid, `verdict on ${JSON.stringify(value)} by ${JSON.stringify(schema)}`);
      for (const trusted of [false, true]) {
        const found = annotations(structuredClone(schema), value, { keyword: 'deprecated', trusted }).map((hit) => `${hit.pointer}=${JSON.stringify(hit.value)}`).sort();
        assert.equal(found, told.found, `annotations on ${JSON.stringify(value)} by ${JSON.stringify(schema)}, trusted ${trusted}`);
      }
      if (told.valid) valid += 1;
      if (told.found.length > 0) annotated += 1;
    }
  }), { numRuns: 1000 });
  assert.ok(valid > 1000 && annotated > 500, `${valid} valid, ${annotated} annotated of 4,000: the generator says too little`);
});

law.run();
