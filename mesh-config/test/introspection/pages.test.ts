import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createConfigTopic } from '../../src/introspection/config-topic.ts';
import {
  createArgumentsTopic,
  createEnvironmentTopic,
  createMemoryTopic,
  createProcessTopic,
  createSignalTopic,
  createVersionTopic,
} from '../../src/introspection/process-topics.ts';
import { createMetricTopic } from '../../src/introspection/metric-topic.ts';
import { createScopesTopic } from '../../src/introspection/scopes-topic.ts';
import { createIntrospectionServer } from '../../src/introspection/introspection-server.ts';
import { parseScopeSettings } from '../../src/log/scope-settings.ts';
import { createMetricsRegistry } from '../../src/monitoring/metrics-registry.ts';
import { createCollectionSnapshot, createSnapshotStore } from '../../src/snapshots/snapshot-store.ts';
import { createResource } from '../mcp/start-mcp-source.ts';

interface Context {
  at: string;
  signals: string[];
  settings: ReturnType<typeof parseScopeSettings>;
  registry: ReturnType<typeof createMetricsRegistry>;
  ended: Promise<void>;
  stop(): Promise<void>;
}
const test = suite<Context>('mesh-config introspection');

test.before.each(async (context) => {
  const snapshots = createSnapshotStore(['test/gateways', 'test/services']);
  snapshots.publish([
    createCollectionSnapshot('test/gateways', 2, [createResource('edge/front'), createResource('edge/<b>back</b>')], () => {
      throw new Error('nobody asked');
    }),
  ]);
  context.settings = parseScopeSettings({ log_output_level: 'default:info', log_stacktrace_level: 'default:none', log_caller: '' });
  context.registry = createMetricsRegistry({});
  context.signals = [];
  let exit = (): void => {};
  context.ended = new Promise((resolve) => {
    exit = resolve;
  });
  const server = createIntrospectionServer({
    address: 'localhost',
    port: 0,
    home: () => ({ name: 'mesh-config', version: '1.2.3' }),
    exit,
    topics: [
      createScopesTopic(context.settings),
      createMemoryTopic(),
      createEnvironmentTopic({ LANG: 'C', DB_PASSWORD: 'geheim', API_TOKEN: 'geheim', DATABASE: 'postgres://user:geheim@db/x' }),
      createProcessTopic(),
      createVersionTopic({ version: '1.2.3', revision: 'abc', node_version: 'v20', status: 'Clean', tag: 'v1.2.3' }),
      createMetricTopic(context.registry),
      createArgumentsTopic(['server', '--insecure']),
      createConfigTopic({
        snapshots,
        groups: new Map([['default', ['test/gateways', 'test/services']]]),
        syncedByPeer: () =>
          new Map([
            ['10.0.0.1:5', true],
            ['10.0.0.2:6', false],
          ]),
        typeUrl: () => 'type.googleapis.com/google.protobuf.Struct',
      }),
      createSignalTopic((name) => {
        context.signals.push(name);
      }),
    ],
  });
  await server.start();
  context.at = `http://localhost:${server.port()}`;
  context.stop = server.stop;
});
test.after.each(async ({ stop }) => {
  await stop();
});
const json = async (url: string, init?: RequestInit): Promise<readonly [number, unknown]> => {
  const response = await fetch(url, init);
  const text = await response.text();
  return [response.status, text === '' ? '' : JSON.parse(text)];
};

