import { once } from 'node:events';
import { connect, type ClientHttp2Session } from 'node:http2';
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fc } from '@slipway/test-support/seed';
import { runs } from '@slipway/test-support/scale';
import { StreamClosed } from '../../../protocol/http2/body.ts';
import { serveConnection } from '../../../protocol/http2/connection.ts';
import { errorCode } from '../../../protocol/http2/http2-error.ts';
import { encodeHeaders } from '../../../protocol/http2/encode-headers.ts';
import { createFrameReader, encodeFrame, encodeNumber, frameFlag, frameType } from '../../../protocol/http2/frame.ts';
import type { Http2Stream } from '../../../protocol/http2/stream.ts';

const test = suite('a connection of HTTP/2');

const log: string[] = [];
const held: Http2Stream[] = [];
/** Echoes bodies, in two pieces; `/held` is never answered, `/early` before its body is read. */
const answer = async (stream: Http2Stream): Promise<void> => {
  const path = stream.headers.get(':path')!;
  stream.onClose(() => log.push(`closed ${path}`));
  if (path === '/held') return void held.push(stream);
  const received = path === '/early' ? Buffer.from('early') : await stream.readBody(1e9);
  if (path === '/large') await stream.send(Buffer.alloc(200_000));
  const body = path === '/count' ? Buffer.from(String(received.length)) : received;
  stream.sendHeaders(encodeHeaders({ ':status': '200' }));
  const half = body.length >> 1;
  await stream.send(body.subarray(0, half));
  await stream.send(body.subarray(half));
  stream.end(encodeHeaders({ 'x-end': path }));
};
const server = createServer((socket) => {
  const connection = serveConnection(socket, (stream) => {
    answer(stream).catch((error: unknown) => log.push(error instanceof StreamClosed ? 'StreamClosed' : String(error)));
  });
  connection.onClose(() => log.push('closed the connection'));
});
const clients: ClientHttp2Session[] = [];
const { port } = await (async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address() as AddressInfo;
})();
const client = (settings = {}): ClientHttp2Session => {
  const one = connect(`http://127.0.0.1:${port}`, { settings });
  clients.push(one);
  return one;
};
const send = async (one: ClientHttp2Session, path: string, body?: Buffer) => {
  const request = one.request({ ':path': path, ':method': 'POST' }, { endStream: body === undefined });
  const chunks: Buffer[] = [];
  let trailers = {};
  request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('trailers', (got: object) => (trailers = { ...got }));
  if (body) request.end(body);
  await once(request, 'close');
  return { body: Buffer.concat(chunks), trailers: { ...trailers } };
};
const logged = async (line: string): Promise<void> => {
  for (let tries = 0; tries < 500 && !log.includes(line); tries++) await sleep(5);
  assert.ok(log.includes(line), `${line}; got ${log.join(', ')}`);
};
test.before.each(() => {
  log.length = held.length = 0;
});
test.after(() => {
  for (const one of clients) one.destroy();
  server.close();
});

test("answers Node's client: nothing, a little, and more than any window, both ways", async () => {
  const one = client();
  for (const size of [0, 1, 16_384, 65_536, 5_000_000]) {
    const body = Buffer.alloc(size, size % 251);
    const got = await send(one, `/${size}`, body);
    assert.ok(got.body.equals(body), `${size} bytes`);
    assert.is((got.trailers as Record<string, string>)['x-end'], `/${size}`);
  }
  await logged('closed /5000000');
});

test('allows more than its own window of the connection', async () => {
  assert.is((await send(client(), '/count', Buffer.alloc(17 << 20))).body.toString(), String(17 << 20));
});

test('serves many requests of a connection at a time, and a client with the smallest windows', async () => {
  const one = client({ initialWindowSize: 100 });
  const bodies = Array.from({ length: 60 }, (_, at) => Buffer.alloc(at * 97, at));
  const answers = await Promise.all(bodies.map((body, at) => send(one, `/many/${at}`, body)));
  answers.forEach(({ body }, at) => assert.ok(body.equals(bodies[at]!), `request ${at}`));
});

