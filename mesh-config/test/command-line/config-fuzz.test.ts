// watchdog: 120 s
import { runs } from '@slipway/test-support/scale';
import { anyCharacter, fc } from '@slipway/test-support/seed';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigFileError, readConfigFile } from '../../src/config-file/read-config-file.ts';
import { program } from '../../src/program.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('mesh-config --config with arbitrary content');
const folder = temporaryFolder();
/** Reads a file of these bytes: the result has declared options only, or the error is a short message. */
const readsOrRejects = async (ending: string, bytes: string | Uint8Array): Promise<void> => {
  const file = join(folder, `c.${ending}`);
  writeFileSync(file, bytes);
  try {
    for (const name of (await readConfigFile(file, program.configFileFlags)).values.keys())
      assert.ok(Object.hasOwn(program.configFileFlags, name));
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    assert.ok(error.message.length < 2000, 'a short message');
  }
};

const name = fc.oneof(
  fc.constantFrom(
    ...Object.keys(program.configFileFlags),
    'general',
    'introspection',
    'validation',
    'tls',
    'processing',
    '__proto__',
    'constructor',
    '',
  ),
  fc.string(),
);
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, '5s', 'true', '0x1', 'a,"b'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const line = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc
    .tuple(
      name,
      fc.constantFrom(': ', ' = ', ':', '=', ': &a ', ': *a', ': |\n  '),
      fc.oneof(
        fc.string(),
        fc.constantFrom('12', '1979-05-27T07:32:00Z', '0x10', '.inf', '99999999999999999999', '[1, 2]', '{a: b}', '"x"', '!!binary x'),
      ),
    )
    .map((parts) => parts.join('')),
  name.map((one) => `[${one}]`),
  fc.constantFrom('---', '<<: *a', '- x', '? y', '%YAML 1.1', '\t'),
);
for (const ending of ['yaml', 'json', 'toml']) {
  test(`arbitrary lines of .${ending} are read or rejected with a short message`, () =>
    fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), (lines) => readsOrRejects(ending, lines.join('\n'))),
      { numRuns: runs(400) },
    ));
  test(`arbitrary bytes of .${ending} are read or rejected with a short message`, () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), (bytes) => readsOrRejects(ending, bytes)),
      { numRuns: runs(200) },
    ));
}
test('any document is read or rejected with a short message', () =>
  fc.assert(
    fc.asyncProperty(fc.dictionary(name, value), async (one) => {
      const text = JSON.stringify(one);
      await readsOrRejects('json', text);
      await readsOrRejects('yaml', text);
    }),
    { numRuns: runs(300) },
  ));
test('deep nesting is read or rejected with a short message', async () => {
  const deep = 100_000;
  await readsOrRejects('json', '['.repeat(deep));
  await readsOrRejects('json', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`);
  await readsOrRejects('yaml', '['.repeat(5000));
  await readsOrRejects('yaml', `${'{a: '.repeat(2000)}1${'}'.repeat(2000)}`);
  await readsOrRejects('toml', `a = ${'['.repeat(deep)}`);
  await readsOrRejects('toml', `${'a.'.repeat(20_000)}b = 1`);
});
test('aliases that expand exponentially are read or rejected with a short message', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`).join(', ')}]`);
  return readsOrRejects('yaml', ['a0: &a0 x', ...lines, 'sinkMeta: *a30'].join('\n'));
});
test.run();
