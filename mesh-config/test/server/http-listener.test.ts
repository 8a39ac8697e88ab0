// watchdog: 30 s
import { connect, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHttpListener } from '../../src/http/http-listener.ts';

const test = suite('mesh-config HTTP listeners');
const clients: Socket[] = [];
test.after.each(() => {
  for (const one of clients.splice(0)) one.destroy();
});

const listening = async () => {
  let asked = 0;
  const listener = createHttpListener(
    (request, response) => {
      asked += 1;
      request.resume();
      if (request.url === '/big') response.end(Buffer.alloc(50_000_000));
      else if (request.url === '/soon')
        setTimeout(() => {
          response.end('all of it');
        }, 100);
      else if (request.url !== '/never')
        request.on('end', () => {
          response.end('x');
        });
    },
    { port: 0 },
  );
  await listener.start();
  return { listener, asked: () => asked };
};
/** One that has said this, and reads nothing. */
const client = async (port: number, bytes: string): Promise<Socket> => {
  const made = connect(port, 'localhost')
    .on('error', () => {})
    .pause();
  clients.push(made);
  await new Promise((done) => {
    made.once('connect', done);
  });
  if (bytes !== '')
    await new Promise((done) => {
      made.write(bytes, done);
    });
  return made;
};

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
// The watchdog is below the minute after which HTTP would give them up by itself.
test('clients that are slow, silent or dead hold up no stop, and none of them is left', async () => {
  const { listener } = await listening();
  const gone: Promise<unknown>[] = [];
  for (const bytes of [
    '',
    'GET / HT',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nab',
    get('/big'),
    get('/'),
    get('/never'),
    get('/never').repeat(50),
    'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
  ]) {
    const one = await client(listener.port(), bytes);
    gone.push(
      new Promise((done) => {
        one.on('close', done);
      }),
    );
  }
  await listener.stop();
  for (const one of clients) one.resume();
  await Promise.all(gone);
});
test('what is being answered is answered whole', async () => {
  const { listener, asked } = await listening();
  const answer = fetch(`http://localhost:${listener.port()}/soon`);
  while (asked() === 0)
    await new Promise((done) => {
      setImmediate(done);
    });
  await listener.stop();
  assert.is(await (await answer).text(), 'all of it');
});
test('after a stop the port is free, and a second stop has nothing to do', async () => {
  const { listener } = await listening();
  const port = listener.port();
  await listener.stop();
  await listener.stop();
  const again = createHttpListener(
    (_request, response) => {
      response.end();
    },
    { port },
  );
  await again.start();
  await again.stop();
});
test("one that was never started is stopped at once; one that cannot listen rejects with the system's error", async () => {
  const { listener } = await listening();
  const second = createHttpListener(() => {}, { port: listener.port() });
  assert.is(
    await second.start().then(
      () => '',
      (error: NodeJS.ErrnoException) => error.code,
    ),
    'EADDRINUSE',
  );
  await second.stop();
  await listener.stop();
});
test('a request with two Host or Content-Length headers is 400, and nobody handles it', async () => {
  const { listener, asked } = await listening();
  for (const head of [
    'Host: one\r\nHost: two',
    'Host: one\r\nhOST: one',
    'Host: one\r\nContent-Length: 1\r\nContent-Length: 2',
    'Host: one\r\nContent-Length: 1\r\nTransfer-Encoding: chunked',
    'Accept: */*',
  ]) {
    const one = await client(listener.port(), `GET /x HTTP/1.1\r\n${head}\r\n\r\n`);
    let heard = '';
    one.on('data', (bytes) => (heard += String(bytes))).resume();
    await new Promise((done) => {
      one.once('close', done);
    });
    assert.is(heard.slice(0, 13), 'HTTP/1.1 400 ', head);
  }
  assert.is(asked(), 0);
  await listener.stop();
});
test.run();
