import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, deprecations, faults, isValid, load, pack, type Packed } from '../../src/index.ts';

const test = suite('names that objects have anyway');
const parsed = (text: string): unknown => JSON.parse(text);
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'length', ''];

for (const name of names) {
  const key = JSON.stringify(name);
  test(`${key}: as a property`, async () => {
    const compiled = await compile(
      parsed(`{ "properties": { ${key}: { "type": "number", "deprecated": true } }, "additionalProperties": false }`),
    );
    assert.equal(
      [isValid(compiled, parsed(`{ ${key}: 1 }`)), isValid(compiled, parsed(`{ ${key}: "x" }`)), isValid(compiled, {})],
      [true, false, true],
    );
    assert.equal(
      deprecations(compiled, parsed(`{ ${key}: 1 }`)).map(({ pointer }) => pointer),
      [`/${name}`],
    );
    assert.equal(deprecations(compiled, {}), []);
    assert.equal(
      deprecations(load(parsed(JSON.stringify(pack(compiled, { keywords: ['deprecated'] }))) as Packed), parsed(`{ ${key}: 1 }`)).map(
        ({ pointer }) => pointer,
      ),
      [`/${name}`],
      'packed',
    );
  });
  test(`${key}: required, missing though every object inherits it`, async () => {
    const compiled = await compile({ required: [name] });
    assert.equal([isValid(compiled, {}), isValid(compiled, parsed(`{ ${key}: 1 }`))], [false, true]);
    assert.equal(
      faults(compiled, {}).map(({ message }) => message),
      [`\`${name}\` is missing`],
    );
  });
  test(`${key}: what is not declared is additional`, async () => {
    const compiled = await compile({ properties: { a: true }, additionalProperties: false });
    assert.equal(
      faults(compiled, parsed(`{ ${key}: 1 }`)).map(({ pointer, keyword }) => [pointer, keyword]),
      [[`/${name}`, 'additionalProperties']],
    );
    const left = await compile({ properties: { a: true }, unevaluatedProperties: { deprecated: true } });
    assert.equal(
      annotations(left, parsed(`{ ${key}: 1 }`), { keywords: ['deprecated'] }).map(({ pointer }) => pointer),
      [`/${name}`],
    );
  });
  test(`${key}: in dependencies, definitions and data`, async () => {
    const compiled = await compile(
      parsed(
        `{ "dependentRequired": { ${key}: ["b"] }, "dependentSchemas": { ${key}: { "properties": { "b": { "deprecated": true ` +
          `} } } }, "properties": { "c": { "const": { ${key}: 1 } }, "d": { "enum": [{ ${key}: [] }] } } }`,
      ),
    );
    assert.equal(
      [
        isValid(compiled, {}),
        isValid(compiled, parsed(`{ ${key}: 1 }`)),
        isValid(compiled, parsed(`{ "c": { ${key}: 1 }, "d": { ${key}: [] } }`)),
        isValid(compiled, { c: {} }),
        isValid(compiled, { d: {} }),
      ],
      [true, false, true, false, false],
    );
    assert.equal(
      deprecations(compiled, parsed(`{ ${key}: 1, "b": 1 }`)).map(({ pointer }) => pointer),
      ['/b'],
    );
    assert.equal(deprecations(compiled, { b: 1 }), []);
    const referring = await compile(parsed(`{ "$ref": "#/$defs/${name}", "$defs": { ${key}: { "deprecated": true } } }`));
    assert.equal(
      deprecations(referring, 1).map(({ pointer }) => pointer),
      [''],
    );
  });
}
test('a keyword that is spelled as one is passed over', async () => {
  for (const name of ['constructor', 'toString', '__proto__'])
    assert.equal(
      annotations(await compile(parsed(`{ ${JSON.stringify(name)}: 5, "title": "t" }`)), 1, { keywords: [name, 'title'] }).map(
        ({ value }) => value,
      ),
      ['t'],
      name,
    );
});
test('nothing is polluted', () => assert.is(({} as { deprecated?: unknown }).deprecated, undefined));

test.run();
