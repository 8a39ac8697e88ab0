// watchdog: 120 s
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse as parseYaml, stringify } from 'yaml';
import { parseTOML, getStaticTOMLValue } from 'toml-eslint-parser';
import { type Format, readSource } from '../../src/documents/index.ts';
import { compile, deprecations, faults } from '../../src/index.ts';
import { fix } from '../../src/lint/fix/index.ts';

const test = suite('lint fix: meaning');

const names = ['a', 'b', 'c', 'old key', 'Ünï', 'true', 'x.y'];
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
const name = fc.constantFrom(...names);

const { schema } = fc.letrec<{ schema: object; property: object }>((tie) => ({
  property: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant({}),
    fc.record({ deprecated: fc.constant(true), 'x-replaced-by': name, $ref: fc.constant('#') }),
    fc.record({ deprecated: fc.constant(true), 'x-deprecation-message': name.map((other) => `Write \`${other}\`.`) }),
    fc.record(
      { deprecated: fc.constant(true), 'x-replaced-by': name, type: fc.constantFrom('object', 'string', 'integer') },
      { requiredKeys: ['deprecated', 'x-replaced-by'] },
    ),
    fc.record({ type: fc.constantFrom('object', 'string', 'integer', 'array') }),
    tie('schema'),
  ),
  schema: fc.record(
    {
      properties: fc.dictionary(name, tie('property'), { minKeys: 4, maxKeys: 7, noNullPrototype: true }),
      required: fc.uniqueArray(name, { maxLength: 1 }),
      additionalProperties: fc.constantFrom(true, false, { $ref: '#' }),
      dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 1 }), { maxKeys: 1, noNullPrototype: true }),
      items: fc.constant({ $ref: '#' }),
    },
    { requiredKeys: ['properties'] },
  ),
}));

const { value: document } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  object: fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.integer({ min: 0, max: 9 }),
    fc.constantFrom('text', 'a', '# no comment', "it's"),
    tie('object'),
    tie('object'),
    fc.array(tie('object'), { maxLength: 2 }),
  ),
}));
/** One object in two places is written in YAML as an anchor and an alias. */
const root = fc
  .tuple(document, fc.boolean())
  .map(([value, shares]) => {
    const shared = shares && isObject(value) ? Object.values(value).find(isObject) : undefined;
    return shared ? { ...(value as object), [names.find((one) => !Object.hasOwn(value as object, one)) ?? 'a']: shared } : value;
  })
  .filter(isObject);

const toml = (value: unknown): string => {
  if (Array.isArray(value)) return `[ ${value.map(toml).join(' , ')} ]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)} = ${toml(member)}`)
      .join(', ')} }`;
  return JSON.stringify(value);
};

/** A document in a format, with comments at every possible place. */
const written: { readonly [format in Format]: (value: object) => string } = {
  json: (value) => JSON.stringify(value, undefined, '\t'),
  jsonc: (value) => `// first\n${JSON.stringify(value, undefined, 2).replaceAll(',\n', ', /* "a": 1 */ // a: b\r\n')}\n// last`,
  json5: (value) => `// first\n${JSON.stringify(value, undefined, 2).replaceAll(',\n', ', /* "a": 1 */ // a: b\r\n')}\n// last`,
  yaml: (value) => `# first\n${stringify(value).replace(/\n/g, ' # "a": old key\n')}# last\n`,
  toml: (value) =>
    `# first\n${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}   = ${toml(member)} # "a" = 1\n`)
      .join('')}`,
};
const read: { readonly [format in Format]: (text: string) => unknown } = {
  json: (text) => JSON.parse(text),
  jsonc: (text) => JSON.parse(text.replace(/\/\* "a": 1 \*\/ \/\/ a: b\r/g, '').replace(/^\/\/ .*$/gm, '')),
  json5: (text) => JSON.parse(text.replace(/\/\* "a": 1 \*\/ \/\/ a: b\r/g, '').replace(/^\/\/ .*$/gm, '')),
  yaml: (text) => parseYaml(text),
  toml: (text) => getStaticTOMLValue(parseTOML(text)),
};

/** A value without the names of its members, in their order: what a rename cannot change. */
const nameless = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(nameless);
  return typeof value === 'object' && value !== null ? { members: Object.values(value).map(nameless) } : value;
};

/** The renames that lead from one value to the other, as `pointer name`; undefined if there are other differences. */
const differences = (one: unknown, other: unknown, at = ''): string[] => {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return [];
  const [before, after] = [Object.entries(one), Object.entries(other)];
  return before.flatMap(([key, member], index) => {
    const [now, moved] = after[index]!;
    const place = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [...(key === now ? [] : [`${place} ${now}`]), ...differences(member, moved, place)];
  });
};

const count = (texts: readonly string[]): Map<string, number> =>
  texts.reduce((counts, text) => counts.set(text, (counts.get(text) ?? 0) + 1), new Map<string, number>());

for (const format of ['json', 'jsonc', 'yaml', 'toml'] as const)
  test(`${format}: only deprecated keys are renamed, to names that were free; nothing else means anything else`, async () => {
    let renames = 0;
    await fc.assert(
      fc.asyncProperty(schema, root, async (given, value) => {
        const compiled = await compile(given);
        const text = written[format](value);
        const source = await readSource(text, format);
        assert.equal(source.faults, []);
        assert.equal(source.documents[0]!.value, value);
        const fixed = await fix(source, [{ document: 0, pointer: '', compiled }], { file: 'a' });
        const after = read[format](fixed.text);
        // The order of members is that of the text, but for names that are whole numbers, of which there are none.
        assert.equal(nameless(after), nameless(read[format](text)));
        const changed = differences(read[format](text), after);
        renames += changed.length;
        assert.is(fixed.fixed.length >= changed.length, true);
        if (changed.length === 0) assert.is(fixed.text, text);
        const [old, now] = [faults(compiled, value), faults(compiled, after)];
        assert.ok(now.length <= old.length, `${now.length} faults, before ${old.length}`);
        const [were, are] = [deprecations(compiled, value), deprecations(compiled, after)];
        assert.ok(are.length <= were.length, `${are.length} deprecated, before ${were.length}`);
        if (changed.length > 0) assert.ok(are.length < were.length);
        // What is outside the keys stays byte for byte: with all names left out the texts are one.
        const bare = (whole: string) =>
          names.reduce(
            (rest, one) =>
              rest
                .replaceAll(JSON.stringify(one), '')
                .replaceAll(`'${one}'`, '')
                .replaceAll(new RegExp(`(?<=^|[ {,-])${one.replace('.', '\\.')}(?=:)`, 'gmu'), ''),
            whole,
          );
        assert.is(bare(fixed.text), bare(text));
        assert.ok([...count(changed).values()].every((times) => times === 1));
      }),
      { numRuns: runs(400) },
    );
    assert.ok(renames > 20, `only ${renames} renames were tried`);
  });
test.run();
