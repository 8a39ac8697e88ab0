import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { analyze } from '../../src/analysis/analyze.ts';
import { analysisOnlyKinds } from '../../src/analysis/collections.ts';
import { kinds } from '../../src/resources/kinds/kinds.ts';
import type { Resource } from '../../src/resources/resource.ts';
import { createResourceSet, analyzers } from './find-diagnostics.ts';

const test = suite('mesh analysis any document');

/** Members that analyzers look for, so that random documents get deep into them. */
const names = [
  'hosts',
  'gateways',
  'http',
  'tls',
  'tcp',
  'match',
  'route',
  'destination',
  'host',
  'subset',
  'port',
  'number',
  'servers',
  'selector',
  'labels',
  'workloadSelector',
  'matchLabels',
  'trafficPolicy',
  'mode',
  'mtls',
  'peers',
  'origins',
  'jwt',
  'jwtRules',
  'targets',
  'name',
  'ports',
  'rules',
  'services',
  'roleRef',
  'egress',
  'exportTo',
  'template',
  'metadata',
  'annotations',
  'containers',
  'image',
  'regex',
  'uri',
  'headers',
  'credentialName',
  'data',
  'values',
  'workload_selector',
  '__proto__',
  'a/b~c',
  '',
];
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<unknown>(
      'web',
      'default/front',
      'istio-proxy',
      'STRICT',
      'ISTIO_MUTUAL',
      '*',
      '.',
      '(',
      '{}',
      0,
      80,
      -1,
      1.5,
      true,
      null,
      '',
    ),
    fc.array(tie('any'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.array(fc.tuple(fc.constantFrom(...names), tie('any')), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs)),
})).object;
const text = fc.constantFrom('web', 'mail', '', '*', 'enabled', 'IST0101', 'istio-ingressgateway');
const resource = fc
  .record({
    collection: fc.constantFrom(...[...kinds, ...analysisOnlyKinds].map(({ collection }) => collection)),
    namespace: fc.constantFrom('default', 'back', 'istio-system'),
    name: fc.constantFrom('web', 'front', 'default', 'istio-sidecar-injector'),
    labels: fc.dictionary(fc.constantFrom('app', 'istio-injection', 'istio.io/rev'), text),
    annotations: fc.dictionary(
      fc.constantFrom('sidecar.istio.io/inject', 'networking.istio.io/exportTo', 'a.istio.io/b~/c', 'mesh-config/analyze-suppress'),
      text,
    ),
    spec: fc.oneof(value, fc.anything()),
  })
  .map(({ collection, namespace, name, labels, annotations, spec }): Resource => ({
    collection,
    name: `${namespace}/${name}`,
    version: '',
    labels,
    annotations,
    spec,
    origin: { source: 'random.yaml' },
  }));

test('no analyzer fails on any document', () => {
  fc.assert(
    fc.property(fc.array(resource, { minLength: 1, maxLength: 30 }), (resources) => {
      const { diagnostics } = analyze(createResourceSet(resources), analyzers);
      assert.equal(
        diagnostics.filter(({ code }) => code === 'IST0001').map(({ message }) => message),
        [],
      );
    }),
    { numRuns: runs(300) },
  );
});
test.run();
