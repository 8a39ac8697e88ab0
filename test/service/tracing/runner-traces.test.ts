import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FinishedSpan } from '../../../src/service/tracing/span.ts';
import { createTracer } from '../../../src/service/tracing/tracer.ts';
import { startRunnerTest } from '../runner/support.ts';

const test = suite('traces of jobs that really run');

test('a job is a trace of its own, that its commands can go on with', async () => {
  const spans: FinishedSpan[] = [];
  const tracer = createTracer({ shouldSample: () => true, take: (span) => void spans.push(span), stop: async () => {} });
  const here = await startRunnerTest({ tracer });
  try {
    const id = await here.startSteps({ a: '[{ run: { name: Say, command: "echo $TRACEPARENT" } }]' });
    assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
    const { Say } = await here.readOutput(id, 'a');
    await here.waitUntil(async () => spans.some(({ parentId }) => parentId === undefined));
    const job = spans.find(({ parentId }) => parentId === undefined)!;
    assert.equal([job.name, job.kind, job.hasFailed], ['perform job', 'internal', false]);
    assert.is(job.attributes['slipway.job.id'], (await here.job(id, 'a')).id);
    assert.is(Say, `00-${job.context.traceId}-${job.context.spanId}-01\n`);
    const units = spans.filter(({ parentId }) => parentId === job.context.spanId);
    assert.equal([...new Set(units.map(({ name }) => name))].toSorted(), ['store.write']);
    // What the runner asks between jobs is of no trace.
    assert.equal([...new Set(spans.map(({ context }) => context.traceId))], [job.context.traceId]);
  } finally {
    await here.close();
  }
});

test.run();
