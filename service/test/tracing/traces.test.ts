import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ownerHeaders, type ServedService, serveService } from '../control/served.ts';
import { type CollectedSpan, type Collector, renderTree, startCollector } from './collector.ts';

const test = suite('traces of requests');

const callerTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpan = '00f067aa0ba902b7';

/** A service that sends to a collector whatever ended within 20 ms. */
const withTraces = async (
  environment: { readonly [name: string]: string },
  work: (service: ServedService, collector: Collector) => Promise<void>,
): Promise<void> => {
  const collector = await startCollector();
  const service = await serveService({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_BSP_SCHEDULE_DELAY: '20', ...environment },
  });
  try {
    await work(service, collector);
  } finally {
    await service.close();
    await collector.close();
  }
};

test('a read is a span with its unit of the store and the statements of it', () =>
  withTraces({}, async ({ request }, collector) => {
    const { headers } = await request('GET /api/v2/organizations/acme/workspaces?search%5Bname%5D=canary-query', {
      headers: { ...ownerHeaders, 'x-canary': 'canary-header' },
    });
    await request('GET /api/v2/organizations/canary-name', { headers: ownerHeaders });
    await request('GET /_local/health');
    const [server] = (await collector.waitForRequests(2)) as [CollectedSpan];
    const tree = renderTree(collector.spans.filter(({ traceId }) => traceId === server.traceId));
    assert.equal(
      [...new Set(tree)],
      ['GET /organizations/{organization_name}/workspaces', '  store.read', '    select records', '    select links'],
    );
    assert.equal(server.attributes, {
      'http.request.method': 'stringValue GET',
      'http.route': 'stringValue /organizations/{organization_name}/workspaces',
      'http.response.status_code': 'intValue 200',
      'slipway.service': 'stringValue workspaces',
      'slipway.request.id': `stringValue ${String(headers['x-request-id'])}`,
    });
    assert.is(server.parentSpanId, undefined);
    assert.match(server.traceId, /^[0-9a-f]{32}$/);
    assert.match(server.spanId, /^[0-9a-f]{16}$/);
    assert.ok(BigInt(server.endTimeUnixNano) > BigInt(server.startTimeUnixNano));
    assert.ok(Math.abs(Number(BigInt(server.endTimeUnixNano) / 1_000_000n) - Date.now()) < 60_000);
    const { path, headers: sent, resource } = collector.requests[0]!;
    assert.equal([path, sent['content-type']], ['/v1/traces', 'application/json']);
    assert.equal([resource['service.name'], resource['service.version']], ['stringValue slipway', 'stringValue 0.1.0']);
    const whole = JSON.stringify(collector.requests);
    for (const word of ['canary', 'first', 'acme', '_local']) assert.not.ok(whole.includes(word), `${word} in ${whole}`);
  }));

test('a write is a span with what it read and wrote', () =>
  withTraces({}, async ({ request }, collector) => {
    const data = { type: 'projects', attributes: { name: 'canary-project' } };
    const { status } = await request('POST /api/v2/organizations/acme/projects', { body: { data }, headers: ownerHeaders });
    assert.is(status, 201);
    await collector.waitForRequests(1);
    const tree = renderTree(collector.spans);
    assert.is(tree[0], 'POST /organizations/{organization_name}/projects');
    assert.ok(tree.includes('  store.write'), tree.join('\n'));
    assert.ok(tree.includes('    insert records'), tree.join('\n'));
    const insert = collector.spans.find(({ name }) => name === 'insert records')!;
    assert.equal(insert.attributes, {
      'db.system.name': 'stringValue sqlite',
      'db.operation.name': 'stringValue insert',
      'db.collection.name': 'stringValue records',
    });
    assert.is(insert.kind, 3);
    const unit = collector.spans.find(({ name }) => name === 'store.write')!;
    const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === unit.spanId);
    assert.is(unit.attributes['slipway.statements'], `intValue ${statements.length}`);
    assert.not.ok(JSON.stringify(collector.requests).includes('canary'));
  }));

test("the caller's trace continues, and its decision not to record holds", () =>
  withTraces({}, async ({ request }, collector) => {
    const send = (flags: string) =>
      request('GET /api/v2/organizations/acme', {
        headers: { ...ownerHeaders, traceparent: `00-${callerTrace}-${callerSpan}-${flags}`, tracestate: 'vendor=1' },
      });
    await send('00');
    await send('01');
    const servers = await collector.waitForRequests(1);
    assert.equal(
      servers.map(({ traceId, parentSpanId, traceState }) => [traceId, parentSpanId, traceState]),
      [[callerTrace, callerSpan, 'vendor=1']],
    );
  }));

test('server errors are spans that failed, refusals are not', () =>
  withTraces({}, async ({ request }, collector) => {
    const fault = { service: 'workspaces', path: '/api/v2/ping', fault: 'status', status: 500 };
    assert.is((await request('POST /_local/faults', { body: fault })).status < 300, true);
    await request('GET /api/v2/ping');
    await request('GET /api/v2/organizations/other');
    await request('GET /api/v2/no-such-thing');
    const servers = await collector.waitForRequests(3);
    assert.equal(
      servers.map(({ name, attributes, status }) => [
        name,
        attributes['http.response.status_code'],
        attributes['error.type'],
        status?.code,
      ]),
      [
        ['GET /ping', 'intValue 500', 'stringValue 500', 2],
        ['GET /organizations/{organization_name}', 'intValue 401', undefined, undefined],
        ['GET', 'intValue 404', undefined, undefined],
      ],
    );
  }));

test('the variables of OpenTelemetry are read', () =>
  withTraces(
    {
      OTEL_SERVICE_NAME: 'platform',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging,service.name=other,a=b%2Cc',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-secret',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    },
    async ({ request }, collector) => {
      await request('GET /api/v2/ping');
      await collector.waitForRequests(1);
      const { headers, resource } = collector.requests[0]!;
      assert.equal([headers.authorization, headers['content-encoding']], ['Bearer collector-secret', 'gzip']);
      assert.equal(
        [resource['service.name'], resource['deployment.environment.name'], resource['a']],
        ['stringValue platform', 'stringValue staging', 'stringValue b,c'],
      );
    },
  ));

test.run();
