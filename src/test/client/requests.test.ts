import nock from 'nock';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openServiceClient } from '../../client/open-service-client.ts';
import { collectAll, rejectionOf } from './support/client.ts';
import { startServer } from './support/server.ts';

const Requests = suite('line requests');
Requests.before(() => {
  if (!nock.isActive()) nock.activate();
});
Requests.after.each(() => {
  nock.cleanAll();
});
Requests.after(() => nock.restore());

Requests('a JSON:API request carries media type, bearer token and user agent, and its query is percent-encoded', async () => {
  let sent: Record<string, unknown> = {};
  nock('https://ws.example.com')
    .get('/api/v2/organizations/acme/workspaces?search%5Bname%5D=a%20b&include=vars%2Cprojects&flag=true')
    .reply(
      200,
      function () {
        sent = this.req.headers;
        return { data: [] };
      },
      { 'X-Request-Id': 'req-7' },
    );
  const client = openServiceClient({
    service: 'workspaces',
    address: 'https://ws.example.com/api/v2/',
    token: 'tok-literal-1',
    organization: 'acme',
    dialect: 'neutral',
    userAgent: 'slipway/0.1.0',
  });
  const answer = await client.call({
    method: 'GET',
    effect: 'read',
    path: '/organizations/acme/workspaces',
    query: { 'search[name]': 'a b', include: ['vars', 'projects'], flag: true, none: null, empty: [] },
  });
  assert.is(answer.status, 200);
  assert.equal(answer.body, { data: [] });
  assert.is(answer.requestId, 'req-7');
  assert.is(answer.headers.get('X-REQUEST-ID'), 'req-7');
  assert.is(String(sent['authorization']), 'Bearer tok-literal-1');
  assert.is(String(sent['content-type']), 'application/vnd.api+json');
  assert.is(String(sent['accept']), 'application/vnd.api+json');
  assert.is(String(sent['user-agent']), 'slipway/0.1.0');
});

Requests('a body is sent as JSON with its length in bytes', async () => {
  const server = await startServer(() => ({ status: 201, body: { data: { id: 'ws-1' } } }));
  const client = openServiceClient({ service: 'workspaces', address: server.address, token: 'tok-literal-2' });
  await client.call({
    method: 'POST',
    effect: 'create',
    path: '/organizations/acme/workspaces',
    body: { data: { attributes: { name: 'dépôt' } } },
  });
  assert.is(server.seen[0]?.body, '{"data":{"attributes":{"name":"dépôt"}}}');
  assert.is(server.seen[0]?.headers['content-length'], '42');
  await server.close();
});

Requests('the CI service is spoken to in plain JSON, its token in Ci-Token', async () => {
  nock('http://ci.example.com', {
    reqheaders: { 'ci-token': 'tok-literal-3', 'content-type': 'application/json', accept: 'application/json' },
    badheaders: ['authorization', 'circle-token'],
  })
    .get('/api/v2/me')
    .reply(200, { id: 'u1' });
  const client = openServiceClient({ service: 'ci', address: 'http://ci.example.com', token: 'tok-literal-3' });
  assert.equal((await client.call({ method: 'GET', effect: 'read', path: '/me' })).body, { id: 'u1' });
});

Requests('in the hosted profile the CI token goes in Circle-Token', async () => {
  nock('https://ci.example.com', { reqheaders: { 'circle-token': 'tok-literal-4' }, badheaders: ['ci-token'] })
    .get('/api/v2/me')
    .reply(200, { id: 'u1' });
  const client = openServiceClient({ service: 'ci', address: 'https://ci.example.com', token: 'tok-literal-4', dialect: 'hosted' });
  assert.is((await client.call({ method: 'GET', effect: 'read', path: '/me' })).status, 200);
});