test('takes a window that changes while an answer waits for it', async () => {
  const one = client({ initialWindowSize: 0 });
  const waiting = send(one, '/later', Buffer.alloc(300_000, 7));
  await sleep(50);
  one.settings({ initialWindowSize: 1 << 20 });
  assert.is((await waiting).body.length, 300_000);
});

test('answers before the body has come to its end: the client is told to send no more of it', async () => {
  const request = client().request({ ':path': '/early', ':method': 'POST' });
  request.write('begun');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'close');
  assert.is(Buffer.concat(chunks).toString(), 'early');
  assert.is(request.rstCode, errorCode.none);
});

test('a client that cancels, or leaves, closes what it began', async () => {
  const one = client();
  const cancelled = one.request({ ':path': '/held', ':method': 'POST' });
  cancelled.on('error', () => {});
  for (let tries = 0; tries < 500 && held.length < 1; tries++) await sleep(5);
  cancelled.close(8);
  await logged('closed /held');
  assert.ok(held[0]!.isClosed);
  const unfinished = one.request({ ':path': '/unfinished', ':method': 'POST' });
  unfinished.on('error', () => {});
  unfinished.write('begun');
  await new Promise<void>((resolve) => one.ping(() => resolve()));
  one.destroy();
  await logged('StreamClosed');
  await logged('closed the connection');
});

test('a server that ends a connection closes it for the client', async () => {
  const one = client();
  const request = one.request({ ':path': '/held' });
  request.on('error', () => {});
  for (let tries = 0; tries < 500 && held.length < 1; tries++) await sleep(5);
  held[0]!.connection.destroy();
  await once(one, 'close');
  await logged('closed /held');
});

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const { data, headers, settings, ping, windowUpdate, pushPromise, continuation, resetStream, goAway } = frameType;
/** The code of GOAWAY that these frames are answered by, or how the connection goes on. */
const codeAfter = async (...frames: readonly Buffer[]): Promise<number | string> => {
  const socket = connectSocket(port, '127.0.0.1');
  let outcome: number | string = 'closed without a word';
  const read = createFrameReader(({ type, flags, payload }) => {
    if (outcome !== 'closed without a word') return;
    if (type === goAway) outcome = payload.readUInt32BE(4);
    if (type === ping && flags & frameFlag.ack) outcome = 'served';
    if (type === resetStream) outcome = `reset by ${payload.readUInt32BE()}`;
    if (outcome !== 'closed without a word') socket.destroy();
  });
  read(preface);
  socket.on('data', (chunk: Buffer) => socket.destroyed || read(chunk));
  socket.write(Buffer.concat(frames));
  await once(socket, 'close');
  return outcome;
};
const request = encodeHeaders({ ':method': 'POST', ':scheme': 'http', ':path': '/held' });
const open = (stream = 1, flags: number = frameFlag.endHeaders): Buffer => encodeFrame(headers, flags, stream, request);
const pinged = encodeFrame(ping, 0, 0, Buffer.alloc(8));

test('keeps to the window of the connection where that of a stream is larger', async () => {
  const socket = connectSocket(port, '127.0.0.1');
  let received = 0;
  const read = createFrameReader(({ type, payload }) => {
    if (type === data) received += payload.length;
  });
  read(preface);
  socket.on('data', read);
  const large = encodeHeaders({ ':method': 'POST', ':path': '/large' });
  const wide = encodeFrame(settings, 0, 0, Buffer.from('000401000000', 'hex'));
  socket.write(Buffer.concat([preface, wide, encodeFrame(headers, frameFlag.endHeaders | frameFlag.endStream, 1, large)]));
  const settled = async (): Promise<number> => {
    for (let before = -1; before !== received || received === 0; await sleep(50)) before = received;
    return received;
  };
  assert.is(await settled(), 65_535);
  socket.write(encodeFrame(windowUpdate, 0, 0, encodeNumber(10_000)));
  for (let tries = 0; tries < 200 && received === 65_535; tries++) await sleep(5);
  assert.is(await settled(), 75_535);
  socket.destroy();
});

