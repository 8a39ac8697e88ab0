import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/lifecycle/clock.ts';
import { parseDefinition } from '../../src/kubernetes/definition.ts';
import { createDefinitionWatcher, type DefinitionWatcher } from '../../src/kubernetes/definition-watcher.ts';
import type { KubernetesObject } from '../../src/kubernetes-client/kubernetes-object.ts';
import { type ApiServer, createApiServer } from './api-server/api-server.ts';
import { crd } from './api-server/kinds.ts';
import { createClient } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

const running: { known: DefinitionWatcher; api: ApiServer }[] = [];
const test = suite('mesh-config definitions of a cluster');
test.after.each(async () => {
  for (const { known, api } of running.splice(0)) {
    await known.stop();
    await api.kill();
  }
});

const schema = (description: string) => ({
  type: 'object',
  properties: { spec: { type: 'object', properties: { city: { type: 'string', description } } } },
});
const versions = (description = 'Deprecated: use spec.town instead') => [
  { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema('The city') }, subresources: { status: {} } },
  {
    name: 'v1beta1',
    served: true,
    storage: false,
    deprecated: true,
    deprecationWarning: 'use v1',
    schema: { openAPIV3Schema: schema(description) },
  },
  { name: 'v1alpha3', served: false, storage: false },
];
const begun = async (everything?: (documents: readonly KubernetesObject[]) => void) => {
  const api = createApiServer();
  api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway', { versions: versions() }));
  api.objects.put(crd('example.org', 'toys', 'Toy', { scope: 'Cluster' }));
  await api.start();
  const known = createDefinitionWatcher({
    client: await createClient(api),
    clock: systemClock,
    failures: { logFailure: () => {}, logRecovery: () => {}, reset: () => {} },
    ...(everything ? { onDefinitions: everything } : {}),
  });
  running.push({ known, api });
  let changes = 0;
  known.subscribe(() => {
    changes += 1;
  });
  await known.start();
  await waitUntil(() => changes === 1);
  return { api, known, changes: () => changes };
};

test('each version that is served is there with its schema, descriptions and all, and what is said of it as deprecated', async () => {
  const { known } = await begun();
  assert.equal(known.current(), [
    {
      group: 'networking.istio.io',
      kind: 'Gateway',
      plural: 'gateways',
      namespaced: true,
      versions: [
        { name: 'v1', deprecated: false, hasStatus: true, schema: schema('The city') },
        {
          name: 'v1beta1',
          deprecated: true,
          hasStatus: false,
          deprecationWarning: 'use v1',
          schema: schema('Deprecated: use spec.town instead'),
        },
      ],
    },
  ]);
});
test('a listener of definitions is called with every definition of the cluster, and again after each change', async () => {
  const told: string[][] = [];
  const { api, changes } = await begun((documents) => {
    told.push(documents.map(({ kind, metadata }) => `${kind} ${metadata!.name}`));
  });
  assert.equal(
    told,
    [['CustomResourceDefinition gateways.networking.istio.io', 'CustomResourceDefinition toys.example.org']].map((line) => line.sort()),
  );
  api.objects.put(crd('example.org', 'games', 'Game'));
  await waitUntil(() => told.length === 2);
  assert.equal([told[1]!.length, changes()], [3, 1]);
  api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway', { versions: versions('Deprecated: use spec.village instead') }));
  await waitUntil(() => told.length === 3);
  assert.is(changes(), 2);
});
test('what is empty may be null', () => {
  const given = crd('networking.istio.io', 'gateways', 'Gateway', { versions: versions() });
  assert.is(parseDefinition({ ...given, status: { conditions: null } }), undefined);
  assert.is(parseDefinition({ ...given, status: null }), undefined);
  const status = { conditions: [{ type: 'Established', status: 'True' }] };
  assert.equal(parseDefinition({ ...given, spec: { ...(given['spec'] as object), versions: null }, status })?.versions, []);
  assert.is(parseDefinition({ ...given, spec: { ...(given['spec'] as object), names: null }, status }), undefined);
});
test('a definition that the cluster does not serve yet is none', () => {
  const given = crd('networking.istio.io', 'gateways', 'Gateway', { versions: versions() });
  const at = (...conditions: readonly object[]): KubernetesObject => ({ ...given, status: { conditions } });
  assert.is(parseDefinition(given), undefined);
  assert.is(parseDefinition(at({ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: 'False' })), undefined);
  assert.equal(
    parseDefinition(at({ type: 'Established', status: 'True' }))?.versions.map(({ name }) => name),
    ['v1', 'v1beta1'],
  );
});
test.run();
