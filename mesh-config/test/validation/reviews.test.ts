import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReview, startWebhook, type TestWebhook } from './start-webhook.ts';

const test = suite<{ there: TestWebhook }>('mesh-config validation: reviews');
test.before.each(async (context) => {
  context.there = await startWebhook();
});
test.after.each(async ({ there }) => {
  await there.stop();
});

const server = { port: { number: 80, name: 'http', protocol: 'HTTP' }, hosts: ['*'] };
const gateway = (more: object = {}): object => ({
  apiVersion: 'networking.istio.io/v1alpha3',
  kind: 'Gateway',
  metadata: { name: 'x', namespace: 'd' },
  spec: { servers: [server] },
  ...more,
});
const gateways = { resource: { group: 'networking.istio.io', version: 'v1alpha3', resource: 'gateways' } };

test('the answer is of the version that asked', async ({ there }) => {
  const body = createReview(gateway(), gateways);
  assert.is(
    (await there.send('/validate', body)).text,
    '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"u1","allowed":true}}',
  );
  assert.is(
    (await there.send('/validate', { ...body, apiVersion: 'admission.k8s.io/v1beta1' })).text,
    '{"apiVersion":"admission.k8s.io/v1beta1","kind":"AdmissionReview","response":{"uid":"u1","allowed":true}}',
  );
  assert.equal(there.metrics.lines('validation_'), [
    'cfgmgr_validation_cert_key_updates 1',
    'cfgmgr_validation_passed group=networking.istio.io version=v1alpha3 resource=gateways 2',
  ]);
});
test('a rule that is broken is reported in its own words', async ({ there }) => {
  assert.equal(await there.review(gateway({ spec: {} }), gateways), {
    uid: 'u1',
    allowed: false,
    status: { message: 'configuration is invalid: gateway must have at least one server' },
  });
  assert.equal(there.metrics.lines('failed'), [
    'cfgmgr_validation_failed group=networking.istio.io version=v1alpha3 resource=gateways reason=invalid_resource 1',
  ]);
});
test('a value of another type is reported with its place', async ({ there }) => {
  assert.equal(await there.review(gateway({ spec: { servers: [{ ...server, port: { ...server.port, number: 'eighty' } }] } })), {
    uid: 'u1',
    allowed: false,
    status: { message: 'error decoding configuration: spec.servers[0].port.number: expected a whole number; found a string' },
  });
});
test('an unknown kind is refused', async ({ there }) => {
  assert.equal(await there.review({ apiVersion: 'mesh.example.com/v1', kind: 'Foo', metadata: { name: 'x' } }), {
    uid: 'u1',
    allowed: false,
    status: { message: 'unrecognized type Foo' },
  });
  assert.equal(there.metrics.lines('failed'), [
    'cfgmgr_validation_failed group=mesh.example.com version=v1 resource=routes reason=unknown_type 1',
  ]);
});
test('a field at the top that no object has is refused', async ({ there }) => {
  assert.equal(await there.review(gateway({ extra: 1 })), {
    uid: 'u1',
    allowed: false,
    status: { message: 'unknown field "extra" on Gateway resource d/x' },
  });
  assert.is((await there.review(gateway({ status: {} }))).allowed, true);
  assert.is((await there.review({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'x' }, subsets: [] })).allowed, true);
});
test('what is no object is refused with what it is', async ({ there }) => {
  for (const [object, words] of [
    [null, 'expected an object with apiVersion, kind and metadata; found null'],
    [[], 'expected an object with apiVersion, kind and metadata; found a list'],
    [{}, 'apiVersion: expected a text; found nothing'],
    [gateway({ kind: 7 }), 'kind: expected a text; found a number'],
    [gateway({ metadata: 'x' }), 'metadata: expected an object; found a text'],
    [gateway({ metadata: { name: 1 } }), 'metadata.name: expected a text; found a number'],
    [gateway({ metadata: { labels: { a: 1 } } }), 'metadata.labels: expected names and texts'],
  ] as const)
    assert.equal(await there.review(object), { uid: 'u1', allowed: false, status: { message: `cannot decode configuration: ${words}` } });
  assert.equal(there.metrics.lines('failed'), [
    'cfgmgr_validation_failed group=mesh.example.com version=v1 resource=routes reason=yaml_decode_error 7',
  ]);
});
test('an invalid spec is refused', async ({ there }) => {
  assert.equal(await there.review(gateway({ spec: [] })), {
    uid: 'u1',
    allowed: false,
    status: { message: 'error decoding configuration: spec: expected an object; found a list' },
  });
  assert.equal(there.metrics.lines('failed'), [
    'cfgmgr_validation_failed group=mesh.example.com version=v1 resource=routes reason=crd_conversion_error 1',
  ]);
});
test('deletions and connections are allowed, and count as neither passed nor failed', async ({ there }) => {
  for (const operation of ['DELETE', 'CONNECT']) assert.equal(await there.review(null, { operation }), { uid: 'u1', allowed: true });
  assert.equal(there.metrics.lines('validation_passed'), []);
  assert.equal(there.metrics.lines('validation_failed'), []);
});
test('an operation that there is not is refused, and counted', async ({ there }) => {
  assert.equal(await there.review(gateway(), { operation: 'PATCH' }), {
    uid: 'u1',
    allowed: false,
    status: { message: 'unsupported operation "PATCH": expected CREATE, UPDATE, DELETE or CONNECT' },
  });
  assert.equal(there.metrics.lines('failed'), [
    'cfgmgr_validation_failed group=mesh.example.com version=v1 resource=routes reason=unsupported_operation 1',
  ]);
});
test('an object that is yet to be named is held against its schema as others are', async ({ there }) => {
  assert.is((await there.review(gateway({ metadata: { generateName: 'x-' } }), { name: '' })).allowed, true);
});
test('what is nested without end is refused, and the next is answered', async ({ there }) => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
  const spec = (levels: number) => gateway({ spec: { servers: [server], nested: nested(levels) } });
  assert.equal([(await there.review(spec(198))).allowed, (await there.review(spec(199))).allowed], [true, false]);
  const body = JSON.stringify(createReview(gateway({ spec: 'DEEP' }))).replace('"DEEP"', deep);
  assert.is(
    JSON.parse((await there.send('/validate', body)).text).response.status.message,
    'configuration is invalid: it is nested deeper than 200 levels',
  );
  assert.is((await there.review(gateway())).allowed, true);
});
test('an object with an excessive number of values is not validated', async ({ there }) => {
  const list = (length: number) => gateway({ spec: { servers: [server], list: Array.from({ length }, () => 0) } });
  assert.equal(await there.review(list(200_000)), {
    uid: 'u1',
    allowed: false,
    status: { message: 'configuration is invalid: it has more than 200000 values, and no more are looked through' },
  });
  assert.is((await there.review(list(150_000))).allowed, true);
});
test('of many problems the first five are reported, and the others counted', async ({ there }) => {
  const { status } = await there.review(gateway({ spec: { servers: Array.from({ length: 7 }, () => 1) } }));
  assert.is(
    status!.message,
    'error decoding configuration: spec.servers[0]: expected an object; found a number; spec.servers[1]: expected an ' +
      'object; found a number; spec.servers[2]: expected an object; found a number; spec.servers[3]: expected an ' +
      'object; found a number; spec.servers[4]: expected an object; found a number; and 2 more',
  );
});
test('what analysis finds refuses or warns', async () => {
  const finding = (level: 'Error' | 'Warn' | 'Info', message: string) => ({
    code: 'IST0106',
    level,
    kind: 'Gateway',
    pointer: '/spec/servers/0',
    message,
    documentation: '',
    resource: { collection: '', name: '', origin: { source: '' } },
  });
  const there = await startWebhook({
    diagnose: ({ name, spec }) =>
      name === 'd/x' && 'servers' in (spec as object)
        ? [finding('Warn', 'is late'), finding('Info', 'is fine'), finding('Error', 'is wrong')]
        : [],
  });
  assert.equal(await there.review(gateway()), {
    uid: 'u1',
    allowed: false,
    status: { message: 'configuration is invalid: spec.servers[0]: is wrong' },
    warnings: ['spec.servers[0]: is late'],
  });
  await there.stop();
});
test.run();
