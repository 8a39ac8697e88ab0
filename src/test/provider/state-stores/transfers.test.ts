import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEngines, stateOf, type StateEngine } from './support.ts';

/** A service of a few answers, whose content is at addresses of its own. `statuses`: of the next requests of content; then 200. */
const test = suite('transfers of states');
const requests: string[] = [];
let statuses: number[] = [];
let uploadAddress: string | null = null;
let engine: StateEngine;
const server = createServer((incoming, response) => {
  const path = incoming.url!.split('?')[0]!;
  const json = (data: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  incoming.resume().once('end', () => {
    requests.push(`${incoming.method} ${path}${incoming.headers.authorization ? ' with a token' : ''}`);
    if (path.startsWith('/content/')) response.writeHead(statuses.shift() ?? 200).end('{"serial":1}');
    else if (path.endsWith('/workspaces/net-a')) json({ id: 'ws-1', type: 'workspaces', attributes: { name: 'net-a', locked: false } });
    else if (path.endsWith('/state-versions')) json({ id: 'sv-2', attributes: { 'hosted-state-upload-url': uploadAddress } }, 201);
    else if (path.endsWith('/current-state-version'))
      json({ id: 'sv-1', attributes: { status: 'finalized', 'hosted-state-download-url': `${address()}/content/signed-canary` } });
    else json({ id: 'ws-1', type: 'workspaces', attributes: { name: 'net-a', locked: false } });
  });
});
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const engines = await openEngines(address);
test.before(async () => {
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  engine = await engines.open({ prefix: 'net-' });
});
test.before.each(() => {
  requests.length = 0;
  statuses = [];
  uploadAddress = `${address()}/content/signed-canary`;
});
test.after(async () => {
  await engines.close();
  server.closeAllConnections();
  await new Promise((done) => {
    server.close(done);
  });
});
const contentRequests = () => requests.filter((request) => request.includes('/content/'));
const large = stateOf(2, { padding: 'x'.repeat(1_100_000) });

test('a download that fails for the moment is repeated, without a token', async () => {
  statuses = [503, 429];
  const { state, errors } = await engine.read('a');
  assert.equal([state.toString(), errors], ['{"serial":1}', []]);
  assert.equal(
    contentRequests(),
    Array.from({ length: 3 }, () => 'GET /content/signed-canary'),
  );
});

test('a download that fails three times, or for good, is an error that names the host and not the address', async () => {
  const failed = (status: number) => [
    `Could not download the state | The request of its content at ${address().slice(7)} failed: it was answered with ${status}.`,
  ];
  statuses = [500, 502, 503];
  assert.equal((await engine.read('a')).errors, failed(503));
  requests.length = 0;
  statuses = [403];
  assert.equal((await engine.read('a')).errors, failed(403));
  assert.equal(contentRequests(), ['GET /content/signed-canary']);
});

test('an upload that fails for the moment is repeated, and the workspace is unlocked after it', async () => {
  statuses = [503];
  assert.equal(await engine.write('a', large), []);
  assert.equal(requests, [
    'GET /api/v2/organizations/acme/workspaces/net-a with a token',
    'POST /api/v2/workspaces/ws-1/actions/lock with a token',
    'POST /api/v2/workspaces/ws-1/state-versions with a token',
    'PUT /content/signed-canary',
    'PUT /content/signed-canary',
    'POST /api/v2/workspaces/ws-1/actions/unlock with a token',
  ]);
});

test('an upload that is refused is an error, and the workspace is unlocked all the same', async () => {
  statuses = [413];
  assert.equal(await engine.write('a', large), [
    `Could not upload the state | The request of its content at ${address().slice(7)} failed: it was answered with 413.`,
  ]);
  assert.is(requests.at(-1), 'POST /api/v2/workspaces/ws-1/actions/unlock with a token');
});

test('a service that gives no address, or none of http, stores nothing, and the error says so', async () => {
  uploadAddress = null;
  assert.equal(await engine.write('a', large), ['The service gave no address for the content of the state | Nothing was stored.']);
  uploadAddress = 'file:///etc/hostname';
  assert.equal(await engine.write('a', large), ['The service gave an address of a state that is none | Expected one of http or https.']);
  assert.equal(contentRequests(), []);
});

test.run();
