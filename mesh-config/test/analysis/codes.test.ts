import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { diagnosticCodeNames, diagnosticCodes, documentationUrlOf } from '../../src/analysis/codes.ts';
import { analyzers, analyzeText } from './find-diagnostics.ts';

const test = suite('mesh analysis codes');

test('every code has a level and a documentation page', () => {
  assert.equal(
    diagnosticCodeNames.map((code) => `${code} ${diagnosticCodes[code].level} ${documentationUrlOf(code)}`),
    [
      'IST0001 Error https://istio.io/latest/docs/reference/config/analysis/ist0001/',
      'IST0002 Warn https://istio.io/latest/docs/reference/config/analysis/ist0002/',
      'IST0101 Error https://istio.io/latest/docs/reference/config/analysis/ist0101/',
      'IST0102 Warn https://istio.io/latest/docs/reference/config/analysis/ist0102/',
      'IST0103 Warn https://istio.io/latest/docs/reference/config/analysis/ist0103/',
      'IST0104 Warn https://istio.io/latest/docs/reference/config/analysis/ist0104/',
      'IST0105 Warn https://istio.io/latest/docs/reference/config/analysis/ist0105/',
      'IST0106 Error https://istio.io/latest/docs/reference/config/analysis/ist0106/',
      'IST0107 Warn https://istio.io/latest/docs/reference/config/analysis/ist0107/',
      'IST0108 Warn https://istio.io/latest/docs/reference/config/analysis/ist0108/',
      'IST0109 Error https://istio.io/latest/docs/reference/config/analysis/ist0109/',
      'IST0110 Error https://istio.io/latest/docs/reference/config/analysis/ist0110/',
      'IST0111 Error https://istio.io/latest/docs/reference/config/analysis/ist0111/',
      'IST0112 Error https://istio.io/latest/docs/reference/config/analysis/ist0112/',
      'IST0113 Error https://istio.io/latest/docs/reference/config/analysis/ist0113/',
      'IST0114 Warn https://istio.io/v1.5/docs/reference/config/analysis/ist0114/',
      'IST0115 Error https://istio.io/v1.5/docs/reference/config/analysis/ist0115/',
      'IST0116 Warn https://istio.io/latest/docs/reference/config/analysis/ist0116/',
      'IST0117 Warn https://istio.io/latest/docs/reference/config/analysis/ist0117/',
      'IST0118 Info https://istio.io/latest/docs/reference/config/analysis/ist0118/',
      'IST0119 Warn https://istio.io/latest/docs/reference/config/analysis/ist0119/',
      'IST0120 Info https://istio.io/v1.5/docs/reference/config/analysis/ist0120/',
      'IST0121 Info https://istio.io/v1.5/docs/reference/config/analysis/ist0121/',
      'IST0122 Warn https://istio.io/latest/docs/reference/config/analysis/ist0122/',
    ],
  );
});
test('a diagnostic has the same members wherever it is reported', () => {
  const [
    {
      resource: {
        origin: { source },
        ...resource
      },
      ...rest
    },
  ] = analyzeText('apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: front}\nspec:\n  servers:\n')
    .diagnostics as never as [{ resource: { origin: { source: string } } }];
  assert.equal(
    { ...rest, resource, source },
    {
      code: 'IST0106',
      level: 'Error',
      kind: 'Gateway',
      pointer: '/spec/servers',
      line: 5,
      message: 'gateway must have at least one server',
      documentation: 'https://istio.io/latest/docs/reference/config/analysis/ist0106/',
      resource: { collection: 'istio/networking/v1alpha3/gateways', name: 'default/front' },
      source: 'mesh.yaml',
    },
  );
});
test('every code except IST0001 belongs to an analyzer, and each analyzer has its own name', () => {
  assert.equal(
    [...new Set(analyzers.flatMap((one) => one.codes))].sort(),
    diagnosticCodeNames.filter((code) => code !== 'IST0001'),
  );
  assert.is(analyzers.filter(({ name }) => !name.startsWith('schema-validation')).length, 22);
  assert.is(analyzers.filter(({ name }) => name.startsWith('schema-validation')).length, 25);
  assert.is(new Set(analyzers.map(({ name }) => name)).size, analyzers.length);
});
test.run();