test('a client that breaks the protocol is reported by which code, and the connection ends', async () => {
  for (const [what, code, ...frames] of [
    ['HTTP/1', errorCode.protocol, Buffer.from('GET / HTTP/1.1\r\nhost: x\r\n\r\n')],
    ['a frame that is too long', errorCode.frameSize, preface, Buffer.from('004001000000000001', 'hex')],
    ['data on no stream', errorCode.protocol, preface, encodeFrame(data, 0, 0)],
    ['data before a request', errorCode.protocol, preface, encodeFrame(data, 0, 1)],
    ['a request on an even stream', errorCode.protocol, preface, open(2)],
    ['a request on no stream', errorCode.protocol, preface, open(0)],
    ['headers in the middle of a request', errorCode.protocol, preface, open(), open()],
    ['a header block with something in between', errorCode.protocol, preface, open(1, 0), pinged],
    ['a continuation of nothing', errorCode.protocol, preface, encodeFrame(continuation, 4, 1)],
    ['a header block that is none', errorCode.compression, preface, encodeFrame(headers, 4, 1, Buffer.from([0x80]))],
    ['settings of a stream', errorCode.protocol, preface, encodeFrame(settings, 0, 1)],
    ['settings of a wrong size', errorCode.frameSize, preface, encodeFrame(settings, 0, 0, Buffer.alloc(5))],
    ['a window that is too large', errorCode.flowControl, preface, encodeFrame(windowUpdate, 0, 0, encodeNumber(2 ** 31 - 1))],
    ['a window that grows by nothing', errorCode.protocol, preface, encodeFrame(windowUpdate, 0, 0, encodeNumber(0))],
    ['a ping of a wrong size', errorCode.frameSize, preface, encodeFrame(ping, 0, 0, Buffer.alloc(7))],
    ['a push', errorCode.protocol, preface, encodeFrame(pushPromise, 4, 1)],
    ['more padding than content', errorCode.protocol, preface, open(), encodeFrame(data, frameFlag.padded, 1, Buffer.from([9, 1]))],
  ] as const)
    assert.is(await codeAfter(...frames), code, what);
});

test('what is unknown or out of date is ignored', async () => {
  const reset = encodeFrame(resetStream, 0, 1, encodeNumber(8));
  for (const [what, ...frames] of [
    ['a frame of an unknown type', encodeFrame(0xfa, 0xff, 7, Buffer.alloc(3))],
    ['a priority', encodeFrame(frameType.priority, 0, 1, Buffer.alloc(5))],
    ['GOAWAY', encodeFrame(goAway, 0, 0, Buffer.alloc(8))],
    ['an acknowledgement of settings', encodeFrame(settings, frameFlag.ack, 0)],
    ['data of a request that was cancelled', open(), reset, encodeFrame(data, 0, 1, Buffer.alloc(10))],
    ['a window of a request that was cancelled', open(), reset, encodeFrame(windowUpdate, 0, 1, encodeNumber(1))],
    ['the end of a body behind headers', open(), encodeFrame(headers, 5, 1, encodeHeaders({ 'x-end': '1' }))],
  ] as const)
    assert.is(await codeAfter(preface, ...frames, pinged), 'served', what);
});

test('a thousand requests may be open, and one more is refused', async () => {
  const all = Array.from({ length: 1001 }, (_, at) => open(at * 2 + 1));
  assert.is(await codeAfter(preface, ...all, pinged), `reset by ${errorCode.refusedStream}`);
  assert.is(await codeAfter(preface, ...all.slice(0, 1000), pinged), 'served');
});

test('whatever bytes come, the connection ends or continues, and others are served', async () => {
  const frame = fc
    .tuple(
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 255 }),
      fc.integer({ min: 0, max: 9 }),
      fc.uint8Array({ maxLength: 40 }),
    )
    .map(([type, flags, stream, payload]) => encodeFrame(type, flags, stream, payload));
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 12 }), async (frames) => {
      const socket = connectSocket(port, '127.0.0.1');
      socket.on('error', () => {}).resume();
      socket.end(Buffer.concat([preface, ...frames]));
      await once(socket, 'close');
    }),
    { numRuns: runs(100) },
  );
  assert.is((await send(client(), '/after', Buffer.from('still there'))).body.toString(), 'still there');
});

test.run();
