import { setImmediate as turn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { kinds, meshCollection } from '../../src/resources/kinds/kinds.ts';
import type { Resource } from '../../src/resources/resource.ts';
import { createAnalysisService } from '../../src/analysis-service/analysis-service.ts';
import { createSchemaProvider } from '../../src/analysis-service/schema-provider.ts';
import { createAnalysisTopic } from '../../src/introspection/analysis-topic.ts';
import { createMetricsRegistry } from '../../src/monitoring/metrics-registry.ts';
import { createSnapshotStore } from '../../src/snapshots/snapshot-store.ts';
import { readResources } from '../analysis/find-diagnostics.ts';
import { createLogScope } from './log-scope.ts';

const test = suite('mesh-config analysis');
const gateways = 'istio/networking/v1alpha3/gateways',
  pods = 'k8s/core/v1/pods';
const collections = [...kinds.map(({ collection }) => collection).filter((one) => !one.startsWith('k8s/')), meshCollection];

/** A running analysis with its log, metrics and subscribers; timers fire in `settle()`. */
const startAnalysis = async () => {
  const lines: string[] = [];
  const scope = createLogScope(lines);
  const metrics = createMetricsRegistry({});
  const snapshots = createSnapshotStore(collections);
  const inputs = new Map<string, readonly Resource[]>();
  let due: (() => void)[] = [];
  const clock = {
    now: () => 0,
    schedule: (_: number, call: () => void) => {
      due.push(call);
      return () => {
        due = due.filter((one) => one !== call);
      };
    },
  };
  const service = createAnalysisService({
    snapshots,
    unpublished: (collection) => inputs.get(collection),
    schemas: createSchemaProvider(),
    scope,
    metrics,
    clock,
    domain: 'cluster.local',
    fromFiles: true,
  });
  const findings: string[][] = [];
  service.subscribe((diagnostics) => {
    findings.push(diagnostics.map(({ code, resource: { name } }) => `${code} ${name}`));
  });
  await service.start();
  let generation = 0;
  return {
    service,
    lines,
    findings,
    inputs,
    metrics,
    publish: (resources: readonly Resource[], names = collections) => {
      generation += 1;
      snapshots.publish(
        names.map((collection) => ({
          collection,
          version: `${collection}/${generation}`,
          resources: resources.filter((one) => one.collection === collection),
          encoded: () => [],
        })),
      );
    },
    settle: async () => {
      for (let rounds = 0; rounds < 200 && (due.length > 0 || rounds < 20); rounds += 1) {
        const now = due;
        due = [];
        for (const call of now) call();
        await turn();
      }
    },
  };
};
const gateway = (name: string, spec: string): string =>
  `apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: ${name}}\nspec: ${spec}\n`;
const validSpec = '{servers: [{port: {number: 80, name: http, protocol: HTTP}, hosts: ["*"]}]}';
const route =
  'apiVersion: networking.istio.io/v1alpha3\nkind: VirtualService\nmetadata: {name: a}\n' +
  'spec: {hosts: [web], gateways: [front], http: [{route: [{destination: {host: web}}]}]}\n';
const url = 'https://istio.io/latest/docs/reference/config/analysis';

test('published resources are analyzed; new and resolved findings are logged at their level and counted', async () => {
  const { service, lines, findings, metrics, publish, settle } = await startAnalysis();
  publish(readResources([gateway('front', '{}'), route].join('---\n'), 'a.yaml'));
  await settle();
  assert.equal(lines.slice(1), [
    `error [IST0106] Gateway default/front (a.yaml:4 /spec): gateway must have at least one server (${url}/ist0106/)`.replace(
      '/spec)',
      '/spec/servers)',
    ),
  ]);
  assert.match(
    lines[0]!,
    new RegExp(
      '^info skipped, as collections are not known here: annotations \\(k8s/core/v1/namespaces, .*; ' +
        'gateway-secret \\(k8s/core/v1/pods, k8s/core/v1/secrets\\); ',
    ),
  );
  publish(readResources(route, 'a.yaml'));
  await settle();
  assert.equal(lines.slice(2), [
    'error [IST0101] VirtualService default/a (a.yaml:4 /spec/gateways/0): Gateway "front" is not found: ' +
      'expected a Gateway default/front; ' +
      'write the name of one that is there, with its namespace and a slash where it is another ' +
      `(${url}/ist0101/)`,
    'info no longer: [IST0106] Gateway default/front (a.yaml:4 /spec/servers): gateway must have at least one server',
  ]);
  assert.equal(findings, [['IST0106 default/front'], ['IST0101 default/a']]);
  const text = await metrics.text();
  assert.match(text, 'cfgmgr_analysis_diagnostics{code="IST0101",level="Error"} 1\n');
  assert.match(text, 'cfgmgr_analysis_diagnostics{code="IST0106",level="Error"} 0\n');
  assert.match(text, 'cfgmgr_analysis_diagnostics{code="IST0118",level="Info"} 0\n');
  await service.stop();
});
test('analysis starts when all collections are published, and runs once for simultaneous publications', async () => {
  const { service, findings, publish, settle } = await startAnalysis();
  assert.is(service.current(), undefined);
  publish(readResources(route), ['istio/networking/v1alpha3/virtualservices']);
  await settle();
  assert.equal(findings, []);
  publish(readResources(route));
  publish(readResources(`${route}---\n${gateway('front', validSpec)}`));
  await settle();
  assert.equal(findings, [[]]);
  await service.stop();
});
test('unpublished resources are analyzed as well, and again after invalidate()', async () => {
  const { service, findings, inputs, publish, settle } = await startAnalysis();
  const sidecar =
    'apiVersion: networking.istio.io/v1alpha3\nkind: Sidecar\nmetadata: {name: s}\n' +
    'spec: {workloadSelector: {labels: {app: web}}, egress: [{hosts: ["./*"]}]}\n';
  const pod = (app: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {app: ${app}}}\nspec: {}\n`;
  inputs.set(pods, readResources(pod('mail')));
  publish(readResources(sidecar));
  await settle();
  inputs.set(pods, readResources(pod('web')));
  service.invalidate();
  await settle();
  assert.equal(findings, [['IST0101 default/s'], []]);
  await service.stop();
});
test('advice about a resource is at most a warning and refers to the current publication', async () => {
  const { service, publish, settle } = await startAnalysis();
  publish([]);
  await settle();
  const [resource] = readResources(route, 'review');
  assert.equal(
    service.advise(resource!).map(({ code, level, pointer }) => `${code} ${level} ${pointer}`),
    ['IST0101 Warn /spec/gateways/0'],
  );
  publish(readResources(gateway('front', validSpec)));
  assert.equal(service.advise(resource!), []);
  await service.stop();
});
const meshOf = (spec: Resource['spec']): Resource => ({
  collection: meshCollection,
  name: 'istio-system/meshconfig',
  version: '1',
  labels: {},
  annotations: {},
  spec,
  origin: { source: 'mesh' },
});
test('the mesh configuration sets the root namespace, who chooses mutual TLS, and whether there is an ingress gateway', async () => {
  const { service, findings, publish, settle } = await startAnalysis();
  const resources = [
    'apiVersion: networking.istio.io/v1alpha3\nkind: DestinationRule\nmetadata: {name: web}\n' +
      'spec: {host: web, trafficPolicy: {tls: {mode: DISABLE}}}\n',
    'apiVersion: security.istio.io/v1beta1\nkind: PeerAuthentication\nmetadata: {name: all, namespace: root}\n' +
      'spec: {mtls: {mode: STRICT}}\n',
    'apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: front}\n' +
      'spec: {selector: {istio: ingressgateway}, servers: [{port: {number: 8080, name: a, protocol: HTTP}, hosts: ["*"]}]}\n',
  ].join('---\n');
  for (const mesh of [{}, { rootNamespace: 'root' }, { rootNamespace: 'root', enableAutoMtls: true }, { ingressControllerMode: 'OFF' }]) {
    publish([...readResources(resources), meshOf(mesh)]);
    await settle();
  }
  assert.equal(findings, [['IST0104 default/front'], ['IST0113 default/web', 'IST0104 default/front'], ['IST0104 default/front'], []]);
  await service.stop();
});
test('introspection shows the newest findings and filters them by code and level', async () => {
  const { service, publish, settle } = await startAnalysis();
  const analysisTopic = createAnalysisTopic(service.current);
  const getJson = (query: string) =>
    analysisTopic.json!({ method: 'GET', path: '', query: new URLSearchParams(query), body: '' }) as {
      status: number;
      json: { Done: boolean; Diagnostics: unknown[]; Skipped: unknown[] };
    };
  assert.equal(getJson('').json, { Done: false, Diagnostics: [], Skipped: [] });
  publish(readResources([gateway('front', '{}'), route.replace('front', 'none')].join('---\n'), 'a.yaml'));
  await settle();
  assert.equal(getJson('').json.Diagnostics.length, 2);
  assert.equal(getJson('code=IST0106&level=error').json.Diagnostics, [
    {
      code: 'IST0106',
      level: 'Error',
      origin: 'Gateway default/front',
      collection: gateways,
      source: 'a.yaml',
      line: 4,
      pointer: '/spec/servers',
      message: 'gateway must have at least one server',
      documentation_url: `${url}/ist0106/`,
    },
  ]);
  assert.equal(getJson('level=info').json.Diagnostics, []);
  const page = await analysisTopic.page(new URLSearchParams('code=IST0106'));
  assert.equal(page.tables[0]!.rows, [
    [
      { text: 'IST0106', href: `${url}/ist0106/` },
      'Error',
      'Gateway default/front',
      'a.yaml:4 /spec/servers',
      'gateway must have at least one server',
    ],
  ]);
  await service.stop();
});
test('a stopped analysis publishes no more findings', async () => {
  const { service, findings, publish, settle } = await startAnalysis();
  publish(readResources(route));
  await service.stop();
  await settle();
  assert.equal(findings, []);
});
test.run();
