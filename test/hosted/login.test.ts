import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../service/src/store/new-id.ts';
import { createApiToken, createUser } from '../../service/src/workspaces/organizations/bootstrap.ts';
import { createTestService, type TestService } from '../../service/test/support.ts';

const test = suite<{ bench: TestService }>('terraform login');
test.before.each(async (context) => {
  context.bench = await createTestService({ profile: 'hosted' });
});
test.after.each(async ({ bench: { close } }) => {
  await close();
});

const verifier = 'a-verifier-that-only-the-program-knows-0123456789';
const redirect = 'http://localhost:10000/login';
const asked = (more: Record<string, string> = {}): string =>
  new URLSearchParams({
    client_id: 'slipway-cli',
    response_type: 'code',
    redirect_uri: redirect,
    state: 's-1',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...more,
  }).toString();
const basic = (password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`,
});
const send = (
  service: TestService,
  method: string,
  path: string,
  { body, headers = {} }: { readonly body?: string; readonly headers?: Record<string, string> } = {},
): Promise<Response> =>
  service.service.fetch(
    new Request(`http://slipway.test${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(body === undefined ? {} : { body }),
    }),
  );
/** The fields of the form that a person is shown, as a browser sends them. */
const form = async (service: TestService, more: Record<string, string> = {}, token = 'owner-token'): Promise<string> => {
  const page = await (await send(service, 'GET', `/app/oauth2/auth?${asked(more)}`, { headers: basic(token) })).text();
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return new URLSearchParams(fields.map(([, name, value]): [string, string] => [name!, value!])).toString();
};
const agree = (service: TestService, body: string, headers: Record<string, string> = {}, token = 'owner-token'): Promise<Response> =>
  send(service, 'POST', '/app/oauth2/auth', { body, headers: { ...basic(token), ...headers } });
const code = async (service: TestService): Promise<string> => {
  const answer = await agree(service, await form(service));
  return new URL(answer.headers.get('location')!).searchParams.get('code')!;
};
const trade = (service: TestService, given: string, more: Record<string, string> = {}): Promise<Response> =>
  send(service, 'POST', '/oauth/token', {
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'slipway-cli',
      code: given,
      redirect_uri: redirect,
      code_verifier: verifier,
      ...more,
    }).toString(),
  });

test('a person is asked, agrees, and the program has a token of theirs', async ({ bench: service }) => {
  const page = await send(service, 'GET', `/app/oauth2/auth?${asked()}`, { headers: basic('owner-token') });
  assert.is(page.status, 200);
  assert.match(await page.text(), 'A program that listens at http://localhost:10000/login asks for an API token of olivia.');
  const agreed = await agree(service, await form(service));
  const back = new URL(agreed.headers.get('location')!);
  assert.equal([agreed.status, back.origin + back.pathname, back.searchParams.get('state')], [303, redirect, 's-1']);
  const traded = await trade(service, back.searchParams.get('code')!);
  const { access_token: token, ...rest } = (await traded.json()) as { access_token: string };
  assert.equal([traded.status, traded.headers.get('cache-control'), rest], [200, 'no-store', { token_type: 'bearer' }]);
  assert.is((await service.request('GET /account/details', undefined, { token })).body.data.attributes.username, 'olivia');
});
test('a browser without a token is asked for one', async ({ bench: service }) => {
  const answer = await send(service, 'GET', `/app/oauth2/auth?${asked()}`);
  assert.equal([answer.status, answer.headers.get('www-authenticate')?.startsWith('Basic ')], [401, true]);
});
test('a code is good once, for five minutes, for who asked', async ({ bench: service }) => {
  const told = async (answer: Response): Promise<readonly [number, string]> => [
    answer.status,
    ((await answer.json()) as { error: string }).error,
  ];
  const used = await code(service);
  assert.is((await trade(service, used)).status, 200);
  assert.equal(await told(await trade(service, used)), [400, 'invalid_grant']);
  const stolen = await code(service);
  assert.equal(await told(await trade(service, stolen, { code_verifier: 'another' })), [400, 'invalid_grant']);
  assert.equal(await told(await trade(service, stolen)), [400, 'invalid_grant'], 'a code that was tried is spent');
  assert.equal(await told(await trade(service, await code(service), { redirect_uri: 'http://localhost:10001/login' })), [
    400,
    'invalid_grant',
  ]);
  const old = await code(service);
  service.clock.advance(5 * 60_000);
  assert.equal(await told(await trade(service, old)), [400, 'invalid_grant']);
  assert.equal(await told(await trade(service, 'x', { grant_type: 'password' })), [400, 'unsupported_grant_type']);
});
test('only a program of this machine that can prove itself is asked for', async ({ bench: service }) => {
  for (const [name, value] of [
    ['redirect_uri', 'https://evil.example/'],
    ['redirect_uri', 'http://localhost.evil.example/'],
    ['redirect_uri', 'http://localhost:9999/login'],
    ['redirect_uri', 'http://localhost:10011/login'],
    ['redirect_uri', 'http://localhost/login'],
    ['redirect_uri', 'http://a:b@localhost:10000/login'],
    ['redirect_uri', 'http://localhost:10000/login#x'],
    ['redirect_uri', 'https://localhost:10000/login'],
    ['code_challenge_method', 'plain'],
    ['code_challenge', 'short'],
    ['response_type', 'token'],
    ['client_id', 'x'],
  ] as const) {
    const answer = await send(service, 'GET', `/app/oauth2/auth?${asked({ [name]: value })}`, { headers: basic('owner-token') });
    assert.equal([answer.status, ((await answer.json()) as any).errors[0].source], [400, { parameter: name }]);
  }
});
test('every port that discovery names is redirected to', async ({ bench: service }) => {
  const discovery = await (await send(service, 'GET', '/.well-known/terraform.json')).json();
  assert.equal((discovery as any)['login.v1'].ports, [10000, 10010]);
  for (let port = 10000; port <= 10010; port++) {
    const answer = await agree(service, await form(service, { redirect_uri: `http://127.0.0.1:${port}/login` }));
    assert.equal([answer.status, new URL(answer.headers.get('location')!).host], [303, `127.0.0.1:${port}`]);
  }
});

