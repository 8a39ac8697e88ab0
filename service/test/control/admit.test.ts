import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRequester, serveService, listErrorDetails } from './served.ts';

const test = suite('who may use the control endpoints');
const changing = [
  'POST /_local/clock',
  'DELETE /_local/requests',
  'POST /_local/reset',
  'PUT /_local/state',
  'GET /_local/state',
  'PATCH /_local/settings',
  'DELETE /_local/faults/fault-1',
];

test('on loopback anyone may read, and nobody may change anything', async () => {
  const { request: ask, close } = await serveService({ test: false });
  try {
    for (const path of [
      '',
      '/',
      '/health',
      '/info',
      '/requests',
      '/faults',
      '/clock',
      '/settings',
      '/coverage',
      '/state/snapshots',
      '/openapi/ci',
    ])
      assert.is((await ask(`GET /_local${path}`)).status, 200, path);
    for (const row of changing) {
      const refused = await ask(row, { body: {} });
      assert.equal(
        [refused.status, ...listErrorDetails(refused)],
        [403, 'this changes the service or shows its secrets: start it with --test-controls, or with --operator-token and send that'],
        row,
      );
    }
  } finally {
    await close();
  }
});

test('with test controls anyone on loopback may change things, too', async () => {
  const { request: ask, close } = await serveService();
  try {
    assert.is((await ask('POST /_local/clock', { body: { move: 1000 } })).status, 200);
  } finally {
    await close();
  }
});

test('with the operator token everything is open; another token opens no more than none', async () => {
  const { request: ask, close } = await serveService({ test: false, operatorToken: 'operator' });
  try {
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    assert.is((await ask('GET /_local/state', bearer('operator'))).status, 200);
    for (const token of ['operato', 'operator2', 'OPERATOR', 'first']) {
      const refused = await ask('GET /_local/state', bearer(token));
      assert.equal(
        [refused.status, refused.headers['www-authenticate'], ...listErrorDetails(refused)],
        [401, 'Bearer', 'these endpoints take the operator token: send it as Authorization: Bearer <token>'],
      );
    }
    assert.is((await ask('GET /_local/clock', bearer('wrong'))).status, 200);
  } finally {
    await close();
  }
});

test('a name that is not of this machine is not on loopback: DNS rebinding', async () => {
  const { request: ask, port, close } = await serveService();
  try {
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '10.0.0.1',
      '0.0.0.0',
      '[::2]',
    ])
      assert.equal([host, (await ask('GET /_local/info', { headers: { host } })).status], [host, 404]);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'LOCALHOST', 'slipway.localhost', '127.8.9.1', '[::1]:1'])
      assert.equal([host, (await ask('GET /_local/info', { headers: { host } })).status], [host, 200]);
  } finally {
    await close();
  }
});

test('a proxy on this machine is not on loopback', async () => {
  const { request: ask, close } = await serveService();
  try {
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'])
      assert.is((await ask('POST /_local/clock', { body: { move: 1 }, headers: { [name]: 'for=127.0.0.1' } })).status, 404, name);
  } finally {
    await close();
  }
});

test('a page of another origin is refused with any credentials', async () => {
  const { request: ask, port, close } = await serveService({ operatorToken: 'operator' });
  try {
    const status = async (headers: Record<string, string>) => (await ask('GET /_local/info', { headers })).status;
    for (const site of ['cross-site', 'same-site'])
      assert.is(await status({ 'sec-fetch-site': site, authorization: 'Bearer operator' }), 403);
    for (const origin of ['http://evil.example', 'null', `http://localhost:${port}`, `http://127.0.0.1:${port + 1}`])
      assert.is(await status({ origin }), 403, origin);
    for (const site of ['same-origin', 'none']) assert.is(await status({ 'sec-fetch-site': site }), 200);
    assert.is(await status({ origin: `http://127.0.0.1:${port}` }), 200);
    assert.equal(listErrorDetails(await ask('POST /_local/reset', { headers: { origin: 'http://evil.example' } })), [
      'a page of another origin may not use these endpoints',
    ]);
  } finally {
    await close();
  }
});

test('a service that other machines can reach requires the token, from its own machine too', async () => {
  const open = await serveService({ host: '0.0.0.0' });
  try {
    const ask = createRequester(open.port);
    for (const row of ['GET /_local/info', 'GET /_local', 'GET /_local/none', ...changing]) assert.is((await ask(row)).status, 404, row);
    assert.equal((await ask('GET /_local/health')).body, { status: 'ok' });
  } finally {
    await open.close();
  }
  const guarded = await serveService({ host: '0.0.0.0', operatorToken: 'operator' });
  try {
    const ask = createRequester(guarded.port);
    for (const row of ['GET /_local/info', 'GET /_local/none', ...changing]) assert.is((await ask(row)).status, 401, row);
    assert.is((await ask('GET /_local/info', { headers: { authorization: 'Bearer operator' } })).status, 200);
  } finally {
    await guarded.close();
  }
});

test('what is there is listed for people, without a script, and nothing is kept by a cache', async () => {
  const { request: ask, close } = await serveService();
  try {
    const page = await ask('GET /_local/');
    assert.equal(
      [page.status, page.headers['content-type'], page.headers['cache-control'], page.headers['x-content-type-options']],
      [200, 'text/html; charset=utf-8', 'no-store', 'nosniff'],
    );
    assert.match(
      page.headers['content-security-policy'] as string,
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    assert.not.match(page.text, /<script|https?:/);
    assert.match(page.text, /<a href="\/_local\/requests"><code>\/_local\/requests<\/code><\/a>/);
    assert.equal(
      [
        (await ask('PUT /_local/clock')).status,
        (await ask('PUT /_local/clock')).headers['allow'],
        (await ask('GET /_local/none')).status,
        (await ask('HEAD /_local/health')).text,
      ],
      [405, 'GET, POST, HEAD', 404, ''],
    );
  } finally {
    await close();
  }
});

test.run();
