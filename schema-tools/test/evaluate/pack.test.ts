import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, deprecations, load, pack, type Packed } from '../../src/index.ts';

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
const packed = async (): Promise<Packed> => JSON.parse(JSON.stringify(pack(await compile(schema), { keywords: ['deprecated'] }))) as Packed;

test('it is JSON, and read without waiting', async () => {
  const data = await packed();
  assert.is(data.dialect, 'https://json-schema.org/draft/2020-12/schema');
  assert.equal(deprecations(load(data), { old: 1, shape: { kind: 'a', was: 1 }, 'x-1': 1, 'x-': 1 }), [
    { pointer: '/old', message: 'Write `name`.', since: '1.2', location: 'https://example.com/thing#/properties/old/deprecated' },
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
