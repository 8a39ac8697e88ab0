import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService, type RunningService } from '../src/start.ts';
import { ownerHeaders } from './control/served.ts';

const sockets = suite<{ started: RunningService }>('service on a socket');
sockets.before.each(async (context) => {
  context.started = await openService({ store: 'memory', token: 'first', test: true });
});
sockets.after.each(async (context) => {
  await context.started.close();
});

/** Sends bytes, answers the bytes that came back. */
const spoken = (port: number, bytes: string): Promise<string> =>
  new Promise((done, fail) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes);
    });
    socket.on('data', (chunk) => {
      heard += chunk.toString();
    });
    socket.on('close', () => done(heard));
    socket.on('error', fail);
  });

sockets('the first start makes an organization, its default project, an owner and one token', async ({ started }) => {
  assert.match(started.address, /^http:\/\/127\.0\.0\.1:[0-9]+$/);
  assert.is(started.firstToken, 'first');
  const answer = await fetch(`${started.address}/api/v2/organizations/slipway/projects`, { headers: { authorization: 'Bearer first' } });
  assert.is(answer.status, 200);
  assert.is(answer.headers.get('content-type'), 'application/vnd.api+json');
  assert.match(answer.headers.get('x-request-id')!, /^req-[A-Za-z0-9]{16}$/);
  const { data } = (await answer.json()) as { data: { attributes: { name: string } }[] };
  assert.equal(
    data.map((project) => project.attributes.name),
    ['Default Project'],
  );
  const account = await fetch(`${started.address}/api/v2/account/details`, { headers: { authorization: 'Bearer first' } });
  const { attributes } = ((await account.json()) as { data: { attributes: { username: string; email: string } } }).data;
  assert.equal([attributes.username, attributes.email], ['owner', 'owner@localhost']);
});

sockets('bytes on the wire are exactly these', async ({ started }) => {
  const heard = await spoken(
    started.port,
    'GET /api/v2/varsets/none HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer first\r\nConnection: close\r\n\r\n',
  );
  const [head, body] = heard.split('\r\n\r\n') as [string, string];
  assert.match(head, /^HTTP\/1\.1 404 Not Found\r\n/);
  assert.is(
    body,
    '{"errors":[{"status":"404","title":"not found","detail":"the variable set none was not found, or this token has no access to it"}]}',
  );
});

