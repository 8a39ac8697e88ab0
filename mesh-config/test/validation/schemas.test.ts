import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createReview, startWebhook, waitUntil } from './start-webhook.ts';

const test = suite('mesh-config validation: schemas');

const definition = (spec: object, version: object = {}, root: object = {}): string =>
  JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'routes.mesh.example.com' },
    spec: {
      group: 'mesh.example.com',
      names: { kind: 'Route' },
      versions: [{ name: 'v1', served: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec }, ...root } }, ...version }],
    },
  });
const route = (spec: object, more: object = {}): object => ({
  apiVersion: 'mesh.example.com/v1',
  kind: 'Route',
  metadata: { name: 'x', namespace: 'd' },
  spec,
  ...more,
});
const asked = async (files: Readonly<Record<string, string>>, ...objects: readonly object[]) => {
  const there = await startWebhook({ schemas: temporaryFolder(files) });
  const answers = [];
  for (const object of objects) answers.push(await there.review(object));
  await there.stop();
  return { answers, told: there.log.lines };
};
const ok = (...warnings: readonly string[]): object => ({ uid: 'u1', allowed: true, ...(warnings.length > 0 ? { warnings } : {}) });
const not = (message: string): object => ({ uid: 'u1', allowed: false, status: { message: `configuration is invalid: ${message}` } });

