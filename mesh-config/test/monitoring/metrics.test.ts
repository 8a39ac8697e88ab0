import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMonitoringServer } from '../../src/monitoring/monitoring-server.ts';
import { createMetricsRegistry } from '../../src/monitoring/metrics-registry.ts';
import { skipWithReason } from '@slipway/test-support/skip';

const test = suite('mesh-config metrics');
const build = { version: '1.2.3', revision: 'abc', node_version: 'v20', status: 'Clean', tag: 'v1.2.3' };

const spec: Readonly<Record<string, string>> = {
  cfgmgr_runtime_processor_event_span_duration_milliseconds: 'histogram',
  cfgmgr_runtime_processor_events_processed_total: 'counter',
  cfgmgr_runtime_processor_snapshot_events_total: 'histogram',
  cfgmgr_runtime_processor_snapshot_lifetime_duration_milliseconds: 'histogram',
  cfgmgr_runtime_processor_snapshots_published_total: 'counter',
  cfgmgr_runtime_state_type_instances_total: 'gauge',
  cfgmgr_runtime_strategy_on_change_total: 'counter',
  cfgmgr_runtime_strategy_timer_max_time_reached_total: 'counter',
  cfgmgr_runtime_strategy_timer_quiesce_reached_total: 'counter',
  cfgmgr_runtime_strategy_timer_resets_total: 'counter',
  cfgmgr_source_kube_dynamic_converter_failure_total: 'counter',
  cfgmgr_source_kube_dynamic_converter_success_total: 'counter',
  cfgmgr_source_kube_event_error_total: 'counter',
  cfgmgr_source_kube_event_success_total: 'counter',
  cfgmgr_validation_cert_key_update_errors: 'counter',
  cfgmgr_validation_cert_key_updates: 'counter',
  cfgmgr_validation_config_delete_error: 'counter',
  cfgmgr_validation_config_load: 'counter',
  cfgmgr_validation_config_load_error: 'counter',
  cfgmgr_validation_config_update_error: 'counter',
  cfgmgr_validation_config_updates: 'counter',
  cfgmgr_validation_failed: 'counter',
  cfgmgr_validation_http_error: 'counter',
  cfgmgr_validation_passed: 'counter',
  mesh_build: 'gauge',
  mesh_mcp_clients_total: 'gauge',
  mesh_mcp_message_sizes_bytes: 'histogram',
  mesh_mcp_reconnections: 'counter',
  mesh_mcp_recv_failures_total: 'counter',
  mesh_mcp_request_acks_total: 'counter',
  mesh_mcp_request_nacks_total: 'counter',
  mesh_mcp_send_failures_total: 'counter',
};

const startMonitoring = async (): Promise<{
  get(path: string, method?: string): Promise<Response>;
  stop(): Promise<void>;
  registry: ReturnType<typeof createMetricsRegistry>;
}> => {
  const registry = createMetricsRegistry({ mesh_mcp_clients_total: [{ component: 'mesh-config' }] });
  const server = createMonitoringServer(registry, build, 0);
  await server.start();
  return { registry, get: (path, method = 'GET') => fetch(`http://127.0.0.1:${server.port()}${path}`, { method }), stop: server.stop };
};

