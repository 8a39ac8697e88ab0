import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { createJournal as journalOf, type JournalEntry } from '../../src/journal/journal.ts';
import { createMessageRecorder } from '../../src/journal/redaction.ts';
import { ciHeaders, ownerHeaders, type ServedService, serveService } from './served.ts';

const test = suite<{ service: ServedService }>('no secret is in the journal');
test.before.each(async (context) => {
  context.service = await serveService({ journalBodies: true });
});
test.after.each(async ({ service }) => {
  await service.close();
});

const kept = async ({ request: ask }: ServedService): Promise<any[]> => (await ask('GET /_local/requests')).body.entries;
const document = (type: string, attributes: object) => ({ headers: ownerHeaders, body: { data: { type, attributes } } });

test('values of variables unless they say that they are no secret, in requests and in answers', async ({ service }) => {
  const web = (await service.request('POST /api/v2/organizations/acme/workspaces', document('workspaces', { name: 'web' }))).body.data.id;
  await service.request(
    `POST /api/v2/workspaces/${web}/vars`,
    document('vars', { key: 'open', value: 'canary-open', category: 'env', sensitive: false }),
  );
  await service.request(
    `POST /api/v2/workspaces/${web}/vars`,
    document('vars', { key: 'hidden', value: 'canary-1', category: 'env', sensitive: true }),
  );
  await service.request(`POST /api/v2/workspaces/${web}/vars`, document('vars', { key: 'unsaid', value: 'canary-2', category: 'env' }));
  const entries = await kept(service);
  assert.equal(
    entries.slice(1).map(({ request }) => request.body.data.attributes.value),
    ['canary-open', '***', '***'],
  );
  // The answer to the last one says that it is no secret.
  assert.equal(
    entries.slice(1).map(({ response }) => response.body.data.attributes.value),
    ['canary-open', null, 'canary-2'],
  );
  assert.not.match(JSON.stringify(entries), /canary-1/);
});

test('the code of a login, in the address that the browser is sent to', async ({ service }) => {
  const query = new URLSearchParams({
    client_id: 'slipway-cli',
    response_type: 'code',
    redirect_uri: 'http://localhost:10000/login',
    state: 's-1',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update('canary-verifier').digest('base64url'),
  });
  const headers = { authorization: `Basic ${Buffer.from('ann:first').toString('base64')}` };
  const { text } = await service.request(`GET /app/oauth2/auth?${query}`, { headers });
  const consent = /name="consent" value="([^"]+)"/.exec(text)![1]!;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const agreed = await service.request('POST /app/oauth2/auth', {
    headers: { ...headers, ...form },
    body: new URLSearchParams([...query, ['consent', consent]]).toString(),
  });
  const code = new URL(String(agreed.headers['location'])).searchParams.get('code')!;
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    code_verifier: 'canary-verifier',
    redirect_uri: 'http://localhost:10000/login',
  });
  const traded = await service.request('POST /oauth/token', { headers: form, body: body.toString() });
  const entries = await kept(service);
  assert.is(entries[1].response.headers.location, 'http://localhost:10000/login?***');
  for (const secret of [code, consent, traded.body.access_token, 'canary-verifier']) assert.not.match(JSON.stringify(entries), secret);
});

test('tokens, however they are carried or made', async ({ service }) => {
  await service.request('GET /api/v2/me', {
    headers: { authorization: `Basic ${Buffer.from('first:').toString('base64')}`, cookie: 'session=canary-1', 'x-api-key': 'canary-2' },
  });
  await service.request('GET /api/v2/me?circle-token=first&circle-%74oken=canary-3');
  await service.request('GET /api/v2/me', { headers: { 'ci-token': 'first', 'x-note': 'first and last' } });
  await service.request('GET /api/v2/organizations/acme/projects?q=x&secret=canary-4', { headers: ownerHeaders });
  const me = (await service.request('GET /api/v2/account/details', { headers: ownerHeaders })).body.data.id;
  const made = (
    await service.request(`POST /api/v2/users/${me}/authentication-tokens`, document('authentication-tokens', { description: 'mine' }))
  ).body.data.attributes.token;
  assert.type(made, 'string');
  const text = JSON.stringify(await kept(service));
  for (const secret of [made, 'canary', 'Bearer', Buffer.from('first:').toString('base64'), 'first and'])
    assert.not.ok(text.includes(secret), secret);
  assert.ok(text.includes('"x-note":"*** and last"'));
});

test('keys, hidden values and webhook secrets of both services', async ({ service }) => {
  const { request: ask } = service;
  await ask(
    'POST /api/v2/organizations/acme/ssh-keys',
    document('ssh-keys', { name: 'deploy', value: '-----BEGIN OPENSSH PRIVATE KEY-----\ncanary-1\n-----END OPENSSH PRIVATE KEY-----' }),
  );
  const context = (await ask('POST /api/v2/context', { headers: ciHeaders, body: { name: 'deploy', owner: { slug: 'gh/acme' } } })).body.id;
  await ask(`PUT /api/v2/context/${context}/environment-variable/KEY`, { headers: ciHeaders, body: { value: 'canary-2' } });
  const project = (await ask('POST /api/v2/organization/gh/acme/project', { headers: ciHeaders, body: { name: 'web' } })).body;
  await ask(`POST /api/v2/project/${project.slug}/envvar`, { headers: ciHeaders, body: { name: 'KEY', value: 'canary-3' } });
  await ask('POST /api/v2/webhook', {
    headers: ciHeaders,
    body: {
      name: 'hook',
      url: 'https://example.com/?token=canary-4',
      events: ['job-completed'],
      'signing-secret': 'canary-5',
      'verify-tls': true,
      scope: { id: project.id, type: 'project' },
    },
  });
  await ask('POST /api/v2/pipeline/continue', {
    headers: ciHeaders,
    body: { 'continuation-key': 'canary-6', configuration: 'version: 2.1', parameters: { password: 'canary-7', colour: 'red' } },
  });
  const entries = await kept(service);
  assert.not.match(JSON.stringify(entries), /canary/);
  assert.equal(entries.at(-1).request.body, {
    'continuation-key': '***',
    configuration: 'version: 2.1',
    parameters: { password: '***', colour: 'red' },
  });
  assert.is(entries.find(({ path }) => path === '/api/v2/webhook').request.body.url, '***');
});

