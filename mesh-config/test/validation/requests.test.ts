import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReview, startWebhook, type TestWebhook } from './start-webhook.ts';

const test = suite<{ there: TestWebhook }>('mesh-config validation: requests');
test.before.each(async (context) => {
  context.there = await startWebhook();
});
test.after.each(async ({ there }) => {
  await there.stop();
});

const denied =
  '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"","allowed":false,"status":{' +
  '"message":"could not decode body: ';
const gateway = (more: object = {}): object => ({
  apiVersion: 'networking.istio.io/v1alpha3',
  kind: 'Gateway',
  metadata: { name: 'x', namespace: 'd' },
  spec: { servers: [{ port: { number: 80, name: 'http', protocol: 'HTTP' }, hosts: ['*'] }] },
  ...more,
});

test('without a body there is nothing to review', async ({ there }) => {
  const { status, text, headers } = await there.send('/validate');
  assert.equal([status, text, headers['content-type']], [400, 'no body found\n', 'text/plain; charset=utf-8']);
  assert.is((await there.send('/validate', undefined, {}, 'GET')).status, 400);
  assert.equal(there.metrics.lines('http_error'), ['cfgmgr_validation_http_error status=400 2']);
});
test('a body is application/json to the letter', async ({ there }) => {
  for (const type of ['text/plain', 'application/json; charset=utf-8', '']) {
    const { status, text } = await there.send('/validate', createReview(gateway()), type === '' ? {} : { 'content-type': type });
    assert.equal([status, text], [415, 'invalid Content-Type, want `application/json`\n']);
  }
  assert.equal(there.metrics.lines('http_error'), ['cfgmgr_validation_http_error status=415 3']);
});
test('a body of more than 7 MiB is not read', async ({ there }) => {
  const { status, text } = await there.send('/validate', Buffer.alloc(7 * 1024 * 1024 + 1, 32));
  assert.equal([status, text], [413, 'the body has more than 7340032 bytes\n']);
  const chunked = await there
    .send('/validate', Buffer.alloc(7 * 1024 * 1024 + 1, 32), { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })
    .catch(() => undefined);
  assert.ok(chunked === undefined || chunked.status === 413);
});
test('what cannot be decoded is answered with a review that refuses it', async ({ there }) => {
  for (const [body, words] of [
    ['{', 'expected JSON'],
    ['[]', 'expected an AdmissionReview, given []'],
    ['null', 'expected an AdmissionReview, given null'],
    ['{}', 'kind: expected \\"AdmissionReview\\", given nothing'],
    [
      '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v2"}',
      'apiVersion: expected \\"admission.k8s.io/v1\\" or \\"admission.k8s.io/v1beta1\\", given \\"admission.k8s.io/v2\\"',
    ],
    ['{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}', 'request: expected one with keys, given nothing'],
    ['{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{}}', 'request.uid: expected a text, given nothing'],
  ] as const) {
    const { status, text, headers } = await there.send('/validate', body);
    assert.is(status, 200);
    assert.is(headers['content-type'], 'application/json');
    assert.is(text.startsWith(denied + words), true, text);
  }
  assert.is((await there.send('/validate', Buffer.from([0xff, 0xfe]))).text, `${denied}expected UTF-8"}}}`);
  assert.equal(there.metrics.lines('validation_failed'), ['cfgmgr_validation_failed group= version= resource= reason=yaml_decode_error 8']);
});
test('what cannot be decoded keeps the version and the uid that it says', async ({ there }) => {
  assert.is(
    (await there.send('/validate', { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1beta1', request: { uid: 'u7' } })).text,
    '{"apiVersion":"admission.k8s.io/v1beta1","kind":"AdmissionReview","response":{"uid":"u7","allowed":false,' +
      '"status":{"message":"could not decode body: request.operation: expected a text, given nothing"}}}',
  );
});
test('reviews are answered at every path that has ever been one, and nothing anywhere else', async ({ there }) => {
  for (const path of ['/validate', '/validate?timeout=10s', '/admitpilot', '/admitmixer', '/admit-traffic', '/admit-policy'])
    assert.is(
      (await there.send(path, createReview(gateway()))).text,
      '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"u1","allowed":true}}',
    );
  for (const path of ['/', '/validate/', '/metrics']) {
    const { status, text } = await there.send(path, createReview(gateway()));
    assert.equal([status, text], [404, '404 page not found\n']);
  }
  const ready = await there.send('/httpsReady', undefined, {}, 'GET');
  assert.equal([ready.status, ready.text], [200, '']);
});
test('curl is answered over HTTP/2 and over HTTP/1.1', async ({ there }) => {
  let curl = true;
  try {
    execFileSync('curl', ['--version']);
  } catch {
    curl = false;
  }
  if (!curl) {
    console.log('SKIP no curl on this machine');
    return;
  }
  const { execFile } = await import('node:child_process');
  for (const [flag, version] of [
    ['--http2', '2'],
    ['--http1.1', '1.1'],
  ] as const) {
    const out = await new Promise<string>((done) => {
      execFile(
        'curl',
        [
          '-sk',
          flag,
          '-w',
          ' %{http_version} %{http_code}',
          '-H',
          'content-type: application/json',
          '--data',
          JSON.stringify(createReview(gateway({ spec: {} }))),
          `https://localhost:${there.webhook.port()}/validate`,
        ],
        (_, text) => {
          done(text);
        },
      );
    });
    assert.is(
      out,
      '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"u1","allowed":false,"status":{' +
        `"message":"configuration is invalid: gateway must have at least one server"}}} ${version} 200`,
    );
  }
});
test.run();