test('all 32 metrics of the specification are exposed from the start, with their types', async () => {
  const { get, stop } = await startMonitoring();
  const answer = await get('/metrics');
  const text = await answer.text();
  assert.is(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  assert.equal(Object.fromEntries([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => [name, kind])), spec);
  await stop();
});
test('series without labels or with known labels start at zero', async () => {
  const { get, stop } = await startMonitoring();
  const lines = (await (await get('/metrics')).text()).split('\n');
  for (const line of [
    'cfgmgr_runtime_processor_events_processed_total 0',
    'cfgmgr_runtime_processor_snapshot_events_total_count 0',
    'mesh_mcp_clients_total{component="mesh-config"} 0',
    'cfgmgr_validation_cert_key_updates 0',
  ])
    assert.ok(lines.includes(line), line);
  await stop();
});
test('histograms have the buckets that dashboards expect', async () => {
  const { registry } = await startMonitoring().then(async (one) => {
    await one.stop();
    return one;
  });
  registry.observe('mesh_mcp_message_sizes_bytes', { component: 'mesh-config', collection: 'c' }, 5);
  const text = await registry.text();
  const bounds = (name: string): readonly string[] =>
    [...text.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"`, 'gm'))].map(([, bound]) => bound!);
  assert.equal(bounds('cfgmgr_runtime_processor_snapshot_events_total'), ['0', '1', '2', '4', '8', '16', '32', '64', '128', '256', '+Inf']);
  assert.equal(bounds('cfgmgr_runtime_processor_event_span_duration_milliseconds'), [
    '0',
    '1',
    '2',
    '4',
    '8',
    '16',
    '32',
    '64',
    '128',
    '256',
    '512',
    '1024',
    '2048',
    '4096',
    '8193',
    '16384',
    '32768',
    '65536',
    '131072',
    '262144',
    '524288',
    '1048576',
    '2097152',
    '4194304',
    '8388608',
    '+Inf',
  ]);
  assert.equal(bounds('mesh_mcp_message_sizes_bytes'), [
    '1',
    '4',
    '16',
    '64',
    '256',
    '1024',
    '4096',
    '16384',
    '65536',
    '262144',
    '1048576',
    '4194304',
    '16777216',
    '67108864',
    '268435456',
    '1073741824',
    '+Inf',
  ]);
});
test('labels from outside are limited in number and length', async () => {
  const registry = createMetricsRegistry({});
  for (let index = 0; index < 1500; index += 1)
    registry.add('mesh_mcp_recv_failures_total', {
      component: 'mesh-config',
      code: '2',
      error: `${'x'.repeat(300)}${index}`.slice(index % 300),
    });
  const lines = (await registry.text()).split('\n').filter((line) => line.startsWith('mesh_mcp_recv_failures_total{'));
  assert.ok(lines.length <= 1001);
  assert.ok(lines.every((line) => line.length < 400));
});
test('/version returns version, revision and status; other paths do not exist', async () => {
  const { get, stop } = await startMonitoring();
  assert.is(await (await get('/version')).text(), '1.2.3-abc-Clean');
  assert.equal([(await get('/nothing')).status, (await get('/metrics', 'POST')).status], [404, 405]);
  await stop();
});
test('a port in use is an error', async () => {
  const first = createMonitoringServer(createMetricsRegistry({}), build, 0);
  await first.start();
  const second = createMonitoringServer(createMetricsRegistry({}), build, first.port());
  assert.is(
    await second.start().then(
      () => '',
      (error: Error) => error.message,
    ),
    `unable to listen on monitoring port ${first.port()}: listen tcp :${first.port()}: bind: address already in use`,
  );
  await first.stop();
});
const hasPromtool = (): boolean => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
/** Conventions of names that the names of the specification do not follow. */
const namingAdvice = new RegExp(
  [
    'counter metrics should have "_total" suffix',
    'non-counter metrics should not have "_total" suffix',
    'non-histogram and non-summary metrics should not have',
    'use base unit "seconds"',
  ].join('|'),
);
const withPromtool = hasPromtool() ? test : skipWithReason(test, 'promtool is not on the PATH');
withPromtool('promtool reads the metrics and complains only about naming conventions', async () => {
  const { get, stop } = await startMonitoring();
  let output = '';
  try {
    execFileSync('promtool', ['check', 'metrics'], { input: await (await get('/metrics')).text(), stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    const { status, stderr, stdout } = error as { status: number; stderr: Buffer; stdout: Buffer };
    assert.is(status, 3);
    output = `${stdout.toString()}${stderr.toString()}`;
  }
  assert.equal(
    output.split('\n').filter((line) => line !== '' && !namingAdvice.test(line)),
    [],
  );
  await stop();
});
test.run();