test('states, and the addresses under which they lie', async ({ service }) => {
  const { request: ask } = service;
  const web = (await ask('POST /api/v2/organizations/acme/workspaces', document('workspaces', { name: 'web' }))).body.data.id;
  await ask(`POST /api/v2/workspaces/${web}/actions/lock`, { headers: ownerHeaders });
  const content = '{"version":4,"resources":[],"outputs":{"canary":{"value":"canary-1","type":"string"}}}';
  const version = { serial: 1, md5: createHash('md5').update(content).digest('hex') };
  const made = (
    await ask(
      `POST /api/v2/workspaces/${web}/state-versions`,
      document('state-versions', { ...version, state: Buffer.from(content).toString('base64') }),
    )
  ).body.data;
  const download = new URL(made.attributes['hosted-state-download-url']).pathname;
  assert.is((await ask(`GET ${download}`)).text, content);
  const entries = await kept(service);
  const text = JSON.stringify(entries);
  for (const secret of ['canary', Buffer.from(content).toString('base64'), download.split('/').at(-1)!])
    assert.not.ok(text.includes(secret), secret);
  assert.equal([entries.at(-1).response.body, entries.at(-1).response.note], [null, 'a state, not kept']);
});

test('what is not JSON is not kept, and of what is long only the beginning', async ({ service }) => {
  const { request: ask } = service;
  await ask('POST /api/v2/organizations/acme/projects', { headers: ownerHeaders, body: '{"data": canary' });
  await ask('POST /api/v2/organizations/acme/projects', {
    headers: ownerHeaders,
    body: { data: { type: 'projects', attributes: { name: 'sea', description: 'x'.repeat(20_000) } } },
  });
  await ask('POST /api/v2/organizations/acme/projects', { headers: ownerHeaders, body: `"${'y'.repeat(600_000)}"` });
  const [broken, long, huge] = await kept(service);
  assert.equal([broken.request.body, broken.request.note], [null, '15 bytes that are no JSON, not kept']);
  assert.equal([long.request.body.length, long.request.note], [16_384, 'the first 16384 characters of 20073']);
  assert.equal([huge.request.body, huge.request.note], [null, '600002 bytes, too long to be kept']);
});

test('wherever in a document a hidden member stands, its value does not come through', () => {
  const keeping = createMessageRecorder([]);
  const name = fc.constantFrom(
    'token',
    'password',
    'signing-secret',
    'private_key',
    'value',
    'apiKey',
    'secret',
    'json-state',
    'continuation-key',
    'Set-Cookie',
    'client-credentials',
  );
  const nested = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc
        .tuple(name, fc.constantFrom<unknown>('CANARY', ['CANARY'], { a: 'CANARY' }, 'x CANARY y'))
        .map(([key, value]) => ({ [key]: value })),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('data', 'attributes', 'a', 'sensitive'), tie('tree'), { maxKeys: 3 }),
    ),
  })).tree;
  fc.assert(
    fc.property(nested, (tree) => {
      const text = JSON.stringify(tree);
      const found = keeping({
        request: { method: 'POST', target: '/', header: () => undefined, headers: () => [], body: Buffer.from(text), peer: 'fetch' },
        headers: {},
        body: text,
        token: undefined,
      });
      assert.not.match(JSON.stringify(found), /CANARY/);
    }),
    { numRuns: runs(500) },
  );
});

test('it takes no more memory than it may, and keeps the newest', () => {
  const small = journalOf(5, 100_000);
  const entry = (path: string, length: number): JournalEntry => ({
    at: '',
    service: 'ci',
    method: 'GET',
    path,
    operation: undefined,
    status: 200,
    requestId: '',
    milliseconds: 0,
    caller: undefined,
    requestBytes: 0,
    responseBytes: 0,
    request: { headers: [], body: 'x'.repeat(length) },
  });
  for (let index = 0; index < 7; index++) small.append(entry(`/${index}`, 10));
  assert.equal(
    small.entries().map(({ seq, entry: { path } }) => [seq, path]),
    [
      [3, '/2'],
      [4, '/3'],
      [5, '/4'],
      [6, '/5'],
      [7, '/6'],
    ],
  );
  small.append(entry('/long', 98_000));
  assert.equal(
    small.entries().map(({ entry: { path } }) => path),
    ['/4', '/5', '/6', '/long'],
  );
  small.append(entry('/longer', 200_000));
  assert.equal([small.entries().length, small.total], [0, 9]);
  small.append(entry(`/${'a'.repeat(5000)}`, 1));
  assert.is(small.entries()[0]!.entry.path.length, 2049);
});

test.run();
