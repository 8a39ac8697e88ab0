import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConnectionError, ServiceError } from '../../client/contract/errors.ts';
import { clientTo, rejectionOf } from './support/client.ts';
import { type ScriptedResponse, startServer } from './support/server.ts';

const Retries = suite('line retries');

const answers = (...says: ScriptedResponse[]) => startServer((_, nth) => says[Math.min(nth, says.length) - 1] as ScriptedResponse);
const read = { method: 'GET', effect: 'read', path: '/workspaces/ws-1' } as const;
const create = { method: 'POST', effect: 'create', path: '/organizations/acme/workspaces', body: { name: 'a' } } as const;
const made = { status: 200, headers: { get: () => null }, body: { data: { id: 'ws-9' } }, requestId: null };

for (const status of [429, 500, 502, 503, 504])
  Retries(`a read that was answered ${status} twice is sent a third time`, async () => {
    const server = await answers({ status }, { status }, { body: { data: 1 } });
    assert.equal((await clientTo(server.address).call(read)).body, { data: 1 });
    assert.is(server.seen.length, 3);
    await server.close();
  });

Retries('a read whose connection broke twice is sent a third time', async () => {
  const server = await answers({ reset: true }, { reset: true }, { body: { data: 1 } });
  assert.equal((await clientTo(server.address).call(read)).body, { data: 1 });
  assert.is(server.seen.length, 3);
  await server.close();
});

Retries("a 500 that stays is reported after four attempts, with the service's words and request id", async () => {
  const server = await answers({
    status: 500,
    body: { errors: [{ status: '500', title: 'internal', detail: 'disk on fire' }] },
    headers: { 'x-request-id': 'req-1' },
  });
  const error = (await rejectionOf(clientTo(server.address).call(read))) as ServiceError;
  assert.is(
    error.message,
    `GET ${server.address}/api/v2/workspaces/ws-1 answered 500: internal: disk on fire (request id req-1, after 4 attempts)`,
  );
  assert.is(server.seen.length, 4);
  await server.close();
});

Retries('a 422 is not tried again', async () => {
  const server = await answers({ status: 422, body: { errors: [{ title: 'invalid' }] } });
  assert.instance(await rejectionOf(clientTo(server.address).call(read)), ServiceError);
  assert.is(server.seen.length, 1);
  await server.close();
});

Retries('an unlock that is answered 503 until the state is final succeeds', async () => {
  const server = await answers({ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 }, { body: { data: { id: 'ws-1' } } });
  const answer = await clientTo(server.address).call({ method: 'POST', effect: 'put', path: '/workspaces/ws-1/actions/unlock' });
  assert.is(answer.status, 200);
  assert.is(server.seen.length, 5);
  await server.close();
});

Retries('a create after a 429 is simply sent again: it was not acted upon', async () => {
  const server = await answers({ status: 429 }, { status: 201, body: { data: { id: 'ws-1' } } });
  let looked = 0;
  const answer = await clientTo(server.address).call({
    ...create,
    findExisting: async () => {
      looked++;
      return null;
    },
  });
  assert.equal(answer.body, { data: { id: 'ws-1' } });
  assert.is(looked, 0);
  await server.close();
});

for (const [what, say] of [
  ['reset', { reset: true }],
  ['500', { status: 500 }],
  ['502', { status: 502 }],
  ['503', { status: 503 }],
  ['504', { status: 504 }],
] as const) {
  Retries(`a create after ${what}: what is found is the answer, and nothing is sent again`, async () => {
    const server = await answers(say, { status: 201, body: { data: { id: 'ws-duplicate' } } });
    const answer = await clientTo(server.address).call({ ...create, findExisting: async () => made });
    assert.equal(answer.body, { data: { id: 'ws-9' } });
    assert.is(server.seen.length, 1);
    await server.close();
  });
  Retries(`a create after ${what}: what is not found is sent again`, async () => {
    const server = await answers(say, { status: 201, body: { data: { id: 'ws-1' } } });
    let looked = 0;
    const answer = await clientTo(server.address).call({
      ...create,
      findExisting: async () => {
        looked++;
        return null;
      },
    });
    assert.equal(answer.body, { data: { id: 'ws-1' } });
    assert.is(looked, 1);
    assert.is(server.seen.length, 2);
    await server.close();
  });
  Retries(`a create after ${what} that cannot be looked for is never sent again, and the error says so`, async () => {
    const server = await answers(say);
    const error = (await rejectionOf(clientTo(server.address).call(create))) as ServiceError;
    assert.is(server.seen.length, 1);
    assert.is(error.request.note, 'It may have been carried out; it was not sent again.');
    await server.close();
  });
}

