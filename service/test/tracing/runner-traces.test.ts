import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { Store, Transaction } from '../../src/store/store.ts';
import { renderTraces } from '../../src/tracing/otlp-json.ts';
import { findOrigin } from '../../src/tracing/span-origins.ts';
import { traceStore } from '../../src/tracing/trace-store.ts';
import type { FinishedSpan } from '../../src/tracing/span.ts';
import { createTracer } from '../../src/tracing/tracer.ts';
import { startRunnerTest } from '../runner/support.ts';

const test = suite('traces of jobs that really run');

test('a job is a trace of its own, that its commands can continue with, linked to the request that it is due to', async () => {
  const spans: FinishedSpan[] = [];
  const tracer = createTracer({ shouldSample: () => true, take: (span) => void spans.push(span), stop: async () => {} });
  const here = await startRunnerTest({ tracer });
  try {
    const id = await here.startSteps({ a: '[{ run: { name: Say, command: "echo $TRACEPARENT" } }]' });
    assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
    const { Say } = await here.readOutput(id, 'a');
    const isRoot = ({ parentId, kind }: FinishedSpan): boolean => parentId === undefined && kind === 'internal';
    await here.waitUntil(async () => spans.some(isRoot));
    const job = spans.find(isRoot)!;
    assert.equal([job.name, job.hasFailed], ['perform job', false]);
    assert.is(job.attributes['slipway.job.id'], (await here.job(id, 'a')).id);
    assert.is(Say, `00-${job.context.traceId}-${job.context.spanId}-01\n`);
    const units = spans.filter(({ parentId }) => parentId === job.context.spanId);
    assert.equal([...new Set(units.map(({ name }) => name))].toSorted(), ['store.write']);
    // What the runner asks between jobs is of no trace.
    assert.equal(spans.filter(isRoot), [job]);
    const request = spans.find(({ name }) => name === 'POST /project/{project-slug}/pipeline')!;
    assert.equal(
      job.links!.map(({ traceId, spanId, isSampled }) => [traceId, spanId, isSampled]),
      [[request.context.traceId, request.context.spanId, true]],
    );
  } finally {
    await here.close();
  }
});

test('what is done later is due to the span that asked for it last, and to the nearest record that has one', async () => {
  const [store, spans]: [Store, FinishedSpan[]] = [openSqlite({ memory: true }), []];
  const tracer = createTracer({ shouldSample: () => true, take: (span) => void spans.push(span), stop: async () => {} });
  const traced = traceStore(store, tracer);
  const within = (name: string, work: (tx: Transaction) => Promise<unknown>): Promise<unknown> =>
    tracer.trace({ name, kind: 'server' }, () => traced.write(work));
  const find = async (...ids: readonly string[]) => {
    const origin = await findOrigin(store, ids);
    return spans.find(({ context }) => context.spanId === origin?.spanId)?.name;
  };
  const insert = (id: string, kind: string) => (tx: Transaction) => tx.insert({ id, kind, scope: 'x', key: id, name: '', body: {} });
  await within('POST /runs', insert('run-1', 'runs'));
  await within('POST /pipelines', insert('pipeline-1', 'ci-pipelines'));
  await within('POST /workspaces', insert('ws-1', 'workspaces'));
  await traced.write(insert('run-2', 'runs'));
  assert.equal(
    [await find('run-1'), await find('workflow-1', 'pipeline-1'), await find('ws-1'), await find('run-2'), await find()],
    ['POST /runs', 'POST /pipelines', undefined, undefined, undefined],
  );
  await within('POST /runs/{run_id}/actions/apply', (tx) => tx.link('queued-runs', 'own', 'run-1'));
  await within('POST /workflow/{id}/rerun', insert('workflow-1', 'ci-workflows'));
  assert.equal(
    [await find('run-1'), await find('workflow-1', 'pipeline-1')],
    ['POST /runs/{run_id}/actions/apply', 'POST /workflow/{id}/rerun'],
  );
  await store.write((tx) => tx.delete('runs', 'run-1'));
  assert.is(await find('run-1'), undefined);
  await store.close();
});

test('a collector receives the link', () => {
  const context = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true, traceState: undefined };
  const span: FinishedSpan = {
    name: 'perform run',
    attributes: {},
    hasFailed: false,
    context: { ...context, spanId: 'aaaaaaaaaaaaaaaa' },
    parentId: undefined,
    kind: 'internal',
    links: [context],
    startedAt: 1,
    endedAt: 2,
  };
  assert.equal(JSON.parse(renderTraces({}, '1', [span])).resourceSpans[0].scopeSpans[0].spans[0].links, [
    { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' },
  ]);
});

test.run();
