import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startWebhook } from './start-webhook.ts';
import { createAllowed, createDefinition, createDenied, createRoute, reviewAll } from './review-routes.ts';

const test = suite('mesh-config validation: schemas');

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
  const { answers } = await reviewAll(
    { 'crd.yaml': createDefinition(spec) },
    createRoute({ city: 'a', host: 'b', old: 'c', kept: 'd', named: 'e' }),
    createRoute({ town: 'a' }),
  );
  assert.equal(answers, [
    createAllowed(
      'spec.city is deprecated: Use `town`.',
      'spec.host is deprecated: use spec.hosts instead.',
      'spec.old is deprecated',
      'spec.named is deprecated: it does nothing.',
    ),
    createAllowed(),
  ]);
});
test('a version may be deprecated as a whole', async () => {
  const both = await reviewAll({ 'crd.yaml': createDefinition({}, { deprecated: true }) }, createRoute({}));
  assert.equal(both.answers, [createAllowed('mesh.example.com/v1 Route is deprecated')]);
  const said = await reviewAll(
    {
      'crd.yaml': createDefinition(
        {},
        { deprecated: true, deprecationWarning: 'mesh.example.com/v1 Route is deprecated: use mesh.example.com/v2 Route' },
      ),
    },
    createRoute({}),
  );
  assert.equal(said.answers, [createAllowed('mesh.example.com/v1 Route is deprecated: use mesh.example.com/v2 Route')]);
});
test("Kubernetes' extensions of JSON Schema are supported", async () => {
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
  const { answers } = await reviewAll(
    { 'crd.yaml': createDefinition(spec) },
    createRoute({
      port: 80,
      note: 'a',
      above: 6,
      atLeast: 5,
      template: { apiVersion: 'v1', kind: 'Pod', spec: {} },
      names: ['a', 'b'],
      maybe: 'x',
    }),
    createRoute({ port: 'http', note: null, maybe: null }),
    createRoute({ port: 1.5 }),
    createRoute({ above: 5 }),
    createRoute({ template: { kind: 'Pod' } }),
    createRoute({ names: ['a', 'a'] }),
  );
  assert.equal(answers, [
    createAllowed(),
    createAllowed(),
    createDenied('spec.port: expected a whole number, or a string; found a number'),
    createDenied('spec.above: expected a number above 5'),
    createDenied('spec.template: `apiVersion` is missing'),
    createDenied('spec.names: expected items that all differ; item 1 repeats an earlier one'),
  ]);
});
test('names at the top that a definition has are no unknown fields', async () => {
  const object = createRoute({}, { extra: 1, data: 2 });
  assert.equal((await reviewAll({ 'crd.yaml': createDefinition({}) }, object)).answers, [
    { uid: 'u1', allowed: false, status: { message: 'unknown field "extra" on Route resource d/x' } },
  ]);
  assert.equal((await reviewAll({ 'crd.yaml': createDefinition({}, {}, { properties: { extra: {} } }) }, object)).answers, [
    { uid: 'u1', allowed: false, status: { message: 'unknown field "data" on Route resource d/x' } },
  ]);
  assert.equal(
    (await reviewAll({ 'crd.yaml': createDefinition({}, {}, { 'x-kubernetes-preserve-unknown-fields': true }) }, object)).answers,
    [createAllowed()],
  );
});
test('a schema beside says for which kinds it is, by a member or by its name', async () => {
  const { answers, told } = await reviewAll(
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
    createRoute({ city: 'a' }),
  );
  assert.equal(answers, [
    createDenied('spec.servers: expected at most 1 item; found 2'),
    createAllowed('spec.city is deprecated: Use `town`.'),
  ]);
  assert.ok(
    told.some((line) =>
      line.endsWith(
        '/lost.json: the schema does not name its kind; write x-kubernetes-group-version-kind, or name the ' +
          'file GROUP/KIND_VERSION.json',
      ),
    ),
  );
  assert.is(told.filter((line) => line.startsWith('error')).length, 1);
});
test('an API server warns of its own deprecated versions by itself', async () => {
  const there = await startWebhook();
  await there.webhook.setClusterDefinitions([
    JSON.parse(createDefinition({ properties: { host: { description: 'Deprecated: use hosts.' } } }, { deprecated: true })),
  ]);
  assert.equal(await there.review(createRoute({ host: 'a' })), createAllowed('spec.host is deprecated: use hosts.'));
  await there.stop();
});
test('a pattern that takes for ever elsewhere takes no time here', async () => {
  const { answers } = await reviewAll(
    { 'crd.yaml': createDefinition({ properties: { name: { type: 'string', pattern: '^(a+)+$' } } }) },
    createRoute({ name: `${'a'.repeat(50_000)}!` }),
    createRoute({ name: 'aaa' }),
  );
  assert.equal(answers, [createDenied('spec.name: expected a text that matches ^(a+)+$'), createAllowed()]);
});
test('warnings are short where sentences let them be, and what there is no room for is counted', async () => {
  const long =
    'Use the newer one. It does the same as this one did, with more care, and it has been there for two years now, ' +
    'so that everybody has it.';
  const fields = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`field${at}`, { deprecated: true, 'x-deprecation-message': `Use another. ${'x'.repeat(70)}` }]),
  );
  const { answers } = await reviewAll(
    { 'crd.yaml': createDefinition({ properties: { one: { deprecated: true, 'x-deprecation-message': long }, ...fields } }) },
    createRoute({ one: 1 }),
    createRoute(Object.fromEntries(Object.keys(fields).map((key) => [key, 1]))),
  );
  assert.equal(answers[0], createAllowed('spec.one is deprecated: Use the newer one.'));
  const { warnings = [] } = answers[1]!;
  assert.ok(warnings.every((one) => one.length <= 120) && warnings.join('').length <= 4096);
  assert.is(warnings.at(-1), `… and ${60 - warnings.length + 1} more warnings`);
});
test.run();
