import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/documents/index.ts';
import type { Format } from '../../src/documents/source.ts';
import { modelines } from '../../src/lint/find-schema/modelines.ts';

const test = suite('find-schema: modelines');
const named = async (text: string, format: Format) => modelines(await readSource(text, format)).map((line) => line?.schema);

test('every spelling is read', async () => {
  assert.equal(await named('# yaml-language-server: $schema=./a.json\nx: 1\n', 'yaml'), ['./a.json']);
  assert.equal(await named('# slipway-lint: schema=a.json\nx: 1\n', 'yaml'), ['a.json']);
  assert.equal(await named('// $schema: a.json\n{}\n', 'jsonc'), ['a.json']);
  assert.equal(await named('#:schema ./a.json\nx = 1\n', 'toml'), ['./a.json']);
  assert.equal(await named('# $schema: "with a space.json"\nx: 1\n', 'yaml'), ['with a space.json']);
});
test('a comment that only talks of a schema is none', async () => {
  assert.equal(await named('# the schema: a.json\n# see yaml-language-server: $schema=x\nx: "# $schema: y"\n', 'yaml'), [undefined]);
});
test('each document has its own; one above all is of those that have none', async () => {
  assert.equal(await named('# $schema: a.json\nx: 1\n---\n# $schema: b.json\nx: 2\n---\nx: 3\n', 'yaml'), ['a.json', 'b.json', 'a.json']);
  assert.equal(await named('x: 1\n---\n# $schema: b.json\nx: 2\n---\nx: 3\n', 'yaml'), [undefined, 'b.json', undefined]);
});
test.run();
