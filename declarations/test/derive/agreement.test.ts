import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { jsonSchema, validateConfig } from '../../src/derive/index.ts';
import { loadDeclarations } from './declarations.ts';
import { configuration } from './configurations.ts';

const agreement = suite('verdict and JSON Schema');

const all = await loadDeclarations();

agreement('there is something to compare', () => assert.ok(all.length >= 4, `${all.length} declarations`));

for (const of of all) {
  agreement(`agree on 2,000 random configurations of ${of.form} ${of.name}`, async () => {
    const schema = jsonSchema(of);
    registerSchema(schema as never, schema['$id'] as string);
    const accepts = await validate(schema['$id'] as string);
    let right = 0;
    fc.assert(
      fc.property(configuration(of.attributes, of.constraints ?? []), (config) => {
        const faults = validateConfig({ ...of, constraints: (of.constraints ?? []).filter(({ beyondSchema: beyond }) => !beyond) }, config);
        const valid = accepts(config as never).valid;
        if (valid) right += 1;
        assert.is(faults.length === 0, valid, `schema says ${valid}, verdict says ${JSON.stringify(faults)} of ${JSON.stringify(config)}`);
      }),
      { numRuns: runs(2000) },
    );
    assert.ok(right > 100 && right < 1990, `${right} of 2,000 were right: the generator does not try both sides`);
  });
}

agreement.run();
