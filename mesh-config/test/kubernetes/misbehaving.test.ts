// watchdog: 90 s
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Clock, systemClock } from '../../src/lifecycle/clock.ts';
import { createKubernetesClient, type RequestTimeouts } from '../../src/kubernetes/client.ts';
import { openConnection } from '../../src/kubernetes/connection.ts';
import type { KubernetesError } from '../../src/kubernetes/kubernetes-error.ts';
import { createFailureLog } from '../../src/kubernetes/failure-log.ts';
import { startInformer } from '../../src/kubernetes/informer.ts';
import { objectKeyOf } from '../../src/kubernetes/kubernetes-object.ts';
import { createTemporaryCertificate } from '../support/temporary-certificate.ts';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';
import { createApiServer } from './api-server/api-server.ts';
import { writeKubeconfig } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const ends: (() => void | Promise<void>)[] = [];
const test = suite('mesh-config and an API server that misbehaves');
test.after.each(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server that answers the requests with these, one after the other, and then with the last one; and who follows pods of it. */
const begun = async (answers: readonly Answer[], patience?: RequestTimeouts) => {
  let asked = 0;
  const server: Server = createServer((request, response) => {
    answers[Math.min(asked++, answers.length - 1)]!(response, request);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  ends.push(
    () =>
      new Promise<void>((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createKubernetesClient(
    await openConnection({ kubeconfig: writeKubeconfig(url, { token: 'SECRET' }), environment: {} }),
    patience,
  );
  const what = `GET ${url}/api/v1/pods`;
  return {
    client,
    what,
    count: () => asked,
    failure: async (): Promise<string> =>
      client.request({ path: '/api/v1/pods', query: { a: 'b' } }).then(
        () => 'it worked',
        (error: KubernetesError) => `${error.status} ${error.reason} ${error.message.replace(what, 'WHAT')}`,
      ),
  };
};
/** Pauses are short: how long they are is another test's. */
const clock: Clock = { ...systemClock, schedule: (milliseconds, call) => systemClock.schedule(milliseconds / 50, call) };
const following = (client: ReturnType<typeof createKubernetesClient>) => {
  const log = createRecordingScope(),
    told: string[] = [];
  const end = startInformer(
    { client, clock, path: '/api/v1/pods', failures: createFailureLog(log) },
    {
      onListStart: () => {},
      onObject: (object) => {
        told.push(objectKeyOf(object));
      },
      onListEnd: () => {
        told.push('whole');
      },
      onDelete: () => {},
    },
  );
  ends.push(end);
  return { log, told, errors: () => log.lines.filter((line) => line.startsWith('error')) };
};
const pod = (name: string, version: number) => ({ metadata: { name, resourceVersion: String(version) } });
const says =
  (code: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers).end(body);
  };
const list: Answer = says(200, JSON.stringify({ metadata: { resourceVersion: '1' }, items: [pod('first', 1)] }));
const event = (name: string, version: number): string => `${JSON.stringify({ type: 'ADDED', object: pod(name, version) })}\n`;
/** A watch that tells these bytes and stays. */
const watch =
  (...parts: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200);
    for (const part of parts) response.write(part);
  };

test('what is no answer of Kubernetes is told in one sentence', async () => {
  const page = (title: string): string =>
    `<!DOCTYPE html>\n<html><head><title>${title}</title></head>\n<body>${'x'.repeat(100_000)}</body></html>`;
  for (const [answer, words] of [
    [says(200, page('Sign in')), '200 NoJson WHAT: 200 OK: the response is not JSON'],
    [says(200, ''), '200 NoJson WHAT: 200 OK: the response is not JSON'],
    [says(200, '{"kind":"PodList"'), '200 NoJson WHAT: 200 OK: the response is not JSON'],
    [says(502, page('502\nBad Gateway')), '502 BadGateway WHAT: 502 BadGateway: a page of HTML, "502 Bad Gateway"'],
    [says(503, '<html>'), '503 ServiceUnavailable WHAT: 503 ServiceUnavailable: a page of HTML'],
    [says(302, '', { location: 'http://elsewhere' }), '302 Status302 WHAT: 302 Status302: it does not say why'],
    [says(500, 'etcd:\n\tno \u001b[31mleader\r\n'), '500 InternalError WHAT: 500 InternalError: etcd: no [31mleader'],
    [says(403, JSON.stringify({ kind: 'Status', message: 'no\nlist', reason: 'Forbidden' })), '403 Forbidden WHAT: 403 Forbidden: no list'],
    [says(429, '{}', { 'retry-after': 'soon' }), '429 TooManyRequests WHAT: 429 TooManyRequests: {}'],
    [says(404, '7'), '404 NotFound WHAT: 404 NotFound: 7'],
    [says(400, 'null'), '400 BadRequest WHAT: 400 BadRequest: null'],
    [says(500, 'x'.repeat(700)), `500 InternalError WHAT: 500 InternalError: ${'x'.repeat(500)}`],
  ] as const)
    assert.is(await (await begun([answer])).failure(), words);
});
test('what it says of our own request is told without what makes us known', async () => {
  const echo: Answer = (response, request) => {
    response.writeHead(400).end(`bad header: authorization: ${String(request.headers.authorization)}`);
  };
  assert.is(await (await begun([echo])).failure(), '400 BadRequest WHAT: 400 BadRequest: bad header: authorization: Bearer …');
});
test('a server that is slow is given up: before it begins, and while it answers, a refusal told as far as it went', async () => {
  const begins = { responseStart: 100, responseEnd: 30_000 },
    halves = { responseStart: 30_000, responseEnd: 200 },
    refusal = { responseStart: 1000, responseEnd: 30_000 };
  assert.is(await (await begun([() => {}], begins)).failure(), '0 ETIMEDOUT WHAT: no response in 0.1 s');
  assert.is(
    await (
      await begun(
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
      await begun(
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
      await begun([
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
test('a slow answer that comes in time is an answer', async () => {
  const { client } = await begun(
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
test('after lists that are none, a list is taken', async () => {
  const bad = [
    '<html>',
    '{}',
    '7',
    '{"metadata":{"resourceVersion":"1"},"items":[null]}',
    '{"metadata":{"resourceVersion":"1"},"items":{"a":1}}',
  ];
  const { client, what } = await begun([...bad.map((body) => says(200, body)), list, watch()]);
  const { told, errors } = following(client);
  await waitUntil(() => told.length === 2);
  assert.equal(told, ['first', 'whole']);
  assert.equal(errors(), [`error ${what}: 200 OK: the response is not JSON`, `error ${what}: 200 OK: the answer is no list of objects`]);
});
test('of a collection without objects some servers say null', async () => {
  const { client } = await begun([says(200, '{"metadata":{"resourceVersion":"1"},"items":null}'), watch(event('second', 2))]);
  const { told } = following(client);
  await waitUntil(() => told.length === 2);
  assert.equal(told, ['whole', 'second']);
});
test('a watch that is closed in the middle of a line is told, and taken up after the last whole one', async () => {
  const seen: string[] = [];
  const note =
    (answer: Answer): Answer =>
    (response, request) => {
      seen.push(new URL(request.url!, 'http://a').searchParams.get('resourceVersion')!);
      answer(response, request);
    };
  const { client, what } = await begun([
    list,
    note((response) => {
      response.end(`${event('second', 2)}${event('third', 3).slice(0, 20)}`);
    }),
    note(watch(event('third', 3))),
  ]);
  const { told, errors } = following(client);
  await waitUntil(() => told.length === 4);
  assert.equal(
    [told, seen],
    [
      ['first', 'whole', 'second', 'third'],
      ['1', '2'],
    ],
  );
  assert.equal(errors(), [`error ${what}: 200 OK: the watch was closed in the middle of an event`]);
});
test('a connection that dies in the middle of a line is a cluster that is away', async () => {
  const { client, what } = await begun([
    list,
    (response) => {
      response.writeHead(200).write('{"type":"ADD', () => {
        response.destroy();
      });
    },
    watch(event('second', 2)),
  ]);
  const { log, told } = following(client);
  await waitUntil(() => told.length === 3);
  assert.equal(
    [told, log.lines],
    [
      ['first', 'whole', 'second'],
      [
        `error the cluster cannot be reached; its previous resources stay in use: ${what}: the answer broke off`,
        'info the cluster can be reached again',
      ],
    ],
  );
});
test('an ERROR event is told with what it says; after 410 it is listed again without a word', async () => {
  const error =
    (code: number, reason: string) =>
    (response: ServerResponse): void => {
      response.end(`${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code, reason, message: 'of\netcd' } })}\n`);
    };
  const seen: string[] = [];
  const note =
    (answer: Answer): Answer =>
    (response, request) => {
      seen.push(/watch/.test(request.url!) ? 'watch' : 'list');
      answer(response, request);
    };
  const { client, what } = await begun([list, error(500, 'InternalError'), error(410, 'Expired'), list, watch()].map(note));
  const { told, errors } = following(client);
  await waitUntil(() => seen.length === 5);
  assert.equal(
    [seen, told],
    [
      ['list', 'watch', 'watch', 'list', 'watch'],
      ['first', 'whole', 'first', 'whole'],
    ],
  );
  assert.is(errors()[0], `error ${what}: the watch ends with 500 InternalError: of etcd`);
});
test('the same trouble is told once, and again when a watch has been sound in between', () => {
  const log = createRecordingScope(),
    failures = createFailureLog(log);
  const failure = (path: string, status: number) =>
    ({ message: `${path} ${status}`, status, reason: 'Some', retryAfter: 0 }) as KubernetesError;
  for (const [path, status] of [
    ['/a', 500],
    ['/a', 500],
    ['/b', 500],
    ['/a', 503],
  ] as const)
    failures.logFailure(failure(path, status), path);
  failures.reset('/a');
  for (const path of ['/a', '/b']) failures.logFailure(failure(path, 500), path);
  assert.equal(log.lines, ['error /a 500', 'debug /a 500', 'error /b 500', 'error /a 503', 'error /a 500', 'debug /b 500']);
});
test('a certificate that is not trusted is told with the URL, and the server is believed as soon as it has one that is', async () => {
  const [good, stranger] = [createTemporaryCertificate(), createTemporaryCertificate()];
  const bad = createApiServer({ tls: { certificate: stranger.pem, key: stranger.key } });
  await bad.start();
  ends.push(bad.kill);
  const client = createKubernetesClient(
    await openConnection({
      kubeconfig: writeKubeconfig(
        bad.url(),
        { token: 'SECRET' },
        { 'certificate-authority-data': Buffer.from(good.pem).toString('base64') },
      ),
      environment: {},
    }),
  );
  const { log, told } = following(client);
  await waitUntil(() => log.lines.length === 1);
  assert.equal(log.lines, [
    `error the cluster cannot be reached; its previous resources stay in use: GET ${bad.url()}/api/v1/pods: the ` +
      'certificate of the server is not trusted: self-signed certificate',
  ]);
  bad.tls = { certificate: good.pem, key: good.key };
  await bad.kill();
  await bad.start();
  await waitUntil(() => log.lines.at(-1) === 'info the cluster can be reached again');
  assert.equal(told, ['whole']);
});
test.run();