sockets('a request with two Host or Content-Length headers or not at all is 400, whatever its path', async ({ started }) => {
  const body = 'Content-Length: 2\r\nContent-Length: 3';
  for (const [words, head] of [
    ['two hosts', 'Host: one\r\nHost: two'],
    ['the same host twice', 'Host: one\r\nhOST: one'],
    ['two hosts apart', 'Host: one\r\nAuthorization: Bearer first\r\nHost: two'],
    ['no host', 'Authorization: Bearer first'],
    ['two lengths', `Host: one\r\n${body}`],
    ['the same length twice', 'Host: one\r\nContent-Length: 2\r\nContent-Length: 2'],
    ['a list of lengths', 'Host: one\r\nContent-Length: 2, 2'],
    ['a length and chunks', 'Host: one\r\nContent-Length: 2\r\nTransfer-Encoding: chunked'],
    ['chunks and a length', 'Host: one\r\nTransfer-Encoding: chunked\r\nContent-Length: 2'],
    ['chunks that are not last', 'Host: one\r\nTransfer-Encoding: chunked, gzip'],
    ['a space before the colon', 'Host : one'],
    ['a folded line', 'Host: one\r\nAuthorization: Bearer\r\n first'],
  ] as const)
    for (const path of ['/api/v2/account/details', '/api/v1.1/me', '/_local/health', 'http://three/api/v2/account/details']) {
      const heard = await spoken(started.port, `POST ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
      assert.is(heard.slice(0, 13), 'HTTP/1.1 400 ', `${words}: ${path}: ${heard.slice(0, 200)}`);
    }
});

/** A request that creates a variable set, with a body of so many spaces. */
const createSet = (length: number, framing: string): string => {
  const isChunked = framing.startsWith('Transfer');
  const headers = ['Host: here', 'Authorization: Bearer first', 'Content-Type: application/vnd.api+json', 'Connection: close', framing];
  const [before, after] = isChunked ? [`${length.toString(16)}\r\n`, '\r\n0\r\n\r\n'] : ['', ''];
  const head = ['POST /api/v2/organizations/slipway/varsets HTTP/1.1', ...headers, '', ''].join('\r\n');
  return `${head}${before}${' '.repeat(length)}${after}`;
};
const mebibyte = 1024 * 1024;

sockets('a body beyond the limit is answered 413, however large it is and however it is sent', async ({ started: { port } }) => {
  for (const [length, words] of [
    [3 * mebibyte, 'the body has 3145728 bytes; this endpoint takes at most 2097152'],
    [40 * mebibyte, 'the body has more than 33554432 bytes; this endpoint takes at most 2097152'],
  ] as const)
    for (const framing of [`Content-Length: ${length}`, 'Transfer-Encoding: chunked']) {
      const heard = await spoken(port, createSet(length, framing));
      assert.match(heard, /^HTTP\/1\.1 413 Payload Too Large\r\n/, framing);
      assert.is(heard.split('\r\n\r\n')[1], `{"errors":[{"status":"413","title":"payload too large","detail":"${words}"}]}`);
    }
});

sockets('after a body beyond the limit, the connection takes the next request', async ({ started: { port } }) => {
  const first = createSet(40 * mebibyte, `Content-Length: ${40 * mebibyte}`).replace('Connection: close\r\n', '');
  const heard = await spoken(port, `${first}GET /_local/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  assert.equal(heard.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
});

sockets('a body with a content coding is answered 415, by every service', async ({ started: { address } }) => {
  for (const [path, type] of [
    ['/api/v2/organizations/slipway/varsets', 'application/vnd.api+json'],
    ['/api/v2/context', 'application/json'],
    ['/_local/clock', 'application/json'],
  ] as const) {
    const send = (coding: string) =>
      fetch(`${address}${path}`, {
        method: 'POST',
        headers: { authorization: 'Bearer first', 'content-type': type, 'content-encoding': coding },
        body: '{}',
      });
    const refused = await send('gzip');
    assert.equal([refused.status, refused.headers.get('accept-encoding')], [415, 'identity'], path);
    assert.match(await refused.text(), 'the body came with Content-Encoding: gzip; send it without a content coding');
    assert.is.not((await send('identity')).status, 415);
  }
});

sockets('a target in absolute form is its path, and its host is the host of links', async ({ started: { port } }) => {
  const request = (target: string): string =>
    `GET ${target} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer first\r\nConnection: close\r\n\r\n`;
  for (const target of [
    '/api/v2/organizations/slipway',
    'http://there:8080/api/v2/organizations/slipway',
    '/_local',
    'HTTP://localhost/_local',
  ])
    assert.match(await spoken(port, request(target).replace('Host: here', 'Host: localhost')), /^HTTP\/1\.1 200 OK/, target);
  // Whoever names another host in the target is not on loopback, whatever the header has.
  assert.match(await spoken(port, request('http://there/_local').replace('Host: here', 'Host: localhost')), /^HTTP\/1\.1 404 /);
});

sockets('a planted fault breaks the connection before or after the call took effect', async ({ started: { address } }) => {
  const create = (name: string) =>
    fetch(`${address}/api/v2/organizations/slipway/varsets`, {
      method: 'POST',
      headers: ownerHeaders,
      body: `{"data":{"type":"varsets","attributes":{"name":"${name}"}}}`,
    });
  const names = async () =>
    (
      (await (await fetch(`${address}/api/v2/organizations/slipway/varsets`, { headers: ownerHeaders })).json()) as {
        data: { attributes: { name: string } }[];
      }
    ).data.map((set) => set.attributes.name);
  await fetch(`${address}/_local/faults`, {
    method: 'POST',
    body: '[{"fault":"lost-before","at":1,"method":"POST"},{"fault":"lost-after","at":2,"method":"POST"}]',
  });
  await create('one').then(
    () => assert.unreachable('the connection should have broken'),
    (error: Error) => assert.is(error.message, 'fetch failed'),
  );
  assert.equal(await names(), []);
  await create('two').then(
    () => assert.unreachable('the connection should have broken'),
    (error: Error) => assert.is(error.message, 'fetch failed'),
  );
  assert.equal(await names(), ['two']);
  assert.is((await create('three')).status, 200);
});

sockets('a body larger than any endpoint takes is refused, not read into memory', async ({ started: { address } }) => {
  const answer = await fetch(`${address}/api/v2/organizations/slipway/varsets`, {
    method: 'POST',
    headers: ownerHeaders,
    body: `"${'x'.repeat(2 * 1024 * 1024)}"`,
  });
  assert.is(answer.status, 413);
  assert.equal(await answer.json(), {
    errors: [{ status: '413', title: 'payload too large', detail: 'the body has 2097154 bytes; this endpoint takes at most 2097152' }],
  });
});

sockets.run();