test('every topic has a page, and JSON with its content type', async ({ at }) => {
  for (const name of ['scope', 'mem', 'env', 'proc', 'version', 'metric', 'config']) {
    const [page, data] = [await fetch(`${at}/${name}z/`), await fetch(`${at}/${name}j/`)];
    assert.equal(
      [name, page.status, page.headers.get('content-type'), data.status, data.headers.get('content-type')],
      [name, 200, 'text/html; charset=utf-8', 200, 'application/json'],
    );
  }
  for (const name of ['arg', 'signal'])
    assert.equal([(await fetch(`${at}/${name}z/`)).status, (await fetch(`${at}/argj/`)).status], [200, 404]);
  assert.equal([(await fetch(`${at}/`)).status, (await fetch(`${at}/nothing`)).status], [200, 404]);
});
test('pages forbid external scripts, styles and frames, and escape names', async ({ at }) => {
  const page = await fetch(`${at}/configz/`);
  assert.is(
    page.headers.get('content-security-policy'),
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  const text = await page.text();
  assert.ok(text.includes('edge/&#60;b&#62;back&#60;/b&#62;') && !text.includes('<b>'));
});
test('scopes are listed and changed at run time', async ({ at, settings }) => {
  const [, list] = (await json(`${at}/scopej/`)) as readonly [number, readonly { readonly name: string }[]];
  assert.equal(
    list.map(({ name }) => name),
    [
      'analysis',
      'attributes',
      'default',
      'grpcAdapter',
      'mcp',
      'model',
      'processing',
      'rbac',
      'resource',
      'server',
      'source',
      'validation',
      'validationController',
      'validationServer',
    ],
  );
  assert.equal(await json(`${at}/scopej/mcp`), [
    200,
    { name: 'mcp', description: 'Sinks and their streams', output_level: 'info', stack_trace_level: 'none', log_callers: false },
  ]);
  assert.equal(await json(`${at}/scopej/mcp`, { method: 'PUT', body: '{"output_level":"debug","log_callers":true}' }), [202, '']);
  assert.equal(settings.get('mcp'), { output: 'debug', stack: 'none', caller: true });
  // The requests of `curl -d` without a content type, and of a form of these pages.
  const form = { method: 'PUT', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  assert.equal(await json(`${at}/scopej/mcp`, { ...form, body: '{"output_level": "warn"}' }), [202, '']);
  assert.equal(await json(`${at}/scopej/mcp`, { ...form, body: 'body=%7B%22stack_trace_level%22%3A%22error%22%7D' }), [202, '']);
  assert.equal(settings.get('mcp'), { output: 'warn', stack: 'error', caller: true });
  assert.equal(await json(`${at}/scopej/nothing`), [400, { error: 'unknown scope name: nothing' }]);
  assert.equal(await json(`${at}/scopej/mcp`, { method: 'PUT', body: '{"output_level":"loud"}' }), [
    400,
    { error: 'expected one of debug, info, warn, error, fatal, none as output_level and stack_trace_level' },
  ]);
  assert.equal(await json(`${at}/scopej/mcp`, { method: 'PUT', body: '{' }), [
    400,
    { error: 'expected JSON, such as {"output_level": "debug"}' },
  ]);
});
test('a snapshot is listed with the peers that have it', async ({ at }) => {
  assert.equal(await json(`${at}/configj/?group=default`), [
    200,
    {
      Snapshots: [
        {
          Collection: 'test/gateways',
          Version: 'test/gateways/2',
          Names: ['edge/<b>back</b>', 'edge/front'],
          Synced: { '10.0.0.1:5': true, '10.0.0.2:6': false },
        },
      ],
      Groups: ['default'],
    },
  ]);
  assert.equal(await json(`${at}/configj/?group=none`), [200, { Snapshots: [], Groups: ['default'] }]);
  assert.equal(await json(`${at}/configj/resource?group=default&collection=test/gateways&name=edge/front`), [
    200,
    {
      TypeURL: 'type.googleapis.com/google.protobuf.Struct',
      Metadata: { name: 'edge/front', version: 'v1', labels: { app: 'x' }, annotations: {} },
      Body: {},
    },
  ]);
  assert.equal(await json(`${at}/configj/resource?group=default&collection=test/gateways&name=edge/none`), [200, null]);
});
test('possible secrets in the environment are masked', async ({ at }) => {
  assert.equal(await json(`${at}/envj/`), [
    200,
    { API_TOKEN: '*****', DATABASE: 'postgres://user:*****@db/x', DB_PASSWORD: '*****', LANG: 'C' },
  ]);
  assert.not.ok((await (await fetch(`${at}/envz/`)).text()).includes('geheim'));
});
test('metrics have the JSON format of prom2json', async ({ at, registry }) => {
  registry.observe('mesh_mcp_message_sizes_bytes', { component: 'mesh-config', collection: 'c' }, 3);
  registry.add('cfgmgr_runtime_processor_events_processed_total', {}, 4);
  const [, list] = (await json(`${at}/metricj/`)) as readonly [
    number,
    readonly { readonly name: string; readonly metrics: readonly Record<string, unknown>[] }[],
  ];
  assert.equal(
    list.find(({ name }) => name === 'cfgmgr_runtime_processor_events_processed_total'),
    {
      name: 'cfgmgr_runtime_processor_events_processed_total',
      help: 'Events processed',
      type: 'COUNTER',
      metrics: [{ labels: {}, value: '4' }],
    },
  );
  const { buckets, ...rest } = list.find(({ name }) => name === 'mesh_mcp_message_sizes_bytes')!.metrics[0]! as {
    buckets: Record<string, string>;
  };
  assert.equal(
    [rest, buckets['1'], buckets['4'], buckets['+Inf']],
    [{ labels: { component: 'mesh-config', collection: 'c' }, count: '1', sum: '3' }, '0', '1', '1'],
  );
});
test('only PUT and POST send a signal or collect garbage', async ({ at, signals }) => {
  assert.equal(await json(`${at}/signalj/SIGUSR1`, { method: 'PUT' }), [202, '']);
  assert.equal(await json(`${at}/signalj/SIGUSR1`, { method: 'POST' }), [202, '']);
  assert.equal(signals, ['SIGUSR1', 'SIGUSR1']);
  assert.is((await json(`${at}/signalj/SIGUSR1`))[0], 405);
  assert.is((await json(`${at}/signalj/SIGKILL`, { method: 'PUT' }))[0], 404);
  assert.is((await json(`${at}/memj/forcecollection`, { method: 'PUT' }))[0], 202);
  assert.is((await json(`${at}/memj/`, { method: 'DELETE' }))[0], 405);
});
test('an exit request is answered before the exit', async ({ at, ended }) => {
  assert.equal(await json(`${at}/homej`), [200, { name: 'mesh-config', version: '1.2.3' }]);
  assert.is((await json(`${at}/homej/exit`, { method: 'PUT' }))[0], 202);
  await ended;
});
test('requests of other sites and with other host names are rejected', async ({ at, signals }) => {
  assert.is((await json(`${at}/signalj/SIGUSR1`, { method: 'POST', headers: { origin: 'https://evil.example' } }))[0], 403);
  assert.is((await json(`${at}/signalj/SIGUSR1`, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }))[0], 403);
  assert.equal(signals, []);
  const { request } = await import('node:http');
  const status = await new Promise((resolve, reject) => {
    request(`${at}/envj/`, { headers: { host: 'evil.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  assert.is(status, 403);
});
test('a body beyond 64 KB and an invalid path are rejected', async ({ at }) => {
  assert.is((await json(`${at}/scopej/mcp`, { method: 'PUT', body: 'x'.repeat(70_000) }))[0], 413);
  assert.is((await json(`${at}/scopej/%ff`))[0], 400);
});
test.run();
