import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '@slipway/schema-tools';
import { analyze } from '../../src/analysis/analyze.ts';
import { createAnalyzers } from '../../src/analysis/analyzers.ts';
import { createSchemaProvider } from '../../src/analysis-service/schema-provider.ts';
import type { KindSchemas } from '../../src/validation/schemas/schema-library.ts';
import { createResourceSet, readResources, formatDiagnosticLine } from '../analysis/find-diagnostics.ts';

const test = suite('mesh-config analysis schemas');
const resources = readResources(
  'apiVersion: networking.istio.io/v1alpha3\nkind: Sidecar\nmetadata: {name: s}\nspec:\n' +
    '  egress: [{hosts: ["./*"]}]\n  town: a\n  city: b\n',
);
const compileSidecarSchema = async (schema: object): Promise<KindSchemas> => ({
  kind: 'Sidecar',
  schemas: [await compile(schema)],
  asData: [],
  warnings: [],
  topLevelFields: undefined,
});
const findDiagnosticLines = async (provideSchemas: () => Promise<Parameters<typeof createAnalyzers>[0]>): Promise<readonly string[]> =>
  analyze(createResourceSet(resources), createAnalyzers(await provideSchemas())).diagnostics.map(formatDiagnosticLine);

test('custom schemas apply beside the builtin ones, also after they are replaced', async () => {
  let library: ReadonlyMap<string, KindSchemas> = new Map();
  const schemas = createSchemaProvider(() => library);
  const builtin = await schemas();
  assert.is(await schemas(), builtin);
  assert.equal(await findDiagnosticLines(schemas), []);
  library = new Map([
    [
      'networking.istio.io/v1alpha3/sidecar',
      await compileSidecarSchema({
        properties: {
          spec: { properties: { city: { deprecated: true, 'x-deprecation-message': 'Write `town`.' }, town: { type: 'integer' } } },
        },
      }),
    ],
  ]);
  assert.equal(await findDiagnosticLines(schemas), [
    'IST0106 Error mesh.yaml:6 /spec/town Sidecar default/s: expected a whole number; found a string',
    'IST0002 Warn mesh.yaml:7 /spec/city Sidecar default/s: spec.city is deprecated: Write `town`.',
  ]);
  library = new Map([
    ['networking.istio.io/v1beta1/sidecar', await compileSidecarSchema({ properties: { spec: { required: ['country'] } } })],
  ]);
  assert.equal(await findDiagnosticLines(schemas), ['IST0106 Error mesh.yaml:4 /spec Sidecar default/s: `country` is missing']);
});
test.run();