Retries('a create whose last attempt failed is still looked for', async () => {
  const server = await answers({ status: 500 });
  let looked = 0;
  const answer = await clientTo(server.address).call({ ...create, findExisting: async () => (++looked === 4 ? made : null) });
  assert.equal(answer.body, { data: { id: 'ws-9' } });
  assert.is(server.seen.length, 4);
  await server.close();
});

Retries('when looking fails too, the first error is thrown and says that it is not known', async () => {
  const server = await answers({ reset: true });
  const error = (await rejectionOf(
    clientTo(server.address).call({
      ...create,
      findExisting: async () => {
        throw new Error('no list either');
      },
    }),
  )) as ConnectionError;
  assert.instance(error, ConnectionError);
  assert.is(error.request.note, 'It may have been carried out, and that could not be looked up: no list either');
  assert.is(server.seen.length, 1);
  await server.close();
});

Retries('a create that was made but answered with garbage is found', async () => {
  const server = await answers({ status: 201, text: '{"data": {"id": "ws-' });
  const answer = await clientTo(server.address).call({ ...create, findExisting: async () => made });
  assert.equal(answer.body, { data: { id: 'ws-9' } });
  assert.is(server.seen.length, 1);
  await server.close();
});

Retries('a delete whose connection broke and that then finds nothing is done', async () => {
  const server = await answers({ reset: true }, { status: 404 });
  const answer = await clientTo(server.address).call({ method: 'DELETE', effect: 'delete', path: '/workspaces/ws-1' });
  assert.is(answer.status, 404);
  await server.close();
});

Retries('a delete that finds nothing at first is an error', async () => {
  const server = await answers({ status: 404 });
  assert.instance(
    await rejectionOf(clientTo(server.address).call({ method: 'DELETE', effect: 'delete', path: '/workspaces/ws-1' })),
    ServiceError,
  );
  await server.close();
});

Retries('a create to a service that is not there yet is sent when it is: nothing had been sent', async () => {
  const gone = await startServer(() => ({}));
  const { port, address } = gone;
  await gone.close();
  const http = await import('node:http');
  const late = http.createServer((_, response) => {
    response.writeHead(201);
    response.end('{"data":{"id":"ws-1"}}');
  });
  setTimeout(() => late.listen(port, '127.0.0.1').unref(), 10);
  let looked = 0;
  const answer = await clientTo(address).call({
    ...create,
    findExisting: async () => {
      looked++;
      return null;
    },
  });
  assert.equal(answer.body, { data: { id: 'ws-1' } });
  assert.is(looked, 0);
  late.close();
  late.closeAllConnections();
});

Retries('nobody there: one sentence with the address and the setting', async () => {
  const gone = await startServer(() => ({}));
  await gone.close();
  const error = (await rejectionOf(clientTo(gone.address).call(read))) as ConnectionError;
  assert.is(
    error.message,
    `GET ${gone.address}/api/v2/workspaces/ws-1 failed: no server listens at ${gone.address} (connection refused) (after 5 ` +
      'attempts). Is the service running, and is `workspaces.address` (SLIPWAY_WORKSPACES_ADDRESS) right?',
  );
  assert.is(error.wasSent, false);
});

Retries('a redirect is not followed with the token; the error names the place', async () => {
  const server = await answers({ status: 301, headers: { location: 'https://elsewhere.example.com/api/v2/workspaces/ws-1' } });
  const error = (await rejectionOf(clientTo(server.address).call(read))) as ServiceError;
  assert.is(
    error.message,
    `GET ${server.address}/api/v2/workspaces/ws-1 answered 301: moved to https://elsewhere.example.com/api/v2/workspaces/ws-1`,
  );
  await server.close();
});

Retries.run();
