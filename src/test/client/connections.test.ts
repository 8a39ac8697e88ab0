import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openServiceClient } from '../../client/open-service-client.ts';
import { startServer } from './support/server.ts';

// Beside requests.test.ts: nock, once loaded, stands between us and real sockets.
const Connections = suite('line connections');

Connections('connections are kept: ten requests one after another use one', async () => {
  const server = await startServer(() => ({ body: { data: null } }));
  const client = openServiceClient({ service: 'workspaces', address: server.address, token: 'tok-literal-7' });
  for (let n = 0; n < 10; n++) await client.call({ method: 'GET', effect: 'read', path: '/x' });
  assert.is(server.connections(), 1);
  await server.close();
});

Connections('ten at once use ten, and the next ten the same ones', async () => {
  const server = await startServer(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { body: { data: null } };
  });
  const client = openServiceClient({ service: 'workspaces', address: server.address, token: 'tok-literal-11' });
  const ten = () => Promise.all(Array.from({ length: 10 }, () => client.call({ method: 'GET', effect: 'read', path: '/x' })));
  await ten();
  await ten();
  assert.is(server.connections(), 10);
  await server.close();
});

Connections('a create that could not be looked for goes over a connection of its own: one that idled may be dead', async () => {
  const used = new WeakSet<Socket>();
  const server = http.createServer((request, response) => {
    // Takes one request per connection and never says so.
    if (used.has(request.socket)) return void request.socket.destroy();
    used.add(request.socket);
    request.resume().on('end', () => response.end('{"data":{"id":"run-1"}}'));
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = openServiceClient({
    service: 'workspaces',
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'tok-literal-12',
  });
  await client.call({ method: 'GET', effect: 'read', path: '/x' });
  const answer = await client.call({
    method: 'POST',
    effect: 'create',
    path: '/no-code-modules/nocode-1/workspaces/ws-1/upgrade',
    body: {},
  });
  assert.equal(answer.body, { data: { id: 'run-1' } });
  server.close();
  server.closeAllConnections();
});

Connections('a read over a connection that died while it idled is sent again at once', async () => {
  let dropped = 0;
  const used = new WeakSet<Socket>();
  const server = http.createServer((request, response) => {
    if (used.has(request.socket)) {
      dropped += 1;
      return void request.socket.destroy();
    }
    used.add(request.socket);
    response.end('{"data":1}');
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // With this luck any back-off would take longer than the deadline.
  const client = openServiceClient({
    service: 'workspaces',
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'tok-literal-13',
    random: () => 1_000,
    deadline: 5_000,
  });
  for (let n = 0; n < 3; n++) assert.equal((await client.call({ method: 'GET', effect: 'read', path: '/x' })).body, { data: 1 });
  assert.is(dropped, 1);
  server.close();
  server.closeAllConnections();
});

Connections.run();
