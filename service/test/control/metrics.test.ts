import { once } from 'node:events';
import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startHttpServer } from '../../src/http/http-server.ts';
import { createService } from '../../src/service.ts';
import { StoreUnavailable } from '../../src/store/failures.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { createRequester, ownerHeaders, serveService } from './served.ts';

const test = suite('GET /metrics');

const linesOf = (text: string, name: string): readonly string[] => text.split('\n').filter((line) => line.startsWith(name));

test('requests are counted by the template of their path, and by status', async () => {
  const { request: ask, close } = await serveService({ test: false });
  try {
    for (const row of ['GET /api/v2/organizations/acme', 'GET /api/v2/organizations/other', 'GET /api/v2/no-such-thing?token=canary-1'])
      await ask(row, { headers: ownerHeaders });
    const { status, headers, text } = await ask('GET /metrics');
    assert.equal(
      [status, headers['content-type'], headers['cache-control']],
      [200, 'application/openmetrics-text; version=1.0.0; charset=utf-8', 'no-store'],
    );
    assert.equal(linesOf(text, 'slipway_http_requests_total').toSorted(), [
      'slipway_http_requests_total{service="workspaces",operation="GET /organizations/{organization_name}",status="200"} 1',
      'slipway_http_requests_total{service="workspaces",operation="GET /organizations/{organization_name}",status="404"} 1',
      'slipway_http_requests_total{service="workspaces",operation="none",status="404"} 1',
    ]);
    assert.equal(linesOf(text, 'slipway_http_request_duration_seconds_count'), [
      'slipway_http_request_duration_seconds_count{service="workspaces",operation="GET /organizations/{organization_name}"} 2',
      'slipway_http_request_duration_seconds_count{service="workspaces",operation="none"} 1',
    ]);
    assert.equal(linesOf(text, 'slipway_http_requests_in_flight'), ['slipway_http_requests_in_flight{service="workspaces"} 0']);
    assert.not.match(text, /acme|canary/);
  } finally {
    await close();
  }
});

