import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  annotations,
  compile,
  deprecations,
  faults,
  isValid,
  load,
  pack,
  type PackedAnnotations,
  type PackedSchema,
} from '../../src/index.ts';

const test = suite('packed schemas');
const schema = {
  $id: 'https://example.com/thing',
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, description: 'Its name.' },
    size: { enum: [1, 2, 3] },
    old: { type: 'string', deprecated: true, 'x-deprecation-message': 'Write `name`.', 'x-deprecated-since': '1.2', description: 'Old.' },
    shape: {
      oneOf: [
        { properties: { kind: { const: 'a' }, was: { deprecated: true } } },
        { properties: { kind: { const: 'b' } }, required: ['kind'] },
      ],
    },
  },
  patternProperties: { '^x-\\d+$': { deprecated: true } },
};
const packed = async (): Promise<PackedAnnotations> =>
  JSON.parse(JSON.stringify(pack(await compile(schema), { keywords: ['deprecated'] }))) as PackedAnnotations;

test('it is JSON, and read without waiting', async () => {
  const data = await packed();
  assert.is(data.dialect, 'https://json-schema.org/draft/2020-12/schema');
  assert.equal(deprecations(load(data), { old: 1, shape: { kind: 'a', was: 1 }, 'x-1': 1, 'x-': 1 }), [
    {
      pointer: '/old',
      message: 'Write `name`.',
      replacement: 'name',
      isUncertain: true,
      since: '1.2',
      location: 'https://example.com/thing#/properties/old/deprecated',
    },
    {
      pointer: '/shape/was',
      message: '`was` is deprecated.',
      location: 'https://example.com/thing#/properties/shape/oneOf/0/properties/was/deprecated',
    },
    { pointer: '/x-1', message: '`x-1` is deprecated.', location: 'https://example.com/thing#/patternProperties/%5Ex-%5Cd+$/deprecated' },
  ]);
});
test('reading does not change what is read', async () => {
  const data = await packed();
  const before = JSON.stringify(data);
  deprecations(load(data), { old: 1 });
  assert.is(JSON.stringify(data), before);
});
test('a schema packed for annotations answers for these and refuses everything else', async () => {
  const some = load(await packed());
  const refusal = (ask: () => unknown): string => {
    try {
      ask();
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
    return 'no error';
  };
  const cannotValidate = 'TypeError: This schema was packed for deprecated; it cannot validate. Pack it without keywords.';
  // @ts-expect-error -- it does not validate
  const asksValidity = () => isValid(some, { wrong: 1 });
  // @ts-expect-error -- it does not validate
  const asksFaults = () => faults(some, { wrong: 1 });
  assert.equal([refusal(asksValidity), refusal(asksFaults)], [cannotValidate, cannotValidate]);
  assert.is(
    refusal(() => annotations(some, {}, { keywords: ['title'], mode: 'lenient' })),
    'TypeError: This schema was packed for deprecated in lenient mode; it cannot answer for title in lenient mode.',
  );
  assert.is(
    refusal(() => deprecations(some, {}, 'strict')),
    'TypeError: This schema was packed for deprecated in lenient mode; it cannot answer for deprecated in strict mode.',
  );
});
test('a schema packed as a whole validates, and has its replacements', async () => {
  const whole = load(JSON.parse(JSON.stringify(pack(await compile(schema)))) as PackedSchema);
  assert.equal(
    [isValid(whole, { name: 'x' }), isValid(whole, {}), isValid(whole, { name: '' }), isValid(whole, { name: 'x', y: 1 })],
    [true, false, false, false],
  );
  assert.equal(
    faults(whole, {}).map(({ message }) => message),
    ['`name` is missing'],
  );
  assert.equal(
    deprecations(whole, { name: 'x', old: 'y' }).map(({ replacement }) => replacement),
    ['name'],
  );
});
test('a property may have the name of anything that stands in a packed schema', async () => {
  const names = ['regExp', 'packedKeywords', '#0', '#1', 'nodes'];
  const table = Object.fromEntries(names.map((name) => [name, { type: 'string', deprecated: true }]));
  for (const name of names) {
    const one = await compile({ properties: { [name]: table[name] } });
    assert.is(isValid(load(JSON.parse(JSON.stringify(pack(one))) as PackedSchema), { [name]: 1 }), false, name);
    assert.is(deprecations(load(JSON.parse(JSON.stringify(pack(one, { keywords: ['deprecated'] })))), { [name]: 1 }).length, 1, name);
  }
});
test('a replacement that a sentence names without quotes is kept', async () => {
  const compiled = await compile({ properties: { old: { deprecated: true, 'x-deprecation-message': 'Use place.' }, place: {} } });
  const again = load(JSON.parse(JSON.stringify(pack(compiled, { keywords: ['deprecated'] }))) as PackedAnnotations);
  assert.equal(
    deprecations(again, { old: 1 }).map(({ replacement }) => replacement),
    ['place'],
  );
});
test('without replacements it is smaller', async () => {
  const compiled = await compile(schema);
  const small = pack(compiled, { keywords: ['deprecated'], replacements: false });
  assert.ok(JSON.stringify(small).length < JSON.stringify(pack(compiled, { keywords: ['deprecated'] })).length);
  assert.equal(
    deprecations(load(small), { old: 1 }).map(({ message, replacement }) => [message, replacement]),
    [['Write `name`.', undefined]],
  );
});
test('what leads nowhere is left out', async () => {
  const data = pack(
    await compile({
      properties: { a: { type: 'string', description: 'long' }, b: { properties: { c: { deprecated: true } }, required: ['c'] } },
      $defs: { unused: { deprecated: true } },
    }),
    { keywords: ['deprecated'] },
  );
  assert.equal(data, {
    dialect: 'https://json-schema.org/draft/2020-12/schema',
    root: '#0',
    dynamicAnchors: {},
    nodes: {
      '#0': [['properties', '', { b: '#1' }]],
      '#1': [['properties', '', { c: '#2' }]],
      '#2': [['deprecated', 'schema:///#/properties/b/properties/c/deprecated', true]],
    },
    packedKeywords: ['deprecated'],
  });
});
test('a schema that deprecates nothing is next to nothing', async () =>
  assert.equal(Object.values(pack(await compile({ properties: { a: { type: 'string' } } }), { keywords: ['deprecated'] }).nodes), [[]]));
test('the schemas true and false', async () => {
  for (const whole of [true, false])
    assert.equal(deprecations(load(pack(await compile(whole), { keywords: ['deprecated'] })), { a: 1 }), []);
});
test('older drafts and dynamic references', async () => {
  const old = await compile(
    {
      definitions: { a: { deprecated: true } },
      properties: { a: { $ref: '#/definitions/a', title: 't' }, l: { items: [{}, { $ref: '#/definitions/a' }] } },
    },
    { dialect: 'http://json-schema.org/draft-07/schema' },
  );
  assert.equal(
    deprecations(load(JSON.parse(JSON.stringify(pack(old, { keywords: ['deprecated'] })))), { a: 1, l: [1, 2] }).map(
      ({ pointer }) => pointer,
    ),
    ['/a', '/l/1'],
  );
  const dynamic = await compile({
    $id: 'https://example.com/a',
    $dynamicAnchor: 'node',
    $ref: 'tree',
    properties: { old: { deprecated: true } },
    $defs: { tree: { $id: 'tree', $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' } } } },
  });
  assert.equal(
    deprecations(load(JSON.parse(JSON.stringify(pack(dynamic, { keywords: ['deprecated'] })))), { next: { next: { old: 1 } } }).map(
      ({ pointer }) => pointer,
    ),
    ['/next/next/old'],
  );
});
test('reading needs nothing but the evaluator: no package is loaded', () => {
  const seen = new Set<string>();
  const packages: string[] = [];
  const walk = (file: URL): void => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    for (const [, from] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '([^']+)';$/gm))
      if (from!.startsWith('.')) walk(new URL(from!, file));
      else packages.push(from!);
  };
  walk(new URL('../../src/load.ts', import.meta.url));
  assert.equal(packages, []);
  assert.ok(seen.size > 10 && ![...seen].some((file) => file.includes('/compile/')));
});

test.run();
