import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLine } from '../../src/client/open-line.ts';
import { serve } from './support/server.ts';

// Beside requests.test.ts: nock, once loaded, stands between us and real sockets.
const Connections = suite('line connections');

Connections('connections are kept: ten requests one after another use one', async () => {
  const server = await serve(() => ({ body: { data: null } }));
  const line = openLine({ service: 'workspaces', address: server.address, token: 'tok-literal-7' });
  for (let n = 0; n < 10; n++) await line.call({ method: 'GET', effect: 'read', path: '/x' });
  assert.is(server.connections(), 1);
  await server.close();
});

Connections('ten at once use ten, and the next ten the same ones', async () => {
  const server = await serve(async () => { await new Promise((resolve) => setTimeout(resolve, 20)); return { body: { data: null } }; });
  const line = openLine({ service: 'workspaces', address: server.address, token: 'tok-literal-11' });
  const ten = () => Promise.all(Array.from({ length: 10 }, () => line.call({ method: 'GET', effect: 'read', path: '/x' })));
  await ten();
  await ten();
  assert.is(server.connections(), 10);
  await server.close();
});

Connections.run();
