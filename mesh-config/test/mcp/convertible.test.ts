import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SourceEvent } from '../../src/resources/resource.ts';
import { createBodyEncoder } from '../../src/mcp/body-encoder.ts';
import { createConversionFilter } from '../../src/mcp/conversion-filter.ts';
import { createResourceEncoder } from '../../src/mcp/resource-encoder.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';
import { createRecordingScope } from './start-mcp-source.ts';

const test = suite('mesh-config resources that cannot be converted');

const gateways = 'istio/networking/v1alpha3/gateways';
const put = (kind: 'added' | 'updated', version: string, spec: unknown, collection = gateways): SourceEvent => ({
  kind,
  resource: {
    collection,
    name: 'a/b',
    version,
    labels: {},
    annotations: {},
    spec,
    origin: { source: 'g.yaml', line: 7, lineOf: (pointer) => (pointer === '/spec/servers/0/port' ? 12 : undefined) },
  },
});
const begun = () => {
  const log = createRecordingScope(),
    metrics = createRecordingMetrics(),
    told: string[] = [];
  const tell = createConversionFilter({
    encode: createResourceEncoder(createBodyEncoder(log)),
    isServed: (one) => one === gateways,
    metrics,
    scope: log,
    emit: (event) => {
      told.push('resource' in event ? `${event.kind} ${event.resource.version}` : event.kind);
    },
  });
  return { log, metrics, told, tell };
};
const good = { servers: [{ port: { number: 80 } }] },
  bad = { servers: [{ port: 80 }] };

test('a resource that cannot be converted is reported with its place and counted, and its previous version stays', () => {
  const { log, metrics, told, tell } = begun();
  tell(put('added', 'v1', good));
  tell(put('updated', 'v2', bad));
  assert.equal(told, ['added v1', 'updated v1']);
  assert.equal(log.lines, [
    'error not served: g.yaml:12: Gateway a/b: /spec/servers/0/port: expected the fields of ' +
      'istio.networking.v1alpha3.Port, found 80; its previous version stays in use',
  ]);
  assert.equal(metrics.lines(''), [
    'cfgmgr_source_kube_dynamic_converter_failure_total apiVersion=v1alpha3 group=networking.istio.io kind=Gateway 1',
  ]);
});
test('what never could be is not there', () => {
  const { log, told, tell } = begun();
  tell(put('added', 'v1', bad));
  tell(put('updated', 'v2', good));
  assert.equal([told, log.lines.length], [['updated v2'], 1]);
});
test('when its source starts again, the previous state is kept; resources that are not emitted again are dropped', () => {
  const { told, tell } = begun();
  tell(put('added', 'v1', good));
  tell({ kind: 'reset' });
  tell(put('added', 'v2', bad));
  tell({ kind: 'full-sync', collection: gateways });
  assert.equal(told, ['added v1', 'reset', 'updated v1', 'full-sync']);
  tell({ kind: 'reset' });
  tell({ kind: 'full-sync', collection: gateways });
  tell(put('added', 'v3', bad));
  assert.equal(told.slice(4), ['reset', 'full-sync']);
});
test('what was deleted does not come back', () => {
  const { told, tell } = begun();
  tell(put('added', 'v1', good));
  tell({ kind: 'deleted', collection: gateways, name: 'a/b' });
  tell(put('added', 'v2', bad));
  assert.equal(told, ['added v1', 'deleted']);
});
test('what is never sent may be anything', () => {
  const { told, tell } = begun();
  tell(put('added', 'v1', [1], 'k8s/core/v1/pods'));
  assert.equal(told, ['added v1']);
});
test.run();