Requests('a 204 has no body, and an accepted status is an answer', async () => {
  const server = await startServer(({ method }) =>
    method === 'DELETE' ? { status: 204 } : { status: 404, body: { errors: [{ status: '404', title: 'not found' }] } },
  );
  const client = openServiceClient({ service: 'workspaces', address: server.address, token: 'tok-literal-5' });
  assert.is((await client.call({ method: 'DELETE', effect: 'delete', path: '/varsets/varset-1' })).body, null);
  const answer = await client.call({ method: 'GET', effect: 'read', path: '/varsets/varset-1', acceptedStatuses: [404] });
  assert.is(answer.status, 404);
  assert.equal(answer.body, { errors: [{ status: '404', title: 'not found' }] });
  await server.close();
});

Requests('a call whose answer is text gives it as a string', async () => {
  const server = await startServer(() => ({ text: 'Workspace update completed', headers: { 'content-type': 'text/plain' } }));
  const client = openServiceClient({ service: 'workspaces', address: server.address, token: 'tok-literal-6' });
  assert.is((await client.call({ method: 'POST', effect: 'put', path: '/x', text: true })).body, 'Workspace update completed');
  await server.close();
});

Requests('an injected fetch takes the place of the network, lists included', async () => {
  const requests: string[] = [];
  const fetch = async (request: Request) => {
    requests.push(`${request.method} ${request.url} ${request.headers.get('authorization')} ${await request.text()}`);
    return Response.json({ data: [{ id: 'ws-1', type: 'workspaces' }] }, { headers: { 'x-request-id': 'r1' } });
  };
  const client = openServiceClient({ service: 'workspaces', address: 'http://embedded.test', token: 'tok-literal-8', fetch });
  await client.call({ method: 'PATCH', effect: 'put', path: '/workspaces/ws-1', body: { a: 1 } });
  assert.equal(await collectAll(client.list({ path: '/organizations/acme/workspaces' })), [{ id: 'ws-1', type: 'workspaces' }]);
  assert.equal(requests, [
    'PATCH http://embedded.test/api/v2/workspaces/ws-1 Bearer tok-literal-8 {"a":1}',
    'GET http://embedded.test/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=1&page%5Bsize%5D=100 Bearer tok-literal-8 ',
  ]);
});

Requests('an address that cannot be right is refused with the name of its setting', () => {
  const open = (address: string) => () => openServiceClient({ service: 'workspaces', address, token: 'tok-literal-9' });
  assert.throws(open('ws.example.com'), /`workspaces\.address` \(SLIPWAY_WORKSPACES_ADDRESS\) is "ws\.example\.com": that is not a URL/);
  assert.throws(open('ftp://ws.example.com'), /expected http:\/\/ or https:\/\//);
  assert.throws(
    open('https://me:hunter2hunter2@ws.example.com'),
    (error: Error) => /no user name and no password/.test(error.message) && !error.message.includes('hunter2'),
  );
  assert.is(
    openServiceClient({ service: 'ci', address: 'https://ci.example.com/base/api/v2/', token: 'tok-literal-9' }).address,
    'https://ci.example.com/base',
  );
});

Requests('a token with a line break, or none, is refused before it is sent', () => {
  assert.throws(
    () => openServiceClient({ service: 'ci', address: 'https://ci.example.com', token: '' }),
    /`ci\.token` \(SLIPWAY_CI_TOKEN\) is empty/,
  );
  assert.throws(
    () => openServiceClient({ service: 'ci', address: 'https://ci.example.com', token: 'secret-part\n' }),
    (error: Error) => /line break/.test(error.message) && !error.message.includes('secret-part'),
  );
});

Requests('a certificate nobody vouches for is one clear sentence, and is not tried twice', async () => {
  nock('https://ws.example.com')
    .get('/api/v2/x')
    .replyWithError(Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }));
  const client = openServiceClient({ service: 'workspaces', address: 'https://ws.example.com', token: 'tok-literal-10' });
  const error = await rejectionOf(client.call({ method: 'GET', effect: 'read', path: '/x' }));
  assert.is(
    error.message,
    'GET https://ws.example.com/api/v2/x failed: the certificate of ws.example.com is not trusted ' +
      "(DEPTH_ZERO_SELF_SIGNED_CERT). Name its issuer's certificate in NODE_EXTRA_CA_CERTS.",
  );
});

Requests.run();
