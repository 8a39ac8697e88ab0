import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { resolveRequestOrigin } from '../../src/http/request-origin.ts';
import { defaultSettings } from '../../src/http/settings.ts';
import type { ServiceSettings } from '../../src/http/route.ts';
import { isNetwork, isInNetworks } from '../../src/http/trusted-proxies.ts';
import { createTestService } from '../support.ts';

const origin = suite('the address of a request');

const resolve = (headers: Record<string, string>, settings: Partial<ServiceSettings> = {}, peer = '10.0.0.7'): string =>
  resolveRequestOrigin({ peer, header: (name) => headers[name] }, { ...defaultSettings, ...settings });
const behind = { trustedProxies: ['10.0.0.0/8', 'fd00::/8'] };

origin('is http and the Host header where nothing else is said', () => {
  assert.is(resolve({ host: 'slipway.test:4000' }), 'http://slipway.test:4000');
  assert.is(resolve({}), 'http://127.0.0.1');
});

origin('is the public one wherever the request came from', () => {
  const settings = { ...behind, publicUrl: 'https://slipway.example' };
  assert.is(resolve({ host: 'a', 'x-forwarded-host': 'b', 'x-forwarded-proto': 'http' }, settings), 'https://slipway.example');
});

origin('is what a trusted proxy reports', () => {
  assert.is(resolve({ host: 'inside:4000', 'x-forwarded-proto': 'https' }, behind), 'https://inside:4000');
  assert.is(
    resolve({ host: 'inside:4000', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'slipway.example' }, behind),
    'https://slipway.example',
  );
  assert.is(
    resolve({ host: 'inside', forwarded: 'for=192.0.2.1;proto=https;host="slipway.example:8443"' }, behind),
    'https://slipway.example:8443',
  );
  assert.is(resolve({ host: 'inside', forwarded: 'Proto=HTTPS;Host=[2001:db8::1]' }, behind, '::ffff:10.1.2.3'), 'https://[2001:db8::1]');
});

origin('does not follow the headers of anybody else', () => {
  const headers = {
    host: 'inside',
    forwarded: 'proto=https;host=evil.test',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.test',
  };
  assert.is(resolve(headers, behind, '192.0.2.1'), 'http://inside');
  assert.is(resolve(headers, behind, ''), 'http://inside');
  assert.is(resolve(headers), 'http://inside');
});

origin('is that of the element which a trusted proxy added, not of one that the client wrote', () => {
  const client = 'for=192.0.2.9;proto=http;host=evil.test';
  assert.is(resolve({ host: 'inside', forwarded: `${client}, for=192.0.2.1;proto=https;host=good.test` }, behind), 'https://good.test');
  const chain = `${client}, for=192.0.2.1;proto=https;host=good.test, for="[fd00::1]:44";proto=http;host=middle.test`;
  assert.is(resolve({ host: 'inside', forwarded: chain }, behind), 'https://good.test');
  assert.is(
    resolve({ host: 'inside', 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'evil.test, good.test' }, behind),
    'https://good.test',
  );
});

origin('is never an invalid host', () => {
  for (const host of ['evil.test/path', 'user@evil.test', 'a b', '', '"', 'x'.repeat(300), 'a:123456'])
    assert.is(resolve({ host: 'inside', 'x-forwarded-host': host }, behind), 'http://inside', host);
  assert.is(resolve({ host: 'inside', 'x-forwarded-proto': 'javascript' }, behind), 'http://inside');
  assert.is(resolve({ host: 'inside', forwarded: `host=a;${'x'.repeat(5000)}` }, behind), 'http://inside');
});

origin('knows addresses and networks of both families', () => {
  assert.equal(
    ['10.0.0.7', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0', '10.0.0.0/33', 'fd00::/129', '10.0.0', 'localhost', '', '10.0.0.7/'].map(
      isNetwork,
    ),
    [true, true, true, true, true, false, false, false, false, false, false],
  );
  assert.equal(
    ['10.0.0.7', '10.0.0.8', '::ffff:10.0.0.7', 'fetch'].map((peer) => isInNetworks(peer, ['10.0.0.7'])),
    [true, false, true, false],
  );
});

origin('stands in the links of lists', async () => {
  const { request, close } = await createTestService({ settings: { publicUrl: 'https://slipway.example' } });
  const { body } = await request('GET /organizations/acme/workspaces');
  assert.is(body.links.first, 'https://slipway.example/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=1&page%5Bsize%5D=20');
  await close();
});

const headers = suite('headers of every answer of the hosted dialect');

headers('name the version, the product and the pace', async () => {
  const { request, close } = await createTestService({ profile: 'hosted' });
  const made = { data: { type: 'workspaces', attributes: { name: 'web' } } };
  for (const [row, status, token, body] of [
    ['GET /organizations/acme', 200, 'owner-token', undefined],
    ['POST /organizations/acme/workspaces', 201, 'owner-token', made],
    ['POST /organizations/acme/workspaces', 422, 'owner-token', made],
    ['GET /organizations/acme', 401, null, undefined],
    ['GET /workspaces/ws-none', 404, 'owner-token', undefined],
    ['GET /nothing-here', 404, 'owner-token', undefined],
    ['PUT /workspaces/ws-none', 405, 'owner-token', undefined],
  ] as const) {
    const answer = await request(row, body, { token });
    assert.is(answer.status, status, row);
    assert.equal(
      ['tfp-api-version', 'tfp-appname', 'x-ratelimit-limit'].map((name) => answer.headers.get(name)),
      ['2.6', 'HCP Terraform', '0'],
      row,
    );
  }
  await close();
});

headers('tell what is left of the pace where there is one, and the version of the self-hosted edition', async () => {
  const { request, close } = await createTestService({ profile: 'hosted', settings: { rateLimit: 7, edition: 'self-hosted' } });
  const answer = await request('GET /organizations/acme');
  assert.equal(
    ['x-tfe-version', 'tfp-appname', 'x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => answer.headers.get(name)),
    ['1.0.0', null, '7', '6'],
  );
  await close();
});

headers('are not those of the neutral dialect', async () => {
  const { request, close } = await createTestService({ profile: 'neutral' });
  assert.is((await request('GET /organizations/acme')).headers.get('tfp-api-version'), null);
  await close();
});

origin.run();
headers.run();
