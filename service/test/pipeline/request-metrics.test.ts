import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRequestMetrics } from '../../src/pipeline/request-metrics.ts';

const test = suite('metrics of requests');

test('requests are counted by operation and status, and by the first bucket that they fit in', () => {
  const metrics = createRequestMetrics();
  metrics.record('ci', 'GET /me', 200, 1);
  metrics.record('ci', 'GET /me', 200, 30);
  metrics.record('ci', 'GET /me', 401, 20_000);
  metrics.record('workspaces', undefined, 404, 0.5);
  assert.equal(
    metrics.listOperations().map(({ statuses, ...one }) => ({ ...one, statuses: [...statuses] })),
    [
      {
        service: 'ci',
        operation: 'GET /me',
        statuses: [
          [200, 2],
          [401, 1],
        ],
        buckets: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
        seconds: 20.031,
      },
      {
        service: 'workspaces',
        operation: undefined,
        statuses: [[404, 1]],
        buckets: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        seconds: 0.0005,
      },
    ],
  );
});

test('a request whose connection was broken is counted, and has no duration', () => {
  const metrics = createRequestMetrics();
  metrics.record('ci', 'GET /me', 0, 5);
  const [{ statuses, buckets, seconds }] = metrics.listOperations() as [ReturnType<typeof metrics.listOperations>[number]];
  assert.equal([[...statuses], buckets.some((count) => count > 0), seconds], [[[0, 1]], false, 0]);
});

test('what has arrived and not left is in flight', () => {
  const metrics = createRequestMetrics();
  const [first, second] = [metrics.begin('ci'), metrics.begin('ci')];
  assert.equal([...metrics.inFlight], [['ci', 2]]);
  first();
  second();
  assert.equal([...metrics.inFlight], [['ci', 0]]);
});

test.run();
