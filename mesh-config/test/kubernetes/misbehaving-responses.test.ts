// watchdog: 90 s
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubernetesError } from '../../src/kubernetes-client/kubernetes-error.ts';
import { type Answer, answerWith, startMisbehavingServer, stopAll } from './misbehaving-server.ts';

const test = suite('mesh-config and responses of an API server that misbehaves');
test.after.each(stopAll);

test("a response that is not Kubernetes' is reported in one sentence", async () => {
  const page = (title: string): string =>
    `<!DOCTYPE html>\n<html><head><title>${title}</title></head>\n<body>${'x'.repeat(100_000)}</body></html>`;
  for (const [answer, words] of [
    [answerWith(200, page('Sign in')), '200 NoJson WHAT: 200 OK: the response is not JSON'],
    [answerWith(200, ''), '200 NoJson WHAT: 200 OK: the response is not JSON'],
    [answerWith(200, '{"kind":"PodList"'), '200 NoJson WHAT: 200 OK: the response is not JSON'],
    [answerWith(502, page('502\nBad Gateway')), '502 BadGateway WHAT: 502 BadGateway: a page of HTML, "502 Bad Gateway"'],
    [answerWith(503, '<html>'), '503 ServiceUnavailable WHAT: 503 ServiceUnavailable: a page of HTML'],
    [answerWith(302, '', { location: 'http://elsewhere' }), '302 Status302 WHAT: 302 Status302: no reason given'],
    [answerWith(500, 'etcd:\n\tno \u001b[31mleader\r\n'), '500 InternalError WHAT: 500 InternalError: etcd: no [31mleader'],
    [
      answerWith(403, JSON.stringify({ kind: 'Status', message: 'no\nlist', reason: 'Forbidden' })),
      '403 Forbidden WHAT: 403 Forbidden: no list',
    ],
    [answerWith(429, '{}', { 'retry-after': 'soon' }), '429 TooManyRequests WHAT: 429 TooManyRequests: {}'],
    [answerWith(404, '7'), '404 NotFound WHAT: 404 NotFound: 7'],
    [answerWith(400, 'null'), '400 BadRequest WHAT: 400 BadRequest: null'],
    [answerWith(500, 'x'.repeat(700)), `500 InternalError WHAT: 500 InternalError: ${'x'.repeat(500)}`],
  ] as const)
    assert.is(await (await startMisbehavingServer([answer])).failure(), words);
});
test('the content of a response about our own request is reported without our credentials', async () => {
  const echo: Answer = (response, request) => {
    response.writeHead(400).end(`bad header: authorization: ${String(request.headers.authorization)}`);
  };
  assert.is(
    await (await startMisbehavingServer([echo])).failure(),
    '400 BadRequest WHAT: 400 BadRequest: bad header: authorization: Bearer …',
  );
});
test('a slow server is given up before and during its response, and a refusal is reported as far as it was received', async () => {
  const begins = { responseStart: 100, responseEnd: 30_000 },
    halves = { responseStart: 30_000, responseEnd: 200 },
    refusal = { responseStart: 1000, responseEnd: 30_000 };
  assert.is(await (await startMisbehavingServer([() => {}], begins)).failure(), '0 ETIMEDOUT WHAT: no response in 0.1 s');
  assert.is(
    await (
      await startMisbehavingServer(
        [
          (response) => {
            response.writeHead(200).write('{"items":[');
          },
        ],
        halves,
      )
    ).failure(),
    '0 ETIMEDOUT WHAT: no complete response in 0.2 s',
  );
  assert.is(
    await (
      await startMisbehavingServer(
        [
          (response) => {
            response.writeHead(503).write('the storage is');
          },
        ],
        refusal,
      )
    ).failure(),
    '503 ServiceUnavailable WHAT: 503 ServiceUnavailable: the storage is',
  );
  assert.is(
    await (
      await startMisbehavingServer([
        (response) => {
          response.writeHead(200, { 'content-length': 99 }).write('{', () => {
            response.destroy();
          });
        },
      ])
    ).failure(),
    '0 ECONNRESET WHAT: the answer broke off',
  );
});
test('a log that is followed may be silent for longer than any other answer', async () => {
  let release = (): void => {};
  const silent: Answer = (response) => {
    release = () => response.end('hello\n');
  };
  const { client, failure, count } = await startMisbehavingServer([silent, () => {}], { responseStart: 100, responseEnd: 30_000 });
  const log = client.stream({ path: '/api/v1/namespaces/a/pods/b/log', query: { follow: 'true' }, startsLate: true }).then(
    async (response) => Buffer.concat(await response.toArray()).toString(),
    (error: KubernetesError) => error.message,
  );
  while (count() === 0) await delay(5);
  assert.is(await failure(), '0 ETIMEDOUT WHAT: no response in 0.1 s');
  release();
  assert.is(await log, 'hello\n');
});
test('a failure says whether the same request may succeed later, and what was said without the request', async () => {
  const failureOf = async (answer: Answer): Promise<unknown> => {
    const { client } = await startMisbehavingServer([answer]);
    return client.request({ path: '/api/v1/pods' }).catch((error: KubernetesError) => [error.isTemporary, error.sentence]);
  };
  const status = (code: number, message: string): Answer => answerWith(code, JSON.stringify({ kind: 'Status', message }));
  for (const [answer, expected] of [
    [status(403, 'pods is forbidden: no'), [false, 'pods is forbidden: no']],
    [status(404, 'pods "a" not found'), [false, 'pods "a" not found']],
    [status(409, 'pods "a" already exists'), [false, 'pods "a" already exists']],
    [status(429, 'slow down'), [true, 'slow down']],
    [status(500, 'etcdserver: leader changed'), [true, 'etcdserver: leader changed']],
    [answerWith(504, ''), [true, 'no reason given']],
    [answerWith(302, '', { location: 'http://elsewhere' }), [true, 'no reason given']],
    [answerWith(200, '<html>'), [true, 'the response is not JSON']],
    [(response: Parameters<Answer>[0]) => response.destroy(), [true, 'socket hang up']],
  ] as const)
    assert.equal(await failureOf(answer as Answer), expected);
});
test('a slow answer that comes in time is an answer', async () => {
  const { client } = await startMisbehavingServer(
    [
      (response) => {
        response.writeHead(200).write('{"a"');
        setTimeout(() => {
          response.end(':1}');
        }, 300);
      },
    ],
    { responseStart: 150, responseEnd: 30_000 },
  );
  assert.equal(await client.request({ path: '/' }), { a: 1 });
});
test.run();
