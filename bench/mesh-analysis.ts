/**
 * The analysis of 10,000 resources, and the next one after one of them has changed: `tsx bench/mesh-analysis.ts`. The change is that of
 * a destination, which rules and other resources are compared with.
 */
import { analyze, compileBuiltinSchemas, createAnalysisCache, createAnalyzers, type ResourceSet } from '@slipway/mesh-config/analysis';
import { kinds, readResource, type Resource } from '@slipway/mesh-config/resources';
import type { Figure, Measure } from './parts/figure.ts';
import { runStandalone } from './parts/run-standalone.ts';

const rounds = 40;
const networking = 'networking.istio.io/v1alpha3';

/** How many of each kind, and what they say; together they are 10,000. */
const declared: readonly (readonly [count: number, apiVersion: string, kind: string, spec: (index: number, salt: number) => unknown])[] = [
  [
    3500,
    networking,
    'VirtualService',
    (index, salt) => ({
      hosts: [`service-${index}.shop.example.com`],
      gateways: ['mesh', `edge-${index % 500}`],
      http: [
        {
          match: [{ uri: { prefix: `/v${salt}/` } }],
          route: [{ destination: { host: `service-${index}.shop.example.com`, subset: 'stable' } }],
        },
      ],
    }),
  ],
  [
    3000,
    networking,
    'DestinationRule',
    (index) => ({
      host: `service-${index}.shop.example.com`,
      trafficPolicy: { tls: { mode: 'ISTIO_MUTUAL' } },
      subsets: [{ name: 'stable', labels: { version: 'v1' } }],
    }),
  ],
  [
    2500,
    networking,
    'ServiceEntry',
    (index) => ({
      hosts: [`service-${index}.shop.example.com`],
      ports: [{ number: 80, name: 'http', protocol: 'HTTP' }],
      resolution: 'DNS',
    }),
  ],
  [
    500,
    networking,
    'Gateway',
    (index) => ({
      selector: { app: `edge-${index}` },
      servers: [{ port: { number: 80, name: 'http', protocol: 'HTTP' }, hosts: [`shop-${index}.example.com`] }],
    }),
  ],
  [
    500,
    'security.istio.io/v1beta1',
    'AuthorizationPolicy',
    (index) => ({
      selector: { matchLabels: { app: `service-${index}` } },
      rules: [{ from: [{ source: { namespaces: ['shop'] } }], to: [{ operation: { methods: ['GET'] } }] }],
    }),
  ],
];
const create = (kind: number, index: number, salt: number): Resource => {
  const [, apiVersion, name, specOf] = declared[kind]!;
  const read = readResource(
    { apiVersion, kind: name, metadata: { name: `some-${index}`, namespace: `team-${index % 25}` }, spec: specOf(index, salt) },
    { source: `${name}.yaml` },
  );
  if (!('resource' in read)) throw new Error(`${name} is no kind that is read`);
  return { ...read.resource, version: `v${salt}` };
};
const toSet = (all: ReadonlyMap<string, readonly Resource[]>): ResourceSet => ({ resources: (collection) => all.get(collection) });

export const measure: Measure = async (progress) => {
  const analyzers = createAnalyzers(
    new Map([...(await compileBuiltinSchemas())].map(([collection, compiled]) => [collection, [compiled]])),
  );
  const all = new Map<string, Resource[]>(kinds.map(({ collection }) => [collection, []]));
  for (const [kind, [count]] of declared.entries())
    for (let index = 0; index < count; index++) {
      const resource = create(kind, index, 0);
      all.get(resource.collection)!.push(resource);
    }
  for (const list of all.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1));
  const cache = createAnalysisCache();
  const began = performance.now();
  const { diagnostics } = analyze(toSet(all), analyzers, {}, cache);
  const first = performance.now() - began;
  progress(`${diagnostics.length} findings in ${Math.round(first)} ms`);
  const samples: number[] = [];
  for (let salt = 1; salt <= rounds; salt++) {
    const changed = create(0, salt, salt);
    const list = all.get(changed.collection)!;
    all.set(
      changed.collection,
      list.map((one) => (one.name === changed.name ? changed : one)),
    );
    const start = process.cpuUsage();
    analyze(toSet(all), analyzers, {}, cache);
    const { user, system } = process.cpuUsage(start);
    samples.push((user + system) / 1000);
  }
  const title = 'analysis of 10,000 mesh resources';
  const figures: Figure[] = [
    { title: `${title}: the first`, unit: 'ms', samples: [first] },
    { title: `${title}: processor time after a change of one`, unit: 'ms', samples, target: { atMost: 50 } },
  ];
  return figures;
};
await runStandalone(import.meta, measure);
