// watchdog: 90 s
import type { ServerResponse } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTemporaryCertificate } from '../support/temporary-certificate.ts';
import { createApiServer } from './api-server/api-server.ts';
import { openClient, writeKubeconfig } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  type Answer,
  answerWatch,
  answerWith,
  createEventLine,
  followPods,
  podList,
  startMisbehavingServer,
  stopAfterTest,
  stopAll,
} from './misbehaving-server.ts';

const test = suite('mesh-config and lists and watches of an API server that misbehaves');
test.after.each(stopAll);

test('after lists that are none, a list is taken', async () => {
  const bad = [
    '<html>',
    '{}',
    '7',
    '{"metadata":{"resourceVersion":"1"},"items":[null]}',
    '{"metadata":{"resourceVersion":"1"},"items":{"a":1}}',
  ];
  const { client, what } = await startMisbehavingServer([...bad.map((body) => answerWith(200, body)), podList, answerWatch()]);
  const { told, errors } = followPods(client);
  await waitUntil(() => told.length === 2);
  assert.equal(told, ['first', 'whole']);
  assert.equal(errors(), [`error ${what}: 200 OK: the response is not JSON`, `error ${what}: 200 OK: the answer is no list of objects`]);
});
test('of a collection without objects some servers say null', async () => {
  const { client } = await startMisbehavingServer([
    answerWith(200, '{"metadata":{"resourceVersion":"1"},"items":null}'),
    answerWatch(createEventLine('second', 2)),
  ]);
  const { told } = followPods(client);
  await waitUntil(() => told.length === 2);
  assert.equal(told, ['whole', 'second']);
});
test('a watch that is closed in the middle of a line is reported, and taken up after the last whole one', async () => {
  const seen: string[] = [];
  const note =
    (answer: Answer): Answer =>
    (response, request) => {
      seen.push(new URL(request.url!, 'http://a').searchParams.get('resourceVersion')!);
      answer(response, request);
    };
  const { client, what } = await startMisbehavingServer([
    podList,
    note((response) => {
      response.end(`${createEventLine('second', 2)}${createEventLine('third', 3).slice(0, 20)}`);
    }),
    note(answerWatch(createEventLine('third', 3))),
  ]);
  const { told, errors } = followPods(client);
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
  const { client, what } = await startMisbehavingServer([
    podList,
    (response) => {
      response.writeHead(200).write('{"type":"ADD', () => {
        response.destroy();
      });
    },
    answerWatch(createEventLine('second', 2)),
  ]);
  const { log, told } = followPods(client);
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
test('an ERROR event is reported with what it says; after 410 it is listed again without a word', async () => {
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
  const { client, what } = await startMisbehavingServer(
    [podList, error(500, 'InternalError'), error(410, 'Expired'), podList, answerWatch()].map(note),
  );
  const { told, errors } = followPods(client);
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
test('a certificate that is not trusted is reported with the URL, and the server is believed as soon as it has one that is', async () => {
  const [good, stranger] = [createTemporaryCertificate(), createTemporaryCertificate()];
  const bad = createApiServer({ tls: { certificate: stranger.pem, key: stranger.key } });
  await bad.start();
  stopAfterTest(bad.kill);
  const bundle = { 'certificate-authority-data': Buffer.from(good.pem).toString('base64') };
  const client = await openClient(writeKubeconfig(bad.url(), { token: 'SECRET' }, bundle));
  const { log, told } = followPods(client);
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
