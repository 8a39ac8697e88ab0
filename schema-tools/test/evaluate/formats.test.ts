import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, faults, type FormatHandling, isValid, pack } from '../../src/index.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { drafts, skipReason, suiteFolder, type TestGroup } from './official-suite.ts';

const test = suite('format');

const accepts = async (dialect: string, format: string, text: unknown, formats?: FormatHandling): Promise<boolean> =>
  isValid(await compile({ format }, { dialect, ...(formats === undefined ? {} : { formats }) }), text);

for (const { dialect, folder } of drafts) {
  const isChecked = folder === 'v1';
  test(`${folder}: by default ${isChecked ? 'checked' : 'an annotation'}, as the specification has it`, async () => {
    assert.is(await accepts(dialect, 'ipv4', 'x'), !isChecked);
    assert.is(await accepts(dialect, 'ipv4', 'x', 'specification'), !isChecked);
  });
  test(`${folder}: checked and not checked on demand`, async () => {
    assert.equal([await accepts(dialect, 'ipv4', 'x', 'assert'), await accepts(dialect, 'ipv4', '127.0.0.1', 'assert')], [false, true]);
    assert.equal([await accepts(dialect, 'ipv4', 'x', 'annotate'), await accepts(dialect, 'ipv4', 5, 'assert')], [true, true]);
  });
}
test('a format that the dialect does not define is not checked', async () => {
  assert.is(await accepts('http://json-schema.org/draft-07/schema', 'zip-code', 'x', 'assert'), true);
  assert.is(await accepts('http://json-schema.org/draft-04/schema', 'date', 'x', 'assert'), true);
  assert.is(await accepts('http://json-schema.org/draft-07/schema', 'date', 'x', 'assert'), false);
  assert.is(await accepts('https://json-schema.org/v1', 'zip-code', 'x', 'annotate'), true);
});
test('a fault names the format and not the value', async () => {
  const compiled = await compile({ properties: { mail: { format: 'email' } } }, { formats: 'assert' });
  assert.equal(faults(compiled, { mail: 'secret' }), [
    {
      pointer: '/mail',
      keyword: 'format',
      message: 'expected a text in the format `email`',
      location: 'schema:///#/properties/mail/format',
    },
  ]);
});
test('a format decides about branches where it is checked, and only there', async () => {
  const schema = { oneOf: [{ format: 'ipv4' }, { format: 'ipv6' }] };
  const results = async (formats: FormatHandling) => {
    const compiled = await compile(schema, { formats });
    return ['127.0.0.1', '::1', 'x'].map((text) => isValid(compiled, text));
  };
  assert.equal(
    [await results('assert'), await results('annotate')],
    [
      [true, true, false],
      [false, false, false],
    ],
  );
});
test('one compilation does not change another, whichever evaluates', async () => {
  // Only hyperjump evaluates `propertyDependencies`.
  const foreign = { $schema: 'https://json-schema.org/v1', propertyDependencies: { a: { b: {} } }, properties: { a: { $ref: 'urn:old' } } };
  const old = { $schema: 'http://json-schema.org/draft-07/schema#', format: 'date' };
  const [asserting, annotating] = await Promise.all(
    (['assert', 'specification'] as const).map((formats) => compile(foreign, { formats, schemas: { 'urn:old': old } })),
  );
  for (let round = 0; round < 2; round += 1) {
    assert.equal([isValid(asserting!, { a: 'x' }), isValid(asserting!, { a: '2026-01-01' })], [false, true]);
    assert.equal([isValid(annotating!, { a: 'x' }), isValid(annotating!, { a: '2026-01-01' })], [true, true]);
  }
});
test('a schema whose formats are checked is not packed', async () => {
  const compiled = await compile({ format: 'date' }, { formats: 'assert' });
  assert.throws(
    () => pack(compiled, { keywords: ['deprecated'] }),
    (error: Error) => error.message === 'The schema was compiled with formats that are checked; it cannot be packed.',
  );
});

const folder = suiteFolder();
/** Where the check answers otherwise than the official suite, by file: the number of tests. All are leap seconds in another time zone. */
const disagreements: { readonly [file: string]: number } = {
  'draft7/time.json': 6,
  'draft2019-09/time.json': 6,
  'draft2020-12/time.json': 6,
};
if (folder === undefined) skipWithReason(test, skipReason)('checks every format as the official suite does', () => {});
else
  for (const { folder: draft, dialect } of drafts.filter(({ folder: name }) => name !== 'v1'))
    test(`${draft}: every format as the official suite has it`, async () => {
      const wrong: { [file: string]: number } = {};
      let count = 0;
      for (const file of readdirSync(join(folder, 'tests', draft, 'optional/format'))) {
        const groups = JSON.parse(readFileSync(join(folder, 'tests', draft, 'optional/format', file), 'utf8')) as readonly TestGroup[];
        for (const { schema, tests } of groups) {
          const compiled = await compile(schema, { dialect, formats: 'assert' });
          for (const { data, valid } of tests) {
            count += 1;
            if (isValid(compiled, data) !== valid) wrong[`${draft}/${file}`] = (wrong[`${draft}/${file}`] ?? 0) + 1;
          }
        }
      }
      assert.ok(count > 150, `${count} tests`);
      assert.equal(wrong, Object.fromEntries(Object.entries(disagreements).filter(([name]) => name.startsWith(`${draft}/`))));
    });

test.run();