test('the process, the store and the version are reported', async () => {
  const { request: ask, close } = await serveService({ test: false });
  try {
    const { text } = await ask('GET /metrics');
    assert.equal(
      [...text.matchAll(/^# TYPE (.*)$/gm)].map(([, head]) => head),
      [
        'slipway_build info',
        'slipway_internal_failures counter',
        'slipway_store_up gauge',
        'slipway_store_writes counter',
        'slipway_store_statements counter',
        'slipway_store_statement_seconds counter',
        'slipway_due_work gauge',
        'slipway_due_work_oldest_seconds gauge',
        'slipway_http_requests counter',
        'slipway_http_request_duration_seconds histogram',
        'slipway_http_requests_in_flight gauge',
        'slipway_http_connections counter',
        'slipway_http_open_connections gauge',
        'process_cpu_seconds counter',
        'process_resident_memory_bytes gauge',
        'process_start_time_seconds gauge',
        'nodejs_heap_size_used_bytes gauge',
        'nodejs_heap_size_total_bytes gauge',
        'nodejs_external_memory_bytes gauge',
        'slipway_event_loop_active_seconds counter',
        'slipway_event_loop_idle_seconds counter',
      ],
    );
    assert.match(text, /^slipway_build_info\{version="[^"]+",node="\d+\.\d+\.\d+",store="memory",dialect="auto"\} 1$/m);
    assert.match(text, /^slipway_store_up 1$/m);
    assert.match(text, /^process_resident_memory_bytes \d{7,}$/m);
    assert.match(text, /\n# EOF\n$/);
    assert.match((await ask('GET /metrics', { headers: { accept: 'text/plain' } })).text, /^# TYPE slipway_store_writes_total counter$/m);
  } finally {
    await close();
  }
});

test('connections are counted while they are open, and since the start', async () => {
  const { request: ask, port, close } = await serveService({ test: false });
  const idle = connect(port, '127.0.0.1');
  try {
    await once(idle, 'connect');
    const first = await ask('GET /metrics');
    idle.destroy();
    assert.equal(linesOf(first.text, 'slipway_http_connections_total'), ['slipway_http_connections_total 2']);
    assert.equal(linesOf(first.text, 'slipway_http_open_connections'), ['slipway_http_open_connections 2']);
    await once(idle, 'close');
    let last = await ask('GET /metrics');
    while (!last.text.includes('\nslipway_http_open_connections 1\n')) last = await ask('GET /metrics');
    // Of its own connections, the client uses one again.
    assert.match(last.text, /^slipway_http_connections_total [23]$/m);
  } finally {
    await close();
  }
});

test('statements of the store are counted by kind, without their text', async () => {
  const { request: ask, close } = await serveService({ test: false });
  try {
    const count = (text: string, kind: string): number =>
      Number(new RegExp(`^slipway_store_statements_total\\{kind="${kind}"\\} (.*)$`, 'm').exec(text)![1]);
    const before = (await ask('GET /metrics')).text;
    const body = { data: { type: 'workspaces', attributes: { name: 'canary-1' } } };
    assert.is((await ask('POST /api/v2/organizations/acme/workspaces', { headers: ownerHeaders, body })).status, 201);
    const after = (await ask('GET /metrics')).text;
    assert.equal(
      linesOf(after, 'slipway_store_statement').map((line) => line.replace(/ [\d.e-]+$/, '')),
      ['_total', '_seconds_total'].flatMap((suffix) =>
        ['select', 'insert', 'update', 'delete', 'transaction', 'other'].map(
          (kind) => `slipway_store_statement${suffix === '_total' ? 's' : ''}${suffix}{kind="${kind}"}`,
        ),
      ),
    );
    assert.ok(count(after, 'insert') > count(before, 'insert') && count(after, 'transaction') > count(before, 'transaction'));
    assert.match(after, /^slipway_store_statement_seconds_total\{kind="insert"\} 0\.\d+$/m);
    assert.not.match(after, /canary/);
  } finally {
    await close();
  }
});

test('a store that does not answer is reported, and a failure of the service is counted', async () => {
  const store = openSqlite({ memory: true });
  const fail = (): Promise<never> => Promise.reject(new StoreUnavailable('gone'));
  const unexpected = (): Promise<never> => Promise.reject(new Error('unexpected'));
  const broken = { ...store, read: unexpected, write: unexpected, probe: fail };
  const { port, close } = await startHttpServer(createService({ store: broken, control: { exposed: false }, report: () => {} }).handle);
  const ask = createRequester(port);
  assert.is((await ask('GET /api/v2/account/details', { headers: ownerHeaders })).status, 500);
  const { status, text } = await ask('GET /metrics');
  assert.equal(
    [status, linesOf(text, 'slipway_store_up'), linesOf(text, 'slipway_internal_failures_total')],
    [200, ['slipway_store_up 0'], ['slipway_internal_failures_total 1']],
  );
  await close();
  await store.close();
});

test('is read on loopback, and from elsewhere with the operator token alone', async () => {
  const { request: ask, close } = await serveService({ test: false, operatorToken: 'operator-1' });
  try {
    const far = { host: 'slipway.example' };
    assert.is((await ask('GET /metrics')).status, 200);
    assert.is((await ask('GET /metrics', { headers: far })).status, 401);
    assert.is((await ask('GET /metrics', { headers: { ...far, authorization: 'Bearer operator-1' } })).status, 200);
    assert.is((await ask('POST /metrics')).status, 405);
    assert.is((await ask('GET /metrics/more')).status, 404);
  } finally {
    await close();
  }
});

test('without an operator token it is not there for other machines', async () => {
  const { request: ask, close } = await serveService({ test: false });
  try {
    const { status, body } = await ask('GET /metrics', { headers: { host: 'slipway.example' } });
    assert.is(status, 404);
    assert.match(body.errors[0].detail, /^there is no endpoint at \/metrics$/);
  } finally {
    await close();
  }
});

test.run();
