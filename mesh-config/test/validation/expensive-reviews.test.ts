/** No review delays the others: long ones are validated in a thread, with a budget. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { reviewBody } from '../../src/validation/reviews/review-body.ts';
import { reviewLimits } from '../../src/validation/reviews/review-in-worker.ts';
import { loadBuiltinSchemas } from '../../src/validation/schemas/load-builtin-schemas.ts';
import { createReview, startWebhook, type TestWebhook } from './start-webhook.ts';

const builtin = await loadBuiltinSchemas();
const repeat = (count: number, build: (index: number) => unknown): readonly unknown[] =>
  Array.from({ length: count }, (_, at) => build(at));
const mesh = (kind: string, spec: unknown): object => ({
  apiVersion: `${kind === 'AuthorizationPolicy' ? 'security.istio.io/v1beta1' : 'networking.istio.io/v1alpha3'}`,
  kind,
  metadata: { name: 'x', namespace: 'd' },
  spec,
});
const route = [{ destination: { host: 'a' } }];
/** What costs most for its size: many routes, patterns, hosts that are compared with each other, deep values, unknown fields. */
const expensive: readonly (readonly [string, object, boolean])[] = [
  ['routes', mesh('VirtualService', { hosts: ['a.b'], http: repeat(4000, () => ({ route })) }), true],
  [
    'patterns',
    mesh('VirtualService', {
      hosts: ['a.b'],
      http: [{ match: repeat(4000, (at) => ({ uri: { regex: `([^a]{1,99}${at})+` } })), route }],
    }),
    true,
  ],
  ['hosts', mesh('VirtualService', { hosts: repeat(8000, (at) => `*.h${at}.x`), http: [{ route }] }), true],
  [
    'depth',
    mesh('EnvoyFilter', {
      configPatches: repeat(300, () => ({
        applyTo: 'HTTP_FILTER',
        patch: { operation: 'MERGE', value: { config: repeat(89, () => 0).reduce((inner) => ({ a: inner }), 1) } },
      })),
    }),
    true,
  ],
  ['fields', mesh('VirtualService', { hosts: ['a'], http: [Object.fromEntries(repeat(9000, (at) => [`k${at}`, at]) as [])] }), false],
];

const limits = { ...reviewLimits, milliseconds: 60_000, longestWait: 60_000 };
const test = suite<{ there: TestWebhook }>('mesh-config validation: expensive reviews');
test.before(async (context) => {
  const schemas = temporaryFolder({
    'mesh.example.com/route_v1.yaml': 'properties: {spec: {properties: {city: {deprecated: true, x-deprecation-message: Use `town`.}}}}\n',
  });
  context.there = await startWebhook({ schemas, reviewLimits: limits });
});
test.after(async ({ there }) => {
  await there.stop();
});

/** The longest time in milliseconds that the event loop is held while the work is done. */
const measureHeld = async (work: Promise<unknown>): Promise<number> => {
  let [longest, last] = [0, performance.now()];
  const beat = (): void => {
    const now = performance.now();
    [longest, last] = [Math.max(longest, now - last), now];
  };
  const timer = setInterval(beat, 1);
  await work;
  clearInterval(timer);
  beat();
  return longest;
};
const small = mesh('Gateway', { servers: [{ port: { number: 80, name: 'http', protocol: 'HTTP' }, hosts: ['*'] }] });

test('the verdict of a thread is the verdict in place, and others are answered meanwhile', async ({ there }) => {
  const text = JSON.stringify(createReview(small));
  await there.send('/validate', text.padEnd(20_000));
  for (const [name, object, allowed] of expensive) {
    const body = JSON.stringify(createReview(object));
    const start = performance.now();
    const inPlace = reviewBody(Buffer.from(body), { schemas: () => new Map(), builtin: () => builtin });
    const cost = performance.now() - start;
    let isPending = true;
    const answer = there.send('/validate', body).finally(() => {
      isPending = false;
    });
    let others = 0;
    const asking = (async () => {
      while (isPending) {
        assert.is((await there.send('/validate', text)).status, 200);
        others += 1;
      }
    })();
    const held = await measureHeld(answer);
    await asking;
    const { status, text: given } = await answer;
    assert.equal([status, given, JSON.parse(given).response.allowed], [200, inPlace.text, allowed], name);
    assert.ok(
      others > 0 && held < Math.max(400, 0.8 * cost),
      `${name}: held for ${held} ms; in place it takes ${cost} ms; ${others} others`,
    );
  }
});

test('a thread has the schemas of files, and is counted and logged as any', async ({ there }) => {
  const object = {
    apiVersion: 'mesh.example.com/v1',
    kind: 'Route',
    metadata: { name: 'x' },
    spec: { city: 'a', more: 'x'.repeat(20_000) },
  };
  assert.equal(await there.review(object), { uid: 'u1', allowed: true, warnings: ['spec.city is deprecated: Use `town`.'] });
  const { status, text } = await there.send('/validate', '{'.padEnd(20_000));
  assert.is(status, 200);
  assert.match(text, /"could not decode body: expected JSON/);
  const counted = there.metrics.lines('validation_failed');
  assert.ok(counted.includes('cfgmgr_validation_failed group= version= resource= reason=yaml_decode_error 1'), counted.join());
});

test('a review whose budget is spent is a failed call, and the next ones are answered', async () => {
  const there = await startWebhook({ reviewLimits: { ...limits, milliseconds: 20 } });
  try {
    const { status, text } = await there.send('/validate', createReview(expensive[0]![1]));
    assert.equal([status, text], [504, 'the object was not validated: it takes longer than 0.02 s; split it into smaller objects\n']);
    assert.equal(await there.review(small), { uid: 'u1', allowed: true });
    assert.equal(there.metrics.lines('http_error'), ['cfgmgr_validation_http_error status=504 1']);
  } finally {
    await there.stop();
  }
});

test('a review that waits too long for a thread is a failed call', async () => {
  const there = await startWebhook({ reviewLimits: { ...limits, threads: 1, milliseconds: 1000, longestWait: 5 } });
  try {
    const body = JSON.stringify(createReview(expensive[0]![1]));
    const [, { status, text }] = await Promise.all([there.send('/validate', body), there.send('/validate', body)]);
    assert.equal([status, text], [503, 'the review was not validated: too many wait already; send it again later\n']);
  } finally {
    await there.stop();
  }
});
test.run();
