import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSpanQueue, type SendResult } from '../../src/tracing/span-queue.ts';
import type { FinishedSpan } from '../../src/tracing/span.ts';
import { freePort } from '@slipway/test-support/free-port';
import { serveService } from '../control/served.ts';
import { type Collector, startCollector } from './collector.ts';

const test = suite('traces: a collector that does not take them');

/** A service with that collector, ten requests, and its end: what it printed, and milliseconds of the longest request and of the end. */
const serveWith = async (address: string, meanwhile: () => Promise<void> = async () => {}) => {
  const printed: string[] = [];
  const log = console.error;
  console.error = (line: string) => void printed.push(line);
  try {
    const { request, close } = await serveService({
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_BSP_SCHEDULE_DELAY: '10', OTEL_EXPORTER_OTLP_TIMEOUT: '60000' },
    });
    let longest = 0;
    for (let count = 0; count < 10; count++) {
      const began = performance.now();
      assert.is((await request('GET /api/v2/ping')).status, 204);
      longest = Math.max(longest, performance.now() - began);
      await new Promise((done) => setTimeout(done, 10));
    }
    await meanwhile();
    const ended = performance.now();
    await close();
    return { printed, longest, end: performance.now() - ended };
  } finally {
    console.error = log;
  }
};

test('one that is gone: requests are answered, and it is said once, without the secret of its address', async () => {
  const port = await freePort();
  const { printed, longest, end } = await serveWith(`http://user:canary-password@127.0.0.1:${port}`);
  assert.equal(printed, [
    `slipway: traces cannot be sent to http://127.0.0.1:${port}/v1/traces: ECONNREFUSED. ` +
      'The service continues; 2048 spans are queued, the others are dropped.',
  ]);
  assert.ok(longest < 1000 && end < 2000, `${longest} ms, ${end} ms`);
});

test('one that never answers: requests are answered, and the end waits for two seconds at most', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { longest, end } = await serveWith(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  silent.close();
  assert.ok(longest < 1000 && end > 1900 && end < 3500, `${longest} ms, ${end} ms`);
});

test('one that refuses them: they are dropped, and it is said once', async () => {
  const collector = await startCollector();
  collector.answerWith((response) => void response.writeHead(401).end('no'));
  const { printed, longest, end } = await serveWith(collector.address, async () => void (await collector.waitForRequests(10)));
  await collector.close();
  assert.equal(printed, [
    `slipway: traces cannot be sent to ${collector.address}/v1/traces: it answers 401. ` +
      'The service continues; 2048 spans are queued, the others are dropped.',
  ]);
  assert.is(new Set(collector.spans.map(({ spanId }) => spanId)).size, collector.spans.length);
  assert.ok(longest < 1000 && end < 2000, `${longest} ms, ${end} ms`);
});

test('one that comes back gets what waited', async () => {
  const port = await freePort();
  let collector: Collector | undefined;
  const { printed } = await serveWith(`http://127.0.0.1:${port}`, async () => {
    collector = await startCollector(port);
    await collector.waitForRequests(10);
  });
  await collector!.close();
  assert.equal(
    printed.map((line) => line.replace(/: ECONN.*/, '')),
    [
      `slipway: traces cannot be sent to http://127.0.0.1:${port}/v1/traces`,
      'slipway: traces are sent again; 0 spans were dropped meanwhile',
    ],
  );
});

test('no more than so many spans wait', async () => {
  const results: SendResult[] = [{ ok: false, reason: 'away', again: true }, { ok: true }, { ok: true }];
  const [batches, messages]: [number[][], string[]] = [[], []];
  const queue = createSpanQueue({
    send: async (spans) => {
      batches.push(spans.map(({ startedAt }) => startedAt));
      return results.shift()!;
    },
    report: (message) => void messages.push(message),
    maxQueue: 4,
    maxBatch: 3,
    delay: 10,
  });
  for (let at = 1; at <= 6; at++) queue.add({ startedAt: at } as FinishedSpan);
  while (batches.length < 3) await new Promise((done) => setTimeout(done, 5));
  await queue.stop();
  queue.add({ startedAt: 7 } as FinishedSpan);
  assert.equal(batches, [[1, 2, 3], [1, 2, 3], [4]]);
  assert.equal(messages, [
    'away. The service continues; 4 spans are queued, the others are dropped.',
    'traces are sent again; 2 spans were dropped meanwhile',
  ]);
});

test.run();