const refusal = async (answer: Response): Promise<readonly unknown[]> => [answer.status, ((await answer.json()) as any).errors[0].detail];
const otherPage = [403, 'this form was sent by a page of another site; open the address that the program prints, and answer there'];
const otherForm = [400, 'expected the value of the form, which is valid for ten minutes; start the login again'];

test('a page of another site cannot agree for the person', async ({ bench: service }) => {
  const shown = await form(service);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://slipway.test:81' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://slipway.test', 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[])
    assert.equal(await refusal(await agree(service, shown, { host: 'slipway.test', ...headers })), otherPage, JSON.stringify(headers));
  // An old browser names no origin: the form itself must prove where it comes from.
  assert.equal(await refusal(await agree(service, asked())), otherForm);
  assert.is(
    (await agree(service, shown, { host: 'slipway.test', origin: 'https://slipway.test', 'sec-fetch-site': 'same-origin' })).status,
    303,
  );
});

test('a form is good for the person, the program and the request it was shown for, for ten minutes', async ({ bench: service }) => {
  const fields = async (more: Record<string, string>): Promise<string> =>
    new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(await form(service))), ...more }).toString();
  assert.equal(await refusal(await agree(service, await fields({ redirect_uri: 'http://localhost:10001/login' }))), otherForm);
  assert.equal(await refusal(await agree(service, await fields({ state: 'other' }))), otherForm);
  assert.equal(await refusal(await agree(service, await fields({ code_challenge: 'x'.repeat(43) }))), otherForm);
  assert.equal(await refusal(await agree(service, await fields({ consent: '' }))), otherForm);
  assert.equal(await refusal(await agree(service, await fields({ consent: '9999999999999.x' }))), otherForm);
  const shown = await form(service);
  await service.store.write(async (tx) => {
    const user = await createUser(tx, { clock: service.clock, newId }, { name: 'mallory' });
    await createApiToken(tx, { clock: service.clock, newId }, { secret: 'mallory-token', owner: { kind: 'user', id: user.id } });
  });
  assert.equal(await refusal(await agree(service, shown, {}, 'mallory-token')), otherForm, 'nor can one be shown to another person');
  service.clock.advance(10 * 60_000);
  assert.equal(await refusal(await agree(service, shown)), otherForm);
});
test.run();