test('a definition may say deprecated, by the keyword or at the beginning of a description', async () => {
  const spec = {
    type: 'object',
    properties: {
      city: { type: 'string', deprecated: true, description: 'Use `town`.' },
      town: { type: 'string' },
      host: { type: 'string', description: 'Deprecated: use spec.hosts instead.\nWhere it goes.' },
      old: { type: 'string', deprecated: true },
      kept: { type: 'string', description: 'Where deprecated: things are.' },
      named: { type: 'string', description: 'The name.\n\nDeprecated: it does nothing.' },
    },
  };
  const { answers } = await asked(
    { 'crd.yaml': definition(spec) },
    route({ city: 'a', host: 'b', old: 'c', kept: 'd', named: 'e' }),
    route({ town: 'a' }),
  );
  assert.equal(answers, [
    ok(
      'spec.city is deprecated: use spec.town instead',
      'spec.host is deprecated: use spec.hosts instead.',
      'spec.old is deprecated',
      'spec.named is deprecated: it does nothing.',
    ),
    ok(),
  ]);
});
test('a version may be deprecated as a whole', async () => {
  const both = await asked({ 'crd.yaml': definition({}, { deprecated: true }) }, route({}));
  assert.equal(both.answers, [ok('mesh.example.com/v1 Route is deprecated')]);
  const said = await asked(
    {
      'crd.yaml': definition(
        {},
        { deprecated: true, deprecationWarning: 'mesh.example.com/v1 Route is deprecated: use mesh.example.com/v2 Route' },
      ),
    },
    route({}),
  );
  assert.equal(said.answers, [ok('mesh.example.com/v1 Route is deprecated: use mesh.example.com/v2 Route')]);
});
test('what Kubernetes writes beside JSON Schema is understood', async () => {
  const spec = {
    type: 'object',
    properties: {
      port: { 'x-kubernetes-int-or-string': true },
      note: { type: 'string', nullable: true },
      above: { type: 'number', minimum: 5, exclusiveMinimum: true },
      atLeast: { type: 'number', minimum: 5, exclusiveMinimum: false },
      template: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      names: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      maybe: { 'x-kubernetes-int-or-string': true, nullable: true },
    },
  };
  const { answers } = await asked(
    { 'crd.yaml': definition(spec) },
    route({
      port: 80,
      note: 'a',
      above: 6,
      atLeast: 5,
      template: { apiVersion: 'v1', kind: 'Pod', spec: {} },
      names: ['a', 'b'],
      maybe: 'x',
    }),
    route({ port: 'http', note: null, maybe: null }),
    route({ port: 1.5 }),
    route({ above: 5 }),
    route({ template: { kind: 'Pod' } }),
    route({ names: ['a', 'a'] }),
  );
  assert.equal(answers, [
    ok(),
    ok(),
    not('spec.port: expected a whole number, or a string; found a number'),
    not('spec.above: expected a number above 5'),
    not('spec.template: `apiVersion` is missing'),
    not('spec.names: expected items that all differ; item 1 repeats an earlier one'),
  ]);
});
test('names at the top that a definition has are no unknown fields', async () => {
  const object = route({}, { extra: 1, data: 2 });
  assert.equal((await asked({ 'crd.yaml': definition({}) }, object)).answers, [
    { uid: 'u1', allowed: false, status: { message: 'unknown field "extra" on Route resource d/x' } },
  ]);
  assert.equal((await asked({ 'crd.yaml': definition({}, {}, { properties: { extra: {} } }) }, object)).answers, [
    { uid: 'u1', allowed: false, status: { message: 'unknown field "data" on Route resource d/x' } },
  ]);
  assert.equal((await asked({ 'crd.yaml': definition({}, {}, { 'x-kubernetes-preserve-unknown-fields': true }) }, object)).answers, [ok()]);
});
test('a schema beside says for which kinds it is, by a member or by its name', async () => {
  const { answers, told } = await asked(
    {
      'strict.json': JSON.stringify({
        'x-kubernetes-group-version-kind': [{ group: 'networking.istio.io', version: 'v1alpha3', kind: 'Gateway' }],
        properties: { spec: { properties: { servers: { maxItems: 1 } } } },
      }),
      'mesh.example.com/route_v1.yaml':
        '$schema: https://json-schema.org/draft/2020-12/schema\nproperties: {spec: {$ref: ../parts/spec.json}}\n',
      'parts/spec.json': '{"properties": {"city": {"deprecated": true, "x-deprecation-message": "Use `town`."}}}',
      'lost.json': '{"type": "object"}',
      'pod.yaml': 'apiVersion: v1\nkind: Pod\n',
    },
    {
      apiVersion: 'networking.istio.io/v1alpha3',
      kind: 'Gateway',
      metadata: { name: 'x' },
      spec: { servers: ['a', 'b'].map((name, at) => ({ port: { number: at + 1, name, protocol: 'TCP' }, hosts: ['*'] })) },
    },
    route({ city: 'a' }),
  );
  assert.equal(answers, [not('spec.servers: expected at most 1 item; found 2'), ok('spec.city is deprecated: Use `town`.')]);
  assert.ok(
    told.some((line) =>
      line.endsWith(
        '/lost.json: the schema does not say for which kind it is; write x-kubernetes-group-version-kind, or name the ' +
          'file GROUP/KIND_VERSION.json',
      ),
    ),
  );
  assert.is(told.filter((line) => line.startsWith('error')).length, 1);
});
test('definitions beside resources are read, those of the schema folder come before them, and those of a cluster after', async () => {
  const limited = (least: number): string => definition({ properties: { size: { type: 'integer', minimum: least } } });
  const config = temporaryFolder({ 'all.yaml': `kind: Gateway\n---\n${limited(20)}` }),
    schemas = temporaryFolder({});
  const there = await startWebhook({ config, schemas });
  await there.webhook.setClusterDefinitions([
    JSON.parse(limited(30)),
    7,
    { kind: 'CustomResourceDefinition', apiVersion: 'apiextensions.k8s.io/v1' },
  ]);
  assert.equal(await there.review(route({ size: 1 })), not('spec.size: expected a number of at least 20'));
  writeFileSync(join(schemas, 'crd.yaml'), limited(10));
  await there.webhook.reload();
  assert.equal(await there.review(route({ size: 1 })), not('spec.size: expected a number of at least 10'));
  rmSync(join(schemas, 'crd.yaml'));
  rmSync(join(config, 'all.yaml'));
  await there.webhook.reload();
  assert.equal(await there.review(route({ size: 1 })), not('spec.size: expected a number of at least 30'));
  await there.webhook.setClusterDefinitions([]);
  assert.equal(await there.review(route({ size: 1 })), { uid: 'u1', allowed: false, status: { message: 'unrecognized type Route' } });
  await there.stop();
});
test('an API server warns of its own deprecated versions by itself', async () => {
  const there = await startWebhook();
  await there.webhook.setClusterDefinitions([
    JSON.parse(definition({ properties: { host: { description: 'Deprecated: use hosts.' } } }, { deprecated: true })),
  ]);
  assert.equal(await there.review(route({ host: 'a' })), ok('spec.host is deprecated: use hosts.'));
  await there.stop();
});
test('what does not compile is told with file and line, and what was there before holds', async () => {
  const folder = temporaryFolder({ 'crd.yaml': definition({ properties: { size: { type: 'integer' } } }) });
  const there = await startWebhook({ schemas: folder });
  const broken =
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  group: mesh.example.com\n' +
    '  names: {kind: Route}\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        properties:\n' +
    '          spec:\n            type: strange\n';
  for (const [text, told] of [
    [broken, /crd\.yaml:12: the schema of mesh\.example\.com\/v1 Route is not used: expected /],
    ['a: [', /crd\.yaml:1: /],
    [
      broken.replace('type: strange', 'pattern: ^(?=a)'),
      /crd\.yaml:\d*:? ?.*the pattern "\^\(\?=a\)" cannot be matched in linear time; write it without/,
    ],
  ] as const) {
    writeFileSync(join(folder, 'crd.yaml'), text);
    await there.webhook.reload();
    assert.ok(
      there.log.lines.some((line) => line.startsWith('error') && told.test(line)),
      there.log.lines.join('\n'),
    );
    assert.equal(await there.review(route({ size: 'x' })), not('spec.size: expected a whole number; found a string'));
  }
  await there.stop();
});
test('a schema that is replaced under load drops no stream, and every answer is of the one or the other', async () => {
  const limited = (least: number): string => definition({ properties: { size: { type: 'integer', minimum: least } } });
  const folder = temporaryFolder({ 'crd.yaml': limited(10) });
  const there = await startWebhook({ schemas: folder });
  const session = connect(`https://localhost:${there.webhook.port()}`, { rejectUnauthorized: false });
  const seen = new Map<string, number>();
  let [sending, closed] = [true, false];
  session.once('close', () => {
    closed = true;
  });
  const one = (): Promise<void> =>
    new Promise((done, fail) => {
      const stream = session.request({ ':method': 'POST', ':path': '/validate', 'content-type': 'application/json' });
      let text = '';
      stream.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      stream.once('error', fail);
      stream.once('end', () => {
        const { message } = JSON.parse(text).response.status;
        seen.set(message, (seen.get(message) ?? 0) + 1);
        done();
      });
      stream.end(JSON.stringify(createReview(route({ size: 1 }))));
    });
  const load = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (sending) await one();
    }),
  );
  for (const least of [20, 30, 40]) {
    writeFileSync(join(folder, 'crd.yaml'), limited(least));
    await waitUntil(() => (seen.get(`configuration is invalid: spec.size: expected a number of at least ${least}`) ?? 0) > 5);
  }
  sending = false;
  await load;
  assert.is(closed, false);
  assert.equal(
    [...seen.keys()],
    [10, 20, 30, 40].map((least) => `configuration is invalid: spec.size: expected a number of at least ${least}`),
  );
  session.close();
  await there.stop();
});
test('a folder that is replaced as mounted volumes are is read again by itself', async () => {
  const folder = temporaryFolder({
    '..1/crd.yaml': definition({ properties: { size: { type: 'integer' } } }),
    '..2/crd.yaml': definition({ properties: { size: { type: 'string' } } }),
  });
  symlinkSync('..1', join(folder, '..data'));
  symlinkSync('..data/crd.yaml', join(folder, 'crd.yaml'));
  const there = await startWebhook({ schemas: folder });
  assert.is((await there.review(route({ size: 'x' }))).allowed, false);
  symlinkSync('..2', join(folder, '..new'));
  renameSync(join(folder, '..new'), join(folder, '..data'));
  await waitUntil(async () => (await there.review(route({ size: 'x' }))).allowed);
  assert.is((await there.review(route({ size: 1 }))).allowed, false);
  await there.stop();
});
test('a pattern that takes for ever elsewhere takes no time here', async () => {
  const { answers } = await asked(
    { 'crd.yaml': definition({ properties: { name: { type: 'string', pattern: '^(a+)+$' } } }) },
    route({ name: `${'a'.repeat(50_000)}!` }),
    route({ name: 'aaa' }),
  );
  assert.equal(answers, [not('spec.name: expected a text that matches ^(a+)+$'), ok()]);
});
test('warnings are short where sentences let them be, and what there is no room for is counted', async () => {
  const long =
    'Use the newer one. It does the same as this one did, with more care, and it has been there for two years now, ' +
    'so that everybody has it.';
  const fields = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`field${at}`, { deprecated: true, 'x-deprecation-message': `Use another. ${'x'.repeat(70)}` }]),
  );
  const { answers } = await asked(
    { 'crd.yaml': definition({ properties: { one: { deprecated: true, 'x-deprecation-message': long }, ...fields } }) },
    route({ one: 1 }),
    route(Object.fromEntries(Object.keys(fields).map((key) => [key, 1]))),
  );
  assert.equal(answers[0], ok('spec.one is deprecated: Use the newer one.'));
  const { warnings = [] } = answers[1]!;
  assert.ok(warnings.every((one) => one.length <= 120) && warnings.join('').length <= 4096);
  assert.is(warnings.at(-1), `… and ${60 - warnings.length + 1} more warnings`);
});
test.run();
