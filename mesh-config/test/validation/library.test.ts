import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileSchema } from '../../src/validation/schemas/compile-schema.ts';
import type { SchemaCompiler } from '../../src/validation/schemas/schema-compiler.ts';
import type { KindSchema } from '../../src/validation/schemas/kind-schema.ts';
import { createSchemaLibrary } from '../../src/validation/schemas/schema-library.ts';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';

const test = suite('mesh-config validation: the library of schemas');
const route = (least: number, more: Partial<KindSchema> = {}): KindSchema => ({
  group: 'mesh.example.com',
  version: 'v1',
  kind: 'Route',
  role: 'structure',
  schema: { properties: { size: { minimum: least } } },
  origin: { source: `${least}.yaml`, lineOf: () => 1 },
  ...more,
});

/** A library with its messages, and the number of its notifications. */
const begun = (compile: SchemaCompiler['compile'] = compileSchema) => {
  const log = createRecordingScope();
  const library = createSchemaLibrary({ compile, stop: async () => {} }, log);
  const told: number[] = [];
  library.subscribe(() => {
    told.push(library.current().size);
  });
  return { library, told, lines: log.lines };
};

test('a follower is called for each change when it takes effect, and at no other time', async () => {
  const { library, told, lines } = begun();
  await library.replace('schemaPath', []);
  assert.equal(told, []);
  await library.replace('schemaPath', [route(1)]);
  assert.equal(told, [1]);
  const before = library.current();
  await library.replace('schemaPath', [route(1, { origin: { source: 'moved.yaml', lineOf: () => 7 } })]);
  assert.is(library.current(), before);
  assert.equal(told, [1]);
  await library.replace('schemaPath', [route(2)]);
  await library.replace('configPath', [route(3, { version: 'v2' })]);
  await library.replace('schemaPath', []);
  assert.equal(told, [1, 1, 2, 1]);
  assert.equal(lines, [
    'info schemas of schemaPath: 1 in use, 1 new',
    'info schemas of schemaPath: 1 in use, 1 new',
    'info schemas of configPath: 1 in use, 1 new',
    'info schemas of schemaPath: 0 in use, 0 new, 1 removed',
  ]);
});
test('a warning or a spelling that is another is a change, though the schema is the same', async () => {
  const { library, told } = begun();
  await library.replace('schemaPath', [route(1)]);
  await library.replace('schemaPath', [route(1, { warning: 'use v2' })]);
  assert.equal(library.current().get('mesh.example.com/v1/route')!.warnings, ['use v2']);
  await library.replace('schemaPath', [route(1, { warning: 'use v2', kind: 'ROUTE' })]);
  assert.is(library.current().get('mesh.example.com/v1/route')!.kind, 'ROUTE');
  assert.equal(told, [1, 1, 1]);
});
test('one schema in two places is compiled once', async () => {
  let compiled = 0;
  const { library } = begun((job) => {
    compiled += 1;
    return compileSchema(job);
  });
  await library.replace('configPath', [route(1), route(1, { version: 'v2' })]);
  await library.replace('kubernetes', [route(1)]);
  assert.is(compiled, 1 + 1);
});
test('a failure of the compiler is reported to the caller and blocks nothing after it', async () => {
  let broken = true;
  const { library, told } = begun((job) => (broken ? Promise.reject(new Error('oh')) : compileSchema(job)));
  const [first, second] = [library.replace('schemaPath', [route(1)]), library.replace('configPath', [])];
  assert.is(
    await first.then(
      () => 'held',
      (error: Error) => error.message,
    ),
    'oh',
  );
  await second;
  broken = false;
  await library.replace('schemaPath', [route(1)]);
  assert.equal(told, [1]);
});
test.run();
